// That an address is its account's: a code to it, typed in by somebody who is logged in. Sessions from before the first
// proof end, except the one that brought it: whoever signed up with somebody else's address must not stay in.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as store from '../../store/codes.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import { asSession, carryOverWrite, sessionKey } from '../../store/sessions.ts';
import * as users from '../../store/users.ts';
import { type Channel, checkCode, sendCode } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { maySend } from '../credentials/message-budget.ts';
import type { Actor, Client } from '../sessions/sessions.ts';

type User = users.User;

const KINDS = {
  email: {
    purpose: 'verify-email',
    channel: 'email',
    requested: 'svc.email_verification_requested',
    verified: 'svc.email_verified',
    none: 'NO_EMAIL_ADDRESS',
    already: 'EMAIL_ALREADY_VERIFIED',
    done: 'Email address verified.',
  },
  phone: {
    purpose: 'verify-phone',
    channel: 'sms',
    requested: 'svc.phone_verification_requested',
    verified: 'svc.phone_verified',
    none: 'NO_PHONE_NUMBER',
    already: 'PHONE_ALREADY_VERIFIED',
    done: 'Phone number verified.',
  },
} as const;
type Kind = keyof typeof KINDS;

/** Sends a code to the address of the account. Throws RATE_LIMITED when there were too many of late. */
export async function send(kind: Kind, { user, tenant }: Actor, { ip }: Client) {
  const { purpose, channel, requested } = KINDS[kind];
  const to = unprovedCredentials(kind, user);
  if (!(await maySend(tenant.id, purpose, channel, to, ip))) fail('RATE_LIMITED', { retryAfter: 60 });
  await sendCode({ tenant: tenant.id, user: user.id, epoch: user.epoch, to, channel }, purpose, requested);
  return { message: 'A code is on its way.' };
}

/** Takes the code. Throws VERIFICATION_CODE_INVALID for one that is wrong, old, used, or for another address. */
export async function verify(kind: Kind, actor: Actor, code: string) {
  const { user, tenant, session } = actor;
  const { purpose, done } = KINDS[kind];
  const to = unprovedCredentials(kind, user);
  if (!(await limits.tryConsume('code-address', tenant.id, purpose, to))) fail('VERIFICATION_CODE_INVALID');
  const live = await checkCode({ tenant: tenant.id, user: user.id, epoch: user.epoch }, purpose, code);
  if (live?.to !== to) return fail('VERIFICATION_CODE_INVALID');
  await retryOnConflict('the account', async () => {
    const [userItem, codeItem, sessionItem] = await getMany([
      users.userKey(tenant.id, user.id),
      store.codeKey(tenant.id, user.id, purpose),
      sessionKey(tenant.id, user.id, session.id),
    ]);
    const current = users.asUser(userItem);
    if (store.asCode(codeItem)?.id !== live.id || current?.[kind] !== to) return fail('VERIFICATION_CODE_INVALID');
    if (asSession(sessionItem)?.id !== session.id || current.epoch !== user.epoch) return fail('SESSION_NOT_FOUND');
    const { user: after, events } = afterProof(current, live.channel, to, now());
    const writes = [store.consumeWrite(live), carryOverWrite(tenant.id, user.id, session.id, after.epoch)];
    const result = await users.change(current, after, [...writes, outboxWrite(tenant.id, events, now())]);
    return result === 'done' || undefined;
  });
  return { message: done };
}

/** The address to be proved. Throws when there is none, or it was proved before. */
function unprovedCredentials(kind: Kind, user: User): string {
  const { none, already } = KINDS[kind];
  if (user[`${kind}VerifiedAt`] !== null) fail(already);
  return user[kind] ?? fail(none);
}

/**
 * The user after he has proved an address, and the events of it. The first proof of an address raises the epoch: every
 * session made before it ends. An address that isn't his any more proves nothing.
 */
export function afterProof(user: User, channel: Channel, to: string, at: number): { user: User; events: NewEvent[] } {
  const kind: Kind = channel === 'email' ? 'email' : 'phone';
  const verifiedAt = `${kind}VerifiedAt` as const;
  if (user[kind] !== to || user[verifiedAt] !== null) return { user, events: [] };
  return {
    user: {
      ...user,
      [verifiedAt]: at,
      isPasswordUnproved: false,
      isIdentityUnproved: false,
      epoch: user.epoch + 1,
      updatedAt: at,
    },
    events: [event(KINDS[kind].verified, userHeader(user))],
  };
}

/**
 * What `before`, when nothing was proved of him, had to get in with, and `after` must not have: it may be that of somebody
 * who took another's address. For proofs by whoever may not be the one who chose it.
 */
export function withoutUnproved(before: User, after: User): User {
  return {
    ...after,
    isPasswordUnproved: false,
    isIdentityUnproved: false,
    ...(before.isPasswordUnproved && { passwordHash: null }),
    ...(before.isIdentityUnproved && { hasIdentity: false, identityEpoch: before.identityEpoch + 1 }),
  };
}
