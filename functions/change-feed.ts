// The table's stream: publishes what stands in the outbox on the EventBridge bus, at least once and in order per item.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { publishOutbox } from '../lib/domain/outbox.ts';

/** Answers the first record that couldn't be published; the stream comes back with it and everything after it. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => publishOutbox(event.Records);
