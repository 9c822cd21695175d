// Reads rows by a plan.
import * as table from '../../store/dynamo/table.ts';
import * as keys from '../../store/keys.ts';
import type { Budget } from './budget.ts';
import { type Claim, claimKey } from './claims.ts';
import { findRows, type Place } from './find.ts';
import { type Entry, positionIn } from './index-entries.ts';
import { compareIds } from './order-fit.ts';
import { type Index, partitionOf } from './partitions.ts';
import type { Plan } from './plan.ts';
import type { Collection, Row } from './row.ts';
import { scan } from './scan.ts';

/** Ids of one call. */
const BATCH = 100;

type Options = { budget: Budget; batch: number; after?: Row };

/**
 * Yields rows in the order of the plan, in batches of about `batch`, after the row `after` if given (a row of an earlier
 * page, which need not exist any more). The rows are a superset of those that the plan's condition selects. No row is
 * yielded twice. A row is missing only if a change moved it while rows were read: in the order of the plan, or, with the
 * rows of the trash, between there and the live rows.
 */
export async function* readRows(collection: Collection, plan: Plan, options: Options): AsyncGenerator<Row[]> {
  const { source } = plan;
  if (source.by !== 'ranges') yield* readByKeys(collection, plan, options);
  else if (source.index) yield* readByIndex(collection, plan, source.index, options);
  else if (plan.rows === 'all') yield* readBoth(collection, plan, options);
  else yield* readPlace(collection, plan, plan.rows, options);
}

const placesOf = ({ rows }: Plan): readonly Place[] => (rows === 'all' ? ['live', 'trash'] : [rows]);

async function* readByKeys(collection: Collection, plan: Plan, { budget, batch, after }: Options) {
  const ids = await idsOf(collection, plan);
  const wanted = ids
    .filter((id) => after === undefined || compareIds(id, after.id, plan.direction) > 0)
    .sort((a, b) => compareIds(a, b, plan.direction));
  const size = Math.min(BATCH, batch);
  for (let first = 0; first < wanted.length; first += size) {
    const some = wanted.slice(first, first + size);
    const found = (await Promise.all(placesOf(plan).map((place) => findRows(collection, some, place, budget)))).flat();
    const rows = [...new Map(found.map((row) => [row.id, row])).values()];
    budget.debit(rows.length, 0);
    if (rows.length) yield rows.sort((a, b) => compareIds(a.id, b.id, plan.direction));
  }
}

async function idsOf(collection: Collection, { source }: Plan): Promise<string[]> {
  if (source.by === 'ids') return [...new Set(source.ids)];
  if (source.by !== 'claims') return [];
  const claims = await table.getMany(source.values.map((value) => claimKey(collection, source.field, value)));
  return [...new Set((claims as (Claim | undefined)[]).flatMap((claim) => claim?.id ?? []))];
}

async function* readByIndex(collection: Collection, plan: Plan, index: Index, { budget, batch, after }: Options) {
  const { source, direction, isOrdered } = plan;
  if (source.by !== 'ranges') return;
  const seen = new Set<string>();
  const { pk } = partitionOf(collection, index);
  const entries = scan({ pk, ranges: source.ranges, direction, budget, batch }, after && positionIn(index, after));
  for await (const page of entries as AsyncGenerator<Entry[]>) {
    const found = await findRows(collection, [...new Set(page.map(({ id }) => id))], 'live', budget);
    const byId = new Map(found.map((row) => [row.id, row]));
    const rows = page.flatMap(({ id, sk }) => {
      const row = byId.get(id);
      // A row that changed after its entry was read has another position now. In an ordered list it belongs there.
      if (!row || seen.has(id) || (isOrdered && sk !== positionIn(index, row))) return [];
      seen.add(id);
      return [row];
    });
    if (rows.length) yield rows;
  }
}

async function* readPlace({ tenantId, resource }: Collection, plan: Plan, place: Place, options: Options) {
  const { source, direction, filter } = plan;
  if (source.by !== 'ranges') return;
  const { pk } = place === 'live' ? keys.rowsOf(tenantId, resource.name) : keys.trashOf(tenantId, resource.name);
  const { budget, batch, after } = options;
  yield* scan({ pk, ranges: source.ranges, direction, budget, batch, filter }, after?.id) as AsyncGenerator<Row[]>;
}

/** Merges live rows and those of the trash by id. A row that moves meanwhile may be in both: the first one counts. */
async function* readBoth(collection: Collection, plan: Plan, options: Options): AsyncGenerator<Row[]> {
  const readers = placesOf(plan).map((place) => readPlace(collection, plan, place, options));
  const queues: Row[][] = [[], []];
  const isDone = [false, false];
  let last: string | undefined;
  const isEarlier = (a: Row | undefined, b: Row | undefined): boolean =>
    a !== undefined && (b === undefined || compareIds(a.id, b.id, plan.direction) <= 0);
  for (;;) {
    for (const [place, reader] of readers.entries()) {
      if (queues[place]?.length || isDone[place]) continue;
      const { value, done } = await reader.next();
      if (done) isDone[place] = true;
      else queues[place] = [...value];
    }
    const [live = [], trash = []] = queues;
    const rows: Row[] = [];
    // Until one place has no more rows at hand: only then must it be read to know which row is next.
    while ((live.length || isDone[0]) && (trash.length || isDone[1]) && (live.length || trash.length)) {
      const row = (isEarlier(live[0], trash[0]) ? live.shift() : trash.shift()) as Row;
      if (row.id !== last) rows.push(row);
      last = row.id;
    }
    if (rows.length) yield rows;
    else if (isDone[0] && isDone[1]) return;
  }
}
