// Lists the operations on the one table. A failed condition is a result (`false`, `undefined`, `{ refused }`, labels).
// Only a table that does not respond throws, and then always `Unavailable`.
//
// The SDK repeats a write whose response was lost. No write is applied twice by that: `transact` carries an idempotency
// token, and single writes leave an id on the item (write.ts). A refusal is never the echo of the caller's own write.
export { empty, removeAll } from './delete-all.ts';
export { both, unchanged } from './expression.ts';
export type { Change, Condition, Item, Write } from './item.ts';
export { type Filter, get, getMany, partition, query, slice, span } from './read.ts';
export { type LabelledWrites, transact } from './transact.ts';
export { create, erase, increment, replace, update } from './write.ts';
