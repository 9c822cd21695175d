// Creates permissions, roles and users who hold them.
import { randomBytes } from 'node:crypto';
import type { RoleId } from '../../lib/platform/ids.ts';
import { get, type Item } from '../../lib/store/dynamo/table.ts';
import * as keys from '../../lib/store/keys.ts';
import type { Role } from '../../lib/store/tenants/roles.ts';
import { giveRoles } from './api.ts';
import type { Reply } from './http.ts';
import { bearer, type Service, type User } from './service.ts';

export const PERMISSIONS = '/auth/admin/api/permissions';
export const ROLES = '/auth/admin/api/roles';

type Made = { id: string; name: string; permissions: string[] };

/** Returns a permission name that was never used. */
export const newName = (resource = 'news'): string => `${resource}.${randomBytes(6).toString('hex')}`;

const made = ({ status, text, body }: Reply, noun: string): Made => {
  if (status !== 201) throw new Error(`${noun}: ${text}`);
  return body[noun];
};

export const newPermission = async (service: Service, more: Record<string, unknown> = {}): Promise<Made> =>
  made(await service.admin('POST', PERMISSIONS, { name: newName(), ...more }), 'permission');

export const newRole = async (service: Service, more: Record<string, unknown> = {}): Promise<Made> =>
  made(await service.admin('POST', ROLES, { name: `Role ${newName()}`, ...more }), 'role');

export const me = (service: Service, user: User): Promise<Reply> =>
  service.get('/auth/me', { headers: bearer(user.tokens) });

/** Names of roles and permissions that a live session has now. */
export async function grantsOf(service: Service, user: User): Promise<[roles: string[], permissions: string[]]> {
  const { body } = await me(service, user);
  return [body.roles.map(({ name }: { name: string }) => name), body.permissions];
}

/** Signs a user up in a new tenant, and gives them a role of that tenant with these permissions. */
export async function holder(service: Service, permissions: string[], more: Record<string, unknown> = {}) {
  const user = await service.signup(await service.tenant());
  const role = await newRole(service, { tenantId: user.tenant.id, permissions, ...more });
  await giveRoles(user, [role.id]);
  return { user, role };
}

/** A role as it is stored, and how often a permission was renamed or deleted. */
export const stored = async (id: string): Promise<{ role: Role | undefined; epoch: number }> => {
  const counter = await get<Item & { count: number }>(keys.permissionsEpoch(0), 'permissions-epoch');
  return { role: await get<Role>(keys.role(id as RoleId), 'role'), epoch: counter?.count ?? 0 };
};

/** Ids that are no permission's and no role's. */
export const foreignIds = (service: Service) =>
  Promise.all([service.tenant(), newRole(service), newPermission(service)]).then(([tenant, role, permission]) => ({
    always: [
      `rol_${'0'.repeat(44)}`,
      `per_${'0'.repeat(22)}`,
      'x',
      '%2F',
      '%00',
      '..%2f',
      '__proto__',
      '%23',
      tenant.id,
    ],
    role: role.id,
    permission: permission.id,
  }));
