// Manages protected resources. Every token for one reads it, so a change counts from the next token on.
import { fail } from '../../contract/errors.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { applicationId, protectedResourceId, type TenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import { applicationFrom, applicationKey } from '../../store/applications/applications.ts';
import * as store from '../../store/applications/protected-resources.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import type { AdministratorId } from '../administrator.ts';
import { withTimes } from '../application-standing.ts';
import { type AuditActor, auditEvent } from '../audit.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import { adminApi, canonicalUri } from '../protected-resource-rights.ts';
import { requireTenants } from '../required-tenants.ts';

type ProtectedResource = store.ProtectedResource;
type Patch = Body<'PATCH /auth/admin/api/protected-resources/{id}'>;
type View = Reply<'GET /auth/admin/api/protected-resources/{id}'>['protectedResource'];

const DEFAULT_LIMIT = 20;

const viewOf = (it: ProtectedResource): View => ({
  id: it.id,
  uri: it.uri,
  name: it.name,
  scopes: it.scopes,
  isFirstPartyOnly: it.isFirstPartyOnly,
  tenantIds: it.tenantIds,
  accessTtlSeconds: it.accessTtlSeconds,
  actorIds: Object.keys(it.actors ?? {}),
  isActive: it.status === 'active',
  createdAt: iso(it.createdAt),
  updatedAt: iso(it.updatedAt),
});

function auditViewOf(it: ProtectedResource) {
  const { id: _, createdAt: __, updatedAt: ___, ...shown } = viewOf(it);
  return shown;
}

/** The write of the audit event of a change. */
function eventsWrite(actor: AuditActor, action: string, before?: ProtectedResource, after?: ProtectedResource) {
  const { id } = (after ?? before) as ProtectedResource;
  const views = [before && auditViewOf(before), after && auditViewOf(after)];
  const target = { type: 'protected-resource', id } as const;
  return outboxWrite(null, [auditEvent(actor, `protected_resource.${action}`, target, ...views)], now());
}

/** Returns a page of protected resources, newest first. Throws CURSOR_INVALID. */
export async function list(
  { admin }: { admin: { id: AdministratorId } },
  query: Query<'GET /auth/admin/api/protected-resources'>,
) {
  const owner = ['protected-resources', admin.id] as const;
  const after = query.cursor === undefined ? undefined : ((await readCursor(query.cursor, ...owner)) as string);
  const { found, next } = await store.page(Number(query.limit ?? DEFAULT_LIMIT), after);
  return { data: found.map(viewOf), nextCursor: next === undefined ? null : await issueCursor(next, ...owner) };
}

/** Returns the protected resource. Throws PROTECTED_RESOURCE_NOT_FOUND. */
export const get = async (id: string) => ({ protectedResource: viewOf(await requireResource(id)) });

/** Creates a protected resource. Throws INVALID_INPUT, PROTECTED_RESOURCE_EXISTS and TENANT_NOT_FOUND. */
export async function create(actor: AuditActor, body: Body<'POST /auth/admin/api/protected-resources'>) {
  const created = await validResource(body);
  const isNew = await store.create(created, eventsWrite(actor, 'created', undefined, created));
  return isNew ? { protectedResource: viewOf(created) } : fail('PROTECTED_RESOURCE_EXISTS');
}

/** Returns a protected resource as it would be created, or as it would replace one. Throws what `create` throws for its body. */
export async function validResource(
  { uri, name, actorIds = [], ...others }: Body<'POST /auth/admin/api/protected-resources'>,
  before?: ProtectedResource,
): Promise<ProtectedResource> {
  requireCanonical(uri);
  const fields = { ...(await fieldsOf(others)), actors: await actorsAfter(before?.actors, actorIds, now()) };
  return store.newProtectedResource({ uri, name, ...fields });
}

/** Changes only the fields that were sent. Throws INVALID_INPUT for an empty patch, and what `get` and `create` throw. */
export async function update(actor: AuditActor, id: string, { name, actorIds, ...input }: Patch) {
  const fields = { ...(await fieldsOf(input)), ...(name === undefined ? {} : { name }) };
  if (!Object.keys(fields).length && !actorIds)
    fail('INVALID_INPUT', { message: 'body: must contain at least one field' });
  const changed = await retryOnConflict('the protected resource', async () => {
    const before = await requireResource(id);
    const at = now();
    const actors = actorIds && (await actorsAfter(before.actors, actorIds, at));
    const changed = { ...before, ...fields, ...(actors && { actors }) };
    const after = { ...withTimes(before, changed, at), updatedAt: at };
    return (await store.change(before, after, eventsWrite(actor, 'updated', before, after))) ? after : undefined;
  });
  return { protectedResource: viewOf(changed) };
}

/** Deletes the protected resource: no token for it is active from then on. Throws PROTECTED_RESOURCE_NOT_FOUND. */
export const remove = (actor: AuditActor, id: string) =>
  retryOnConflict('the protected resource', async () => {
    const before = await requireResource(id);
    const removed = await store.remove(before, eventsWrite(actor, 'deleted', before));
    return removed ? { message: 'Protected resource deleted.' } : undefined;
  });

const requireResource = async (id: string): Promise<ProtectedResource> =>
  (await store.findStored(protectedResourceId(id))) ?? fail('PROTECTED_RESOURCE_NOT_FOUND');

type Stored = Partial<
  Pick<ProtectedResource, 'scopes' | 'isFirstPartyOnly' | 'tenantIds' | 'accessTtlSeconds' | 'status'>
>;

/** Returns the fields that were sent as they are stored. Throws INVALID_INPUT for a scope that is there twice. */
async function fieldsOf(input: Omit<Patch, 'name' | 'actorIds'>): Promise<Stored> {
  const { scopes, isFirstPartyOnly, tenantIds, accessTtlSeconds, isActive } = input;
  if (scopes && new Set(scopes.map((each) => each.name)).size < scopes.length)
    fail('INVALID_INPUT', { message: 'scopes: must have different names' });
  const tenants: TenantId[] | null | undefined = tenantIds && (await requireTenants(tenantIds));
  return {
    ...(scopes && {
      scopes: scopes.map(({ permission = null, needsRecentLogin = false, ...scope }) => ({
        ...scope,
        permission,
        needsRecentLogin,
      })),
    }),
    ...(isFirstPartyOnly !== undefined && { isFirstPartyOnly }),
    ...(tenants !== undefined && { tenantIds: tenants }),
    ...(accessTtlSeconds !== undefined && { accessTtlSeconds }),
    ...(isActive !== undefined && { status: isActive ? ('active' as const) : ('disabled' as const) }),
  };
}

/**
 * Returns the machines that may act there, from now on or since they were named. One that stays is not read: it may have been
 * deleted. Throws INVALID_INPUT for an application that is no machine.
 */
async function actorsAfter(before: ProtectedResource['actors'], ids: readonly string[], at: number) {
  const named = ids.map((text) => applicationId(text) ?? notAMachine(text));
  const added = named.filter((id) => before?.[id] === undefined);
  const copies = added.length ? await getMany(added.map(applicationKey)) : [];
  const kinds = await Promise.all(added.map(async (id, place) => (await applicationFrom(id, copies[place]))?.kind));
  const wrong = added.find((_, place) => kinds[place] !== 'machine');
  if (wrong) notAMachine(wrong);
  return Object.fromEntries(named.map((id) => [id, before?.[id] ?? at]));
}

const notAMachine = (id: string): never => fail('INVALID_INPUT', { message: `actorIds: ${id} is not a machine` });

/** Tokens of this service's own audience open its API, so no other API may have that name. */
function requireCanonical(uri: string): void {
  const canonical = canonicalUri(uri);
  const invalid = (message: string) => fail('INVALID_INPUT', { message: `uri: ${message}` });
  if (!canonical) invalid('must be an absolute https address, or http for loopback, without user and fragment');
  if (canonical !== uri) invalid(`must have its canonical spelling ${canonical}`);
  if ([config().audience, config().baseUrl, adminApi()].some((own) => own === uri || canonicalUri(own) === uri))
    invalid('is the audience of this service');
}
