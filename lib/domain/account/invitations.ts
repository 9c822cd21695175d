// Invites people into the tenant of the caller. An invitation belongs to one address. Its link sets the first password
// of the account. An account with a password gets a notice without a link, so that an invitation cannot take the account
// over. A stranger who holds the address without having proved it is replaced.
import { ApiError, fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { seal } from '../../crypto/seal.ts';
import { iso, now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { newEventId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { rootSecret } from '../../platform/secrets.ts';
import * as store from '../../store/codes.ts';
import { getMany, transact } from '../../store/dynamo/table.ts';
import { factorRemovals } from '../../store/factors.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as users from '../../store/users.ts';
import { requirePermission } from '../access/grants.ts';
import { canonicalEmail, canonicalPhone } from '../addresses.ts';
import { type LinkToken, newLinkToken, type Recipient } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { mailboxOf } from '../credentials/mailbox.ts';
import { opensAccount, withoutCreator } from '../credentials/proofs.ts';
import { attemptMessage } from '../credentials/tenant-budgets.ts';
import { requirePlain } from '../metadata.ts';
import { requireSmsNumber } from '../phone-numbers.ts';
import { type Actor, wholeTenant } from '../sessions/sessions.ts';
import { requireAllowedDomain } from '../tenants/blocked-domains.ts';

type InvitationReply = Reply<'POST /auth/invite'>;

/** A repeated invitation within this time sends no second message. */
const REPEAT_MS = 60_000;
/** Refusals by a limit that are retried, for half a second in all: parallel invitations may exhaust it for a moment. */
const MAX_REFUSALS = 5;
const PERMISSION = 'users.invite';

/**
 * Invites a person into the caller's own tenant. Creates the account if the address has none, and sends a message. If
 * several callers invite one address at once, one creates the account. At most one message a minute is sent. Throws
 * MISSING_REQUIRED_PERMISSIONS, TENANT_MISMATCH, EMAIL_OR_PHONE_REQUIRED, EMAIL_DOMAIN_NOT_ALLOWED, RATE_LIMITED, and
 * PHONE_ALREADY_EXISTS if the number belongs to another account.
 */
export async function invite(actor: Actor, input: Body<'POST /auth/invite'>): Promise<InvitationReply> {
  await requirePermission(actor.user, PERMISSION);
  const { tenant } = actor;
  if (input.tenantId && input.tenantId !== tenant.id) fail('TENANT_MISMATCH');
  const email = input.email === undefined ? null : canonicalEmail(input.email);
  const phone = input.phone === undefined ? null : await canonicalPhone(input.phone);
  if (email === null && phone === null) return fail('EMAIL_OR_PHONE_REQUIRED');
  if (phone !== null) await requireSmsNumber(phone, (await wholeTenant(actor)).settings);
  const metadata = requirePlain(input.metadata ?? {}, 'metadata');
  if (email !== null) await requireAllowedDomain(email);
  const address: users.Identifier =
    email === null ? { kind: 'phone', value: phone as string } : { kind: 'email', value: email };
  const invitee = { email, phone, metadata, address, channel: address.kind === 'email' ? 'email' : 'sms' } as const;
  let refusals = 0;
  return retryOnConflict('the invitation', async () => {
    const [claim] = await getMany([users.addressKey(tenant.id, address)]);
    const owner = users.claimedBy(claim);
    const reply = owner ? inviteExisting(actor, invitee, owner) : inviteNew(actor, invitee);
    return reply.catch((error: unknown) => {
      // The limit also counts callers who lose the race, until they are refunded. So it is checked again a little
      // later.
      if (!isLimit(error) || ++refusals > MAX_REFUSALS) throw error;
      return undefined;
    });
  });
}

const isLimit = (error: unknown): boolean => error instanceof ApiError && error.code === 'RATE_LIMITED';

/** The person to invite. `address` is the one that the message goes to. */
type Invitee = {
  email: string | null;
  phone: string | null;
  metadata: Record<string, unknown>;
  address: users.Identifier;
  channel: store.Channel;
};

/**
 * Creates an account and invites its owner. `donor`: the account that gives the address up. Returns `undefined` if
 * another caller was faster.
 */
async function inviteNew(actor: Actor, invitee: Invitee, donor?: users.Donor): Promise<InvitationReply | undefined> {
  const debits = await consumeLimits(actor, invitee);
  const { email, phone, metadata, address } = invitee;
  const user = { ...users.newUser(actor.tenant.id, { email, phone, passwordHash: null }), metadata };
  const { token, item } = newInvitationToken(user, invitee);
  const events = [
    ...(donor ? [event('svc.user_updated', { ...userHeader(donor.after), updatedFields: [address.kind] })] : []),
    event('svc.user_created', userHeader(user)),
    await invitedEvent(actor, user, invitee, { token, item }),
  ];
  const outbox = outboxWrite(user.tenantId, events, now());
  const result = await users.create(user, undefined, outbox, [{ create: item }], donor);
  if (result === 'done') return invitationReply(user, true);
  await refundLimits(debits);
  // The account was to have this number as well, but the number belongs to another user.
  if (result === 'phone' && address.kind === 'email') fail('PHONE_ALREADY_EXISTS');
  return undefined;
}

/**
 * Invites the person at an address that an account has, unless a message was just sent. Returns `undefined` if the
 * account changed meanwhile.
 */
async function inviteExisting(
  actor: Actor,
  invitee: Invitee,
  owner: users.User['id'],
): Promise<InvitationReply | undefined> {
  const { tenant } = actor;
  const { address } = invitee;
  const [userItem, tokenItem] = await getMany([
    users.userKey(tenant.id, owner),
    store.tokenKey(tenant.id, owner, 'set-password'),
  ]);
  const [user, before] = [users.asUser(userItem), store.asToken(tokenItem)];
  if (!user || user[address.kind] !== address.value) return undefined;
  // Another person may have typed the address. Its owner gets an account of their own.
  if (!opensAccount(user, address.kind)) {
    const after = { ...user, [address.kind]: null, epoch: user.epoch + 1, updatedAt: now() };
    return inviteNew(
      actor,
      { ...invitee, email: null, phone: null, [address.kind]: address.value },
      { before: user, after },
    );
  }
  if (!user.isActive) return invitationReply(user, false);
  if (user.passwordHash !== null && !user.isUnclaimed) {
    if (await limits.tryConsume('send-gap', tenant.id, 'invite-notice', address.value)) {
      await consumeLimits(actor, invitee);
      await transact({ events: outboxWrite(tenant.id, [await invitedEvent(actor, user, invitee)], now()) });
    }
    return invitationReply(user, false);
  }
  if (before && now() - before.createdAt < REPEAT_MS)
    return invitationReply(user, before.createdAt - user.createdAt < 1000);
  const debits = await consumeLimits(actor, invitee);
  if (await sendInvitation(actor, invitee, user, before)) return invitationReply(user, user.isUnclaimed);
  await refundLimits(debits);
  return undefined;
}

/**
 * Sends a link that sets the first password. The creator of an unclaimed account loses it at once: what the inviter
 * gives to the account is for the owner of the address. Returns `false` if the account or its token changed meanwhile.
 */
async function sendInvitation(
  actor: Actor,
  invitee: Invitee,
  user: users.User,
  before: LinkToken | undefined,
): Promise<boolean> {
  const claimed = withoutCreator(user, [invitee.address.kind], now());
  const after = user.isUnclaimed ? { ...claimed.user, epoch: user.epoch + 1, updatedAt: now() } : user;
  const { token, item } = newInvitationToken(after, invitee);
  const invited = await invitedEvent(actor, after, invitee, { token, item });
  const events = outboxWrite(user.tenantId, [...claimed.events, invited], now());
  const writes = { token: store.replaceWrite(item, before), events };
  if (after === user) return (await transact(writes)) === 'done';
  const removals = await factorRemovals(user, after);
  return (await users.change(user, after, [...Object.values(writes), ...removals])) === 'done';
}

const invitationReply = ({ id }: users.User, isNewUser: boolean): InvitationReply => ({
  message: 'Invited.',
  userId: id,
  isNewUser,
});

/**
 * Counts the invitation in every message limit. Throws RATE_LIMITED if one is exhausted, and then uses up none of them.
 * The reply may reveal the limit, because the caller is logged in.
 */
async function consumeLimits({ tenant }: Actor, { address, channel }: Invitee): Promise<limits.Consumption[]> {
  const counted = await Promise.allSettled(
    channel === 'email'
      ? [
          limits.consume('email-day', tenant.id, 'invite', mailboxOf(address.value)),
          attemptMessage('email', tenant, 'invitations').then(limits.requireCounted),
        ]
      : [
          limits.consume('sms-day', tenant.id, address.value),
          limits.consume('sms-prefix', tenant.id, address.value.slice(0, -4)),
          attemptMessage('sms', tenant, 'invitations').then(limits.requireCounted),
        ],
  );
  const debits = counted.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refused = counted.find((result) => result.status === 'rejected');
  if (!refused) return debits;
  await refundLimits(debits);
  throw refused.reason;
}

/** Refunds an invitation that is not sent, so that later ones may use the limits. */
const refundLimits = (debits: limits.Consumption[]): Promise<unknown> => Promise.all(debits.map(limits.refund));

function newInvitationToken(user: users.User, { address, channel }: Invitee) {
  const recipient: Recipient = { tenant: user.tenantId, user: user.id, epoch: user.epoch, to: address.value, channel };
  return newLinkToken(recipient, 'set-password', config().ttl.invite);
}

/**
 * Returns the event that carries the invitation. Its token is sealed in the table. The change feed unseals it for the
 * bus, because the specification requires it there.
 */
async function invitedEvent(
  { user: inviter }: Actor,
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
