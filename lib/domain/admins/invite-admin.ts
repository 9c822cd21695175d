// Invites people to become admins. An invitation belongs to one address, and its link sets the password of the new admin.
// It is as good as its sender: it is void when the owner who sent it last is no longer one.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { seal } from '../../crypto/seal.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { type AdminId, adminInvitationId, adminInvitationIdOf, newEventId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import * as store from '../../store/admins/admin-invitations.ts';
import * as admins from '../../store/admins/admins.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import { event, outboxWrite } from '../../store/outbox.ts';
import { canonicalEmail } from '../addresses.ts';
import type { AdminActor } from '../administrator.ts';
import { type AuditView, auditEvent } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { mailboxOf } from '../credentials/mailbox.ts';
import { attemptMessage } from '../credentials/tenant-budgets.ts';
import { requireTenants } from '../required-tenants.ts';
import { isOfNow } from '../still-counts.ts';
import { refuseActor } from './scope.ts';

type Invitation = store.AdminInvitation;
type View = Reply<'POST /auth/admin/invitations'>['invitation'];

/** An expired invitation stays in the list this long, so that it can be sent again. */
const KEEP_SECONDS = 30 * 86_400;
/** The budget of messages that belong to no tenant. */
const DEPLOYMENT = { id: 'admins', settings: undefined } as const;

/** Whether the invitation can be accepted, as far as it says itself. */
export const isLive = ({ expiresAt, sentAt }: Invitation): boolean => expiresAt > now() && isOfNow(sentAt);

const viewOf = (invitation: Invitation, isSenderOwner: boolean): View => ({
  id: invitation.id,
  email: invitation.email,
  name: invitation.name,
  role: invitation.role,
  tenants: invitation.tenants,
  status: isLive(invitation) ? (isSenderOwner ? 'pending' : 'void') : 'expired',
  invitedBy: invitation.invitedBy,
  createdAt: iso(invitation.createdAt),
  sentAt: iso(invitation.sentAt),
  expiresAt: iso(invitation.expiresAt),
});

/**
 * Invites a person. Throws INVALID_INPUT, TENANT_NOT_FOUND, ADMIN_USER_EXISTS, ADMIN_INVITATION_EXISTS, FORBIDDEN and
 * RATE_LIMITED. If several callers invite one address at once, one succeeds and one message is sent.
 */
export async function invite(actor: AdminActor, input: Body<'POST /auth/admin/invitations'>) {
  const email = canonicalEmail(input.email);
  const id = adminInvitationIdOf(email);
  const tenants = input.tenants ? await requireTenants(input.tenants) : null;
  if (await admins.findByEmail(email)) fail('ADMIN_USER_EXISTS');
  const before = await store.find(id);
  if (before && isLive(before)) fail('ADMIN_INVITATION_EXISTS');
  const { name = null, role, locale = null } = input;
  const { secret, sent } = newSending(actor);
  const invitation: Invitation = {
    ...store.invitationKey(id),
    type: 'admin-invitation',
    id,
    email,
    name,
    role,
    tenants,
    locale,
    createdAt: sent.sentAt,
    ...sent,
  };
  const { events, refund } = await message(actor, 'invited', invitation, secret);
  const result = await store.create(actor.admin, invitation, events, now());
  if (result !== 'done') await refund();
  if (result === 'actor-gone') await refuseActor(actor.admin);
  if (result === 'email-taken') fail('ADMIN_USER_EXISTS');
  if (result === 'invited') fail('ADMIN_INVITATION_EXISTS');
  return { invitation: viewOf(invitation, true) };
}

/** Returns every invitation, newest first. `void`: its sender is no longer an owner. */
export async function list() {
  const invitations = await store.list();
  const senders = [...new Set(invitations.map(({ invitedBy }) => invitedBy))];
  const found = (await getMany(senders.map(admins.adminKey))).map(admins.asAdmin);
  const owners = new Set<AdminId>(found.flatMap((admin) => (admin && admins.isOwner(admin) ? [admin.id] : [])));
  invitations.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return { data: invitations.map((each) => viewOf(each, owners.has(each.invitedBy))) };
}

/**
 * Sends the invitation again, with a new link that is valid from now. The link before it no longer works. The caller is
 * its sender from now on. Throws ADMIN_INVITATION_NOT_FOUND, FORBIDDEN and RATE_LIMITED.
 */
export async function resend(actor: AdminActor, id: string) {
  const before = await required(id);
  const { secret, sent } = newSending(actor);
  const after = { ...before, ...sent };
  const { events, refund } = await message(actor, 'invitation_sent', after, secret);
  const result = await store.replace(actor.admin, before, after, events);
  if (result !== 'done') await refund();
  if (result === 'actor-gone') await refuseActor(actor.admin);
  if (result === 'gone') fail('ADMIN_INVITATION_NOT_FOUND');
  return { invitation: viewOf(after, true) };
}

/** Revokes the invitation: its link no longer works. Throws ADMIN_INVITATION_NOT_FOUND and FORBIDDEN. */
export async function revoke(actor: AdminActor, id: string) {
  const before = await required(id);
  const audit = auditEvent(actor, 'admin.invitation_revoked', target(before), auditViewOf(before));
  const result = await store.revoke(actor.admin, before, outboxWrite(null, [audit], now()));
  if (result === 'actor-gone') await refuseActor(actor.admin);
  if (result === 'gone') fail('ADMIN_INVITATION_NOT_FOUND');
  return { message: 'Invitation revoked.' };
}

async function required(id: string): Promise<Invitation> {
  const validId = adminInvitationId(id);
  return (validId && (await store.find(validId))) ?? fail('ADMIN_INVITATION_NOT_FOUND');
}

/** Returns a new secret, and what an invitation that is sent now has of it. */
function newSending({ admin }: AdminActor) {
  const secret = randomSecret();
  const sentAt = now();
  const expiresAt = sentAt + config().ttl.adminInvite * 1000;
  const ttl = seconds(expiresAt) + KEEP_SECONDS;
  return { secret, sent: { secretHash: digest(secret), invitedBy: admin.id, sentAt, expiresAt, ttl } };
}

/**
 * Counts the message in every limit and returns the write that sends it, and what refunds it if it is not written. Throws
 * RATE_LIMITED if a limit is exhausted, and then uses up none of them.
 */
async function message(
  actor: AdminActor,
  action: 'invited' | 'invitation_sent',
  invitation: Invitation,
  secret: string,
): Promise<{ events: Write; refund: () => Promise<unknown> }> {
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const counted = await Promise.allSettled([
    limits.consume('send-gap', DEPLOYMENT.id, 'invite', email),
    limits.consume('email-day', DEPLOYMENT.id, 'invite', mailboxOf(email)),
    attemptMessage('email', DEPLOYMENT, 'invitations').then(limits.requireCounted),
  ]);
  const debits = counted.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refund = () => Promise.all(debits.map(limits.refund));
  const refused = counted.find((result) => result.status === 'rejected');
  if (refused) {
    await refund();
    throw refused.reason;
  }
  const eventId = newEventId();
  const invited = event('svc.admin_invited', {
    id: eventId,
    invitationId: id,
    channel: 'email',
    to: email,
    role,
    invitedBy,
    expiresAt: iso(expiresAt),
    sealed: seal(await rootSecret('seal'), `message|${eventId}`, `${id}.${secret}`),
  });
  const audit = auditEvent(actor, `admin.${action}`, target(invitation), {}, auditViewOf(invitation));
  return { events: outboxWrite(null, [audit, invited], now()), refund };
}

const target = ({ id }: Invitation) => ({ type: 'admin', id }) as const;
const auditViewOf = ({ email, name, role, tenants }: Invitation): AuditView => ({ email, name, role, tenants });
