// Sorts resources by an attribute (RFC 7644, 3.4.2.3).
import { refuse } from './errors.ts';
import { requireTarget, type Target } from './path.ts';
import type { ResourceType } from './schema.ts';
import { type Attributes, isComplex, isList, type Simple } from './values.ts';

export type Sort = { target: Target; isDescending: boolean };

/** Returns the order that a request names; `undefined`: none. Throws invalidPath and invalidValue. */
export function readSort(type: ResourceType, by: unknown, order: unknown): Sort | undefined {
  const isDescending = isDescendingOf(order);
  if (by === undefined || by === null || by === '') return undefined;
  if (typeof by !== 'string') return refuse('invalidPath', 'sortBy: must be a text');
  const target = requireTarget(type, by, 'invalidPath');
  const { attribute, part } = target;
  if (attribute.kind === 'complex' && !part && !attribute.parts.has('value'))
    return refuse('invalidPath', 'sortBy: must name a part of the attribute');
  return { target, isDescending };
}

function isDescendingOf(order: unknown): boolean {
  if (order === undefined || order === null) return false;
  const word = String(order).toLowerCase();
  return word === 'descending' || word === 'ascending'
    ? word === 'descending'
    : refuse('invalidValue', 'sortOrder: must be ascending or descending');
}

/** Returns the resources in the order. Those without a value come last, or first if it descends; equal ones stay as they were. */
export function sorted<T>(
  all: readonly T[],
  { target, isDescending }: Sort,
  attributesOf: (each: T) => Attributes,
): T[] {
  const sign = isDescending ? -1 : 1;
  return all
    .map((each) => ({ each, key: keyOf(attributesOf(each), target) }))
    .sort((a, b) => sign * compare(a.key, b.key))
    .map(({ each }) => each);
}

function compare(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The text to compare: of a list, the primary value or else the first. */
function keyOf(attributes: Attributes, { attribute, part }: Target): string | undefined {
  const value = attributes.get(attribute.key);
  const chosen = isList(value) ? (value.find((each) => each.get('primary') === true) ?? value[0]) : value;
  const simple = isComplex(chosen) ? chosen.get((part ?? attribute.parts.get('value'))?.name ?? '') : chosen;
  return simple === undefined ? undefined : folded(simple as Simple, (part ?? attribute).isExact);
}

const folded = (value: Simple, isExact: boolean): string => (isExact ? String(value) : String(value).toLowerCase());
