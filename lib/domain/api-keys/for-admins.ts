// Lets admins list and revoke the API keys of a tenant, and make those of its machines.
import { fail } from '../../contract/errors.ts';
import type { Body, Query } from '../../contract/index.ts';
import { type ApplicationId, applicationId, isUserId, tenantId, tenantOfUser, userId } from '../../platform/ids.ts';
import * as store from '../../store/api-keys.ts';
import { find as findApplication } from '../../store/applications/applications.ts';
import { find as findUser } from '../../store/people/users.ts';
import { find as findTenant } from '../../store/tenants/tenants.ts';
import type { AdministratorId } from '../administrator.ts';
import { serves } from '../application-standing.ts';
import type { AuditActor } from '../audit.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import { isOfHolder, mayHaveKeys } from '../sessions/live-key.ts';
import * as changes from './changes.ts';
import { currentView, newestFirst, ownedViewOf, viewsOf } from './view.ts';

const DEFAULT_LIMIT = 20;

/** Returns a page of the keys of a tenant, or all of one machine there, newest first. Throws TENANT_NOT_FOUND and CURSOR_INVALID. */
export async function list(
  { admin }: { admin: { id: AdministratorId } },
  id: string,
  query: Query<'GET /auth/admin/api/tenants/{id}/api-keys'>,
) {
  const tenant = await requireTenant(id);
  if (query.applicationId !== undefined) {
    const machine = applicationId(query.applicationId);
    const keys = machine ? newestFirst(await store.list(tenant, machine)) : [];
    return { data: await viewsOf(keys, ownedViewOf), nextCursor: null };
  }
  const belonging = ['api-keys', tenant, admin.id] as const;
  const after = query.cursor === undefined ? undefined : ((await readCursor(query.cursor, ...belonging)) as string);
  const { found, next } = await store.page(tenant, Number(query.limit ?? DEFAULT_LIMIT), after);
  const nextCursor = next === undefined ? null : await issueCursor(next, ...belonging);
  return { data: await viewsOf(found, ownedViewOf), nextCursor };
}

/** Returns the keys of a user, newest first. Throws USER_NOT_FOUND. */
export async function ofUser(id: string) {
  const valid = userId(id);
  const user = valid && (await findUser(tenantOfUser(valid), valid));
  if (!user) return fail('USER_NOT_FOUND');
  const found = (await store.list(user.tenantId, user.id)).filter((key) => isOfHolder(key, user));
  return { data: await viewsOf(newestFirst(found), ownedViewOf) };
}

/**
 * Makes a key for a machine. Throws TENANT_NOT_FOUND, APPLICATION_NOT_FOUND for an application that is no machine of the
 * tenant, INVALID_SCOPE and API_KEY_LIMIT_REACHED.
 */
export async function create(actor: AuditActor, id: string, body: Body<'POST /auth/admin/api/tenants/{id}/api-keys'>) {
  const tenant = await requireTenant(id);
  const machine = await findApplication(applicationId(body.applicationId));
  if (machine?.kind !== 'machine' || !serves(machine, tenant)) return fail('APPLICATION_NOT_FOUND');
  if (!mayHaveKeys(machine))
    return fail('INVALID_INPUT', { message: 'applicationId: it must prove a key (requiresDpop, refusesSecrets)' });
  const holder = { id: machine.id, tenantId: tenant, roleIds: machine.roleIds, told: null };
  const { key, text } = await changes.make(actor, holder, body, () => fail('APPLICATION_NOT_FOUND'));
  return { apiKey: ownedViewOf(key, null), key: text };
}

const isOfMachine = ({ owner }: store.ApiKey): boolean => !isUserId(owner);

/** Throws API_KEY_NOT_FOUND, also for the key of a user or of a machine that was deleted, and API_KEY_ROTATED. */
export async function rotate(actor: AuditActor, id: string, body: Body<'POST /auth/admin/api/api-keys/{id}/rotate'>) {
  const before = await changes.requireKey(id, isOfMachine);
  if (!(await findApplication(before.owner as ApplicationId))) return fail('API_KEY_NOT_FOUND');
  const { key, text } = await changes.rotate(actor, before, body, null);
  return { apiKey: await currentView(key, ownedViewOf), key: text };
}

/** Throws API_KEY_NOT_FOUND, also for the key of a user. */
export async function rename(actor: AuditActor, id: string, { name }: Body<'PATCH /auth/admin/api/api-keys/{id}'>) {
  const key = await changes.update(actor, id, isOfMachine, { name });
  return { apiKey: await currentView(key, ownedViewOf) };
}

/** Throws API_KEY_NOT_FOUND. */
export const revoke = (actor: AuditActor, id: string) => changes.revoke(actor, id, () => true);

async function requireTenant(id: string) {
  const valid = tenantId(id);
  const tenant = valid && (await findTenant(valid));
  return tenant && tenant.status !== 'deleted' ? tenant.id : fail('TENANT_NOT_FOUND');
}
