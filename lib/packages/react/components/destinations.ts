// Knows where buttons lead: to the hosted pages, by the client's redirect if it has one.

import type { SignInOptions } from '../../client/index.ts';
import { isRedirecting } from '../auth.ts';
import { useStore } from '../provider.ts';

/** Returns the addresses of hosted pages, and the function that leads to sign in there. */
export function useDestinations() {
  const { client } = useStore();
  const page = (path: string): string => `${client.baseUrl}/${path}`;
  return {
    account: page('account'),
    organization: page('organization'),
    /** Leaves this page. A client by redirect comes back to it; for any other one, the hosted pages lead to the account. */
    leave: async ({ prompt, tenant, ...options }: SignInOptions): Promise<void> => {
      if (isRedirecting(client))
        return client.signIn({ returnTo: location.href, prompt, tenant, uiLocales: language(), ...options });
      const path = prompt === 'create' ? 'login/sign-up' : 'login';
      location.assign(page(tenant ? `${path}?tenant=${encodeURIComponent(tenant)}` : path));
    },
  };
}

/** The hosted pages speak the language of this page. */
const language = (): string | undefined => document.documentElement.lang || undefined;
