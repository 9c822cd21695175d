// Signs Apple's client secret, which is a JWT (Sign in with Apple REST API, "Creating a client secret").
import { importPKCS8, SignJWT } from 'jose';

export type AppleKey = { teamId: string; keyId: string; privateKey: string };

/** Seconds. Apple allows six months; each secret is used for one request. */
const LIFETIME = 300;

/**
 * Returns the secret of `clientId` for `audience`. `now` in seconds. Throws unless the key is a P-256 key in PKCS #8.
 */
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
