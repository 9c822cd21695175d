// Holds the client of the service that all pages share. Tokens are in cookies, which no script can read.
import { createUserClient, type GatehouseError, type UserClient } from '../../../packages/client/index.ts';
import { base } from '../../kit/base.ts';

export { asError, pageUrl } from '../../kit/base.ts';

export const api: UserClient = createUserClient({ baseUrl: base, delivery: 'cookie' });

/** Whether the person has to sign in first: there is no session, or the browser does not prove the key of its device. */
export const mustSignIn = ({ statusCode, code }: GatehouseError): boolean =>
  statusCode === 401 || code === 'REFRESH_TOKEN_PROOF_REQUIRED';
