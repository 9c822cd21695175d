// Writes a change of a record, so that no field is forgotten and no concurrent change is lost.
import { type Change, type Condition, type Item, unchanged } from './dynamo/table.ts';
import type { Key } from './keys.ts';

/** A record that is changed by reading it, deciding, and writing it unless it was changed meanwhile. */
export type Versioned = Item & {
  /** Raised by every change: the condition of the next one. */
  version: number;
};

/** What a new record is made from: its key and type follow from it. */
export type Fields<T extends Item> = Omit<T, keyof Item>;

/** The attributes that identify an item. No change writes them. */
const IDENTITY: readonly string[] = ['pk', 'sk', 'type'];

/**
 * The write that makes `before` into `after` and raises the version. It writes every field of the record but the
 * `fixed` ones, and removes those that `after` lacks. It is refused if the condition does not hold: by default, if the
 * version is not the one that was read.
 */
export function changeWrite<T extends Versioned>(
  before: T,
  after: T,
  fixed: readonly (keyof T)[],
  condition: Condition = unchanged<Versioned>(before, 'version'),
): { update: Key & Change } {
  const skipped = new Set<PropertyKey>([...IDENTITY, ...fixed]);
  const fields = Object.keys({ ...before, ...after }).filter((field) => !skipped.has(field));
  const set = Object.fromEntries(fields.map((field) => [field, after[field as keyof T]]));
  return { update: { pk: before.pk, sk: before.sk, set: { ...set, version: before.version + 1 }, ...condition } };
}
