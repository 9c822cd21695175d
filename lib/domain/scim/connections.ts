// Makes, changes and removes the SCIM connections of a tenant, for admins: each change with its entry in the audit log.
import { fail } from '../../contract/errors.ts';
import type { ScimConnectionView } from '../../contract/groups/parts/scim-connections.ts';
import type { Body } from '../../contract/index.ts';
import { scimTokenText } from '../../crypto/scim-token.ts';
import { digest } from '../../crypto/secrets.ts';
import { iso, now } from '../../platform/clock.ts';
import {
  newApiKeySecret,
  newScimConnectionId,
  type ScimConnectionId,
  scimConnectionId,
  type TenantId,
  tenantId,
  tenantOfScimConnection,
} from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/scim/connections.ts';
import { find as findTenant } from '../../store/tenants/tenants.ts';
import type { Administrator } from '../administrator.ts';
import { auditEvent } from '../audit.ts';
import { isLive } from './authenticate.ts';

type Connection = store.ScimConnection;
type Path = '/auth/admin/api/tenants/{id}/scim-connections';
type Made = { connection: ScimConnectionView; token: string };

const HOUR_MS = 3_600_000;
/** Long enough to put a new token into a directory. */
const DEFAULT_OVERLAP_HOURS = 24;
const HINT = 4;

const viewOf = (connection: Connection): ScimConnectionView => ({
  id: connection.id,
  tenantId: connection.tenantId,
  name: connection.name,
  url: `${config().baseUrl}/scim/v2/${connection.id}`,
  isPaused: connection.isPaused,
  onDelete: connection.onDelete,
  tokens: liveIn(connection).map(({ hint, createdAt, endsAt }) => ({
    hint,
    createdAt: iso(createdAt),
    endsAt: iso(endsAt),
  })),
  createdBy: connection.createdBy,
  createdAt: iso(connection.createdAt),
  lastUsedAt: iso(connection.lastUsedAt),
});

const liveIn = ({ secrets }: Pick<Connection, 'secrets'>) => secrets.filter(isLive);

async function requireTenant(id: string): Promise<TenantId> {
  const valid = tenantId(id);
  const tenant = valid && (await findTenant(valid));
  return !tenant || tenant.status === 'deleted' ? fail('TENANT_NOT_FOUND') : tenant.id;
}

/** Returns the connections of a tenant, oldest first. Throws TENANT_NOT_FOUND. */
export async function list(id: string): Promise<{ connections: ScimConnectionView[] }> {
  const { connections } = await store.listOf(await requireTenant(id));
  return { connections: connections.map(viewOf) };
}

/** The fields of a connection that the audit log shows. */
const auditViewOf = ({ id, name, isPaused, onDelete }: Connection) => ({ connectionId: id, name, isPaused, onDelete });

type Verb = 'created' | 'updated' | 'rotated' | 'removed';

function eventsWrite(actor: Administrator, verb: Verb, before?: Connection, after?: Connection): Write {
  const { tenantId: tenant } = (after ?? before) as Connection;
  const target = { type: 'tenant', id: tenant, tenantId: tenant } as const;
  // The log shows fields that differ. A new token has none to show.
  const views =
    verb === 'rotated'
      ? [{}, { connectionId: after?.id }]
      : [before && auditViewOf(before), after && { ...auditViewOf(after), connectionId: after.id }];
  return outboxWrite(tenant, [auditEvent(actor, `scim_connection.${verb}`, target, ...views)], now());
}

/** Returns a new secret, and the token with it. */
function newSecret(id: ScimConnectionId, at: number): { token: string; secret: store.ScimSecret } {
  const random = newApiKeySecret();
  const token = scimTokenText(id, random);
  return { token, secret: { digest: digest(random), hint: token.slice(-HINT), createdAt: at, endsAt: null } };
}

/** Makes a connection. The reply has the token, which is stored as its digest alone. Throws TENANT_NOT_FOUND and SCIM_CONNECTION_LIMIT_REACHED. */
export async function create(
  actor: Administrator,
  tenant: string,
  { name, onDelete = 'deactivate' }: Body<`POST ${Path}`>,
): Promise<Made> {
  const of = await requireTenant(tenant);
  return retryOnConflict('the SCIM connections of a tenant', async () => {
    const { connections, count } = await store.listOf(of);
    if (connections.length >= store.MAX_CONNECTIONS) return fail('SCIM_CONNECTION_LIMIT_REACHED');
    const at = now();
    const id = newScimConnectionId(of);
    const { token, secret } = newSecret(id, at);
    const fields = {
      id,
      tenantId: of,
      name,
      isPaused: false,
      onDelete,
      secrets: [secret],
      createdBy: actor.admin.id,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    const connection = { ...fields, ...store.scimConnectionKey(id), type: 'scim-connection' } as Connection;
    const result = await store.create(fields, count, eventsWrite(actor, 'created', undefined, connection));
    if (result === 'no-tenant') return fail('TENANT_NOT_FOUND');
    return result === 'done' ? { connection: viewOf(connection), token } : undefined;
  });
}

/** Returns the connection if the tenant has it. Throws SCIM_CONNECTION_NOT_FOUND. */
async function requireConnection(tenant: TenantId, text: string): Promise<Connection> {
  const id = scimConnectionId(text);
  const isOf = id !== undefined && tenantOfScimConnection(id) === tenant;
  return (isOf && (await store.find(id))) || fail('SCIM_CONNECTION_NOT_FOUND');
}

/** Returns a connection of a tenant. Throws TENANT_NOT_FOUND and SCIM_CONNECTION_NOT_FOUND. */
export const requireConnectionOf = async (tenant: string, id: string): Promise<Connection> =>
  requireConnection(await requireTenant(tenant), id);

/** Changes the fields that were sent. Throws TENANT_NOT_FOUND and SCIM_CONNECTION_NOT_FOUND. */
export async function update(
  actor: Administrator,
  tenant: string,
  id: string,
  patch: Body<`PATCH ${Path}/{connectionId}`>,
): Promise<{ connection: ScimConnectionView }> {
  const of = await requireTenant(tenant);
  return retryOnConflict('the SCIM connection', async () => {
    const before = await requireConnection(of, id);
    const { name = before.name, onDelete = before.onDelete, isPaused = before.isPaused } = patch;
    const after: Connection = { ...before, name, onDelete, isPaused, updatedAt: now() };
    const isDone = await store.change(before, after, eventsWrite(actor, 'updated', before, after));
    return isDone ? { connection: viewOf(after) } : undefined;
  });
}

/**
 * Gives the connection a new token. The newest one before it works for the overlap; all others end at once. Throws TENANT_NOT_FOUND and
 * SCIM_CONNECTION_NOT_FOUND.
 */
export async function rotate(
  actor: Administrator,
  tenant: string,
  id: string,
  { overlapHours = DEFAULT_OVERLAP_HOURS }: Body<`POST ${Path}/{connectionId}/rotate`>,
): Promise<Made> {
  const of = await requireTenant(tenant);
  return retryOnConflict('the SCIM connection', async () => {
    const before = await requireConnection(of, id);
    const at = now();
    const { token, secret } = newSecret(before.id, at);
    const until = at + overlapHours * HOUR_MS;
    const kept = liveIn(before)
      .slice(0, overlapHours > 0 ? 1 : 0)
      .map((each) => ({ ...each, endsAt: Math.min(each.endsAt ?? until, until) }));
    const after: Connection = { ...before, secrets: [secret, ...kept], updatedAt: at };
    const isDone = await store.change(before, after, eventsWrite(actor, 'rotated', before, after));
    return isDone ? { connection: viewOf(after), token } : undefined;
  });
}

/** Removes the connection: its next request is refused. Throws TENANT_NOT_FOUND and SCIM_CONNECTION_NOT_FOUND. */
export async function remove(actor: Administrator, tenant: string, id: string): Promise<{ message: string }> {
  const of = await requireTenant(tenant);
  return retryOnConflict('the SCIM connection', async () => {
    const before = await requireConnection(of, id);
    const isDone = await store.remove(before, eventsWrite(actor, 'removed', before));
    return isDone ? { message: 'SCIM connection removed.' } : undefined;
  });
}
