// Shows the audit log of a tenant to those who manage it: without who the admins of the deployment are.
import type { Query, Reply } from '../../contract/index.ts';
import { adminId } from '../../platform/ids.ts';
import { list as listEntries } from '../audit-log/list.ts';
import type { Door } from './door.ts';

type Page = Reply<'GET /auth/organization/audit'>;
type Entry = Page['data'][number];

/** Returns a page of the log of the tenant, newest first. Throws CURSOR_INVALID. */
export async function list({ by, tenant }: Door, query: Query<'GET /auth/organization/audit'>): Promise<Page> {
  // Whether two entries are of the same admin is for the deployment to know.
  if ([query.actorId, query.targetId].some((id) => id !== undefined && adminId(id)))
    return { data: [], meta: { nextCursor: null } };
  const reader = { id: by.user.id, tenants: [tenant.id] };
  const { data, meta } = await listEntries(reader, { ...query, tenantId: tenant.id });
  return { data: data.map(withoutAdmin), meta };
}

const isOfAdmin = (value: unknown): boolean => typeof value === 'string' && adminId(value) !== undefined;

const withoutIds = (fields: Entry['detail']): Entry['detail'] =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => name !== 'reason' && !isOfAdmin(value)));

/** Returns the entry without which admin it was, from where, and what they wrote as their reason. */
function withoutAdmin(entry: Entry): Entry {
  const shown = {
    ...entry,
    before: withoutIds(entry.before),
    after: withoutIds(entry.after),
    detail: withoutIds(entry.detail),
  };
  if (!['admin', 'secretKey'].includes(entry.actor.type)) return shown;
  return { ...shown, actor: { ...entry.actor, id: null, name: null }, source: null };
}
