// Lets those who manage a tenant invite people into it. The invitations are those of admins, and of POST /auth/invite.
import { fail } from '../../contract/errors.ts';
import type { Body, Query } from '../../contract/index.ts';
import type { User } from '../../store/people/users.ts';
import type { Repeatable } from '../repeats.ts';
import { repeatable } from '../repeats.ts';
import * as invitations from '../users/invitations-for-admins.ts';
import { permitOf, requireGivable, requireOfTenant } from './delegation.ts';
import type { UserDoor } from './door.ts';

/** Returns a page of invitations of the tenant. Throws CURSOR_INVALID. */
export async function list({ by, tenant }: UserDoor, query: Query<'GET /auth/organization/invitations'>) {
  const { data, meta } = await invitations.list(by.user.id, { ...query, tenantId: tenant.id });
  return { invitations: data.map(viewOf), nextCursor: meta.nextCursor };
}

type Stored = Awaited<ReturnType<typeof invitations.list>>['data'][number];

/** Who invited is told of users alone: admins are not for members to know. */
export const viewOf = ({ tenantId, invitedBy, ...invitation }: Stored) => ({
  ...invitation,
  invitedBy: invitedBy.type === 'user' ? invitedBy.id : null,
});

/** Invites a person. Throws what `permitOf` and the invitation of an admin throw. */
export async function create(door: UserDoor, input: Body<'POST /auth/organization/invitations'>, sent: Repeatable) {
  const { roleIds = [] } = input;
  await requireGivable(door, roleIds);
  const owner = { tenant: door.tenant.id, caller: door.by.user.id };
  const { invitation } = await repeatable<{ invitation: Stored }>(sent, owner, (keep) =>
    invitations.create(door.by, { ...input, tenantId: door.tenant.id }, keep, inviting(door, roleIds)),
  );
  return { invitation: viewOf(invitation) };
}

/** The permit to invite. To an account that exists, an invitation gives roles as a change of the member does. */
export function inviting(door: UserDoor, roleIds: readonly string[]) {
  const permit = permitOf(door, roleIds);
  return (member?: User) => {
    const isGiving = member && roleIds.some((id) => !(member.roleIds as readonly string[]).includes(id));
    if (isGiving && !door.permissions.includes('organization.roles'))
      fail('MISSING_REQUIRED_PERMISSIONS', {
        message: 'An account has the address. Its roles are given to the member.',
      });
    return member ? permit(member) : permit();
  };
}

/** Sends an invitation again. Throws USER_NOT_FOUND, INVITATION_NOT_FOUND, RATE_LIMITED and what `permitOf` throws. */
export async function resend(door: UserDoor, id: string) {
  requireOfTenant(door, id);
  const { invitation } = await invitations.resend(door.by, id, permitOf(door));
  return { invitation: viewOf(invitation) };
}

/** Revokes an invitation. Throws USER_NOT_FOUND, INVITATION_NOT_FOUND and what `permitOf` throws. */
export function revoke(door: UserDoor, id: string) {
  requireOfTenant(door, id);
  return invitations.revoke(door.by, id, permitOf(door));
}
