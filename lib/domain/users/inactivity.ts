// Finds users who did not sign in for long, and does to their accounts what their tenant has set. No login writes anything for
// it: the audit log has an entry of each session that began.
import { iso, now } from '../../platform/clock.ts';
import type { UserId } from '../../platform/ids.ts';
import { expiryOf, keysIn } from '../../store/api-keys.ts';
import { END, ofTarget } from '../../store/audit/audit-log.ts';
import { type Item, transact, type Write } from '../../store/dynamo/table.ts';
import { startOnce } from '../../store/jobs.ts';
import { sortableTime } from '../../store/keys.ts';
import { event, userHeader } from '../../store/outbox.ts';
import {
  asDisuse,
  type Disuse,
  disuseWrite,
  forgetDisuse,
  stillUnusedWrites,
  usedDisuseWrite,
} from '../../store/people/disuse.ts';
import { endedWrite } from '../../store/people/ended-sessions.ts';
import { asSession } from '../../store/people/sessions.ts';
import { asUser, change, everything, remove, type User, unchangedUserWrite } from '../../store/people/users.ts';
import { headOf, type Tenant } from '../../store/tenants/tenants.ts';
import { budgetOf } from '../credentials/tenant-budgets.ts';
import { leftWrites } from '../left-addresses.ts';
import { type Inactivity, inactivityOf, noticeDaysOf } from '../tenants/inactivity-settings.ts';
import { eventsWrite } from './events.ts';

const DAY_MS = 86_400_000;
/**
 * Entries of an account that are read: a few, which show a recent sign-in, then more. One with more than that since that time
 * counts as used: what is not known deletes nothing.
 */
const ENTRIES = [10, 100] as const;

/**
 * Returns whether the user, whose partition has these items, neither signed in nor used a session since then, ms. An account
 * that was made or imported since, or has an API key that works, is in use. At most two reads.
 */
export async function isUnused(user: User, items: readonly Item[], since: number): Promise<boolean> {
  if (user.createdAt > since || keysIn(items).some((key) => expiryOf(key) > now())) return false;
  const sessions = items.flatMap((item) => asSession(item) ?? []).filter(({ acting }) => !acting);
  if (sessions.some(({ createdAt, rotatedAt }) => Math.max(createdAt, rotatedAt) > since)) return false;
  for (const limit of ENTRIES) {
    const span = { before: END, since: sortableTime(since) };
    const { found, isLast } = await ofTarget(user.tenantId, user.id, span, limit);
    if (found.some(({ item }) => item !== undefined && isUse(item.entry))) return false;
    if (isLast) return true;
  }
  return false;
}

/**
 * Whether an entry says that the account was in use: the user got a session, or their identity provider let an agent act for them.
 * The day of an import counts as well: `createdAt` is that of the earlier service. An admin who acts as the user is not them.
 */
function isUse(entry: string): boolean {
  const { action, actor } = JSON.parse(entry) as { action: string; actor: { type: string } };
  if (action === 'session.started' || action === 'session.stepped_up') return actor.type === 'user';
  return action === 'user.created' || action === 'application.admitted';
}

/** The messages that a run of a day may still cause. */
export type Letters = { left: number };

/**
 * Returns those of a new run: as many e-mails as the tenant may send in a day. An import brings addresses that the other service calls
 * verified, so a tenant could have any number of messages sent.
 */
export const lettersOf = ({ settings }: Tenant): Letters => ({ left: budgetOf('email', settings) });

/** Starts the job of the day for a tenant that has a policy. */
export async function startDisuse(tenant: Tenant, day: number): Promise<void> {
  const { id: tenantId } = tenant;
  if (inactivityOf(tenant)) await startOnce(`inactive-${tenantId}-${day}`, { kind: 'inactive', tenantId, day });
}

/**
 * Gives a user who did not sign in for long notice, or disables or deletes them once the time and the notice have passed. Who
 * signs in meanwhile stays: the end of the account is refused if a session began since it was read. Without a letter left, a user who
 * is to get a message gets neither it nor the notice: a later day gives both.
 */
export async function actOnDisuse(tenant: Tenant, id: UserId, letters: Letters): Promise<void> {
  const policy = inactivityOf(tenant);
  if (!policy) return;
  const items = await everything(tenant.id, id);
  const user = items.map(asUser).find(Boolean);
  const notice = items.map(asDisuse).find(Boolean);
  if (!user?.isActive) return;
  const noticeMs = noticeDaysOf(policy) * DAY_MS;
  const since = now() - policy.days * DAY_MS;
  if (!(await isUnused(user, items, since + noticeMs))) {
    if (notice) await forgetDisuse(notice);
  } else if (!notice) await giveNotice(user, policy, items, letters);
  // The next run gives another one.
  else if (!isGood(notice, policy, user, tenant)) await forgetDisuse(notice);
  else if (notice.notedAt <= now() - noticeMs && (await isUnused(user, items, since)))
    await endUnused(tenant, user, policy, items, notice);
}

/**
 * Whether the notice named this end, and the person could sign in ever since: neither user nor tenant was switched off, and their
 * sessions were not ended.
 */
const isGood = (notice: Disuse, { action }: Inactivity, { epoch }: User, { activeSince = 0 }: Tenant): boolean =>
  (action === 'disable' || notice.action === 'delete') && notice.epoch === epoch && notice.notedAt >= activeSince;

/** Publishes that the account will end. Changes no field of the user. The mailer writes to an address that was proved, and to no other. */
async function giveNotice(user: User, policy: Inactivity, items: readonly Item[], letters: Letters): Promise<void> {
  const isNotified = (policy.notify ?? true) && user.email !== null && user.emailVerifiedAt !== null;
  if (isNotified && letters.left <= 0) return;
  if (isNotified) letters.left -= 1;
  const at = now();
  const lastUse = Math.max(user.createdAt, ...sessionsIn(items).map(({ rotatedAt }) => rotatedAt));
  const actsAt = iso(Math.max(at + noticeDaysOf(policy) * DAY_MS, lastUse + policy.days * DAY_MS));
  const told = event('svc.user_inactive', { ...userHeader(user), action: policy.action, actsAt, isNotified });
  await transact({
    user: unchangedUserWrite(user),
    notice: disuseWrite(user, at, policy.action),
    events: eventsWrite(user, [told]),
  });
}

const sessionsIn = (items: readonly Item[]) => items.flatMap((item) => asSession(item) ?? []);

/**
 * Disables or deletes the account. `false`: it was used or changed since its `items` were read, and nothing is written. The next
 * day decides anew.
 */
export async function endUnused(
  tenant: Tenant,
  user: User,
  { action }: Inactivity,
  items: readonly Item[],
  notice: Disuse,
): Promise<boolean> {
  const sessions = sessionsIn(items);
  const checks = [usedDisuseWrite(notice), ...stillUnusedWrites(user.tenantId, user.id, sessions)];
  const told = (events: Write) => endedWrite(user.tenantId, user.id, sessions, events);
  if (action === 'delete') {
    const events = told(eventsWrite(user, [event('svc.user_deleted', userHeader(user))]));
    return remove(user, [...checks, ...leftWrites(headOf(tenant), user, undefined, 'admin'), events]);
  }
  const updated = event('svc.user_updated', { ...userHeader(user), updatedFields: ['isActive'] });
  const after = { ...user, isActive: false, epoch: user.epoch + 1, updatedAt: now() };
  return (await change(user, after, [...checks, told(eventsWrite(user, [updated])) as Write])) === 'done';
}
