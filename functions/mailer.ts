// Handles the queue of messages: sends the events that the bus puts there as e-mails and SMS.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sendMessages } from '../lib/workers/mailer.ts';

/** Returns the records to retry. The queue moves a record that fails too often to the dead-letter queue. */
export const handler = (event: SQSEvent, context?: Context): Promise<SQSBatchResponse> =>
  sendMessages(event.Records, context);
