// Verifies what a browser signs with the key of a device-bound session (W3C Device Bound Session Credentials, "DBSC proof
// JWT syntax"). ES256 alone: the service asks for no other algorithm.
import { type CryptoKey, EmbeddedJWK, importJWK, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** A public key on P-256: its coordinates in base64url (RFC 7518 6.2.1). */
export type DeviceKey = { x: string; y: string };

/** Such a text is 500 characters long, with a sealed challenge 900. */
const LONGEST = 4096;
const COORDINATE = /^[\w-]{43}$/;

/** Returns the challenge and the new key of a registration; `undefined` if the text is not valid. */
export async function readRegistration(text: string): Promise<{ challenge: string; key: DeviceKey } | undefined> {
  // `EmbeddedJWK` refuses every key that is not public.
  const verified = await verify(text, EmbeddedJWK);
  const { kty, crv, x = '', y = '' } = verified?.protectedHeader.jwk ?? {};
  if (!verified || kty !== 'EC' || crv !== 'P-256' || !COORDINATE.test(x) || !COORDINATE.test(y)) return undefined;
  return { challenge: verified.challenge, key: { x, y } };
}

/**
 * Returns the challenge that a proof repeats, before its signature is verified: it says by which key. `undefined` for a
 * text that is none.
 */
export function challengeIn(text: string): string | undefined {
  try {
    const { jti } = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
    return typeof jti === 'string' && text.length <= LONGEST ? jti : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the proof is signed by the key. */
export async function isSignedBy({ x, y }: DeviceKey, text: string): Promise<boolean> {
  // The browser names no key here: one that is named was not the one that was registered.
  const key = async () => (await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')) as CryptoKey;
  const verified = await verify(text, key);
  return verified !== undefined && verified.protectedHeader.jwk === undefined;
}

async function verify(text: string, key: JWTVerifyGetKey | (() => Promise<CryptoKey>)) {
  if (text.length > LONGEST) return undefined;
  try {
    const { payload, protectedHeader } = await jwtVerify(text, key, { typ: 'dbsc+jwt', algorithms: ['ES256'] });
    return typeof payload.jti === 'string' ? { challenge: payload.jti, protectedHeader } : undefined;
  } catch {
    return undefined; // jose throws its own errors and plain TypeErrors alike
  }
}
