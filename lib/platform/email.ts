// Sends e-mail through SES, one recipient per message. Callers have validated the address.
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { TIMEOUTS } from './aws.ts';
import { config } from './config.ts';
import { refusedBy, Unavailable } from './errors.ts';

/** `event` is the kind of message, for delivery statistics. */
export type Email = { to: string; subject: string; text: string; html: string; event: string };

let client: SESClient | undefined;

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Sends one message. Throws `Undeliverable` if SES will never accept it, `Unavailable` if a retry may succeed. */
export async function sendEmail({ to, subject, text, html, event }: Email): Promise<void> {
  const { sender, sesConfigurationSet } = config();
  if (!sender) throw new Unavailable('configuration: GATEHOUSE_SENDER is missing');
  // One attempt: the queue retries, and by then the message may be out of date.
  client ??= new SESClient({ maxAttempts: 1, requestHandler: TIMEOUTS });
  const message = new SendEmailCommand({
    Source: sender,
    Destination: { ToAddresses: [to] },
    Message: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } },
    ConfigurationSetName: sesConfigurationSet,
    // SES allows letters, digits, hyphens and underscores in a tag, no dots.
    Tags: [{ Name: 'event', Value: event.replaceAll('.', '_') }],
  });
  try {
    await client.send(message);
  } catch (error) {
    throw refusedBy(error) ?? new Unavailable('SES does not respond', { cause: error });
  }
}
