// Makes SCIM connections, and calls them as a directory does.
import type { Send } from './http.ts';
import { type Service, type Tenant, unique } from './service.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const connectionsOf = ({ id }: Pick<Tenant, 'id'>): string => `/auth/admin/api/tenants/${id}/scim-connections`;

export type Directory = Awaited<ReturnType<typeof directoryOf>>;

/** Makes a connection of the tenant. `ask` sends as the directory does, `path` begins behind the connection. */
export async function directoryOf(service: Service, tenant: Pick<Tenant, 'id'>, more: Record<string, unknown> = {}) {
  const made = await service.admin('POST', connectionsOf(tenant), { name: unique('directory'), ...more });
  if (made.status !== 201) throw new Error(`connection: ${made.text}`);
  const { connection, token } = made.body as { connection: { id: string; name: string; url: string }; token: string };
  const base = `/scim/v2/${connection.id}`;
  const ask = (method: string, path: string, body?: unknown, { headers, ...send }: Send = {}) =>
    service.send(method, `${base}${path}`, {
      ...(body !== undefined && { body }),
      ...send,
      headers: {
        authorization: `Bearer ${token}`,
        ...((body !== undefined || send.raw !== undefined) && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
    });
  return {
    ...connection,
    tenant,
    token,
    base,
    ask,
    /** Creates a user, which must succeed. */
    create: async (body: Record<string, unknown>) => {
      const reply = await ask('POST', '/Users', body);
      if (reply.status !== 201) throw new Error(`user: ${reply.text}`);
      return reply.body;
    },
    patch: (id: string, ...operations: object[]) => ask('PATCH', `/Users/${id}`, patchOf(...operations)),
  };
}

export const patchOf = (...Operations: object[]) => ({ schemas: [PATCH_OP], Operations });

/** A user as a directory sends one. */
export function person<More extends Record<string, unknown>>(more: More = {} as More, domain = 'example.com') {
  const name = unique('person');
  const userName = `${name}@${domain}`;
  return {
    schemas: [USER],
    userName,
    externalId: `ext-${name}`,
    name: { givenName: 'Ada', familyName: name },
    displayName: `Ada ${name}`,
    emails: [{ value: userName, type: 'work', primary: true }],
    active: true,
    ...more,
  };
}
