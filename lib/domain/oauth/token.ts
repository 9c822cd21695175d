// Exchanges grants for tokens: authenticates the application and finds the grant's rule.
import type { Grant } from '../../contract/applications.ts';
import { fail } from '../../contract/errors.ts';
import type { Form, Reply } from '../../contract/index.ts';
import type { Application } from '../../store/applications.ts';
import type { Client } from '../sessions/sessions.ts';
import { authenticateClient } from './client-authentication.ts';
import { provedKey, type SentProofs } from './dpop.ts';
import { authorizationCode } from './grants/authorization-code.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import { refreshToken } from './grants/refresh-token.ts';

export type TokenForm = Form<'POST /oauth2/token'>;
export type TokenReply = Reply<'POST /oauth2/token'>;
/** `application` is authenticated and may use the grant. `jkt`: the thumbprint of the key that it has proved. */
export type GrantRule = (
  application: Application,
  form: TokenForm,
  client: Client,
  jkt: string | undefined,
) => Promise<TokenReply>;

/** A rule for each grant that works. */
const RULES: Readonly<Partial<Record<Grant, GrantRule>>> = {
  authorization_code: authorizationCode,
  refresh_token: refreshToken,
  client_credentials: clientCredentials,
};

const isGrant = (type: string): type is Grant => Object.hasOwn(RULES, type);

/**
 * Returns the tokens of a grant. Throws INVALID_CLIENT first, then UNSUPPORTED_GRANT_TYPE, UNAUTHORIZED_CLIENT for a
 * grant that the application does not have, INVALID_DPOP_PROOF, and what the grant's rule throws.
 */
export async function token(
  authorization: readonly string[],
  form: TokenForm,
  client: Client,
  proofs: SentProofs,
): Promise<TokenReply> {
  const application = await authenticateClient({ ...form, authorization }, client.ip);
  const { grant_type: type } = form;
  const rule = isGrant(type) ? RULES[type] : undefined;
  if (!rule) return fail('UNSUPPORTED_GRANT_TYPE');
  if (!application.grants.includes(type as Grant)) return fail('UNAUTHORIZED_CLIENT');
  return rule(application, form, client, await provedKey(proofs));
}
