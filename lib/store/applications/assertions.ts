// Stores which signed assertions and proofs were used, until they expire. Each works once.
import { digest } from '../../crypto/secrets.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** Uses up the id `jti` of something that `signer` signed. `false`: it was used before. `exp` in seconds. */
export const use = (signer: string, jti: string, exp: number): Promise<boolean> => {
  const item: UsedAssertion = { ...keys.usedAssertion(hashOf(signer, jti)), type: 'used-assertion', ttl: exp };
  return table.create(item);
};

/** Whether `use` was called for it. */
export const isUsed = async (signer: string, jti: string): Promise<boolean> =>
  (await table.get(keys.usedAssertion(hashOf(signer, jti)), 'used-assertion')) !== undefined;

const hashOf = (signer: string, jti: string): string => digest(JSON.stringify([signer, jti]));

type UsedAssertion = table.Item & { type: 'used-assertion'; ttl: number };
