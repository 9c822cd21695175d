// Shows admins the invitations of all tenants, and lets them invite people, send an invitation again and revoke it. Users
// who manage their tenant do the same there (domain/organization).
import { CHANNELS } from '../../contract/channels.ts';
import { DUTIES } from '../../contract/duties.ts';
import { fail } from '../../contract/errors.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { applicationId, tenantId, type UserId, userId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { transact } from '../../store/dynamo/table.ts';
import { asToken, consumeWrite } from '../../store/people/codes.ts';
import * as store from '../../store/people/invitations.ts';
import { asUser, type User } from '../../store/people/users.ts';
import { find as findTenant, type Tenant } from '../../store/tenants/tenants.ts';
import {
  invitePerson,
  isJustSent,
  mayAccept,
  readInvitee,
  retryInvitation,
  sendInvitation,
} from '../account/invite-person.ts';
import { type Invited, type Inviter, isUsable, isWaiting } from '../account/invitee.ts';
import type { Administrator, AdministratorId } from '../administrator.ts';
import type { OrganizationActor } from '../audit.ts';
import { opensAccount } from '../credentials/proofs.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import type { Keep } from '../repeats.ts';
import { eventsWrite, userAuditEvent } from './events.ts';
import { requireRoles } from './fields.ts';
import { ADMINS_MAY, load } from './users.ts';

type Inviting = Administrator | OrganizationActor;
type View = Reply<'POST /auth/admin/api/invitations'>['invitation'];
type Status = View['status'];

const DEFAULT_LIMIT = 20;

/**
 * Returns the status. An open invitation whose link can no longer be used for another reason than time counts as
 * accepted if the user has a password, otherwise as revoked.
 */
export function statusOf(invitation: store.Invitation, user: User): Status {
  const { status } = invitation;
  if (status !== 'open') return status;
  if (user.passwordHash !== null) return 'accepted';
  if (!isUsable(invitation, user)) return 'revoked';
  return isWaiting(invitation, user, now()) ? 'pending' : 'expired';
}

const kindOf = (inviter: string): View['invitedBy']['type'] =>
  userId(inviter) ? 'user' : applicationId(inviter) ? 'application' : 'admin';

const viewOf = (invitation: store.Invitation, user: User): View => ({
  id: invitation.id,
  tenantId: invitation.tenantId,
  status: statusOf(invitation, user),
  ...{ email: null, phone: null, [CHANNELS[invitation.channel].address]: invitation.to },
  name: user.name,
  roleIds: invitation.roleIds,
  locale: user.locale,
  invitedBy: { type: kindOf(invitation.invitedBy), id: invitation.invitedBy },
  sends: invitation.sends,
  createdAt: iso(invitation.createdAt),
  sentAt: iso(invitation.sentAt),
  expiresAt: iso(invitation.expiresAt),
  closedAt: iso(invitation.closedAt),
});

/** Returns a page of invitations to a reader, to whom its cursor belongs. Throws CURSOR_INVALID. */
export async function list(reader: AdministratorId | UserId, query: Query<'GET /auth/admin/api/invitations'>) {
  const { status } = query;
  const context = ['invitations', reader, query.tenantId ?? '', status ?? ''];
  const after = query.cursor === undefined ? undefined : ((await readCursor(query.cursor, ...context)) as string);
  const tenant = query.tenantId ? tenantId(query.tenantId) : undefined;
  // No tenant has an invalid id.
  if (query.tenantId && !tenant) return { data: [], meta: { nextCursor: null } };
  const { listed, more } = await store.page(tenant, status, Number(query.limit ?? DEFAULT_LIMIT), after, now());
  const items = await store.findMany(listed.map(({ id }) => id));
  const data = listed.flatMap((_, at) => {
    const [invitation, user] = [store.asInvitation(items[2 * at]), asUser(items[2 * at + 1])];
    return invitation && user ? [viewOf(invitation, user)] : [];
  });
  const last = listed.at(-1)?.position;
  return {
    // Indexes lag, and the user may have changed since.
    data: data.filter((each) => status === undefined || each.status === status),
    meta: { nextCursor: more && last ? await issueCursor(last, ...context) : null },
  };
}

const inviterOf = (actor: Inviting, tenant: Tenant, action: string): Inviter => ({
  id: 'admin' in actor ? actor.admin.id : actor.user.id,
  tenant,
  auditEvent: (before, after) =>
    userAuditEvent(actor, action, after, before && { roleIds: before.roleIds }, { roleIds: after.roleIds }),
});

/**
 * Invites a person. If several callers invite one address at once, one creates the account. Throws TENANT_ID_REQUIRED,
 * TENANT_NOT_FOUND, USER_ALREADY_EXISTS, and what `readInvitee`, `requireRoles` and `invitePerson` throw.
 */
export async function create(
  actor: Inviting,
  input: Body<'POST /auth/admin/api/invitations'>,
  keep: Keep<{ invitation: View }>,
  permit?: Inviter['permit'],
) {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const validId = tenantId(input.tenantId);
  const tenant = validId && (await findTenant(validId));
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const person = await readInvitee(input, async () => tenant.settings);
  const roleIds = (await requireRoles(tenant.id, { roleIds: input.roleIds })) ?? [];
  const { name, locale, expiresInSeconds: lifetimeSeconds = person.lifetimeSeconds } = input;
  const invitee = { ...person, name, locale, roleIds, lifetimeSeconds };
  const inviter: Inviter = {
    ...inviterOf(actor, tenant, 'user.invited'),
    ...(permit && { permit }),
    keep: (each) => keep(() => replyOf(each)),
  };
  return replyOf(await invitePerson(inviter, invitee));
}

/** Who may see the members of the tenant always gets an invitation (account/invitations.ts). */
const replyOf = ({ user, invitation }: Invited) => ({ invitation: viewOf(invitation as store.Invitation, user) });

/**
 * Sends the invitation again with a new link, for as long as the first one. Throws USER_NOT_FOUND, INVITATION_NOT_FOUND if there is none
 * or its user could not accept it, RATE_LIMITED, and FORBIDDEN for a revoked one if the admin may not revoke any: what an
 * operator ended, support does not open again.
 */
export function resend(actor: Inviting, id: string, permit = ADMINS_MAY) {
  return retryInvitation(async () => {
    const { user, tenant, token, record } = await loadInvitation(id);
    const required = await permit(user);
    if (record.status === 'revoked' && !mayReopen(actor)) return fail('FORBIDDEN');
    const { to, channel, lifetimeSeconds } = record;
    const address = { kind: CHANNELS[channel].address, value: to };
    if (!mayAccept(user) || user[address.kind] !== to || !opensAccount(user, address.kind))
      return fail('INVITATION_NOT_FOUND');
    if (isJustSent(record) && statusOf(record, user) === 'pending') return { invitation: viewOf(record, user) };
    const invitee = {
      email: user.email,
      phone: user.phone,
      roleIds: [],
      metadata: {},
      address,
      channel,
      lifetimeSeconds,
    };
    const inviter = inviterOf(actor, tenant, 'user.invitation_resent');
    const sent = await sendInvitation(inviter, invitee, user, { token, record }, required);
    return sent && replyOf(sent);
  });
}

/**
 * Ends the invitation: its link stops working with this write. If the link is used at the same moment, one of both
 * succeeds. Throws USER_NOT_FOUND, and INVITATION_NOT_FOUND if it cannot be accepted anyway.
 */
export function revoke(actor: Inviting, id: string, permit = ADMINS_MAY) {
  return retryOnConflict('the invitation', async () => {
    const { user, token, record } = await loadInvitation(id);
    const required = await permit(user);
    if (!token || token.id !== record.tokenId || statusOf(record, user) !== 'pending')
      return fail('INVITATION_NOT_FOUND');
    const audit = userAuditEvent(actor, 'user.invitation_revoked', user, { expiresAt: iso(record.expiresAt) });
    const result = await transact({
      token: consumeWrite(token),
      record: store.closeWrite(record, 'revoked', now()),
      events: eventsWrite(user, [audit]),
      required,
    });
    return result === 'done' ? { message: 'Invitation revoked.' } : undefined;
  });
}

const mayReopen = (actor: Inviting): boolean => !('admin' in actor) || DUTIES[actor.admin.role].includes('operate');

async function loadInvitation(id: string) {
  const { user, tenant, items } = await load(id);
  const record = items.map(store.asInvitation).find(Boolean) ?? fail('INVITATION_NOT_FOUND');
  const token = items.map(asToken).find((each) => each?.purpose === 'set-password');
  return { user, tenant, token, record };
}
