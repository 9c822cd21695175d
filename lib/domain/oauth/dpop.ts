// Decides who may use a token that is bound to a key (RFC 9449). At the token endpoint a proof works once. At the API it
// works for a minute, for the same token, method and address: there, to remember each proof would be a write for each
// request, and who could copy one would have to read the TLS connection.
import { fail } from '../../contract/errors.ts';
import { type Proof, verifyProof } from '../../crypto/dpop.ts';
import { seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import * as assertions from '../../store/assertions.ts';

/** The `DPoP` headers of a request, and what they must be about. */
export type SentProofs = { proofs: readonly string[]; method: string; path: string };

/** A token in the header `Authorization`, with its scheme. */
export type ShownToken = { token: string; isBound: boolean };

/** Returns the token of the header; `undefined` for another scheme. */
export function shownToken(authorization: string | undefined): ShownToken | undefined {
  const [, scheme, token] = /^(bearer|dpop) +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return token === undefined ? undefined : { token, isBound: scheme?.toLowerCase() === 'dpop' };
}

/**
 * Uses up the proof of a request. Returns the thumbprint of its key; `undefined` for a request without a proof. Throws
 * INVALID_DPOP_PROOF for one that is not valid, was used before, or is not alone.
 */
export async function provedKey(sent: SentProofs): Promise<string | undefined> {
  if (!sent.proofs.length) return undefined;
  const proof = (await proofIn(sent)) ?? fail('INVALID_DPOP_PROOF');
  const isFirst = await assertions.use(proof.jkt, proof.jti, proof.expires);
  return isFirst ? proof.jkt : fail('INVALID_DPOP_PROOF');
}

/**
 * Whether the request may use a verified token: a bound one with the scheme `DPoP` and a proof of its key, any other one
 * with `Bearer`.
 */
export async function isHolder(claims: object, { token, isBound }: ShownToken, sent: SentProofs): Promise<boolean> {
  const { cnf } = claims as { cnf?: { jkt: string } };
  if (!isBound || !cnf) return !isBound && !cnf;
  return (await proofIn(sent, token))?.jkt === cnf.jkt;
}

async function proofIn({ proofs, method, path }: SentProofs, accessToken?: string): Promise<Proof | undefined> {
  const [proof, ...more] = proofs;
  if (proof === undefined || more.length) return undefined;
  return verifyProof(proof, { method, url: `${config().baseUrl}${path}`, now: seconds(), accessToken });
}
