// Lets those who manage a tenant manage the applications that are made there. Each is a third party: people consent to it, and its tokens
// name no roles and no permissions. So it gives nothing that its maker lacks.
import { fail } from '../../contract/errors.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import type { TenantId } from '../../platform/ids.ts';
import type { Application } from '../../store/applications/applications.ts';
import * as store from '../../store/applications/of-tenant.ts';
import {
  changeEventsWrite,
  patched,
  remove as removeAny,
  secretsOf,
  validApplication,
  withDoor,
} from '../applications/applications.ts';
import { type ApplicationDoor, mayChange } from '../applications/door.ts';
import * as secrets from '../applications/secrets.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import type { UserDoor } from './door.ts';

type Path = '/auth/organization/applications';
type View = Reply<`GET ${Path}`>['applications'][number];

const DEFAULT_LIMIT = 20;

const applicationDoor = ({ tenant, by, unchanged, again }: UserDoor): ApplicationDoor => ({
  by,
  tenant: tenant.id,
  conditions: unchanged,
  again: async () => applicationDoor(await again()),
});

const viewOf = (application: Application, tenant: TenantId): View => ({
  id: application.id,
  name: application.name,
  kind: application.kind,
  isActive: application.status === 'active',
  redirectUris: application.redirectUris,
  postLogoutRedirectUris: application.postLogoutRedirectUris,
  secrets: secretsOf(application),
  mayChange: mayChange(application, tenant),
  createdAt: iso(application.createdAt),
  updatedAt: iso(application.updatedAt),
});

/** Returns a page of the applications that serve the tenant alone, newest first. Throws CURSOR_INVALID. */
export async function list({ by, tenant }: UserDoor, { limit, cursor }: Query<`GET ${Path}`>) {
  const owner = ['applications', tenant.id, by.user.id] as const;
  const after = cursor === undefined ? undefined : ((await readCursor(cursor, ...owner)) as string);
  const { applications, next } = await store.page(tenant.id, Number(limit ?? DEFAULT_LIMIT), after);
  return {
    applications: applications.map((each) => viewOf(each, tenant.id)),
    nextCursor: next === undefined ? null : await issueCursor(next, ...owner),
  };
}

/** Creates an application of the tenant. Throws INVALID_INPUT, and APPLICATION_LIMIT_REACHED for the 51st. */
export async function create(door: UserDoor, body: Body<`POST ${Path}`>) {
  const { id } = door.tenant;
  const valid = await validApplication(body);
  const application: Application = { ...valid, party: 'third', tenantIds: [id], madeIn: id };
  return withDoor(applicationDoor(door), async ({ by, conditions }) => {
    const events = changeEventsWrite(by, 'created', undefined, application);
    const result = await store.create(id, application, { events, conditions });
    if (result === 'full') return fail('APPLICATION_LIMIT_REACHED');
    if (result === 'no-tenant') return fail('SESSION_NOT_FOUND');
    return result === 'done' ? { application: viewOf(application, id) } : undefined;
  });
}

/** Changes the fields that were sent. Throws INVALID_INPUT, and what `requireChangeable` throws. */
export const update = async (door: UserDoor, id: string, patch: Body<`PATCH ${Path}/{id}`>) => ({
  application: viewOf(await patched(applicationDoor(door), id, patch), door.tenant.id),
});

/** Deletes an application. Throws what `requireChangeable` throws. */
export const remove = (door: UserDoor, id: string) => removeAny(applicationDoor(door), id);

/** Returns a new secret, which is shown only now. Throws what it throws for admins, and what `requireChangeable` throws. */
export const addSecret = (door: UserDoor, id: string) => secrets.add(applicationDoor(door), id);

/** Revokes a secret. Throws APPLICATION_SECRET_NOT_FOUND, and what `requireChangeable` throws. */
export const revokeSecret = (door: UserDoor, id: string, secretId: string) =>
  secrets.revoke(applicationDoor(door), id, secretId);
