// Sends e-mails and SMS for the events that the bus puts into two queues: a batch of urgent ones that Lambda received,
// or, at the call of the schedule, the notices that wait.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sendMessages } from '../lib/workers/mailer.ts';
import { sendNotices } from '../lib/workers/notices.ts';

/** Returns the records to retry. The queue moves a record that fails too often to the dead-letter queue. */
export async function handler(event: Partial<SQSEvent>, context?: Context): Promise<SQSBatchResponse> {
  if (event.Records) return sendMessages(event.Records, context);
  await sendNotices(context);
  return { batchItemFailures: [] };
}
