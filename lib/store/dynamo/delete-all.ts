// Deletes many items without conditions: for data that is no longer needed.
import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { Unavailable } from '../../platform/errors.ts';
import { pause } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import type { Key } from '../keys.ts';
import { toAttributes } from './attributes.ts';
import { db } from './client.ts';
import { MAX_TRIES, send } from './outcome.ts';
import { firstPage } from './read.ts';

/** BatchWriteItem takes at most 25 requests. */
const BATCH = 25;

/** Deletes all items of a partition, page by page. A caller that was interrupted continues by calling it again. */
export async function empty(partition: { pk: string }): Promise<void> {
  for (let more = true; more; ) {
    const page = await firstPage(partition);
    await removeAll(page.items);
    more = page.more;
  }
}

/** Deletes the items with these keys, also if they changed since they were read. */
export async function removeAll(items: readonly Key[]): Promise<void> {
  const table = config().table;
  for (let first = 0; first < items.length; first += BATCH) {
    let left: WriteRequest[] = items
      .slice(first, first + BATCH)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: toAttributes({ pk, sk }) } }));
    for (let round = 0; left.length; round++) {
      if (round === MAX_TRIES) throw new Unavailable('the table does not take a whole batch');
      if (round) await pause(round);
      const reply = await send(() => db().send(new BatchWriteItemCommand({ RequestItems: { [table]: left } })));
      left = reply.UnprocessedItems?.[table] ?? [];
    }
  }
}
