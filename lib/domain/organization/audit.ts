// Shows the audit log of a tenant to those who manage it: without who administers the deployment.
import type { Query, Reply } from '../../contract/index.ts';
import { adminId, applicationId } from '../../platform/ids.ts';
import { isByAdministrator, viewFor } from '../audit-log/entry.ts';
import { list as listEntries } from '../audit-log/list.ts';
import type { UserDoor } from './door.ts';

type Page = Reply<'GET /auth/organization/audit'>;
type Entry = Page['data'][number];

/** Returns a page of the log of the tenant, newest first. Throws CURSOR_INVALID. */
export async function list({ by, tenant }: UserDoor, query: Query<'GET /auth/organization/audit'>): Promise<Page> {
  const { actorId, targetId } = query;
  // Whether two entries are of the same admin is for the deployment to know.
  if ([actorId, targetId].some((id) => id !== undefined && adminId(id)))
    return { data: [], meta: { nextCursor: null } };
  const reader = { id: by.user.id, tenants: [tenant.id] };
  // An application may administer: pages that only its entries fill would tell that these are its own.
  const isOfApplication = actorId !== undefined && applicationId(actorId) !== undefined;
  const filters = { ...query, tenantId: tenant.id, ...(isOfApplication && { actorId: undefined }) };
  const { data, meta } = await listEntries(reader, filters, viewForMembers);
  return { data: isOfApplication ? data.filter(({ actor }) => actor.id === actorId) : data, meta };
}

/** Texts that admins write for each other: the reason of an act, and the note about the tenant. */
const NOTES: readonly string[] = ['reason', 'description'];

/** Whether the value is the id of an admin, or holds one at any depth. */
const namesAdmin = (value: unknown): boolean =>
  typeof value === 'string' ? adminId(value) !== undefined : Object.values(value ?? {}).some(namesAdmin);

const withoutNotes = (fields: Entry['detail']): Entry['detail'] =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !NOTES.includes(name) && !namesAdmin(value)));

/** Returns the entry without who administered, from where, and what admins wrote for each other. */
const viewForMembers: typeof viewFor = (item, tenants) => {
  const entry = viewFor(item, tenants);
  const shown = {
    ...entry,
    before: withoutNotes(entry.before),
    after: withoutNotes(entry.after),
    detail: withoutNotes(entry.detail),
  };
  if (!isByAdministrator(item)) return entry.via?.type === 'admin' ? { ...shown, via: null } : shown;
  // A machine that administers is an admin to members.
  const type = entry.actor.type === 'application' ? 'admin' : entry.actor.type;
  return { ...shown, actor: { type, id: null, name: null }, source: null };
};
