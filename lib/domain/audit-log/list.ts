// Lists the audit log, newest first, and finds an entry by its id: of the deployment, of a tenant, of a user or another target. A page reads as much of
// it as it shows. Filters without an order of their own examine a bounded number of entries; the cursor goes on.
import { fail } from '../../contract/errors.ts';
import type { Query, Reply } from '../../contract/index.ts';
import {
  eventId,
  roleId,
  type TenantId,
  tenantId,
  tenantOfRole,
  tenantOfUser,
  type UserId,
  userId,
} from '../../platform/ids.ts';
import * as store from '../../store/audit/audit-log.ts';
import { sortableTime } from '../../store/keys.ts';
import type { Administrator, AdministratorId } from '../administrator.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import type { Actor } from '../sessions/caller.ts';
import { type Chained, newestOfChain, START } from './chain-pages.ts';
import { ownViewOf, viewFor, viewOf } from './entry.ts';
import { withNames } from './names.ts';

type AuditQuery = Query<'GET /auth/admin/api/audit'>;
type Caller = { admin: Pick<Administrator['admin'], 'id' | 'tenants'> };
/** To whom cursors belong, and the tenants that they may see. */
type Reader = { id: AdministratorId | UserId; tenants: Caller['admin']['tenants'] };
type Period = { from: string; to: string };

const DEFAULT_LIMIT = 25;
/** Entries that one page examines. */
const MAX_EXAMINED = 400;
/** Read at once while most of them may not match. */
const CHUNK = 100;

/** A part of the log with an order of its own, which pages follow. `place`: where the next page begins. */
type Source = (
  place: unknown,
  limit: number,
) => Promise<{ refs: Candidate[]; placeAfter: (index: number) => unknown; isLast: boolean }>;
/** `item`: the entry, if it was read already. */
type Candidate = store.Ref & { item?: store.EntryItem | undefined };

/** Returns a page of the log, with each entry as `view` shows it to this reader. Throws CURSOR_INVALID. */
export async function list(
  reader: Reader,
  query: AuditQuery,
  view = viewFor,
): Promise<Reply<'GET /auth/admin/api/audit'>> {
  const { cursor, limit, ...filters } = query;
  const { from = '', to = '', tenantId: tenant, targetId, actorId, action } = filters;
  const belonging = ['audit', reader.id, JSON.stringify(Object.entries(filters).sort())];
  const source = sourceOf(filters, { from, to });
  const matches = (ref: store.Ref) =>
    // What users cause may be about an account of another tenant.
    (tenant === undefined || ref.tenantId === tenant) &&
    (targetId === undefined || ref.targetId === targetId) &&
    (actorId === undefined || ref.actorId === actorId) &&
    (action === undefined || ref.action === action) &&
    isWithin(ref.occurredAt, { from, to });
  const isFiltered = actorId !== undefined || action !== undefined;
  const { items, next } = await page(source, matches, cursor, limit, isFiltered, belonging);
  const data = await withNames(
    items.map((item) => view(item, reader.tenants)),
    reader.tenants,
  );
  return { data, meta: { nextCursor: next } };
}

/** Returns an entry. Throws AUDIT_ENTRY_NOT_FOUND, also for one of a tenant that is not the admin's. */
export async function byId({ admin }: Caller, id: string): Promise<Reply<'GET /auth/admin/api/audit/{id}'>> {
  const sound = eventId(id) ?? fail('AUDIT_ENTRY_NOT_FOUND');
  const item = (await store.findById(sound)) ?? fail('AUDIT_ENTRY_NOT_FOUND');
  const entry = viewFor(item, admin.tenants);
  const isWithinReach = admin.tenants === null || admin.tenants.some((each) => each === entry.tenantId);
  const [named] = await withNames(isWithinReach ? [entry] : [], admin.tenants);
  return named ?? fail('AUDIT_ENTRY_NOT_FOUND');
}

/** Returns a page of what happened to a user, also to a deleted one. Throws USER_NOT_FOUND and CURSOR_INVALID. */
export async function ofUser(
  { admin }: Caller,
  id: string,
  { from = '', to = '', cursor, limit }: Query<'GET /auth/admin/api/users/{id}/audit'>,
): Promise<Reply<'GET /auth/admin/api/users/{id}/audit'>> {
  const user = userId(id) ?? fail('USER_NOT_FOUND');
  const source = ofTarget(tenantOfUser(user), user, { from, to });
  const { tenants } = admin;
  const isWithinReach = ({ tenantId: tenant }: store.Ref) =>
    tenants === null || (tenant !== null && tenants.includes(tenant));
  const belonging = ['audit-user', admin.id, id, from, to];
  const { items, next } = await page(source, isWithinReach, cursor, limit, false, belonging);
  const data = await withNames(
    items.map((item) => viewFor(item, tenants)),
    tenants,
  );
  return { data, meta: { nextCursor: next } };
}

/** Returns a page of what happened to the caller's own account. Throws CURSOR_INVALID. */
export async function own(
  { user }: Actor,
  { cursor, limit }: Query<'GET /auth/audit'>,
): Promise<Reply<'GET /auth/audit'>> {
  const source = ofTarget(user.tenantId, user.id, { from: '', to: '' });
  const { items, next } = await page(source, ({ targetId }) => targetId === user.id, cursor, limit, false, [
    'audit-own',
    user.id,
  ]);
  return { data: items.map((item) => ownViewOf(item, user.id)), meta: { nextCursor: next } };
}

const isWithin = (at: number, { from, to }: Period): boolean =>
  (from === '' || at >= Date.parse(from)) && (to === '' || at < Date.parse(to));

/** Chooses the order that has the fewest entries to examine. */
function sourceOf({ tenantId: named, targetId, actorId }: AuditQuery, period: Period): Source {
  const tenant = named === undefined ? undefined : tenantId(named);
  if (named !== undefined && !tenant) return NOTHING;
  // What users cause is among the entries that concern or mention them.
  const target = targetId ?? (userId(actorId) && actorId);
  if (target !== undefined) {
    const space = spaceOf(target, tenant);
    return tenant && space !== tenant ? NOTHING : ofTarget(space, target, period);
  }
  return tenant ? ofTenant(tenant, period) : ofDeployment(period);
}

/** The tenant in whose space the entries of a target are. */
function spaceOf(target: string, named: TenantId | undefined): TenantId | null {
  const [user, role, tenant] = [userId(target), roleId(target), tenantId(target)];
  if (user) return tenantOfUser(user);
  if (role) return tenantOfRole(role);
  return tenant ?? named ?? null;
}

const NOTHING: Source = async () => ({ refs: [], placeAfter: () => '', isLast: true });

const spanOf = (place: unknown, { from, to }: Period): store.Span => ({
  before: (place as string | undefined) ?? (to === '' ? store.END : sortableTime(Date.parse(to))),
  since: from === '' ? store.BEGIN : sortableTime(Date.parse(from)),
});

const ofTenant =
  (tenant: TenantId, period: Period): Source =>
  async (place, limit) => {
    const { found, isLast } = await store.ofTenant(tenant, spanOf(place, period), limit);
    return { refs: found, placeAfter: (index) => found[index]?.position, isLast };
  };

const ofTarget =
  (tenant: TenantId | null, target: string, period: Period): Source =>
  async (place, limit) => {
    const { found, isLast } = await store.ofTarget(tenant, target, spanOf(place, period), limit);
    const mentioned = found.filter(({ item }) => !item);
    const others = new Map((await store.entries(mentioned)).map((item, at) => [mentioned[at], item]));
    const refs = found.map((ref) => {
      const item = ref.item ?? others.get(ref);
      return { ...ref, ...knownOf(item), item };
    });
    return { refs, placeAfter: (index) => found[index]?.position, isLast };
  };

/** The action and the actor of an entry, which its key does not tell. */
function knownOf(item: store.EntryItem | undefined): Pick<store.Ref, 'action' | 'actorId'> {
  const { action = '', actor } = item ? viewOf(item) : {};
  return { action, actorId: actor?.id ?? null };
}

const ofDeployment =
  (period: Period): Source =>
  async (place, limit) => {
    const { chained, isLast } = await newestOfChain((place as number[] | undefined) ?? START, period, limit);
    return { refs: chained, placeAfter: (index) => (chained[index] as Chained | undefined)?.place, isLast };
  };

/** Reads a page from the source. */
async function page(
  source: Source,
  matches: (ref: store.Ref) => boolean,
  cursor: string | undefined,
  asked: string | undefined,
  isFiltered: boolean,
  belonging: string[],
) {
  const limit = Number(asked ?? DEFAULT_LIMIT);
  let place = cursor === undefined ? undefined : await readCursor(cursor, ...belonging);
  const found: Candidate[] = [];
  let isLast = false;
  for (let examined = 0; found.length < limit && examined < MAX_EXAMINED && !isLast; ) {
    const part = await source(place, isFiltered ? CHUNK : limit - found.length);
    let used = 0;
    while (used < part.refs.length && found.length < limit) {
      const ref = part.refs[used++] as Candidate;
      if (matches(ref)) found.push(ref);
    }
    if (used > 0) place = part.placeAfter(used - 1);
    isLast = part.isLast && used === part.refs.length;
    examined += Math.max(used, 1);
  }
  const unread = found.filter(({ item }) => !item);
  const read = new Map((await store.entries(unread)).map((item, at) => [unread[at], item]));
  const items = found.flatMap((ref) => ref.item ?? read.get(ref) ?? []);
  return { items, next: isLast ? null : await issueCursor(place, ...belonging) };
}
