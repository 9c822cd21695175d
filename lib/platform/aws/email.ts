// Sends e-mail through SES, one recipient per message. Callers have validated the address.
import { GetSendQuotaCommand, SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { cached } from '../cache.ts';
import { failureOf, Unavailable } from '../errors.ts';
import { config } from '../settings/config.ts';
import { TIMEOUTS } from './aws.ts';

/** `event` is the kind of message, for delivery statistics. */
export type Email = { to: string; subject: string; text: string; html: string; event: string };

let client: SESClient | undefined;
/** One attempt: the mailer retries, and by then the message may be out of date. */
const ses = (): SESClient => {
  client ??= new SESClient({ maxAttempts: 1, requestHandler: TIMEOUTS });
  return client;
};

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Sends one message. Throws what `failureOf` returns, and `Unavailable` without a sender. */
export async function sendEmail({ to, subject, text, html, event }: Email): Promise<void> {
  const { sender, sesConfigurationSet } = config();
  if (!sender) throw new Unavailable('configuration: GATEHOUSE_SENDER is missing');
  const message = new SendEmailCommand({
    Source: sender,
    Destination: { ToAddresses: [to] },
    Message: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } },
    ConfigurationSetName: sesConfigurationSet,
    // SES allows letters, digits, hyphens and underscores in a tag, no dots.
    Tags: [{ Name: 'event', Value: event.replaceAll('.', '_') }],
  });
  try {
    await ses().send(message);
  } catch (error) {
    throw failureOf(error, 'SES');
  }
}

/** Milliseconds for which the account's rate is kept. SES allows one such question a second (API reference). */
const RATE_MS = 10 * 60_000;
/** What SES usually grants with production access; counts while SES does not say. */
const USUAL_RATE = 14;

const accountRate = cached(async () => (await ses().send(new GetSendQuotaCommand({}))).MaxSendRate, RATE_MS);

/** Returns the e-mails a second that the deployment may send: the setting, else the account's own rate. */
export async function emailRate(): Promise<number> {
  const { mailRate } = config();
  if (mailRate !== undefined) return mailRate;
  const rate = await accountRate('account').catch(() => undefined);
  return rate && rate > 0 ? rate : USUAL_RATE;
}
