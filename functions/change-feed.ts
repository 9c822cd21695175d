// The table's stream: publishes the outbox on the EventBridge bus, keeps lists and counters, goes on with long work.
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { handleChanges } from '../lib/workers/change-feed.ts';

/** Answers the records that couldn't be dealt with; the stream comes back with the first of them and all after it. */
export const handler = (event: DynamoDBStreamEvent, context?: Context): Promise<DynamoDBBatchResponse> =>
  handleChanges(event.Records, context);
