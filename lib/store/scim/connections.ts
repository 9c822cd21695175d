// Stores the SCIM connections of tenants: who may bring the users of a directory here, and how.
import type { AdminId, ApplicationId, ScimConnectionId, SetupLinkId, TenantId, UserId } from '../../platform/ids.ts';
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
  /** An admin, a machine that administers, a user who manages the tenant, or a setup link. */
  createdBy: AdminId | ApplicationId | UserId | SetupLinkId;
  /** It takes up no account that manages the tenant. Absent: an admin made it, and it takes up every one. */
  sparesManagers?: true;
  createdAt: number;
  updatedAt: number;
  /** When it was last used, within an hour. Absent: never. */
  lastUsedAt?: number;
  /** Days without a request after which that is told. `null`: never. Absent: the default; an earlier release made it. */
  silentAfterDays?: number | null;
  /** The last use before the silence that was told. */
  silenceTold?: number;
};

const FIXED = [
  'id',
  'tenantId',
  'createdBy',
  'sparesManagers',
  'createdAt',
  'lastUsedAt',
  'silenceTold',
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

/** Written with a change: its events, and the conditions under which who makes it may still make it. */
export type Told = { events: table.Write; conditions: readonly table.Write[] };

/** Stores a new connection. `'refused'`: another one was made meanwhile, or a condition failed. `'no-tenant'`: it is deleted. */
export async function create(
  fields: Fields<ScimConnection>,
  count: Count | undefined,
  told: Told,
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
    ...told,
  });
  if (result === 'done') return 'done';
  return result.has('tenant') ? 'no-tenant' : 'refused';
}

/** Replaces `before` by `after`. `false`: it was changed or removed meanwhile, or a condition failed. */
export async function change(before: ScimConnection, after: ScimConnection, told: Told): Promise<boolean> {
  return (await table.transact({ connection: changeWrite(before, after, FIXED), ...told })) === 'done';
}

/** Removes the connection. A job forgets what it said of users. `false`: it was changed meanwhile, or a condition failed. */
export async function remove(connection: ScimConnection, told: Told): Promise<boolean> {
  const { pk, sk, id, tenantId } = connection;
  const result = await table.transact({
    connection: { remove: { pk, sk, ...table.unchanged(connection, 'version') } },
    count: { update: { ...keys.scimConnectionCount(tenantId), add: { count: -1 } } },
    job: jobWrite({ kind: 'directory', tenantId, connectionId: id }),
    ...told,
  });
  return result === 'done';
}

/** Stores that the connection was used, ms. */
export async function storeUse({ pk, sk }: ScimConnection, at: number): Promise<void> {
  await table.update({ pk, sk }, { set: { lastUsedAt: at } });
}

/**
 * Stores with the events that the silence since the last use was told. `false`: it was told before, or the connection was used,
 * paused or removed meanwhile.
 */
export async function tellSilence(connection: ScimConnection, events: table.Write): Promise<boolean> {
  const { pk, sk, lastUsedAt } = connection;
  const untold = { if: 'attribute_not_exists(#silenceTold) OR #silenceTold <> :lastUsedAt' };
  const condition = table.both(table.unchanged(connection, 'lastUsedAt', 'isPaused'), untold);
  const told = { update: { pk, sk, set: { silenceTold: lastUsedAt }, ...condition } };
  return (await table.transact({ told, events })) === 'done';
}

/** Deletes the connections of a deleted tenant with all that they have beside its users. */
export async function removeConnectionsOf(tenant: TenantId): Promise<void> {
  const { connections } = await listOf(tenant);
  for (const { id } of connections) await emptyDirectory(id);
  await table.empty(keys.scimConnections(tenant));
}
