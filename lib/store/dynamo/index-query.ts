// Reads the indexes. They hold keys only and are eventually consistent: use them to find items, never to decide. Fetch
// the items themselves with `getMany`.
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { config } from '../../platform/settings/config.ts';
import { INDEXES, type IndexName, type Key } from '../keys.ts';
import { fromAttributes, toAttributes } from './attributes.ts';
import { db } from './client.ts';
import { send } from './outcome.ts';

/** An entry of an index: its sort key there, and the key of the item. */
export type Entry = { sort: string; key: Key };
export type Range = { pk: string; index: IndexName; prefix?: string; newestFirst?: boolean };

/**
 * Returns the first `limit` entries of an index partition, after the sort key `after` if given, in one call. `more`:
 * there may be further entries. DynamoDB also stops at 1 MB of entries.
 */
export async function firstEntries(
  { index: name, pk, prefix, newestFirst = false }: Range,
  limit?: number,
  after?: string,
): Promise<{ entries: Entry[]; more: boolean }> {
  const index = INDEXES.find((each) => each.name === name) as (typeof INDEXES)[number];
  const position = keyCondition(index.sk, newestFirst, prefix, after);
  const { Items = [], LastEvaluatedKey } = await send(() =>
    db().send(
      new QueryCommand({
        TableName: config().table,
        IndexName: name,
        KeyConditionExpression: `${index.pk} = :pk${position.text}`,
        ExpressionAttributeValues: toAttributes({ ':pk': pk, ...position.values }),
        ScanIndexForward: !newestFirst,
        Limit: limit,
      }),
    ),
  );
  const entries = Items.map((each) => fromAttributes<Record<string, string>>(each)).map((item) => ({
    sort: item[index.sk] as string,
    key: { pk: item.pk, sk: item.sk } as Key,
  }));
  return { entries, more: LastEvaluatedKey !== undefined };
}

/** The last code point, which occurs in no text: it sorts after everything that can follow a prefix. */
const LAST = '\u{10ffff}';

/** A prefix becomes a range. `begins_with` means the same, but the local engine reads the whole partition for it. */
function keyCondition(sk: string, newestFirst: boolean, prefix: string | undefined, after: string | undefined) {
  if (after === undefined) {
    return prefix === undefined
      ? { text: '', values: {} }
      : { text: ` AND ${sk} BETWEEN :prefix AND :last`, values: { ':prefix': prefix, ':last': prefix + LAST } };
  }
  if (prefix !== undefined) throw new Error('a prefix and a position cannot be combined');
  return { text: ` AND ${sk} ${newestFirst ? '<' : '>'} :after`, values: { ':after': after } };
}

/** Returns every entry of an index partition. For lists that are short by nature. */
export async function allEntries(range: Omit<Range, 'prefix'>): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let more = true; more; ) {
    const page = await firstEntries(range, undefined, all.at(-1)?.sort);
    all.push(...page.entries);
    more = page.more;
  }
  return all;
}
