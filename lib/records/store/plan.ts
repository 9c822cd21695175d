// Chooses how a query reads rows: by keys, by an index, or the whole collection.
import type { Filter } from '../../store/dynamo/table.ts';
import type { Resource } from '../declare/resource.ts';
import type { Condition, Order, Query } from '../query/tree.ts';
import { adviceFor } from './advice.ts';
import { uniqueFields } from './claims.ts';
import { isRowId } from './ids.ts';
import { rangesOf, rangesOfCreation, type Tests, testsIn, valuesOf, wholeCollection } from './key-ranges.ts';
import { ASCENDING, type Direction, directionFor } from './order-fit.ts';
import type { Index } from './partitions.ts';
import { filterOf } from './push-down.ts';
import { below, encode, type IndexedValue, isKeySize, type KeyRange } from './sort-key.ts';

/** Where the rows come from. Only ./read.ts looks at it. */
export type Source =
  | { by: 'ids'; ids: readonly string[] }
  /** The rows that have one of these values of a unique field. */
  | { by: 'claims'; field: string; values: readonly IndexedValue[] }
  /** Ranges of keys of an index, in ascending order; of the collection itself if there is no index. */
  | { by: 'ranges'; index: Index | undefined; ranges: readonly KeyRange[] };

export type Plan = Readonly<{
  access: 'keys' | 'index' | 'all';
  rows: Query['rows'];
  /** Whether rows arrive in the order of the query, so that a page needs no more rows than it has. */
  isOrdered: boolean;
  /** Names the index that would serve the query better, for an error; `undefined` if none would. */
  advice: string | undefined;
  source: Source;
  direction: Direction;
  /** What the table tests, where it reads the collection itself. */
  filter?: Filter | undefined;
}>;

/**
 * Returns the plan for the rows that fulfil `where`. The first of these that is possible:
 *
 * 1. Keys: `id` is tested for equality or `$in`, or else a unique field.
 * 2. The index with the most leading fields tested for equality.
 * 3. Among equals: one whose next field has a range; then one that has the rows in the order of the query; then the
 *    collection itself, whose order is that of creation; then the index that is declared first.
 *
 * No statistics: a test for equality is taken to select fewer rows than a range, and a range to be worth more than the
 * order. The trash has no indexes.
 */
export function planOf(resource: Resource, where: Condition | undefined, order: Order, rows: Query['rows']): Plan {
  const tests = testsIn(where);
  const constant = new Set([...tests].flatMap(([field, each]) => (valuesOf(each)?.length === 1 ? [field] : [])));
  const own = directionFor([], order, constant);
  const advice = rows === 'live' ? adviceFor(resource, tests, order) : undefined;
  const keys = keysIn(resource, tests);
  if (keys) return { access: 'keys', rows, advice: undefined, source: keys, ...directed(own) };
  const creation = rangesOfCreation(resource.prefix, tests.get('createdAt'));
  const collection: Candidate = {
    index: undefined,
    equal: 0,
    ranges: creation ?? [wholeCollection(resource.prefix)],
    hasRange: creation !== undefined,
    direction: own,
  };
  const indexes = rows === 'live' ? resource.indexes.map((index) => candidateOf(index, tests, order, constant)) : [];
  const [{ index, ranges, direction }] = [collection, ...indexes].sort(compareCandidates) as [Candidate];
  return {
    access: index ? 'index' : 'all',
    rows,
    advice,
    source: { by: 'ranges', index, ranges },
    filter: index ? undefined : filterOf(resource, where),
    ...directed(direction),
  };
}

const directed = (direction: Direction | undefined) => ({
  isOrdered: direction !== undefined,
  direction: direction ?? ASCENDING,
});

function keysIn(resource: Resource, tests: Tests): Source | undefined {
  const ids = valuesOf(tests.get('id'));
  if (ids) return { by: 'ids', ids: ids.map(String).filter((id) => isRowId(resource, id)) };
  for (const field of uniqueFields({ resource })) {
    const values = valuesOf(tests.get(field));
    if (values && !values.includes(null)) return { by: 'claims', field, values };
  }
  return undefined;
}

type Candidate = {
  index: Index | undefined;
  /** The number of leading fields that are tested for equality. */
  equal: number;
  hasRange: boolean;
  ranges: readonly KeyRange[];
  direction: Direction | undefined;
};

function candidateOf(index: Index, tests: Tests, order: Order, constant: ReadonlySet<string>): Candidate {
  let [equal, prefix] = [0, ''];
  for (const field of index) {
    const values = valuesOf(tests.get(field));
    if (values?.length !== 1) break;
    const next = `${prefix}${encode(values[0] as IndexedValue)}`;
    if (!isKeySize(next)) break;
    [equal, prefix] = [equal + 1, next];
  }
  const rest = index.slice(equal);
  const ranges = rangesOf(prefix, tests.get(rest[0] ?? ''));
  return {
    index,
    equal,
    hasRange: ranges !== undefined,
    ranges: ranges ?? [below(prefix)],
    direction: directionFor(rest, order, constant),
  };
}

/** Sorts the better candidate first. Sorting is stable. */
const compareCandidates = (a: Candidate, b: Candidate): number =>
  b.equal - a.equal ||
  Number(b.hasRange) - Number(a.hasRange) ||
  Number(b.direction !== undefined) - Number(a.direction !== undefined);
