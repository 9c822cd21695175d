// Limits the uses of one API key or SCIM connection, so that a loop does not cost without a bound. A write for each use would cost more than the
// use: each function counts in memory, and adds to the common count for a hundred uses at once. So the limit is exact to a
// hundred for each function that runs. It is no quota, and nothing is counted for a key that is used rarely.
import { now } from '../../platform/clock.ts';
import type { ApiKeyId, ScimConnectionId } from '../../platform/ids.ts';
import * as limits from './limits.ts';

const BATCH = 100;
const MOST = 10_000;
type Counted = { uses: number; refusal?: limits.Refusal };
type Used = ApiKeyId | ScimConnectionId;
const counted = new Map<Used, Counted>();

/** Counts a use. Throws RATE_LIMITED until the window ends that is used up. */
export async function countUse(id: Used): Promise<void> {
  if (counted.size >= MOST) counted.clear();
  const known = counted.get(id) ?? { uses: 0 };
  counted.set(id, known);
  if (known.refusal && known.refusal.refusedUntil > now()) limits.requireCounted(known.refusal);
  known.uses += 1;
  if (known.uses % BATCH) return;
  const most = Math.max(1, Math.floor(limits.maxOf('api-key-use') / BATCH));
  const result = await limits.attemptWithin(most, 'api-key-use', id);
  if (!limits.isRefused(result)) return;
  known.refusal = result;
  limits.requireCounted(result);
}
