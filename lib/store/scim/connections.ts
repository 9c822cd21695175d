// Stores the SCIM connections of tenants: who may bring the users of a directory here, and how.
import type { AdminId, ApplicationId, ScimConnectionId, TenantId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import { jobWrite } from '../jobs.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';
import { requireTenantWrite } from '../tenants/tenants.ts';
import { emptyDirectory } from './groups.ts';

/** `digest`: SHA-256 of a secret with 256 random bits. `hint`: the last characters of its token. `endsAt` in ms; `null`: never. */
export type ScimSecret = { digest: string; hint: string; createdAt: number; endsAt: number | null };

export type ScimConnection = Versioned & {
  type: 'scim-connection';
  id: ScimConnectionId;
  tenantId: TenantId;
  name: string;
  /** A paused connection refuses every request. */
  isPaused: boolean;
  /** Decides about the account of a user whom the directory deletes. */
  onDelete: 'deactivate' | 'delete';
  /** At most two, the newest first. */
  secrets: ScimSecret[];
  createdBy: AdminId | ApplicationId;
  createdAt: number;
  updatedAt: number;
  /** When it was last used, within an hour. Absent: never. */
  lastUsedAt?: number;
};

const FIXED = [
  'id',
  'tenantId',
  'createdBy',
  'createdAt',
  'lastUsedAt',
] as const satisfies readonly (keyof ScimConnection)[];

/** A tenant has one directory, and for a while a second one that replaces it. */
export const MAX_CONNECTIONS = 5;

type Count = table.Item & { type: 'scim-connection-count'; count: number };

export const scimConnectionKey = keys.scimConnection;
export const asScimConnection = (item: table.Item | undefined): ScimConnection | undefined =>
  item?.type === 'scim-connection' ? (item as ScimConnection) : undefined;

export const find = (id: ScimConnectionId): Promise<ScimConnection | undefined> =>
  table.get<ScimConnection>(keys.scimConnection(id), 'scim-connection');

/** The connections of a tenant, oldest first, and the item that counts them. */
export async function listOf(tenant: TenantId): Promise<{ connections: ScimConnection[]; count: Count | undefined }> {
  const items = await table.partition(keys.scimConnections(tenant));
  const connections = items.flatMap((item) => asScimConnection(item) ?? []);
  return {
    connections: connections.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    count: items.find((item): item is Count => item.type === 'scim-connection-count'),
  };
}

/** Stores a new connection with its events. `'refused'`: another one was made meanwhile. `'no-tenant'`: it is deleted. */
export async function create(
  fields: Fields<ScimConnection>,
  count: Count | undefined,
  events: table.Write,
): Promise<'done' | 'refused' | 'no-tenant'> {
  const key = keys.scimConnectionCount(fields.tenantId);
  const first: Count = { ...key, type: 'scim-connection-count', count: 1 };
  const connection: ScimConnection = { ...fields, ...keys.scimConnection(fields.id), type: 'scim-connection' };
  const result = await table.transact({
    connection: { create: connection },
    count: count
      ? { update: { ...key, add: { count: 1 }, if: '#count < :most', values: { most: MAX_CONNECTIONS } } }
      : { create: first },
    tenant: requireTenantWrite(fields.tenantId),
    events,
  });
  if (result === 'done') return 'done';
  return result.has('tenant') ? 'no-tenant' : 'refused';
}

/** Replaces `before` by `after` with the events. `false`: it was changed or removed meanwhile. */
export async function change(before: ScimConnection, after: ScimConnection, events: table.Write): Promise<boolean> {
  return (await table.transact({ connection: changeWrite(before, after, FIXED), events })) === 'done';
}

/** Removes the connection with the events. A job forgets what it said of users. `false`: it was changed meanwhile. */
export async function remove(connection: ScimConnection, events: table.Write): Promise<boolean> {
  const { pk, sk, id, tenantId } = connection;
  const result = await table.transact({
    connection: { remove: { pk, sk, ...table.unchanged(connection, 'version') } },
    count: { update: { ...keys.scimConnectionCount(tenantId), add: { count: -1 } } },
    job: jobWrite({ kind: 'directory', tenantId, connectionId: id }),
    events,
  });
  return result === 'done';
}

/** Stores that the connection was used, ms. */
export async function storeUse({ pk, sk }: ScimConnection, at: number): Promise<void> {
  await table.update({ pk, sk }, { set: { lastUsedAt: at } });
}

/** Deletes the connections of a deleted tenant with all that they have beside its users. */
export async function removeConnectionsOf(tenant: TenantId): Promise<void> {
  const { connections } = await listOf(tenant);
  for (const { id } of connections) await emptyDirectory(id);
  await table.empty(keys.scimConnections(tenant));
}
