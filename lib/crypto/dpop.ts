// Verifies DPoP proofs (RFC 9449 4.3): a client signs method and address of its request with a key that it keeps, so that
// a token which is bound to the key is of no use without it.
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { PROOF_ALGORITHMS } from '../contract/oauth-errors.ts';

/** What the proof must be about. `now` in seconds; `accessToken` if one is shown with it. */
export type ProofOptions = { method: string; url: string; now: number; accessToken?: string | undefined };
/** `jkt`: the thumbprint of the key (RFC 7638). `expires`: when no copy of the proof is valid any more, in seconds. */
export type Proof = { jkt: string; jti: string; expires: number };

/** Seconds in which a proof arrives, and by which clocks differ. */
const LIFETIME = 60;
/** A key of RSA with 4096 bits is 700 characters long. */
const LONGEST = 4096;

/** Returns what a proof says; `undefined` if it is not valid, or about another request or token. */
export async function verifyProof(proof: string, options: ProofOptions): Promise<Proof | undefined> {
  const { method, url, now, accessToken } = options;
  if (proof.length > LONGEST) return undefined;
  try {
    // `EmbeddedJWK` refuses every key that is not public.
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...PROOF_ALGORITHMS],
      currentDate: new Date(now * 1000),
      clockTolerance: LIFETIME,
    });
    const { htm, htu, iat, jti, ath } = payload;
    if (htm !== method || typeof htu !== 'string' || addressOf(htu) !== addressOf(url)) return undefined;
    if (!Number.isSafeInteger(iat) || Math.abs((iat as number) - now) > LIFETIME) return undefined;
    if (typeof jti !== 'string' || jti.length < 1 || jti.length > 256) return undefined;
    if (accessToken !== undefined && ath !== hashOf(accessToken)) return undefined;
    const jkt = await calculateJwkThumbprint(protectedHeader.jwk ?? {});
    return { jkt, jti, expires: (iat as number) + 2 * LIFETIME };
  } catch {
    return undefined; // jose throws its own errors and plain TypeErrors alike
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Query and fragment do not count (RFC 9449 4.3), nor does one slash at the end. Throws on a text that is no URL. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/$/, '');
}
