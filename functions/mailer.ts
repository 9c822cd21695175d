// The queue of messages: events that the bus puts there become e-mails and SMS.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sendMessages } from '../lib/workers/mailer.ts';

/** Answers the records that must come back; the queue gives up on one that comes back too often. */
export const handler = (event: SQSEvent, context?: Context): Promise<SQSBatchResponse> =>
  sendMessages(event.Records, context);
