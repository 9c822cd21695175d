// Defines a received message, and how Lambda passes it to a function.
import { createHash } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { arn, REGION } from './account.ts';
import type { QueueMessage } from './queue-file.ts';

/** A message as one receiver has it. The handle is good for this receive only. */
export type Received = QueueMessage & { handle: string };

/** Returns a message as in Lambda's event for SQS. */
export function toRecord(name: string, { id, body, sentAt, receives, handle }: Received): SQSRecord {
  const sent = String(Date.parse(sentAt));
  return {
    messageId: id,
    receiptHandle: handle,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: sent,
      SenderId: 'events.amazonaws.com',
      ApproximateFirstReceiveTimestamp: sent,
    },
    messageAttributes: {},
    md5OfBody: md5Of(body),
    eventSource: 'aws:sqs',
    eventSourceARN: arn('sqs', name),
    awsRegion: REGION,
  };
}

export const md5Of = (body: string): string => createHash('md5').update(body).digest('hex');
