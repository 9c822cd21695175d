// Stores invitations of admins, one for each address. An invitation is stored until it is accepted, revoked or long
// expired; only the hash of its secret is.
import type { AdminRole } from '../../contract/duties.ts';
import type { AdminId, AdminInvitationId, TenantId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { type Admin, emailItem, IS_OWNER, oneMoreWrite, requireOwnerWrite } from './admins.ts';

export type AdminInvitation = table.Item & {
  type: 'admin-invitation';
  id: AdminInvitationId;
  email: string;
  name: string | null;
  role: AdminRole;
  tenants: TenantId[] | null;
  /** The language of its message. */
  locale: string | null;
  secretHash: string;
  /** The owner who sent it last. */
  invitedBy: AdminId;
  createdAt: number;
  sentAt: number;
  expiresAt: number;
  ttl: number;
};

export const invitationKey = keys.adminInvitation;
export const find = (id: AdminInvitationId): Promise<AdminInvitation | undefined> =>
  table.get<AdminInvitation>(keys.adminInvitation(id), 'admin-invitation');
/** All invitations, in no order. */
export const list = (): Promise<AdminInvitation[]> =>
  table.query<AdminInvitation>(keys.adminInvitations, 'admin-invitation');

const isSame = (before: AdminInvitation) => table.unchanged(before, 'secretHash');

/** Creates the invitation with the events. If callers race for an address, one gets it. `now` in ms. */
export async function create(
  by: Admin,
  invitation: AdminInvitation,
  events: table.Write,
  now: number,
): Promise<'done' | 'actor-gone' | 'email-taken' | 'invited'> {
  const isFree = { if: 'attribute_not_exists(pk) OR #expiresAt <= :now', values: { now } };
  const result = await table.transact({
    actor: requireOwnerWrite(by),
    email: { absent: keys.adminEmail(invitation.email) },
    invitation: { replace: { item: invitation, ...isFree } },
    events,
  });
  if (result === 'done') return 'done';
  if (result.has('actor')) return 'actor-gone';
  return result.has('email') ? 'email-taken' : 'invited';
}

/** Replaces `before` by `after` with the events: its link no longer works. `gone`: it changed since it was read. */
export async function replace(
  by: Admin,
  before: AdminInvitation,
  after: AdminInvitation,
  events: table.Write,
): Promise<'done' | 'actor-gone' | 'gone'> {
  const result = await table.transact({
    actor: requireOwnerWrite(by),
    invitation: { replace: { item: after, ...isSame(before) } },
    events,
  });
  if (result === 'done') return 'done';
  return result.has('actor') ? 'actor-gone' : 'gone';
}

/** Deletes the invitation with the events. `gone`: it changed since it was read. */
export async function revoke(
  by: Admin,
  before: AdminInvitation,
  events: table.Write,
): Promise<'done' | 'actor-gone' | 'gone'> {
  const { pk, sk } = before;
  const result = await table.transact({
    actor: requireOwnerWrite(by),
    invitation: { remove: { pk, sk, ...isSame(before) } },
    events,
  });
  if (result === 'done') return 'done';
  return result.has('actor') ? 'actor-gone' : 'gone';
}

/**
 * Uses the invitation up and creates the admin with the events, all or nothing. If callers race, one gets `true`. `false`:
 * it was used, revoked, sent again, has expired, its sender is no longer an owner, or the address has an admin. `now` in
 * ms.
 */
export async function accept(
  invitation: AdminInvitation,
  admin: Admin,
  events: table.Write,
  now: number,
): Promise<boolean> {
  const { pk, sk, invitedBy } = invitation;
  const isLive = { if: '#expiresAt > :now', values: { now } };
  const result = await table.transact({
    sender: { check: { ...keys.admin(invitedBy), ...IS_OWNER } },
    invitation: { remove: { pk, sk, ...table.both(isSame(invitation), isLive) } },
    admin: { create: admin },
    email: { create: emailItem(admin) },
    count: oneMoreWrite,
    events,
  });
  return result === 'done';
}
