// Apple's client secret is a token that we sign (Sign in with Apple REST API, "Creating a client secret").
import { importPKCS8, SignJWT } from 'jose';

export type AppleKey = { teamId: string; keyId: string; privateKey: string };

/** Seconds. Apple allows six months; it is made for one request. */
const LIFETIME = 300;

/** The secret of `clientId` for `audience`, at `now` in seconds. Throws for a key that is no P-256 key in PKCS #8. */
export async function appleClientSecret(
  { teamId, keyId, privateKey }: AppleKey,
  clientId: string,
  audience: string,
  now: number,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME)
    .sign(await importPKCS8(privateKey, 'ES256'));
}
