// Stores the ring of signing keys as one item, so that a rotation (next to current, current to retired, a new next) is
// one conditional write and readers see it whole.
import type { KeyRing } from '../crypto/keyring.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { Versioned } from './record.ts';

export type StoredRing = Versioned & { type: 'key-ring'; ring: KeyRing };

export const find = (): Promise<StoredRing | undefined> => table.get<StoredRing>(keys.keyRing, 'key-ring');

/** Stores the first ring. `false`: there is a ring already. */
export const create = (ring: KeyRing): Promise<boolean> =>
  table.create({ ...keys.keyRing, type: 'key-ring', version: 1, ring } as StoredRing);

/** Replaces the ring that `ring` was derived from. `false`: another rotation was faster. */
export async function replace(from: StoredRing, ring: KeyRing): Promise<boolean> {
  const next: StoredRing = { ...from, version: from.version + 1, ring };
  return table.replace(next, table.unchanged(from, 'version'));
}
