// Reading the indexes. They hold keys only and are eventually consistent: good for finding, never for deciding. Whoever
// lists fetches the items themselves with `getMany`.
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { config } from '../../platform/config.ts';
import { INDEXES, type IndexName, type Key } from '../keys.ts';
import { db } from './client.ts';
import { send } from './outcome.ts';

/** A place in an index: the sort key there, and the key of the item it stands for. */
export type Entry = { sort: string; key: Key };
export type Range = { pk: string; index: IndexName; prefix?: string; newestFirst?: boolean };

/**
 * The first `limit` entries of an index partition, after the sort key `after` if there is one: one call, however large
 * the partition is. `more`: there may be further ones. DynamoDB stops at 1 MB of entries whatever the limit.
 */
export async function firstEntries(
  { index: name, pk, prefix, newestFirst = false }: Range,
  limit?: number,
  after?: string,
): Promise<{ entries: Entry[]; more: boolean }> {
  const index = INDEXES.find((each) => each.name === name) as (typeof INDEXES)[number];
  const place = positionOf(index.sk, newestFirst, prefix, after);
  const { Items = [], LastEvaluatedKey } = await send(() =>
    db().send(
      new QueryCommand({
        TableName: config().table,
        IndexName: name,
        KeyConditionExpression: `${index.pk} = :pk${place.text}`,
        ExpressionAttributeValues: { ':pk': pk, ...place.values },
        ScanIndexForward: !newestFirst,
        Limit: limit,
      }),
    ),
  );
  const entries = Items.map((item) => ({ sort: item[index.sk] as string, key: { pk: item.pk, sk: item.sk } as Key }));
  return { entries, more: LastEvaluatedKey !== undefined };
}

/** Sorts after whatever can follow a prefix: the last code point, which no text has. */
const LAST = '\u{10ffff}';

/** A prefix is asked for as a range: `begins_with` means the same, but the local engine reads the whole partition for it. */
function positionOf(sk: string, newestFirst: boolean, prefix: string | undefined, after: string | undefined) {
  if (after === undefined) {
    return prefix === undefined
      ? { text: '', values: {} }
      : { text: ` AND ${sk} BETWEEN :prefix AND :last`, values: { ':prefix': prefix, ':last': prefix + LAST } };
  }
  if (prefix !== undefined) throw new Error('a prefix and a place are not asked for at once');
  return { text: ` AND ${sk} ${newestFirst ? '<' : '>'} :after`, values: { ':after': after } };
}

/** Every entry of an index partition. For lists that are short by nature. */
export async function allEntries(range: Omit<Range, 'prefix'>): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let more = true; more; ) {
    const page = await firstEntries(range, undefined, all.at(-1)?.sort);
    all.push(...page.entries);
    more = page.more;
  }
  return all;
}
