// Id tokens of a provider: judged with its keys, and read.
import { fail } from '../../contract/errors.ts';
import { type IdTokenClaims, verifyIdToken } from '../../crypto/id-token.ts';
import { seconds } from '../../platform/clock.ts';
import { keysAt, type Metadata } from './metadata.ts';
import { type Profile, profileOf } from './profile.ts';
import type { Provider } from './providers.ts';

type Opened = { profile: Profile; claims: IdTokenClaims };

/** Who the token is about. `nonce`: what it must hold, if anything. Throws SSO_TOKEN_INVALID, `Unavailable`. */
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
    return verifyIdToken(token, { issuer, clientId, keys, now: seconds(), nonce });
  };
  let claims = await verify(false);
  // The provider may have new keys.
  if (claims === 'unknown-key') claims = await verify(true);
  if (typeof claims === 'string') return fail('SSO_TOKEN_INVALID');
  const { sub: subject, email, name } = claims;
  return {
    claims,
    profile: profileOf(provider, { subject, email, name, isEmailVerified: isVerified(provider, claims) }),
  };
}

/**
 * Whether the provider says that the address is his. Only the boolean is a yes: `"true"` is what careless providers send
 * for addresses that people typed in. Apple alone documents both spellings, and verifies every address.
 */
function isVerified({ kind }: Provider, { email, email_verified: verified, hd }: IdTokenClaims): boolean {
  if (kind === 'apple') return verified === true || verified === 'true';
  if (verified !== true) return false;
  // Google vouches for its own mailboxes and for those of Workspace domains; of any other address it only knows that its
  // owner had it once ("Authenticate with a backend server", Google Identity).
  return kind !== 'google' || typeof hd === 'string' || /@(gmail|googlemail)\.com$/i.test(String(email));
}
