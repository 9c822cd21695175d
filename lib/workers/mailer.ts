// Sends e-mail and SMS for the events in the queue: each message once, however often, in any order and by any number of
// instances its event is delivered (docs/decisions/0012). No address, code, token or text is logged.
import type { Context, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { contentOf } from '../domain/messages/content.ts';
import { eventIn, type MessageEvent, type Recipient, recipientsOf } from '../domain/messages/event.ts';
import { refusalOf } from '../domain/messages/refusal.ts';
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
 * Whether the record may leave the queue. An undeliverable message fails like a delayed one: after enough retries the
 * queue moves it to the dead-letter queue, where an alarm reports it. To drop it here would lose it; to throw would
 * fail the other records of the batch.
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

/** Sends the message unless it was sent. Returns `false` if it must be retried. */
async function sendOnce(event: MessageEvent, recipient: Recipient): Promise<boolean> {
  const about = { id: event.detail.id, name: event.name, tenant: event.tenant };
  let claimed: MessageClaim | undefined;
  try {
    const claimResult = await claim(recipient.claim, now());
    // Another instance is sending it. It may fail, so this record must be retried.
    if (claimResult === 'sending') return false;
    if (claimResult === 'sent') return true;
    claimed = claimResult;
    const dropped = await send(event, recipient);
    if (dropped) log.info('message_dropped', { ...about, reason: dropped });
    else log.info('message_sent', { ...about, channel: recipient.channel });
  } catch (error) {
    report(error, about);
    if (claimed) await release(claimed).catch((late: unknown) => log.warn('claim_kept', describeError(late)));
    return false;
  }
  // The message was sent. To retry the record would send it again.
  await settle(claimed).catch((error: unknown) =>
    log.error('message_not_noted', { ...about, ...describeError(error) }),
  );
  return true;
}

/** Sends the message, or returns why it is no longer wanted. Throws `Undeliverable`, `Unavailable`. */
async function send(event: MessageEvent, recipient: Recipient): Promise<string | undefined> {
  const { channel, to } = recipient;
  const [tenant, user] = await Promise.all([findTenant(event.tenant), findUser(event.tenant, event.user)]);
  // A deleted tenant keeps its item, so a missing item means an unknown tenant.
  if (!tenant) throw new Undeliverable('unknown tenant');
  if (tenant.status !== 'active') return 'tenant not active';
  if (!user) return 'user deleted';
  const refusal = await refusalOf(recipient, tenant);
  if (refusal) return refusal;
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
