// Handles the table's stream: publishes the outbox on the EventBridge bus, updates lists and counters, continues jobs.
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { removeRows } from '../lib/records/remove-rows.ts';
import { handleChanges } from '../lib/workers/change-feed.ts';

/** Returns the records that failed. The stream delivers the first of them and all later records again. */
export const handler = (event: DynamoDBStreamEvent, context?: Context): Promise<DynamoDBBatchResponse> =>
  handleChanges(event.Records, removeRows, context);
