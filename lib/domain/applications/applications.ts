// Manages applications. Every exchange reads its application, so a change counts from the next request on.
import { GRANTS } from '../../contract/applications.ts';
import { fail } from '../../contract/errors.ts';
import { keptOfApplication } from '../../contract/fields/application.ts';
import { keptIn } from '../../contract/fields/field.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { type ApplicationId, type RoleId, roleId } from '../../platform/ids.ts';
import { isOutboundUrl } from '../../platform/outbound/outbound-fetch.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as store from '../../store/applications/applications.ts';
import { onlyTenantOf } from '../../store/applications/tenant-list.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import type { AdministratorId } from '../administrator.ts';
import { withGrantTimes, withTimes } from '../application-standing.ts';
import { type AuditActor, auditEvent, hidden } from '../audit.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import { isWithin, withAdministration } from '../machine-administration.ts';
import { requireTenants } from '../required-tenants.ts';
import { afterThisSecond } from '../still-counts.ts';
import { type ApplicationDoor, requireChangeable } from './door.ts';
import { listOf, requireUsable } from './keys.ts';
import { canKeepSecrets } from './kinds.ts';
import { problemOf } from './redirects.ts';

type Application = store.Application;
type Patch = Body<'PATCH /auth/admin/api/applications/{id}'>;
type View = Reply<'GET /auth/admin/api/applications/{id}'>['application'];

const DEFAULT_LIMIT = 20;

/** The live secrets, without their values. */
export const secretsOf = ({ secrets }: Pick<Application, 'secrets'>): View['secrets'] =>
  secrets.map(({ id, hint, createdAt }) => ({ id, hint, createdAt: iso(createdAt) }));

const viewOf = (application: Application): View => ({
  id: application.id,
  ...keptIn(application, keptOfApplication),
  isActive: application.status === 'active',
  secrets: secretsOf(application),
  createdAt: iso(application.createdAt),
  updatedAt: iso(application.updatedAt),
});

/** The fields that the audit log shows. It says only that secrets changed. */
function auditViewOf(application: Application) {
  const { id: _, secrets, createdAt: __, updatedAt: ___, ...shown } = viewOf(application);
  return { ...shown, secrets: hidden(secrets.length ? secrets.map(({ id }) => id) : undefined) };
}

/**
 * The write of the audit event of a change. People of a tenant read what their own did. What an admin did names other tenants and what
 * only admins give: it is in the log of the deployment.
 */
export function changeEventsWrite(
  by: AuditActor,
  action: string,
  before: Application | undefined,
  after: Application | undefined,
) {
  const { id, madeIn } = (before ?? after) as Application;
  const space = typeof by === 'object' && 'user' in by ? madeIn : null;
  const views = [before && auditViewOf(before), after && auditViewOf(after)];
  const target = { type: 'application', id, tenantId: space } as const;
  return outboxWrite(space, [auditEvent(by, `application.${action}`, target, ...views)], now());
}

/** Returns a page of applications, newest first. Throws CURSOR_INVALID. */
export async function list(
  { admin }: { admin: { id: AdministratorId } },
  query: Query<'GET /auth/admin/api/applications'>,
) {
  const owner = ['applications', admin.id] as const;
  const after = query.cursor === undefined ? undefined : ((await readCursor(query.cursor, ...owner)) as string);
  const { applications, next } = await store.page(Number(query.limit ?? DEFAULT_LIMIT), after);
  return {
    data: applications.map(viewOf),
    nextCursor: next === undefined ? null : await issueCursor(next, ...owner),
  };
}

/** Returns the application. Throws APPLICATION_NOT_FOUND. */
export const get = async (id: string) => ({ application: viewOf(await requireChangeable({ tenant: null }, id)) });

/** Creates an application. Throws INVALID_INPUT, TENANT_NOT_FOUND and ROLE_NOT_FOUND. */
export async function create({ by }: ApplicationDoor, body: Body<'POST /auth/admin/api/applications'>) {
  const application = await validApplication(body);
  await store.create(application, { events: changeEventsWrite(by, 'created', undefined, application), conditions: [] });
  return { application: viewOf(application) };
}

/** Returns an application as it would be created. Throws what `create` throws. */
export const validApplication = async (
  { name, kind, ...input }: Body<'POST /auth/admin/api/applications'>,
  id?: ApplicationId,
): Promise<Application> =>
  requireWhole(
    store.newApplication({ name, kind, ...(await requireValid({ kind, madeIn: null, party: 'first' }, input)) }, id),
  );

/** Changes only the fields that were sent. Throws INVALID_INPUT for an empty patch, and what `requireChangeable` and `create` throw. */
export const update = async (door: ApplicationDoor, id: string, patch: Patch) => ({
  application: viewOf(await patched(door, id, patch)),
});

/** Does what `update` does, and returns the application as it is stored. */
export async function patched(door: ApplicationDoor, id: string, patch: Patch): Promise<Application> {
  if (!Object.keys(patch).length) fail('INVALID_INPUT', { message: 'body: must contain at least one field' });
  const known = await requireChangeable(door, id);
  const { name, ...input } = patch;
  const fields = { ...(await requireValid(known, input)), ...(name === undefined ? {} : { name }) };
  return change(door, id, 'updated', (before) =>
    withMaker(door, before, requireWhole({ ...before, ...fields }), patch),
  );
}

/**
 * Returns the changed application, which is the deployment's as soon as an admin lets it serve another tenant as well. One that an
 * admin disabled is enabled by an admin.
 */
function withMaker({ tenant }: ApplicationDoor, before: Application, after: Application, { isActive }: Patch) {
  if (before.madeIn === null || tenant !== null) return after;
  const isHeld = isActive === undefined ? before.isHeld : !isActive || undefined;
  return { ...after, isHeld, madeIn: onlyTenantOf(after) === before.madeIn ? before.madeIn : null };
}

/**
 * Deletes the application. What it was given is refused from the next request on. Services that verify tokens offline accept
 * one until it expires. Throws what `requireChangeable` throws.
 */
export function remove(door: ApplicationDoor, id: string) {
  return withDoor(door, async ({ by, conditions, ...current }) => {
    const before = await requireChangeable(current, id);
    const events = changeEventsWrite(by, 'deleted', before, undefined);
    const removed = await store.remove(before, { events, conditions });
    return removed ? { message: 'Application deleted.' } : undefined;
  });
}

/**
 * Ends every session of the application, and every token that it was given, with one write. Secrets, keys and grants stay. Throws
 * APPLICATION_NOT_FOUND.
 */
export async function endSessions(door: ApplicationDoor, id: string) {
  await change(door, id, 'sessions_ended', (before) => ({ ...before, activeSince: afterThisSecond(now()) }));
  return { message: 'Sessions ended.' };
}

/** Stores what `next` returns for the current application, and retries after a concurrent change. */
export function change(
  door: ApplicationDoor,
  id: string,
  action: string,
  next: (before: Application) => Application,
): Promise<Application> {
  return withDoor(door, async ({ by, conditions, ...current }) => {
    const before = await requireChangeable(current, id);
    const at = now();
    const timed = withGrantTimes(before, withTimes(before, next(before), at), at);
    const after = { ...withAdministration(before, timed, at), updatedAt: at };
    const events = changeEventsWrite(by, action, before, after);
    return (await store.change(before, after, { events, conditions })) ? after : undefined;
  });
}

/** Retries `attempt` with the door, and after a conflict with a new one. */
export function withDoor<T>(door: ApplicationDoor, attempt: (door: ApplicationDoor) => Promise<T | undefined>) {
  let current: ApplicationDoor | undefined;
  return retryOnConflict('the application', async () => {
    current = current ? await current.again() : door;
    return attempt(current);
  });
}

type Kind = Pick<Application, 'kind' | 'madeIn' | 'party'>;

/** Returns the fields as they are stored. Throws INVALID_INPUT for what this kind of application cannot have. */
async function requireValid(of: Kind, input: Omit<Patch, 'name'>): Promise<Partial<Application>> {
  const { kind } = of;
  const { isActive, tenantIds, roleIds, jwks, administers, ...plain } = input;
  requirePossible(of, input);
  for (const field of ['redirectUris', 'postLogoutRedirectUris'] as const)
    input[field]?.forEach((uri, at) => {
      requireAddress(`${field}.${at}`, problemOf(kind, uri));
    });
  if (input.backchannelLogoutUri != null)
    requireAddress('backchannelLogoutUri', problemOf('server', input.backchannelLogoutUri));
  const [tenants, administered, roles, keys] = await Promise.all([
    tenantIds && requireTenants(tenantIds),
    administers?.tenants && requireTenants(administers.tenants),
    roleIds && requireRoles(roleIds),
    jwks && requireUsable(listOf(jwks)),
  ]);
  return {
    ...(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as typeof plain),
    ...(isActive === undefined ? {} : { status: isActive ? 'active' : 'disabled' }),
    ...(tenantIds === undefined ? {} : { tenantIds: tenants ?? null }),
    ...(administers === undefined
      ? {}
      : { administers: administers && { role: administers.role, tenants: administered ?? null } }),
    ...(roles && { roleIds: roles }),
    ...(keys && { jwks: keys }),
  };
}

/**
 * Returns the application. Throws INVALID_INPUT for one with two sources of keys (RFC 7591 2), and for one that would
 * administer tenants that it does not serve.
 */
function requireWhole(application: Application): Application {
  if (application.jwks.length && application.jwksUri !== null)
    fail('INVALID_INPUT', { message: 'jwksUri: must not be there beside jwks' });
  if (!isWithin(application))
    fail('INVALID_INPUT', { message: 'administers.tenants: must be among the tenantIds that it serves' });
  return application;
}

function requirePossible(
  { kind, madeIn, party }: Kind,
  { grants, roleIds, jwks, ...input }: Omit<Patch, 'name'>,
): void {
  const no = (field: string) => fail('INVALID_INPUT', { message: `${field}: a ${kind} application cannot have it` });
  if (grants?.some((each) => !GRANTS[kind].includes(each))) no('grants');
  if (grants && new Set(grants).size < grants.length) fail('INVALID_INPUT', { message: 'grants: must differ' });
  if (input.pkce === 'optional' && kind !== 'server') no('pkce');
  if (input.refusesSecrets && !canKeepSecrets(kind)) no('refusesSecrets');
  if (roleIds?.length && kind !== 'machine') no('roleIds');
  if (input.administers && kind !== 'machine') no('administers');
  if (jwks && listOf(jwks).length && !canKeepSecrets(kind)) no('jwks');
  if (input.jwksUri != null && !canKeepSecrets(kind)) no('jwksUri');
  if (input.jwksUri != null && !isOutboundUrl(input.jwksUri))
    fail('INVALID_INPUT', { message: 'jwksUri: must be an https address' });
  if (kind !== 'machine') return;
  // The machine of a customer is a third party.
  if (input.party === 'third' && party !== 'third' && madeIn === null) no('party');
  if (input.scopes) no('scopes');
  if (input.accountByDefault) no('accountByDefault');
  if (input.requiresPar) no('requiresPar');
  if (input.redirectUris?.length) no('redirectUris');
  if (input.postLogoutRedirectUris?.length) no('postLogoutRedirectUris');
  if (input.backchannelLogoutUri) no('backchannelLogoutUri');
}

function requireAddress(field: string, problem: string | undefined): void {
  if (problem !== undefined) fail('INVALID_INPUT', { message: `${field}: ${problem}` });
}

async function requireRoles(sent: readonly string[]): Promise<RoleId[]> {
  const ids = [...new Set(sent)].map((each) => roleId(each) ?? fail('ROLE_NOT_FOUND'));
  return (await getMany(ids.map(roleKey))).every(asRole) ? ids : fail('ROLE_NOT_FOUND');
}
