// Reads what a list asks for, and makes its reply (RFC 7644, 3.4.2 and 3.4.3).
import { refuse } from './errors.ts';
import { type Filter, parseFilter } from './filter.ts';
import { type Selection, selectionOf } from './resource.ts';
import type { ResourceType } from './schema.ts';

/** The most resources of a page. */
export const MAX_COUNT = 200;
const DEFAULT_COUNT = 100;

/** `startIndex` counts from 1. */
export type ListQuery = { filter: Filter | undefined; startIndex: number; count: number; selection: Selection };

/**
 * Returns the query in the parameters, or in the body of a search. A negative count is 0, and a start before 1 is 1 (RFC 7644,
 * 3.4.2.4). Sorting is not supported, so its parameters are ignored (3.4.2.3).
 */
export function readQuery(type: ResourceType, find: (name: string) => unknown): ListQuery {
  const filter = find('filter');
  if (filter !== undefined && typeof filter !== 'string') return refuse('invalidFilter', 'filter: must be a text');
  return {
    filter: filter === undefined ? undefined : parseFilter(type, filter),
    startIndex: Math.max(1, numberOf('startIndex', find('startIndex')) ?? 1),
    count: Math.min(MAX_COUNT, Math.max(0, numberOf('count', find('count')) ?? DEFAULT_COUNT)),
    selection: selectionOf(type, find('attributes'), find('excludedAttributes')),
  };
}

function numberOf(name: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!/^-?\d{1,9}$/.test(String(value))) return refuse('invalidValue', `${name}: must be a whole number`);
  return Number(value);
}

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Returns the body of a list. */
export const listBody = (resources: readonly unknown[], totalResults = resources.length, startIndex = 1) => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
