// Makes users and machines with API keys, and shows keys as programs do.

import { PERMISSIONS } from './grants.ts';
import type { Reply, Send } from './http.ts';
import { permissionsOf, type Worker, worker } from './resources.ts';
import { everyRow } from './rows.ts';
import { bearer, type Service, type Tenant, unique } from './service.ts';

export const KEYS = '/auth/api-keys';
export const ADMIN_KEYS = '/auth/admin/api/api-keys';
export const keysOfTenant = ({ id }: Pick<Tenant, 'id'>): string => `/auth/admin/api/tenants/${id}/api-keys`;

export const PROJECTS = permissionsOf(['projects']);
export const keyTenant = (service: Service, more: Record<string, unknown> = {}): Promise<Tenant> =>
  service.tenant({ apiKeys: { users: true }, ...more });

/** A user who may do everything with projects, in a tenant that lets users have keys. */
export const keyUser = async (service: Service, tenant?: Tenant): Promise<Worker> =>
  worker(service, PROJECTS, tenant ?? (await keyTenant(service)));

export type Made = { id: string; key: string };
/** Makes a key as its owner. */
export async function newKey(owner: Worker, more: Record<string, unknown> = {}): Promise<Made> {
  const made = await owner.post(KEYS, { name: 'A key', scopes: ['projects.read', 'projects.create'], ...more });
  if (made.status !== 200) throw new Error(`API key: ${made.text}`);
  return { id: made.body.apiKey.id, key: made.body.key };
}

/** Reads with the key as with an access token. */
export const use = (service: Service, key: string, more: Send = {}): Promise<Reply> =>
  service.get('/projects', { ...more, headers: { ...bearer(key), ...more.headers } });

/** A role of the tenant that grants the permissions, which may exist. */
export async function grant(service: Service, tenant: Tenant, permissions: readonly string[]): Promise<string> {
  for (const name of permissions) await service.admin('POST', PERMISSIONS, { name });
  const body = { name: unique('Role'), tenantId: tenant.id, permissions };
  return (await service.admin('POST', '/auth/admin/api/roles', body)).body.role.id;
}

/** How many API keys and uses of them are stored of the tenant. */
export const countRows = async ({ id }: Pick<Tenant, 'id'>): Promise<number> =>
  (await everyRow()).filter(({ pk, type }) => pk.includes(id) && type.startsWith('api-key')).length;
