// Reads what a list asks for, and makes its reply (RFC 7644, 3.4.2 and 3.4.3).
import { refuse } from './errors.ts';
import { type Filter, parseFilter } from './filter.ts';
import { type Selection, selectionOf } from './resource.ts';
import type { ResourceType } from './schema.ts';
import { readSort, type Sort } from './sort.ts';

/** The most resources of a page. */
export const MAX_COUNT = 200;
export const DEFAULT_COUNT = 100;
/** How long a cursor is valid. */
export const CURSOR_SECONDS = 3600;

/**
 * `startIndex` counts from 1. `cursor`: where the page begins instead, empty for the first one (RFC 9865); `undefined`: by
 * `startIndex`. `order`: what a cursor belongs to.
 */
export type ListQuery = {
  filter: Filter | undefined;
  sort: Sort | undefined;
  startIndex: number;
  cursor: string | undefined;
  count: number;
  selection: Selection;
  order: string;
};

/**
 * Returns the query in the parameters, or in the body of a search. A negative count is 0, and a start before 1 is 1 (RFC 7644,
 * 3.4.2.4). Throws invalidFilter, invalidPath, invalidValue and invalidCursor.
 */
export function readQuery(type: ResourceType, find: (name: string) => unknown): ListQuery {
  const filter = find('filter');
  if (filter !== undefined && typeof filter !== 'string') return refuse('invalidFilter', 'filter: must be a text');
  const cursor = find('cursor');
  if (cursor !== undefined && typeof cursor !== 'string') return refuse('invalidCursor', 'cursor: must be a text');
  const start = numberOf('startIndex', find('startIndex'));
  if (cursor !== undefined && start !== undefined) refuse('invalidValue', 'cursor and startIndex exclude each other');
  return {
    filter: filter === undefined ? undefined : parseFilter(type, filter),
    sort: readSort(type, find('sortBy'), find('sortOrder')),
    startIndex: Math.max(1, start ?? 1),
    cursor,
    count: Math.min(MAX_COUNT, Math.max(0, numberOf('count', find('count')) ?? DEFAULT_COUNT)),
    selection: selectionOf(type, find('attributes'), find('excludedAttributes')),
    order: JSON.stringify([filter, find('sortBy'), find('sortOrder')]),
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

/** Returns the body of a page that a cursor began (RFC 9865, 2). `total` may be unknown; `next`: there are further pages. */
export const pageBody = (resources: readonly unknown[], total: number | undefined, next: string | undefined) => ({
  schemas: [LIST_SCHEMA],
  ...(total !== undefined && { totalResults: total }),
  itemsPerPage: resources.length,
  ...(next !== undefined && { nextCursor: next }),
  Resources: resources,
});
