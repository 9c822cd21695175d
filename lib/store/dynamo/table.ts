// Lists the operations on the one table. A failed condition is a result (`false`, `undefined`, `{ refused }`, labels).
// Only a table that does not respond throws, and then always `Unavailable`.
//
// The SDK repeats a write whose response was lost. `transact` carries an idempotency token, so it is applied once. The
// other writes may meet their own first attempt and report a refusal. That is the safe side: a secret counts as used,
// an attempt as spent, and rotation finds the generation it wrote within the grace period.
export { empty, removeAll } from './delete-all.ts';
export { both, unchanged } from './expression.ts';
export type { Change, Condition, Item, Write } from './item.ts';
export { get, getMany, partition, query, span } from './read.ts';
export { type LabelledWrites, transact } from './transact.ts';
export { consume, create, increment, replace, update } from './write.ts';
