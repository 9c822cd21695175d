// Makes members of a tenant, and users whose roles let them manage it.
import { organizationPermissions } from '../../lib/contract/groups/parts/organization-permissions.ts';
import { createUser } from './admin-users.ts';
import type { Send } from './http.ts';
import { bearer, type Service, type Tenant, type User, unique } from './service.ts';

export const ORGANIZATION = '/auth/organization';
export const MEMBERS = `${ORGANIZATION}/members`;
export const DOMAINS = `${ORGANIZATION}/domains`;
export const newDomain = (): string => `${unique('d')}.example.com`;
export const INVITATIONS = `${ORGANIZATION}/invitations`;

/** Returns the id of a new role of the tenant, or of all tenants, with these permissions. */
export async function roleWith(
  service: Service,
  tenant: Pick<Tenant, 'id'> | null,
  permissions: readonly string[],
): Promise<string> {
  const body = { name: unique('role'), permissions, ...(tenant && { tenantId: tenant.id }) };
  const { body: made, status, text } = await service.admin('POST', '/auth/admin/api/roles', body);
  if (status !== 201) throw new Error(`role: ${text}`);
  return made.role.id;
}

export type Manager = Awaited<ReturnType<typeof managerWith>>;

/** Returns a member with these roles, who logged in now, and what they send. */
export async function managerWith(service: Service, tenant: Tenant, roleIds: readonly string[]) {
  const user = await createUser(service, tenant, { roleIds });
  const login = await service.login(user);
  if (login.status !== 200) throw new Error(`login: ${login.text}`);
  const tokens: User['tokens'] = login.body;
  const ask = (method: string, path: string, body?: unknown, more: Send = {}) =>
    service.send(method, path, {
      ...(body !== undefined && { body }),
      ...more,
      headers: { ...bearer(tokens), ...more.headers },
    });
  return { ...user, tenant, tokens, ask };
}

/** Returns a user with all permissions of an organization, or with those that are named, in a role of its own. */
export async function manager(
  service: Service,
  tenant: Tenant,
  permissions: readonly string[] = organizationPermissions,
): Promise<Manager & { roleId: string }> {
  const roleId = await roleWith(service, tenant, permissions);
  return { ...(await managerWith(service, tenant, [roleId])), roleId };
}
