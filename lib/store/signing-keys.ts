// The ring of signing keys is one item, so that a rotation (next to current, current to retired, a new next) is one
// conditional write and no reader ever sees half of it.
import type { KeyRing } from '../crypto/keyring.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

export type StoredRing = table.Item & { type: 'key-ring'; version: number; ring: KeyRing };

export const find = (): Promise<StoredRing | undefined> => table.get<StoredRing>(keys.keyRing, 'key-ring');

/** Stores the first ring. `false`: there is one already. */
export const create = (ring: KeyRing): Promise<boolean> =>
  table.create({ ...keys.keyRing, type: 'key-ring', version: 1, ring } as StoredRing);

/** Stores `ring` over the version it was made from. `false`: another rotation was first. */
export async function replace(from: StoredRing, ring: KeyRing): Promise<boolean> {
  const next: StoredRing = { ...from, version: from.version + 1, ring };
  return table.replace(next, { if: '#version = :version', values: { version: from.version } });
}
