// Makes the challenge that comes with the tokens of a bound session, for its next proof.
import type { RefreshClaims } from '../../../crypto/jwt.ts';
import type { DeviceProof } from '../caller.ts';
import * as tokens from '../tokens.ts';
import { seal } from './texts.ts';

/** The binding, its cookie if there is one, and the next challenge, for the HTTP layer. */
export type Bound = { id: string; proof?: string; challenge: string };
/** Returns the challenge for the next proof of a bound session, and of the other tokens that its browser held before. */
export async function nextChallenge(
  { id, key }: Pick<DeviceProof, 'id' | 'key'>,
  held: readonly string[],
): Promise<Bound> {
  const ids = (await claimsOf(held)).map(({ jti }) => jti);
  return { id, challenge: await seal('challenge', { id, key, tokens: ids }) };
}

/** Returns the claims of the refresh tokens that verify. */
export async function claimsOf(held: readonly string[]): Promise<RefreshClaims[]> {
  const all = await Promise.all(held.map(tokens.readRefresh));
  return all.filter((claims) => typeof claims !== 'string');
}
