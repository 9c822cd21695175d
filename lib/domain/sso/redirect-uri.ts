// Says where identity providers send browsers back. Apart from the client of OAuth, which few functions load.
import { config } from '../../platform/settings/config.ts';
import type { Provider } from './providers.ts';

/**
 * Returns where the provider sends the browser back. Each provider has its own path, so that a response of one cannot
 * be taken for another's (RFC 9700 4.4). Apple makes the browser post a form: its path accepts one and redirects to the
 * callback.
 */
export const redirectUriOf = ({ name, kind, callbackPath }: Pick<Provider, 'name' | 'kind' | 'callbackPath'>): string =>
  `${config().baseUrl}${callbackPath ?? `/auth/${kind === 'apple' ? 'sso' : 'callback'}/${name}`}`;
