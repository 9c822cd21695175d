// Stores copies of an item that many requests read, so that no key is hot. They are written in the transaction that writes
// the item, which stays the truth. docs/explanation/measurements/no-hot-key.md says why.
import { randomInt } from 'node:crypto';
import { now, seconds } from '../platform/clock.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { config } from '../platform/settings/config.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { Versioned } from './record.ts';

/**
 * All reads of one key go to one partition, which serves 3000 strongly consistent reads of up to 4 KB a second (DynamoDB
 * Developer Guide, "Best practices for designing and using partition keys"). Twelve copies take 10 000 requests a second,
 * even if three of them are in one partition.
 */
export const COPIES = 12;

/** Copies that one caller writes at the same time, outside of a transaction. */
const WORKERS = 4;

/** An item with copies. `copyVersion`: the version as of which they are right. Code without copies leaves it behind. */
export type Copied = Versioned & { id: string; copyVersion?: number };

type Kind<T extends Copied> = `${T['type']}-copy`;
/**
 * `isGone`: the item was deleted. That is kept for a month, so that no late writer brings a copy of the item back. Who still
 * asks for the item then writes it anew.
 */
export type CopyItem = table.Item & { id: string; version: number; writtenAt: number; isGone?: true; ttl?: number };

const GONE_SECONDS = 30 * 86_400;

/** The key of a copy, chosen at random. */
export const copyKey = (key: keys.Key): keys.Key => keys.copyOf(key, randomInt(COPIES));

const all = (make: (copy: number) => CopyItem): CopyItem[] => Array.from({ length: COPIES }, (_, copy) => make(copy));

/** Indexes list the item itself, and what says that it has copies is no part of them. */
const OWN: readonly string[] = ['pk1', 'sk1', 'pk2', 'sk2', 'copyVersion'];

function copiesOf(item: Copied, version: number): CopyItem[] {
  const fields = Object.fromEntries(Object.entries(item).filter(([name]) => !OWN.includes(name)));
  return all((copy) => ({
    ...(fields as Copied),
    ...keys.copyOf(item, copy),
    type: `${item.type}-copy`,
    version,
    writtenAt: now(),
  }));
}

type Deleted = Pick<Copied, 'pk' | 'sk' | 'type' | 'id' | 'version'>;
const gonesOf = ({ type, id, version, ...key }: Deleted): CopyItem[] =>
  all((copy) => ({
    ...keys.copyOf(key, copy),
    type: `${type}-copy`,
    id,
    version: version + 1,
    isGone: true,
    writtenAt: now(),
    ttl: seconds() + GONE_SECONDS,
  }));

/** The writes of all copies, for the transaction that stores the item with this version. */
export const copyWrites = (item: Copied, version: number): table.Write[] =>
  copiesOf(item, version).map((copy) => ({ put: copy }));

/** The writes that say in all copies that the item is gone, for the transaction that deletes it. */
export const goneWrites = (item: Deleted): table.Write[] => gonesOf(item).map((copy) => ({ put: copy }));

/**
 * Returns the item of a copy, and `null` if it was deleted. `undefined`: there is no copy, or it was written before
 * GATEHOUSE_TENANT_HEADS_SINCE.
 */
export function asCopied<T extends Copied>(item: table.Item | undefined, type: T['type']): T | null | undefined {
  const kind: Kind<T> = `${type}-copy`;
  const copy = item?.type === kind ? (item as CopyItem) : undefined;
  if (!copy || copy.writtenAt < config().tenantHeadsSince) return undefined;
  const { isGone, writtenAt: _, ...rest } = copy;
  return isGone ? null : ({ ...rest, type } as unknown as T);
}

/** Whether the copies are as of this version of the item. */
export const hasCopies = ({ copyVersion, version }: Copied): boolean => copyVersion === version;

/**
 * Writes the copies that are missing or unusable from an item that was read. A copy of its version or a later one is right:
 * this code or a change that was stored since then has written it. Callers may race, in any order.
 */
const writeCopies = (item: Copied): Promise<void> => repair(copiesOf(item, item.version));

/** Writes the copy at `key`, in the same way. A reader that misses a copy writes that one alone: hundreds may miss it at once. */
export const writeCopyAt = (key: keys.Key, item: Copied): Promise<void> =>
  repair(copiesOf(item, item.version).filter(({ pk }) => pk === key.pk));

/** Says in the copy at `key` that the item is gone, in the same way. */
export const writeGoneAt = (key: keys.Key, item: Deleted): Promise<void> =>
  repair(gonesOf(item).filter(({ pk }) => pk === key.pk));

/** Writes the copies of an item that code without copies has created or changed. `item` may be old. */
export async function repairCopies(item: Copied): Promise<void> {
  if (!hasCopies(item)) await writeCopies(item);
}

/** Says in the copies of an item that it is gone, if `copy` is its first copy and code without copies has deleted it. */
export async function repairOrphan(copy: table.Item): Promise<void> {
  const original = keys.originalOf(copy);
  const { isGone, id, version, type } = copy as CopyItem;
  if (!original || isGone || (await table.getMany([original]))[0]) return;
  await writeGone({ ...original, type: type.replace(/-copy$/, ''), id, version });
}

/** Says in all copies that an item is gone that code without copies has deleted. */
export const writeGone = (item: Deleted): Promise<void> => repair(gonesOf(item));

async function repair(copies: readonly CopyItem[]): Promise<void> {
  await mapConcurrently(copies, WORKERS, (copy) =>
    table.replace(copy, {
      if: 'attribute_not_exists(#pk) OR #version < :version OR #writtenAt < :since',
      values: { version: copy.version, since: config().tenantHeadsSince },
    }),
  );
}
