// Describes items, conditions and writes as the rest of the store states them.
import type { Key } from '../keys.ts';

export type Item = Key & { type: string };

/** Returns the item as callers see it: without the id that the last single write left on it (write.ts). */
export const withoutWriteId = <T>({ writeId: _, ...item }: Record<string, unknown>): T => item as T;

export type Values = Readonly<Record<string, unknown>>;

/** `#name` is the attribute `name` (or `names.name`, if present), `:name` is `values.name`. */
export type Condition = { if: string; values?: Values };

/** A change of one item. */
export type Change = Partial<Condition> & {
  /**
   * New values by attribute; `undefined` removes the attribute. Or an update expression, where values are not enough.
   */
  set?: Values | string;
  /** Numbers to add to attributes by name. */
  add?: Readonly<Record<string, number>>;
  /** Attributes whose names are data. */
  names?: Readonly<Record<string, string>>;
};

/** A write of a transaction. */
export type Write =
  /** Refused if the key is taken. */
  | { create: Item }
  /** Overwrites the item with this key, if any. */
  | { put: Item }
  /** Writes these attributes of the item with this key, and keeps its others. Never refused. */
  | { merge: Item }
  /** Overwrites the item if the condition holds for it. */
  | { replace: { item: Item } & Condition }
  /** Refused if there is no item. */
  | { update: Key & Change }
  /** Refused if there is no item, unless it may be gone already. */
  | { remove: Key & Partial<Condition> & { mayBeGone?: true } }
  /** Deletes the item with this key, if any. Never refused. */
  | { erase: Key }
  /** Refused if there is no item, or the condition does not hold for it. Changes nothing. */
  | { check: Key & Condition }
  /** Refused if there is an item with this key. Changes nothing. */
  | { absent: Key }
  /** Adds to numbers of an item, which is created if there is none. Never refused. `ttl`: in seconds, when it expires. */
  | { add: Key & { type: string; numbers: Readonly<Record<string, number>>; ttl?: number | undefined } };
