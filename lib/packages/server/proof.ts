// Verifies DPoP proofs (RFC 9449 4.3): who shows a token that is bound to a key signs each request with that key.
import { base64url, calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';

/** The algorithms that Gatehouse binds tokens to (lib/contract/oauth-errors.ts). None of them is symmetric. */
const ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'];
/** Seconds in which a proof arrives, and by which clocks differ, as at the service (lib/crypto/dpop.ts). */
const LIFETIME = 60;
/** Characters. A key of RSA with 4096 bits is 700 long. */
const LONGEST = 4096;

/** What the proof must be about. `url`: the public address of the request. `at`: ms. */
export type Shown = { method: string; url: string; token: string; at: number };
/** `jkt`: the thumbprint of the key (RFC 7638). `expires`: when no copy of the proof is valid any more. */
export type Proof = { jkt: string; id: string; expires: Date };

/** Returns what a proof says. Throws if it is not valid, or about another request or token. */
export async function verifyProof(proof: string, { method, url, token, at }: Shown): Promise<Proof> {
  if (proof.length > LONGEST) throw new Error('the proof is too long');
  // `EmbeddedJWK` refuses every key that is not public.
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ALGORITHMS,
    currentDate: new Date(at),
    clockTolerance: LIFETIME,
  });
  const { htm, htu, iat, jti, ath } = payload;
  if (htm !== method || typeof htu !== 'string' || addressOf(htu) !== addressOf(url))
    throw new Error('the proof is about another request');
  if (ath !== (await hashOf(token))) throw new Error('the proof is about another token');
  if (!Number.isSafeInteger(iat) || Math.abs((iat as number) * 1000 - at) > LIFETIME * 1000)
    throw new Error('the proof is not of now');
  if (typeof jti !== 'string' || jti.length < 1 || jti.length > 256) throw new Error('the proof has no id');
  const jkt = await calculateJwkThumbprint(protectedHeader.jwk ?? {});
  return { jkt, id: jti, expires: new Date(((iat as number) + 2 * LIFETIME) * 1000) };
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return base64url.encode(new Uint8Array(digest));
}

/** Query and fragment do not count (RFC 9449 4.3), nor does one slash at the end. Throws on a text that is no URL. */
function addressOf(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/$/, '');
}
