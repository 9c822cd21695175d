// Sends SMS through SNS, directly to a phone number.
import type { SNSClient } from '@aws-sdk/client-sns';
import { failureOf } from '../errors.ts';
import { config } from '../settings/config.ts';
import { TIMEOUTS } from './aws.ts';

/** `event` is the kind of message. */
export type Sms = { to: string; text: string; event: string };

let client: SNSClient | undefined;

const attribute = (StringValue: string) => ({ DataType: 'String', StringValue });

/** Sends one message. Throws what `failureOf` returns. */
export async function sendSms({ to, text, event }: Sms): Promise<void> {
  const { PublishCommand, SNSClient } = await import('@aws-sdk/client-sns'); // most deployments never need it
  const { smsSenderId } = config();
  // One attempt: the mailer retries, and by then the message may be out of date.
  client ??= new SNSClient({ maxAttempts: 1, requestHandler: TIMEOUTS });
  const message = new PublishCommand({
    PhoneNumber: to,
    Message: text,
    MessageAttributes: {
      // Routed for reliability, not price: most messages are codes that a user is waiting for.
      'AWS.SNS.SMS.SMSType': attribute('Transactional'),
      event: attribute(event),
      ...(smsSenderId && { 'AWS.SNS.SMS.SenderID': attribute(smsSenderId) }),
    },
  });
  try {
    await client.send(message);
  } catch (error) {
    throw failureOf(error, 'SNS');
  }
}
