// Stores copies of an item that many requests read, so that no key is hot. They are written in the transaction that writes
// the item, which stays the truth. docs/explanation/measurements/no-hot-key.md says why.
import { randomInt } from 'node:crypto';
import { now, seconds } from '../platform/clock.ts';
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

/** An item with copies. */
export type Copied = Versioned & { id: string };

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

/** Indexes list the item itself. */
const OWN: readonly string[] = ['pk1', 'sk1', 'pk2', 'sk2'];

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
 * Returns the item of a copy, and `null` if it was deleted. `undefined`: there is none, or it was written before
 * GATEHOUSE_SESSIONS_SINCE, as a restored table may contain a part of a change.
 */
export function asCopied<T extends Copied>(item: table.Item | undefined, type: T['type']): T | null | undefined {
  const kind: Kind<T> = `${type}-copy`;
  const copy = item?.type === kind ? (item as CopyItem) : undefined;
  if (!copy || copy.writtenAt < config().sessionsSince) return undefined;
  const { isGone, writtenAt: _, ...rest } = copy;
  return isGone ? null : ({ ...rest, type } as unknown as T);
}

/**
 * Writes the copy at `key` from an item that was read, if it is missing or unusable. A copy of its version or a later one is
 * right: a change that was stored since then has written it. Callers may race, in any order. Hundreds may miss a copy at once,
 * so each writes that one alone.
 */
export const writeCopyAt = (key: keys.Key, item: Copied): Promise<void> => write(key, copiesOf(item, item.version));

/** Says in the copy at `key` that the item is gone, in the same way. */
export const writeGoneAt = (key: keys.Key, item: Deleted): Promise<void> => write(key, gonesOf(item));

async function write(key: keys.Key, copies: readonly CopyItem[]): Promise<void> {
  const copy = copies.find(({ pk }) => pk === key.pk) as CopyItem;
  await table.replace(copy, {
    if: 'attribute_not_exists(#pk) OR #version < :version OR #writtenAt < :since',
    values: { version: copy.version, since: config().sessionsSince },
  });
}
