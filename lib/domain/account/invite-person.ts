// Invites people into a tenant, for its users and for admins. An invitation belongs to one address. Its link sets the first password
// of the account. An account with a password gets a notice without a link, so that an invitation cannot take the account
// over. A stranger who holds the address without having proved it is replaced.
import { ADDRESSES } from '../../contract/channels.ts';
import { ApiError, fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { seal } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso, now } from '../../platform/clock.ts';
import { newEventId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import { getMany, transact, type Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/codes.ts';
import { factorRemovals } from '../../store/people/factors.ts';
import { asInvitation, type Invitation, invitationKey, sentWrite } from '../../store/people/invitations.ts';
import * as users from '../../store/people/users.ts';
import { requirePermission } from '../access/grants.ts';
import { canonicalEmail, canonicalPhone, firstAddress } from '../addresses.ts';
import { type LinkToken, newLinkToken, type Recipient } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { opensAccount, withoutCreator } from '../credentials/proofs.ts';
import { requirePlain } from '../metadata.ts';
import { requireSmsNumber } from '../phone-numbers.ts';
import { type Repeatable, repeatable } from '../repeats.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor } from '../sessions/caller.ts';
import { requireAllowed, shardsOf } from '../tenants/blocked-domains.ts';
import { consumeLimits, refundLimits } from './invitation-limits.ts';
import type { Invited, Invitee, Inviter } from './invitee.ts';

type InvitationReply = Reply<'POST /auth/invite'>;

/** A repeated invitation within this time sends no second message. */
const REPEAT_MS = 60_000;
/** Refusals by a limit that are retried, for half a second in all: parallel invitations may exhaust it for a moment. */
const MAX_REFUSALS = 5;
const MAX_ROLES = 20;
const PERMISSION = 'users.invite';

/**
 * Invites a person into the caller's own tenant. Creates the account if the address has none, and sends a message. If
 * several callers invite one address at once, one creates the account. At most one message a minute is sent. Throws
 * MISSING_REQUIRED_PERMISSIONS, TENANT_MISMATCH, EMAIL_OR_PHONE_REQUIRED, EMAIL_DOMAIN_NOT_ALLOWED, RATE_LIMITED, and
 * PHONE_ALREADY_EXISTS if the number belongs to another account.
 */
export async function invite(actor: Actor, input: Body<'POST /auth/invite'>, sent: Repeatable) {
  await requirePermission(actor.user, PERMISSION);
  const { tenant } = actor;
  if (input.tenantId && input.tenantId !== tenant.id) fail('TENANT_MISMATCH');
  const invitee = await readInvitee(input, async () => (await wholeTenant(actor)).settings);
  const owner = { tenant: tenant.id, caller: actor.user.id };
  return repeatable<InvitationReply>(sent, owner, async (keep) => {
    const inviter: Inviter = { id: actor.user.id, tenant, keep: (invited) => keep(() => replyOf(invited)) };
    return replyOf(await invitePerson(inviter, { ...invitee, name: input.name }));
  });
}

const replyOf = ({ user: { id: userId }, isNewUser }: Invited) => ({ message: 'Invited.', userId, isNewUser });

type Sent = { email?: string | undefined; phone?: string | undefined; metadata?: Record<string, unknown> | undefined };

/**
 * Returns the person that the body names. `settings`: of the tenant, for numbers. Throws EMAIL_OR_PHONE_REQUIRED and
 * INVALID_INPUT.
 */
export async function readInvitee(
  input: Sent,
  settings: () => Promise<Parameters<typeof requireSmsNumber>[1]>,
): Promise<Invitee> {
  const email = input.email === undefined ? null : canonicalEmail(input.email);
  const phone = input.phone === undefined ? null : await canonicalPhone(input.phone);
  if (email === null && phone === null) return fail('EMAIL_OR_PHONE_REQUIRED');
  if (phone !== null) await requireSmsNumber(phone, await settings());
  const metadata = requirePlain(input.metadata ?? {}, 'metadata');
  const address = firstAddress({ email, phone });
  const { channel } = ADDRESSES[address.kind];
  return { email, phone, roleIds: [], metadata, address, channel, lifetimeSeconds: config().ttl.invite };
}

/**
 * Invites the person, as `invite` says. Throws EMAIL_DOMAIN_NOT_ALLOWED before anything is counted. For an admin, also
 * throws USER_ALREADY_EXISTS.
 */
export const invitePerson = (inviter: Inviter, invitee: Invitee): Promise<Invited> =>
  retryInvitation(async () => {
    const addressKey = users.addressKey(inviter.tenant.id, invitee.address);
    const [claim, ...blocked] = await getMany([addressKey, ...shardsOf(invitee.email)]);
    requireAllowed(invitee.email, blocked);
    const owner = users.claimedBy(claim);
    return owner ? inviteExisting(inviter, invitee, owner) : inviteNew(inviter, invitee);
  });

/**
 * Repeats an attempt to invite while it returns `undefined`, because another caller was faster. The limits also count
 * callers who lose the race, until they are refunded. So a limit that refuses is checked again a little later.
 */
export function retryInvitation<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  let refusals = 0;
  return retryOnConflict('the invitation', () =>
    attempt().catch((error: unknown) => {
      if (!isLimit(error) || ++refusals > MAX_REFUSALS) throw error;
      return undefined;
    }),
  );
}

const isLimit = (error: unknown): boolean => error instanceof ApiError && error.code === 'RATE_LIMITED';

/**
 * Creates an account and invites its owner. `donor`: the account that gives the address up. Returns `undefined` if
 * another caller was faster.
 */
async function inviteNew(inviter: Inviter, invitee: Invitee, donor?: users.Donor): Promise<Invited | undefined> {
  const debits = await consumeLimits(inviter, invitee);
  const { email, phone, name = null, locale = null, roleIds, metadata, address } = invitee;
  const user = {
    ...users.newUser(inviter.tenant.id, { email, phone, passwordHash: null }),
    name,
    locale,
    roleIds: [...roleIds],
    metadata,
  };
  const { token, item, record } = newInvitation(inviter, user, invitee, undefined);
  const events = [
    ...(donor ? [event('svc.user_updated', { ...userHeader(donor.after), updatedFields: [address.kind] })] : []),
    event('svc.user_created', userHeader(user)),
    await invitedEvent(inviter, user, invitee, { token, item }),
    ...(inviter.auditEvent ? [inviter.auditEvent(undefined, user)] : []),
  ];
  const outbox = outboxWrite(user.tenantId, events, now());
  const invited = { user, isNewUser: true, invitation: record.invitation };
  const others = [...((await inviter.permit?.()) ?? []), ...((await inviter.keep?.(invited)) ?? [])];
  const result = await users.create(user, undefined, outbox, [{ create: item }, record.write, ...others], donor);
  if (result === 'done') return invited;
  await refundLimits(debits);
  // The account was to have this address as well, but it belongs to another user.
  if (result !== 'refused' && result !== address.kind) fail(ADDRESSES[result].taken);
  return undefined;
}

/**
 * Invites the person at an address that an account has, unless a message was just sent. Returns `undefined` if the
 * account changed meanwhile.
 */
async function inviteExisting(
  inviter: Inviter,
  invitee: Invitee,
  owner: users.User['id'],
): Promise<Invited | undefined> {
  const { tenant } = inviter;
  const { address } = invitee;
  const [userItem, tokenItem, recordItem] = await getMany([
    users.userKey(tenant.id, owner),
    store.tokenKey(tenant.id, owner, 'set-password'),
    invitationKey(tenant.id, owner),
  ]);
  const [user, before, record] = [users.asUser(userItem), store.asToken(tokenItem), asInvitation(recordItem)];
  if (!user || user[address.kind] !== address.value) return undefined;
  const isOpened = opensAccount(user, address.kind);
  // What was revoked does not come back, with its roles, by a user who gives none.
  if (!inviter.auditEvent && record?.status === 'revoked' && user.roleIds.length)
    fail('MISSING_REQUIRED_PERMISSIONS', { message: 'The invitation of this account was revoked, and it has roles.' });
  const required = isOpened && !mayAccept(user) ? [] : ((await inviter.permit?.(user)) ?? []);
  // Another person may have typed the address. Its owner gets an account of their own.
  if (!isOpened) {
    const after = { ...user, [address.kind]: null, epoch: user.epoch + 1, updatedAt: now() };
    return inviteNew(
      inviter,
      { ...invitee, email: null, phone: null, [address.kind]: address.value },
      { before: user, after },
    );
  }
  if (!mayAccept(user)) {
    if (inviter.auditEvent) return fail('USER_ALREADY_EXISTS');
    const notified = { user, isNewUser: false, invitation: undefined };
    if (user.isActive && (await limits.tryConsume('send-gap', tenant.id, 'invite-notice', address.value))) {
      await consumeLimits(inviter, invitee);
      const events = outboxWrite(tenant.id, [await invitedEvent(inviter, user, invitee)], now());
      await transact({ events, kept: await inviter.keep?.(notified) });
    }
    return notified;
  }
  const isRepetition = before !== undefined && now() - before.createdAt < REPEAT_MS;
  if (isRepetition && invitee.roleIds.every((id) => user.roleIds.includes(id)))
    return { user, isNewUser: before.createdAt - user.createdAt < 1000, invitation: record };
  return sendInvitation(inviter, invitee, user, { token: before, record }, required);
}

/** Whether an invitation of the account can be accepted: it is active, and its owner has not set a password. */
export const mayAccept = (user: users.User): boolean =>
  user.isActive && (user.passwordHash === null || user.isUnclaimed);

/** Whether the last message is so recent that no further one is sent. */
export const isJustSent = ({ status, sentAt }: Invitation): boolean => status === 'open' && now() - sentAt < REPEAT_MS;

/** The token and the record of the last invitation of the account. */
type Previous = { token: LinkToken | undefined; record: Invitation | undefined };

/**
 * Sends a link that sets the first password. The creator of an unclaimed account loses it at once: what the inviter
 * gives to the account is for the owner of the address. Returns `undefined` if the account or its token changed meanwhile, or
 * `required` does not hold.
 */
export async function sendInvitation(
  inviter: Inviter,
  invitee: Invitee,
  user: users.User,
  before: Previous,
  required: readonly Write[] = [],
): Promise<Invited | undefined> {
  const debits = await consumeLimits(inviter, invitee);
  const claimed = withoutCreator(user, [invitee.address.kind], now());
  const roleIds = [...new Set([...claimed.user.roleIds, ...invitee.roleIds])];
  if (roleIds.length > MAX_ROLES) fail('INVALID_INPUT', { message: `roleIds: must be at most ${MAX_ROLES} in all` });
  const given = roleIds.length > user.roleIds.length ? ['roleIds'] : [];
  const after =
    user.isUnclaimed || given.length
      ? { ...claimed.user, roleIds, epoch: user.epoch + (user.isUnclaimed ? 1 : 0), updatedAt: now() }
      : user;
  const { token, item, record } = newInvitation(inviter, after, invitee, before.record);
  const invited = await invitedEvent(inviter, after, invitee, { token, item });
  const updated = given.length ? [event('svc.user_updated', { ...userHeader(after), updatedFields: given })] : [];
  const audited = inviter.auditEvent ? [inviter.auditEvent(user, after)] : [];
  const events = outboxWrite(user.tenantId, [...claimed.events, ...updated, invited, ...audited], now());
  const reply = { user: after, isNewUser: user.isUnclaimed, invitation: record.invitation };
  const kept = (await inviter.keep?.(reply)) ?? [];
  const writes = { token: store.replaceWrite(item, before.token), record: record.write, events, kept, required };
  const result =
    after === user
      ? await transact(writes)
      : await users.change(user, after, [...Object.values(writes).flat(), ...(await factorRemovals(user, after))]);
  if (result === 'done') return reply;
  await refundLimits(debits);
  return undefined;
}

/** Returns a token for the owner of the account, and the record of it. */
function newInvitation(
  { id: invitedBy }: Inviter,
  user: users.User,
  { address, channel, roleIds, lifetimeSeconds }: Invitee,
  before: Invitation | undefined,
) {
  const recipient: Recipient = { tenant: user.tenantId, user: user.id, epoch: user.epoch, to: address.value, channel };
  const { token, item } = newLinkToken(recipient, 'set-password', lifetimeSeconds);
  const given = { invitedBy, roleIds: [...new Set([...(before?.roleIds ?? []), ...roleIds])], lifetimeSeconds };
  return { token, item, record: sentWrite(user.tenantId, user.id, given, item, before) };
}

/**
 * Returns the event that carries the invitation. Its token is sealed in the table. The change feed unseals it for the
 * bus, because the specification requires it there.
 */
async function invitedEvent(
  inviter: Inviter,
  user: users.User,
  { metadata, address, channel }: Invitee,
  link?: { token: string; item: LinkToken },
): Promise<NewEvent> {
  const id = newEventId();
  return event('svc.user_invited', {
    ...userHeader(user),
    id,
    channel,
    to: address.value,
    isNewUser: user.passwordHash === null,
    invitedBy: inviter.id,
    metadata,
    token: link ? seal(await rootSecret('seal'), `message|${id}`, link.token) : null,
    tokenId: link?.item.id ?? null,
    expiresAt: iso(link?.item.expiresAt),
  });
}
