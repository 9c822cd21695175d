// From the queue to e-mail and SMS: each message once, however often, in whatever order and by however many at once its
// event is delivered (docs/decisions/0012). Nothing here logs an address, a code, a token or a text.
import type { Context, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { contentOf } from '../domain/messages/content.ts';
import { eventIn, type MessageEvent, type Recipient, recipientsOf } from '../domain/messages/event.ts';
import { renderEmail, renderSms } from '../domain/messages/render.ts';
import { now } from '../platform/clock.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { config } from '../platform/config.ts';
import { sendEmail } from '../platform/email.ts';
import { Undeliverable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { count } from '../platform/metrics.ts';
import { sendSms } from '../platform/sms.ts';
import { claim, type MessageClaim, release, settle } from '../store/message-claims.ts';
import { find as findTenant } from '../store/tenants.ts';
import { find as findUser } from '../store/users.ts';
import { countUnexpected, inBatch } from './batch.ts';

/** Messages sent at the same time: SES and SNS count messages per second. */
const WORKERS = 5;

/** Sends the messages of a batch, each by itself. Returns the records to retry. */
export function sendMessages(records: readonly SQSRecord[], context?: Context): Promise<SQSBatchResponse> {
  return inBatch('mailer', records.length, context, async () => {
    const failed = await mapConcurrently(records, WORKERS, async (record) =>
      (await isDone(record)) ? [] : [{ itemIdentifier: record.messageId }],
    );
    return { batchItemFailures: failed.flat() };
  });
}

/**
 * Whether the record may leave the queue. What can never be delivered fails like what can't be delivered now: the queue
 * puts a record that came back too often among the undelivered, where an alarm calls somebody. To end it here would be to
 * lose it, and to throw would be to fail its neighbours.
 */
async function isDone({ body, messageId }: SQSRecord): Promise<boolean> {
  try {
    const event = eventIn(body);
    const outcomes = await Promise.all(recipientsOf(event).map((recipient) => sendOnce(event, recipient)));
    return outcomes.every(Boolean);
  } catch (error) {
    report(error, { messageId });
    return false;
  }
}

/** Sends the message unless it was sent. `false`: it has to be tried again. */
async function sendOnce(event: MessageEvent, recipient: Recipient): Promise<boolean> {
  const about = { id: event.detail.id, name: event.name, tenant: event.tenant };
  let claimed: MessageClaim | undefined;
  try {
    const answer = await claim(recipient.claim, now());
    // Another is sending it. He may fail, so this record has to come back and look.
    if (answer === 'sending') return false;
    if (answer === 'sent') return true;
    claimed = answer;
    const dropped = await send(event, recipient);
    if (dropped) log.info('message_dropped', { ...about, reason: dropped });
    else log.info('message_sent', { ...about, channel: recipient.channel });
  } catch (error) {
    report(error, about);
    if (claimed) await release(claimed).catch((late: unknown) => log.warn('claim_kept', describeError(late)));
    return false;
  }
  // The message is out. To ask for the record again would be to send it again.
  await settle(claimed).catch((error: unknown) =>
    log.error('message_not_noted', { ...about, ...describeError(error) }),
  );
  return true;
}

/** Sends the message, or answers why there is no point in it any more. Throws `Undeliverable`, `Unavailable`. */
async function send(event: MessageEvent, { channel, to }: Recipient): Promise<string | undefined> {
  const [tenant, user] = await Promise.all([findTenant(event.tenant), findUser(event.tenant, event.user)]);
  // A deleted tenant keeps its item; one without an item never was.
  if (!tenant) throw new Undeliverable('unknown tenant');
  if (tenant.status !== 'active') return 'tenant not active';
  if (!user) return 'user deleted';
  const content = await contentOf(event, tenant, user.epoch);
  if (!content) return 'not live';
  const voice = { tenant: tenant.name, app: config().appName, locale: tenant.settings.locale };
  if (channel === 'email') await sendEmail({ to, event: event.name, ...renderEmail(content, voice) });
  else await sendSms({ to, event: event.name, text: renderSms(content, voice) });
  count(channel === 'email' ? 'EmailSent' : 'SmsSent');
  return undefined;
}

function report(error: unknown, about: Record<string, string>): void {
  if (error instanceof Undeliverable) {
    log.error('message_undeliverable', { ...about, reason: error.reason });
    count('MessageUndeliverable');
  } else {
    log.warn('message_delayed', { ...about, ...describeError(error) });
    countUnexpected(error);
  }
}
