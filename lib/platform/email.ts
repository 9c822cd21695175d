// E-mail by SES. One recipient a message; whoever calls has checked the address.
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { TIMEOUTS } from './aws.ts';
import { config } from './config.ts';
import { refusedBy, Unavailable } from './errors.ts';

/** `event`: which kind of message it is, for statistics of deliveries. */
export type Email = { to: string; subject: string; text: string; html: string; event: string };

let client: SESClient | undefined;

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Hands the message to SES. Throws `Undeliverable` for what SES will never take, `Unavailable` for what it may take later. */
export async function sendEmail({ to, subject, text, html, event }: Email): Promise<void> {
  const { sender, sesConfigurationSet } = config();
  if (!sender) throw new Unavailable('configuration: GATEHOUSE_SENDER is missing');
  // One try: the queue tries again, and by then the message may have become untrue.
  client ??= new SESClient({ maxAttempts: 1, requestHandler: TIMEOUTS });
  const message = new SendEmailCommand({
    Source: sender,
    Destination: { ToAddresses: [to] },
    Message: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } },
    ConfigurationSetName: sesConfigurationSet,
    // No dots: SES takes letters, digits, hyphen and underscore.
    Tags: [{ Name: 'event', Value: event.replaceAll('.', '_') }],
  });
  try {
    await client.send(message);
  } catch (error) {
    throw refusedBy(error) ?? new Unavailable('SES does not answer', { cause: error });
  }
}
