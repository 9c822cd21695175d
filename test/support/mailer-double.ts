// Sends one message per event in place of the mailer. The message says which event it came from.
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import type { QueueHandler } from '../../infra/tools/local/aws/queue.ts';
import type { Envelope } from '../../infra/tools/local/aws/rules.ts';

export const mailerDouble: QueueHandler = async ({ Records }) => {
  const ses = new SESClient({ maxAttempts: 1 });
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of Records) {
    const event = JSON.parse(body) as Envelope;
    const { email } = event.detail as { email: string };
    const command = new SendEmailCommand({
      Source: process.env.GATEHOUSE_SENDER,
      Destination: { ToAddresses: [email] },
      Message: { Subject: { Data: event['detail-type'] }, Body: { Text: { Data: `It was ${event.id}.` } } },
      Tags: [{ Name: 'event', Value: event['detail-type'].replaceAll('.', '_') }],
    });
    await ses.send(command).catch(() => batchItemFailures.push({ itemIdentifier: messageId }));
  }
  ses.destroy();
  return { batchItemFailures };
};
