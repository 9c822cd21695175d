// Stores the ring of signing keys as one item, so that a rotation (next to current, current to retired, a new next) is
// one conditional write and readers see it whole. Its public part is an item of another partition, written with it.
import type { KeyRing, PublicKey } from '../crypto/keyring.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { Versioned } from './record.ts';

export type StoredRing = Versioned & { type: 'key-ring'; ring: KeyRing };
type PublicItem = table.Item & {
  type: 'public-keys';
  keys: PublicKey[];
  /** Since when the current key is current, in ms. */
  currentSince?: number;
};

export const find = (): Promise<StoredRing | undefined> => table.get<StoredRing>(keys.keyRing, 'key-ring');
export const findPublic = (): Promise<PublicItem | undefined> => table.get<PublicItem>(keys.publicKeys, 'public-keys');

/**
 * Stores the first ring, or replaces the one that `ring` was derived from. `false`: another change was faster, and
 * nothing is written.
 */
export async function put(from: StoredRing | undefined, ring: KeyRing, published: PublicKey[]): Promise<boolean> {
  const item: StoredRing = {
    ...keys.keyRing,
    type: 'key-ring',
    version: (from?.version ?? 0) + 1,
    ring,
  };
  const current = ring.keys.find(({ state }) => state === 'current');
  const currentSince = current && (current.currentAt ?? current.createdAt);
  const open: PublicItem = {
    ...keys.publicKeys,
    type: 'public-keys',
    keys: published,
    ...(currentSince !== undefined && { currentSince }),
  };
  const ringWrite: table.Write = from
    ? { replace: { item, ...table.unchanged<StoredRing>(from, 'version') } }
    : { create: item };
  return (await table.transact({ ring: ringWrite, public: { put: open } })) === 'done';
}
