// Names the index that would serve a query.
import type { Resource } from '../declare/resource.ts';
import type { Order } from '../query/tree.ts';
import { rangesOf, type Tests, valuesOf } from './key-ranges.ts';

/**
 * Returns the fields of an index that would serve the query, joined by commas; `undefined` if there is such an index, or
 * none is possible. Hidden fields are never named: a hook may filter by them.
 */
export function adviceFor(resource: Resource, tests: Tests, order: Order): string | undefined {
  const canName = (field: string): boolean =>
    (field === 'order' && resource.reorder) ||
    (resource.fields[field] !== undefined &&
      resource.fields[field].kind !== 'texts' &&
      !resource.fields[field].options.hidden);
  const named = [...tests].filter(([field]) => canName(field));
  const equal = named.flatMap(([field, each]) => (valuesOf(each)?.length === 1 ? [field] : []));
  const ordered = order
    .flatMap(({ path }) => (path.relation ? [] : path.field))
    .filter((field) => !equal.includes(field));
  const ranged = named.flatMap(([field, each]) => (!equal.includes(field) && rangesOf('', each) ? [field] : []));
  const next = ordered.length && ordered.every(canName) ? ordered : ranged.slice(0, 1);
  const wanted = [...equal, ...next].slice(0, MOST_FIELDS);
  const hasIndex = resource.indexes.some(
    (index) =>
      equal.every((field) => index.slice(0, equal.length).includes(field)) &&
      wanted.slice(equal.length).every((field, place) => index[equal.length + place] === field),
  );
  return wanted.length && !hasIndex ? wanted.join(', ') : undefined;
}

/** declare/resource.ts */
const MOST_FIELDS = 4;
