// Asks a token endpoint with the password grant (RFC 6749 4.3): Auth0, Keycloak and others.
import { fetchJson } from '../../platform/outbound/outbound-fetch.ts';
import type { Migration } from '../tenants/migration-settings.ts';
import { type Claims, codeIn, failure, objectIn, type Typed, type Verdict } from './verdict.ts';

/**
 * The errors of services that want more than a password: Auth0's `mfa_required`; `password_expired` and the others of
 * servers that force a new one.
 */
const STEPS: readonly unknown[] = [
  'mfa_required',
  'password_expired',
  'password_change_required',
  'password_reset_required',
  'interaction_required',
];
/** Keycloak names required actions, such as a new password, only in this text. */
const UNFINISHED = /not fully set up/i;

/** Throws `Unavailable` if the endpoint does not say whether the password is right. */
export async function askTokenEndpoint(
  migration: Migration,
  secret: string | undefined,
  { identifier, password }: Typed,
  signal: AbortSignal,
): Promise<Verdict> {
  const { url, userinfoUrl, clientId = '', authMethod = 'post', scope = 'openid email profile' } = migration;
  const body = new URLSearchParams({ grant_type: 'password', username: identifier.value, password, scope });
  const isInHeader = authMethod === 'basic' && secret !== undefined;
  if (!isInHeader) body.set('client_id', clientId);
  if (!isInHeader && secret !== undefined) body.set('client_secret', secret);
  const headers: Record<string, string> = isInHeader ? { authorization: basic(clientId, secret) } : {};
  const response = await fetchJson(url, { method: 'POST', headers, body, signal });
  if (response.status === 429) throw failure('status 429');
  const reply = await objectIn(response);
  if (!response.ok) return refusalIn(reply, response.status);
  const { access_token: token, id_token: idToken } = reply;
  if (typeof token !== 'string' || token === '') throw failure('no access token');
  const own = idToken === undefined ? {} : claimsIn(idToken, clientId);
  return { claims: userinfoUrl === undefined ? own : await userinfo(userinfoUrl, token, own, signal) };
}

function refusalIn({ error, error_description: text }: Claims, status: number): Verdict {
  if (STEPS.includes(error)) return 'step';
  // An invalid client is the tenant's mistake, and says nothing about the password.
  if (error !== 'invalid_grant') throw failure(`status ${status}, ${codeIn(error)}`);
  return typeof text === 'string' && UNFINISHED.test(text) ? 'step' : 'wrong';
}

/** RFC 6749 2.3.1: both parts are encoded as in a form. */
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')}`;
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/**
 * Returns the claims of an id token for this client. It came from the token endpoint directly, so TLS vouches for it instead
 * of the signature (OpenID Connect Core 3.1.3.7, 6).
 */
function claimsIn(idToken: unknown, clientId: string): Claims {
  const payload = typeof idToken === 'string' ? idToken.split('.')[1] : undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const { aud } = claims as Claims;
    if ([aud].flat().includes(clientId)) return claims as Claims;
  } catch {
    throw failure('no id token');
  }
  throw failure('an id token of another client');
}

/** OpenID Connect Core 5.3.2: `sub` must be that of the id token. */
async function userinfo(url: string, token: string, own: Claims, signal: AbortSignal): Promise<Claims> {
  const response = await fetchJson(url, { headers: { authorization: `Bearer ${token}` }, signal });
  if (!response.ok) throw failure(`userinfo, status ${response.status}`);
  const claims = await objectIn(response);
  if (own.sub !== undefined && claims.sub !== own.sub) throw failure('userinfo of another person');
  return claims;
}
