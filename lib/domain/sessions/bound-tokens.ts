// Decides who may use a token that is bound to a key (RFC 9449). At the token endpoint a proof works once. At the API it
// works for a minute, for the same token, method and address: there, to remember each proof would be a write for each
// request, and who could copy one would have to read the TLS connection.
import { fail } from '../../contract/errors.ts';
import { PROOF_ALGORITHMS } from '../../contract/oauth-errors.ts';
import { type Proof, verifyProof } from '../../crypto/dpop.ts';
import { seconds } from '../../platform/clock.ts';
import { config } from '../../platform/settings/config.ts';
import * as assertions from '../../store/applications/assertions.ts';

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
 * The key that a request proves: its thumbprint, `undefined` without a proof. `use` uses the proof up, and throws
 * INVALID_DPOP_PROOF if it was used before. It is called once the grant is known to be good: what strangers send writes
 * nothing.
 */
export type ProvedKey = { jkt: string | undefined; use: () => Promise<void> };

/** Returns the key that a request proves. Throws INVALID_DPOP_PROOF for a proof that is not valid or not alone. */
export async function provedKey(sent: SentProofs): Promise<ProvedKey> {
  if (!sent.proofs.length) return { jkt: undefined, use: async () => {} };
  const { jkt, jti, expires } = (await proofIn(sent)) ?? fail('INVALID_DPOP_PROOF');
  const use = async () => {
    if (!(await assertions.use(jkt, jti, expires))) fail('INVALID_DPOP_PROOF');
  };
  return { jkt, use };
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
  const url = `${config().baseUrl}${path}`;
  return verifyProof(proof, { algorithms: PROOF_ALGORITHMS, method, url, now: seconds(), accessToken });
}
