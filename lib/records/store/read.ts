// Reads rows: by key, by a plan, and the rows of a relation. All reads are strongly consistent and name the tenant.
export { allChildren, type Children, childrenByIndex, childrenOf, isCollectionCheaper } from './children.ts';
export { countRows } from './counters.ts';
export { findRow, findRows, type Place } from './find.ts';
export { readRows } from './read-rows.ts';
