// Removes claims that no row should have.
import { mapConcurrently } from '../../../platform/concurrency.ts';
import { retryOnConflict } from '../../../platform/retry.ts';
import { removeAll, transact } from '../../../store/dynamo/table.ts';
import * as keys from '../../../store/keys.ts';
import { type Claim, claimedFields, claimsOf } from '../claims.ts';
import type { Collection } from '../row.ts';
import { findAllPlaces, findPlaces, type Places, unchangedWrite, walk } from './places.ts';
import type { Report } from './report.ts';

const WORKERS = 8;

/** Removes the claims of fields that are not unique any more, and those of values that their row does not have. */
export async function removeStaleClaims(collection: Collection, report: Report): Promise<void> {
  const fields = new Set(claimedFields(collection));
  const partition = keys.rowClaimsOf(collection.tenantId, collection.resource.name);
  for await (const page of walk(partition) as AsyncGenerator<Claim[]>) {
    const unknown = page.filter(({ sk }) => !fields.has(sk.slice(0, sk.indexOf('#'))));
    await removeAll(unknown);
    report.removed += unknown.length;
    const known = page.filter((claim) => !unknown.includes(claim));
    const places = await findAllPlaces(
      collection,
      known.map(({ id }) => id),
    );
    const stale = known.filter((claim) => isStaleClaim(collection, claim, places.get(claim.id) as Places));
    await mapConcurrently(stale, WORKERS, (claim) => removeStaleClaim(collection, claim, report));
  }
}

/** Whether the row is nowhere, or does not have the value. */
export const isStaleClaim = (collection: Collection, { sk }: Claim, { live, trash }: Places): boolean =>
  ![live, trash].some((row) => row && claimsOf(collection, row).some((owed) => owed.sk === sk));

/** Removes the claim unless its row has the value after all. Decides again if the row moved or changed meanwhile. */
export async function removeStaleClaim(collection: Collection, claim: Claim, report: Report): Promise<void> {
  const { pk, sk, id } = claim;
  await retryOnConflict(`claim of ${id}`, async () => {
    const places = await findPlaces(collection, id);
    if (!isStaleClaim(collection, claim, places)) return 'held';
    const removed = await transact({
      row: [unchangedWrite(collection, id, 'live', places), unchangedWrite(collection, id, 'trash', places)],
      claim: { remove: { pk, sk, if: '#id = :id', values: { id } } },
    });
    if (removed === 'done') report.removed++;
    return removed === 'done' || removed.has('claim') ? 'removed' : undefined;
  });
}
