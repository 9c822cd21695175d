// Lets those who manage a tenant see, disable, enable and delete its members, and give them roles. The changes are those of
// admins (domain/users), with a permit.
import type { Body, Query, Reply } from '../../contract/index.ts';
import { list as listUsers } from '../users/list.ts';
import * as users from '../users/users.ts';
import type { UserView } from '../users/view.ts';
import { permitOf, requireOfTenant } from './delegation.ts';
import type { UserDoor } from './door.ts';

type Page = Reply<'GET /auth/organization/members'>;
type Member = Page['members'][number];

const viewOf = ({ userAccesses, ...user }: UserView): Member => ({
  id: user.id,
  email: user.email,
  phone: user.phone,
  name: user.name,
  isActive: user.isActive,
  emailVerifiedAt: user.emailVerifiedAt,
  phoneVerifiedAt: user.phoneVerifiedAt,
  roles: userAccesses.flatMap(({ roles }) => roles.map(({ id, name }) => ({ id, name }))),
  createdAt: user.createdAt,
});

/** Returns a page of members, newest first. Throws CURSOR_INVALID. */
export async function list({ by, tenant }: UserDoor, query: Query<'GET /auth/organization/members'>): Promise<Page> {
  const { data, meta } = await listUsers(by.user.id, { ...query, tenantId: tenant.id });
  const { total, totalCapped, nextCursor } = meta;
  return { members: data.map(viewOf), total, totalCapped, nextCursor };
}

/** Disables a member, which ends their sessions, or enables them. Throws USER_NOT_FOUND and what `permitOf` throws. */
export async function update(door: UserDoor, id: string, { isActive }: Body<'PATCH /auth/organization/members/{id}'>) {
  requireOfTenant(door, id);
  const { user } = await users.updateAccess(door.by, id, { isActive }, permitOf(door));
  return { member: viewOf(user) };
}

/** Deletes a member. Throws USER_NOT_FOUND and what `permitOf` throws. */
export async function remove(door: UserDoor, id: string) {
  requireOfTenant(door, id);
  await users.remove(door.by, id, permitOf(door));
  return { message: 'Member deleted.' };
}

/** Replaces the roles of a member. Throws USER_NOT_FOUND, ROLE_NOT_FOUND, GUARD_MISMATCH and what `permitOf` throws. */
export async function setRoles(
  door: UserDoor,
  id: string,
  { roleIds }: Body<'PUT /auth/organization/members/{id}/roles'>,
) {
  requireOfTenant(door, id);
  const { user } = await users.updateAccess(door.by, id, { roleIds }, permitOf(door, roleIds));
  return { member: viewOf(user) };
}
