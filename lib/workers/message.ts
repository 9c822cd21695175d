// Sends the e-mail or SMS of one event once, however often, in any order and by any number of instances its event is
// delivered (docs/decisions/0012). No address, code, token or text is logged.
import { CHANNELS } from '../contract/channels.ts';
import { messageUrgency, type Urgency } from '../contract/events.ts';
import {
  adminCode,
  adminInvitation,
  contentOf,
  factorNotice,
  joinMessage,
  setupLink,
  tenantList,
} from '../domain/messages/content.ts';
import {
  type AdminMessageEvent,
  eventIn,
  type FinderMessageEvent,
  type JoinMessageEvent,
  type MessageEvent,
  type Recipient,
  recipientsOf,
  type SetupMessageEvent,
  type UserMessageEvent,
} from '../domain/messages/event.ts';
import { mayListToday } from '../domain/messages/lists-of-a-day.ts';
import { refusalOf } from '../domain/messages/refusal.ts';
import { type Addressee, requestOf } from '../domain/messages/request.ts';
import { tenantsOf } from '../domain/messages/tenants-of.ts';
import { type Content, RENDER, type Voice } from '../domain/messages/texts/render.ts';
import type { QueuedMessage } from '../platform/aws/queues.ts';
import { now } from '../platform/clock.ts';
import { Throttled, Undeliverable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { count } from '../platform/metrics.ts';
import { config } from '../platform/settings/config.ts';
import { find as findInvitation } from '../store/admins/admin-invitations.ts';
import { claim, type MessageClaim, release, settle } from '../store/people/message-claims.ts';
import { find as findUser } from '../store/people/users.ts';
import { find as findSetupLink } from '../store/tenants/setup-links.ts';
import { find as findTenant } from '../store/tenants/tenants.ts';
import { countUnexpected } from './batch.ts';
import { type DeliveredBy, deliver } from './message-delivery.ts';
import { retrySeconds } from './message-retries.ts';
import type { Share } from './message-turns.ts';

/** A code that leaves later than this counts as late. It is valid for ten minutes, and the person waits. */
const LATE_MS = 60_000;
/** An event this old was sent again by an operator, or waited for the bus. It says nothing about the mailer. */
const OLD_MS = 15 * 60_000;

/**
 * Sends what the message in the queue is about. Returns `undefined` if it may leave the queue, else the seconds after
 * which to try again. An undeliverable message fails like a delayed one: after enough retries the queue moves it to the
 * dead-letter queue, where an alarm reports it. To drop it here would lose it.
 */
export async function sendQueued(
  { messageId, body, receives }: QueuedMessage,
  share: Share,
): Promise<number | undefined> {
  let urgency: Urgency = 'notice';
  try {
    const event = eventIn(body);
    if (!event) return undefined;
    urgency = messageUrgency[event.name];
    const age = now() - Date.parse(event.detail.occurredAt);
    if (urgency === 'urgent' && age > LATE_MS && age < OLD_MS) count('MessageLate');
    const failures = await Promise.all(recipientsOf(event).map((recipient) => sendOnce(event, recipient, share)));
    const waits = failures.flatMap((failure) => (failure ? retrySeconds(failure.error, urgency, receives) : []));
    return waits.length ? Math.max(...waits) : undefined;
  } catch (error) {
    report(error, { messageId });
    return retrySeconds(error, urgency, receives);
  }
}

/** `error` is `undefined` if another instance is sending the message. It may fail, so this one must be retried. */
type Failure = { error?: unknown };

/** Sends the message unless it was sent. Returns a failure if it must be retried. */
async function sendOnce(event: MessageEvent, recipient: Recipient, share: Share): Promise<Failure | undefined> {
  const about = { id: event.detail.id, name: event.name, ...(event.tenant && { tenant: event.tenant }) };
  let claimed: MessageClaim | undefined;
  try {
    const claimResult = await claim(recipient.claim, now());
    if (claimResult === 'sending') return {};
    if (claimResult === 'sent') return undefined;
    claimed = claimResult;
    const { dropped, by } = await send(event, recipient, share);
    if (dropped) log.info('message_dropped', { ...about, reason: dropped });
    else log.info('message_sent', { ...about, channel: recipient.channel, by });
  } catch (error) {
    report(error, about);
    if (claimed) await release(claimed).catch((late: unknown) => log.warn('claim_kept', describeError(late)));
    return { error };
  }
  // The message was sent. To retry the record would send it again.
  await settle(claimed).catch((error: unknown) =>
    log.error('message_not_noted', { ...about, ...describeError(error) }),
  );
  return undefined;
}

/** `dropped` is why the message is no longer wanted. */
type Outcome = { dropped?: string; by?: DeliveredBy };

/** What to send to whom, or why the message is no longer wanted. */
type Prepared = { dropped: string } | { content: Content; addressee: Addressee; own?: Voice['own'] };

/** Sends the message if it is still wanted. Throws `Undeliverable`, `Unavailable`. */
async function send(event: MessageEvent, recipient: Recipient, share: Share): Promise<Outcome> {
  const { channel } = recipient;
  const prepared = await prepare(event, recipient);
  if ('dropped' in prepared) return prepared;
  const { content, addressee, own } = prepared;
  const { tenant, locale } = addressee;
  const voice = { tenant: tenant.name, app: config().appName, own, ...(locale !== undefined && { locale }) };
  const texts = RENDER[channel](content, voice);
  // The claim is held while the message waits for its turn: a function ends before the lease of a claim does.
  const by = await deliver(event.name, requestOf(recipient, addressee, content, texts), share);
  count(CHANNELS[channel].metric);
  return { by };
}

function prepare(event: MessageEvent, recipient: Recipient): Promise<Prepared> {
  if (event.name === 'svc.tenants_requested') return forFinder(event);
  if (event.name === 'svc.setup_link_sent') return forSetup(event, recipient);
  if (event.name === 'svc.join_requested' || event.name === 'svc.join_refused') return forJoin(event, recipient);
  return event.tenant === null ? forAdmin(event) : forUser(event, recipient);
}

async function forSetup(event: SetupMessageEvent, recipient: Recipient): Promise<Prepared> {
  const [tenant, link] = await Promise.all([findTenant(event.tenant), findSetupLink(event.link)]);
  if (!tenant) throw new Undeliverable('unknown tenant');
  if (tenant.status !== 'active') return { dropped: 'tenant not active' };
  const refusal = await refusalOf(recipient, tenant);
  if (refusal) return { dropped: refusal };
  const content = await setupLink(event, link);
  if (!content) return { dropped: 'not live' };
  const { id, slug, name, settings } = tenant;
  const locale = link?.locale ?? settings.locale;
  return { content, addressee: { tenant: { id, slug, name }, userId: '', locale }, own: settings.messageTexts };
}

async function forJoin(event: JoinMessageEvent, recipient: Recipient): Promise<Prepared> {
  const tenant = await findTenant(event.tenant);
  if (!tenant) throw new Undeliverable('unknown tenant');
  if (tenant.status !== 'active') return { dropped: 'tenant not active' };
  const refusal = await refusalOf(recipient, tenant);
  if (refusal) return { dropped: refusal };
  const content = await joinMessage(event, tenant);
  if (!content) return { dropped: 'not live' };
  const { id, slug, name, settings } = tenant;
  const locale = event.detail.locale ?? settings.locale;
  return { content, addressee: { tenant: { id, slug, name }, userId: '', locale }, own: settings.messageTexts };
}

async function forFinder(event: FinderMessageEvent): Promise<Prepared> {
  const found = await tenantsOf(event.detail.to);
  const content = tenantList(event, found);
  if (!content) return { dropped: 'no tenants' };
  if (!(await mayListToday())) return { dropped: 'budget used up' };
  const tenant = { id: '', slug: '', name: config().appName };
  return { content, addressee: { tenant, userId: '', locale: event.detail.locale ?? found.locale ?? undefined } };
}

async function forAdmin(event: AdminMessageEvent): Promise<Prepared> {
  const tenant = { id: '', slug: '', name: `${config().appName} Console` };
  const toAdmin = { tenant, userId: '', locale: undefined };
  if (event.name === 'svc.admin_factor_changed') return { content: factorNotice(event.detail), addressee: toAdmin };
  if (event.name === 'svc.admin_code_requested') {
    const content = await adminCode(event.detail);
    return content ? { content, addressee: toAdmin } : { dropped: 'not live' };
  }
  const invitation = await findInvitation(event.invitation);
  const content = await adminInvitation(event.detail, invitation);
  if (!content) return { dropped: 'not live' };
  return { content, addressee: { ...toAdmin, locale: invitation?.locale ?? undefined } };
}

async function forUser(event: UserMessageEvent, recipient: Recipient): Promise<Prepared> {
  const [tenant, user] = await Promise.all([findTenant(event.tenant), findUser(event.tenant, event.user)]);
  // A deleted tenant keeps its item, so a missing item means an unknown tenant.
  if (!tenant) throw new Undeliverable('unknown tenant');
  if (tenant.status !== 'active') return { dropped: 'tenant not active' };
  if (!user) return { dropped: 'user deleted' };
  const refusal = await refusalOf(recipient, tenant);
  if (refusal) return { dropped: refusal };
  const content = await contentOf(event, tenant, user.epoch);
  if (!content) return { dropped: 'not live' };
  const { id, slug, name, settings } = tenant;
  const locale = user.locale ?? settings.locale;
  return { content, addressee: { tenant: { id, slug, name }, userId: user.id, locale }, own: settings.messageTexts };
}

function report(error: unknown, about: Record<string, string>): void {
  if (error instanceof Undeliverable) {
    log.error('message_undeliverable', { ...about, reason: error.reason });
    count('MessageUndeliverable');
    return;
  }
  log.warn('message_delayed', { ...about, ...describeError(error) });
  if (error instanceof Throttled && error.per === 'day') count('MessageLate');
  countUnexpected(error);
}
