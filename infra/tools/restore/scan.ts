// Reads the table in segments, page by page: of each item what decides whether something has to be done about it.
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { SOURCES } from '../../../lib/domain/directory/sync-user.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { fromAttributes, toAttributes } from '../../../lib/store/dynamo/attributes.ts';
import { PlainJson } from '../../../lib/store/dynamo/protocol.ts';
import type { Item } from '../../../lib/store/dynamo/table.ts';
import { INDEXES, type Key } from '../../../lib/store/keys.ts';
import { SEGMENTS } from './progress.ts';

/** Keys and types of all items, users and their entries, and whether an entry of the audit log has personal data. */
const NAMES = [
  ...new Set([
    'pk',
    'sk',
    'type',
    'version',
    'contributions',
    'salt',
    ...SOURCES,
    ...INDEXES.flatMap(({ pk, sk }) => [pk, sk]),
  ]),
];
const PROJECTION = {
  ProjectionExpression: NAMES.map((name) => `#${name}`).join(),
  ExpressionAttributeNames: Object.fromEntries(NAMES.map((name) => [`#${name}`, name])),
};

/** With its 1 MB, a page takes 128 units. */
const PAGE_MS = 500;

export type Page = { items: Item[]; after: Key | undefined; next: Key | undefined };
export type Pace = {
  signal?: AbortSignal | undefined;
  /** The least time from one page of a segment to the next one, ms. */
  pageMs?: number | undefined;
  /** The most items of a page, for tests. */
  limit?: number | undefined;
};

/**
 * Calls `work` with each page of a segment after a key, one after the other, until its end or until the signal.
 *
 * Reads are eventually consistent, for half the units: what changes while the table is read is the change feed's.
 */
export async function readSegment(
  client: DynamoDBClient,
  segment: number,
  from: Key | undefined,
  { signal, pageMs = PAGE_MS, limit: Limit }: Pace,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  let after = from;
  while (!signal?.aborted) {
    const began = performance.now();
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: config().table,
        Segment: segment,
        TotalSegments: SEGMENTS,
        ExclusiveStartKey: after && toAttributes(after),
        Limit,
        ...PROJECTION,
      }),
    );
    const next = LastEvaluatedKey && fromAttributes<Key>(LastEvaluatedKey);
    await work({ items: Items.map((item) => fromAttributes<Item>(item)), after, next });
    if (!next) return;
    after = next;
    await sleep(Math.max(0, began + pageMs - performance.now()), undefined, { signal }).catch(() => {});
  }
}

/** A client for hours: it waits out throttles, and sends less after them (SDK reference, "Retry behavior"). */
export const openTable = (): DynamoDBClient =>
  new DynamoDBClient({ protocol: PlainJson, retryMode: 'adaptive', maxAttempts: 12 });
