// Runs the change feed for one shard in a process of its own, as Lambda does: one batch after the other. Replies with the
// records to deliver again, and with the CPU time that the batch took.
import type { DynamoDBRecord } from 'aws-lambda';
import { handler } from '../../../functions/change-feed.ts';

export type Batch = { Records: DynamoDBRecord[] };
export type Handled = { failed: string[]; ms: number; cpuMs: number };

process.on('message', async (batch: Batch) => {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { batchItemFailures } = await handler(batch);
  const { user, system } = process.cpuUsage(before);
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  process.send?.({ failed, ms: performance.now() - started, cpuMs: (user + system) / 1000 } satisfies Handled);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
