// Verifies id tokens with the provider's keys and reads the profile.
import { fail } from '../../contract/errors.ts';
import { type IdTokenClaims, verifyIdToken } from '../../crypto/id-token.ts';
import { seconds } from '../../platform/clock.ts';
import { keysAt } from '../key-sets.ts';
import type { Metadata } from './metadata.ts';
import { type Profile, profileOf } from './profile.ts';
import type { Provider } from './providers.ts';

type Opened = { profile: Profile; claims: IdTokenClaims };

/**
 * Whether another client may have requested a token for ours. Google's SDKs on phones name the app's own client in
 * `azp`, and issue tokens only among the clients of one project, whose number begins each client id ("Authenticate with
 * a backend server", Google Identity).
 */
function isParty({ kind, clientId }: Provider, azp: string): boolean {
  const project = /^\d+(?=-)/.exec(clientId)?.[0];
  return kind === 'google' && project !== undefined && azp.startsWith(`${project}-`);
}

/**
 * Returns the verified claims and the profile. `nonce`: the value the token must carry; if it is `undefined`, the caller
 * consumes the one that it carries. Throws SSO_TOKEN_INVALID, `Unavailable`.
 */
export async function openIdToken(
  provider: Provider,
  { jwks_uri }: Metadata,
  token: string,
  nonce: string | undefined,
  signal?: AbortSignal,
): Promise<Opened> {
  const { issuer, clientId } = provider;
  const verify = async (isMissing: boolean) => {
    const keys = await keysAt(jwks_uri, signal, isMissing);
    const isOurs = (azp: string) => isParty(provider, azp);
    return verifyIdToken(token, { issuer, clientId, keys, now: seconds(), nonce, isParty: isOurs });
  };
  let claims = await verify(false);
  // The provider may have new keys.
  if (claims === 'unknown-key') claims = await verify(true);
  if (typeof claims === 'string') return fail('SSO_TOKEN_INVALID');
  const { sub: subject, email, name, auth_time: authTime } = claims;
  const profile = profileOf(provider, { subject, email, name, isEmailVerified: isVerified(provider, claims) });
  return {
    claims,
    profile: { ...profile, ...(typeof authTime === 'number' && { authAt: authTime * 1000 }) },
  };
}

/**
 * Whether the provider says that it verified the address. Only the boolean counts: careless providers send `"true"` for
 * addresses that users typed in. Apple documents both spellings and verifies every address.
 */
function isVerified({ kind }: Provider, { email, email_verified: verified, hd }: IdTokenClaims): boolean {
  if (kind === 'apple') return verified === true || verified === 'true';
  if (verified !== true) return false;
  // Google vouches for its own mailboxes and those of Workspace domains. For any other address it only knows that the
  // user had it once ("Authenticate with a backend server", Google Identity).
  return kind !== 'google' || (typeof hd === 'string' && hd !== '') || /@(gmail|googlemail)\.com$/i.test(String(email));
}
