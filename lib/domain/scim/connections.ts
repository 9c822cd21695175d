// Makes, changes and removes the SCIM connections of a tenant, for admins and for those who manage it: each change with its entry in the
// audit log.
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
  tenantOfScimConnection,
} from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/scim/connections.ts';
import { listOf as groupsOf } from '../../store/scim/groups.ts';
import { auditEvent } from '../audit.ts';
import { isOfAdmin, type TenantDoor, withDoor } from '../tenants/door.ts';
import { baseOf } from './address.ts';
import { isLive } from './authenticate.ts';
import { DEFAULT_SILENT_DAYS, isSilent, silentAfterDaysOf } from './silence.ts';

type Connection = store.ScimConnection;
type Path = '/auth/admin/api/tenants/{id}/scim-connections';
type Made = { connection: ScimConnectionView; token: string };

const HOUR_MS = 3_600_000;
/** Long enough to put a new token into a directory. */
const DEFAULT_OVERLAP_HOURS = 24;
const HINT = 4;

/** Users do not learn which admin, or which machine, made a connection. */
const makerOf = (door: Pick<TenantDoor, 'by'>, { createdBy }: Connection): string | null =>
  isOfAdmin(door) || /^(usr|stl)_/.test(createdBy) ? createdBy : null;

const viewOf = (door: Pick<TenantDoor, 'by'>, connection: Connection): ScimConnectionView => ({
  id: connection.id,
  tenantId: connection.tenantId,
  name: connection.name,
  url: baseOf(connection),
  tokenUrl: `${config().baseUrl}/oauth2/token`,
  isPaused: connection.isPaused,
  onDelete: connection.onDelete,
  takesUpManagers: !connection.sparesManagers,
  tokens: liveIn(connection).map(({ hint, createdAt, endsAt }) => ({
    hint,
    createdAt: iso(createdAt),
    endsAt: iso(endsAt),
  })),
  createdBy: makerOf(door, connection),
  createdAt: iso(connection.createdAt),
  lastUsedAt: iso(connection.lastUsedAt),
  silentAfterDays: silentAfterDaysOf(connection),
  isSilent: isSilent(connection, now()),
});

const liveIn = ({ secrets }: Pick<Connection, 'secrets'>) => secrets.filter(isLive);

/** Returns the connections of the tenant, oldest first. */
export async function list(door: TenantDoor): Promise<{ connections: ScimConnectionView[] }> {
  const { connections } = await store.listOf(door.tenant.id);
  return { connections: connections.map((each) => viewOf(door, each)) };
}

/** The fields of a connection that the audit log shows. */
const auditViewOf = ({ id, name, isPaused, onDelete, ...more }: Connection) => ({
  connectionId: id,
  name,
  isPaused,
  onDelete,
  silentAfterDays: silentAfterDaysOf({ isPaused, ...more }),
});

type Verb = 'created' | 'updated' | 'rotated' | 'removed';

/** Returns what is written with a change that the door makes. */
function toldOf({ by, tenant: { id }, unchanged }: TenantDoor, verb: Verb, before?: Connection, after?: Connection) {
  const target = { type: 'tenant', id, tenantId: id } as const;
  // The log shows fields that differ. A new token has none to show.
  const views =
    verb === 'rotated'
      ? [{}, { connectionId: after?.id }]
      : [before && auditViewOf(before), after && { ...auditViewOf(after), connectionId: after.id }];
  const events = outboxWrite(id, [auditEvent(by, `scim_connection.${verb}`, target, ...views)], now());
  return { events, conditions: unchanged } satisfies store.Told;
}

/** Returns a new secret, and the token with it. */
function newSecret(id: ScimConnectionId, at: number): { token: string; secret: store.ScimSecret } {
  const random = newApiKeySecret();
  const token = scimTokenText(id, random);
  return { token, secret: { digest: digest(random), hint: token.slice(-HINT), createdAt: at, endsAt: null } };
}

/** Returns the id of who acts, as it is stored with what they make. */
export function actorIdOf({ by }: Pick<TenantDoor, 'by'>): Connection['createdBy'] {
  if (by === 'secret-key' || 'connection' in by) return fail('FORBIDDEN');
  if ('admin' in by) return by.admin.id;
  return 'user' in by ? by.user.id : by.setup.id;
}

/** Makes a connection. The reply has the token, which is stored as its digest alone. Throws TENANT_NOT_FOUND and SCIM_CONNECTION_LIMIT_REACHED. */
export async function create(
  door: TenantDoor,
  { name, onDelete = 'deactivate', silentAfterDays = DEFAULT_SILENT_DAYS }: Body<`POST ${Path}`>,
): Promise<Made> {
  return withDoor('the SCIM connections of a tenant', door, async (current) => {
    const of = current.tenant.id;
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
      silentAfterDays,
      secrets: [secret],
      createdBy: actorIdOf(current),
      ...(isOfAdmin(current) ? {} : { sparesManagers: true as const }),
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    const connection = { ...fields, ...store.scimConnectionKey(id), type: 'scim-connection' } as Connection;
    const result = await store.create(fields, count, toldOf(current, 'created', undefined, connection));
    if (result === 'no-tenant') return fail('TENANT_NOT_FOUND');
    return result === 'done' ? { connection: viewOf(current, connection), token } : undefined;
  });
}

/** Returns the connection if the tenant has it. Throws SCIM_CONNECTION_NOT_FOUND. */
export async function requireConnection(tenant: TenantId, text: string): Promise<Connection> {
  const id = scimConnectionId(text);
  const isOf = id !== undefined && tenantOfScimConnection(id) === tenant;
  return (isOf && (await store.find(id))) || fail('SCIM_CONNECTION_NOT_FOUND');
}

/** Changes the fields that were sent. Throws SCIM_CONNECTION_NOT_FOUND. */
export async function update(
  door: TenantDoor,
  id: string,
  patch: Body<`PATCH ${Path}/{connectionId}`>,
): Promise<{ connection: ScimConnectionView }> {
  return withDoor('the SCIM connection', door, async (current) => {
    const before = await requireConnection(current.tenant.id, id);
    const { name = before.name, onDelete = before.onDelete, isPaused = before.isPaused } = patch;
    const { silentAfterDays = silentAfterDaysOf(before) } = patch;
    const after: Connection = { ...before, name, onDelete, isPaused, silentAfterDays, updatedAt: now() };
    const isDone = await store.change(before, after, toldOf(current, 'updated', before, after));
    return isDone ? { connection: viewOf(current, after) } : undefined;
  });
}

/**
 * Gives the connection a new token. The newest one before it works for the overlap; all others end at once. Throws
 * SCIM_CONNECTION_NOT_FOUND, and MISSING_REQUIRED_PERMISSIONS as `requireWithin` does.
 */
export async function rotate(
  door: TenantDoor,
  id: string,
  { overlapHours = DEFAULT_OVERLAP_HOURS }: Body<`POST ${Path}/{connectionId}/rotate`>,
): Promise<Made> {
  return withDoor('the SCIM connection', door, async (current) => {
    const before = await requireConnection(current.tenant.id, id);
    await requireWithin(current, before);
    const at = now();
    const { token, secret } = newSecret(before.id, at);
    const until = at + overlapHours * HOUR_MS;
    const kept = liveIn(before)
      .slice(0, overlapHours > 0 ? 1 : 0)
      .map((each) => ({ ...each, endsAt: Math.min(each.endsAt ?? until, until) }));
    const after: Connection = { ...before, secrets: [secret, ...kept], updatedAt: at };
    const isDone = await store.change(before, after, toldOf(current, 'rotated', before, after));
    return isDone ? { connection: viewOf(current, after), token } : undefined;
  });
}

/**
 * Throws MISSING_REQUIRED_PERMISSIONS if the holder of the token could do more than who asks for it: reach accounts that manage the
 * tenant, or put themselves into a group whose role they could not give.
 */
async function requireWithin(door: TenantDoor, connection: Connection): Promise<void> {
  if (isOfAdmin(door)) return;
  if (!connection.sparesManagers)
    fail('MISSING_REQUIRED_PERMISSIONS', { message: 'An admin made the connection, and gives it new tokens.' });
  const groups = await groupsOf(connection.id);
  await door.requireGivable(...new Set(groups.flatMap(({ roleId }) => roleId ?? [])));
}

/** Removes the connection: its next request is refused. Throws SCIM_CONNECTION_NOT_FOUND. */
export async function remove(door: TenantDoor, id: string): Promise<{ message: string }> {
  return withDoor('the SCIM connection', door, async (current) => {
    const before = await requireConnection(current.tenant.id, id);
    const isDone = await store.remove(before, toldOf(current, 'removed', before));
    return isDone ? { message: 'SCIM connection removed.' } : undefined;
  });
}
