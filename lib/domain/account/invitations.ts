// Members invite members. A new account has no password: the link in the message sets it, once. One that has a password
// gets a notice instead: nobody takes an account over by inviting its owner.
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
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as users from '../../store/users.ts';
import { requirePermission } from '../access/grants.ts';
import { canonicalEmail, canonicalPhone } from '../addresses.ts';
import { type LinkToken, newLinkToken, type Recipient } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { requirePlain } from '../metadata.ts';
import type { Actor } from '../sessions/sessions.ts';
import { requireAllowedDomain } from '../tenants/blocked-domains.ts';

type Invited = Reply<'POST /auth/invite'>;

/** Inviting again within this time is the same invitation. */
const SAME_MS = 60_000;
/** Looks again at a limit that parallel invitations have reached; half a second in all. */
const MAX_REFUSALS = 5;
const PERMISSION = 'users.invite';

/**
 * Invites somebody into the caller's own tenant: makes the account if the address has none, and puts a message on its
 * way. Of any number of parallel invitations of one address one makes the account, and one message leaves a minute.
 */
export async function invite(actor: Actor, input: Body<'POST /auth/invite'>): Promise<Invited> {
  await requirePermission(actor.user, PERMISSION);
  const { tenant } = actor;
  if (input.tenantId && input.tenantId !== tenant.id) fail('TENANT_MISMATCH');
  const email = input.email === undefined ? null : canonicalEmail(input.email);
  const phone = input.phone === undefined ? null : await canonicalPhone(input.phone);
  if (email === null && phone === null) return fail('EMAIL_OR_PHONE_REQUIRED');
  const metadata = requirePlain(input.metadata ?? {}, 'metadata');
  if (email !== null) await requireAllowedDomain(email);
  const who: users.Identifier =
    email === null ? { kind: 'phone', value: phone as string } : { kind: 'email', value: email };
  const wanted = { email, phone, metadata, who, channel: who.kind === 'email' ? 'email' : 'sms' } as const;
  let refusals = 0;
  return retryOnConflict('the invitation', async () => {
    const [lock] = await getMany([users.addressKey(tenant.id, who)]);
    const owner = users.claimedBy(lock);
    const invited = owner ? inviteAgain(actor, wanted, owner) : inviteNew(actor, wanted);
    return invited.catch((error: unknown) => {
      // The limit counts those who are losing a race, too, until they give theirs back: whether it holds shows a little later.
      if (!isLimit(error) || ++refusals > MAX_REFUSALS) throw error;
      return undefined;
    });
  });
}

const isLimit = (error: unknown): boolean => error instanceof ApiError && error.code === 'RATE_LIMITED';

type Wanted = {
  email: string | null;
  phone: string | null;
  metadata: Record<string, unknown>;
  who: users.Identifier;
  channel: store.Channel;
};

/** An account for somebody new. `undefined`: somebody else made it meanwhile. */
async function inviteNew(actor: Actor, wanted: Wanted): Promise<Invited | undefined> {
  const debits = await consumeLimits(actor, wanted);
  const { email, phone, metadata, who } = wanted;
  const user = { ...users.newUser(actor.tenant.id, { email, phone, passwordHash: null }), metadata };
  const { token, item } = tokenFor(user, wanted);
  const events = [event('svc.user_created', userHeader(user)), await invited(actor, user, wanted, { token, item })];
  const result = await users.create(user, undefined, outboxWrite(user.tenantId, events, now()), [{ create: item }]);
  if (result === 'done') return invitationReply(user, true);
  await refundLimits(debits);
  // The number it was to have besides belongs to somebody else.
  if (result !== who.kind) fail('PHONE_ALREADY_EXISTS');
  return undefined;
}

/** A message to somebody known, unless one is on its way. */
async function inviteAgain(actor: Actor, wanted: Wanted, owner: users.User['id']): Promise<Invited | undefined> {
  const { tenant } = actor;
  const [userItem, tokenItem] = await getMany([
    users.userKey(tenant.id, owner),
    store.tokenKey(tenant.id, owner, 'set-password'),
  ]);
  const [user, before] = [users.asUser(userItem), store.asToken(tokenItem)];
  if (!user) return undefined;
  if (!user.isActive) return invitationReply(user, false);
  if (user.passwordHash !== null) {
    if (await limits.tryConsume('send-gap', tenant.id, 'invite-notice', wanted.who.value)) {
      await consumeLimits(actor, wanted);
      await transact({ events: outboxWrite(tenant.id, [await invited(actor, user, wanted)], now()) });
    }
    return invitationReply(user, false);
  }
  if (before && now() - before.createdAt < SAME_MS)
    return invitationReply(user, before.createdAt - user.createdAt < 1000);
  const debits = await consumeLimits(actor, wanted);
  const { token, item } = tokenFor(user, wanted);
  const events = outboxWrite(tenant.id, [await invited(actor, user, wanted, { token, item })], now());
  const result = await transact({ token: store.replaceWrite(item, before), events });
  if (result === 'done') return invitationReply(user, false);
  await refundLimits(debits);
  return undefined;
}

const invitationReply = ({ id }: users.User, isNewUser: boolean): Invited => ({
  message: 'Invited.',
  userId: id,
  isNewUser,
});

/** Invitations are messages too. Here the limit may show: the caller is known. What is refused uses nothing up. */
async function consumeLimits({ tenant }: Actor, { who, channel }: Wanted): Promise<limits.Consumption[]> {
  const counted = await Promise.allSettled(
    channel === 'email'
      ? [limits.consume('email-day', tenant.id, 'invite', who.value), limits.consume('email-tenant-day', tenant.id)]
      : [
          limits.consume('sms-day', tenant.id, who.value),
          limits.consume('sms-prefix', tenant.id, who.value.slice(0, -4)),
          limits.consume('sms-tenant-day', tenant.id),
        ],
  );
  const debits = counted.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const refused = counted.find((each) => each.status === 'rejected');
  if (!refused) return debits;
  await refundLimits(debits);
  throw refused.reason;
}

/** Somebody else's message leaves, and this one doesn't: it must not use up what is left for later ones. */
const refundLimits = (debits: limits.Consumption[]): Promise<unknown> => Promise.all(debits.map(limits.refund));

function tokenFor(user: users.User, { who, channel }: Wanted) {
  const recipient: Recipient = { tenant: user.tenantId, user: user.id, epoch: user.epoch, to: who.value, channel };
  return newLinkToken(recipient, 'set-password', config().ttl.invite);
}

/**
 * The event that carries the invitation. The token in it is sealed as long as it lies in the table; the change feed opens
 * it for the bus, where the specification wants it.
 */
async function invited(
  { user: inviter }: Actor,
  user: users.User,
  { metadata, who, channel }: Wanted,
  link?: { token: string; item: LinkToken },
): Promise<NewEvent> {
  const id = newEventId();
  return event('svc.user_invited', {
    ...userHeader(user),
    id,
    channel,
    to: who.value,
    isNewUser: user.passwordHash === null,
    invitedBy: inviter.id,
    metadata,
    token: link ? seal(await rootSecret(), `message|${id}`, link.token) : null,
    tokenId: link?.item.id ?? null,
    expiresAt: iso(link?.item.expiresAt),
  });
}
