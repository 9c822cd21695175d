// SMS by SNS, straight to a phone number.
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { TIMEOUTS } from './aws.ts';
import { config } from './config.ts';
import { refusedBy, Unavailable } from './errors.ts';

/** `event`: which kind of message it is. */
export type Sms = { to: string; text: string; event: string };

let client: SNSClient | undefined;

const attribute = (StringValue: string) => ({ DataType: 'String', StringValue });

/** Hands the message to SNS. Throws `Undeliverable` for what SNS will never take, `Unavailable` for what it may take later. */
export async function sendSms({ to, text, event }: Sms): Promise<void> {
  const { smsSenderId } = config();
  // One try: the queue tries again, and by then the message may have become untrue.
  client ??= new SNSClient({ maxAttempts: 1, requestHandler: TIMEOUTS });
  const message = new PublishCommand({
    PhoneNumber: to,
    Message: text,
    MessageAttributes: {
      // Routed for reliability and not for price: most of these are codes that somebody waits for.
      'AWS.SNS.SMS.SMSType': attribute('Transactional'),
      event: attribute(event),
      ...(smsSenderId && { 'AWS.SNS.SMS.SenderID': attribute(smsSenderId) }),
    },
  });
  try {
    await client.send(message);
  } catch (error) {
    throw refusedBy(error) ?? new Unavailable('SNS does not answer', { cause: error });
  }
}
