// Lists users across tenants, newest first, filtered and searched. Listing reads as many entries as the page is deep.
// Searching reads as many as there are matches, at most 10 000. Neither scans the table.
import { fail } from '../../contract/errors.ts';
import type { Query, Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { type TenantId, tenantId, tenantOfUser, type UserId, userId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { listPosition, type StatusBucket, type Subject, userKeyOf } from '../../store/keys.ts';
import * as directory from '../../store/people/directory.ts';
import { asUser, everything, statusBucketOf, type User } from '../../store/people/users.ts';
import { tenantKey } from '../../store/tenants/tenants.ts';
import type { AdministratorId } from '../administrator.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import { normalised, prefixesOf, readTermPayload, roleMark } from '../directory/sync-user.ts';
import { isUnused } from './inactivity.ts';
import { viewsOf } from './view.ts';

type UserQuery = Query<'GET /auth/admin/api/users'>;
type UserPage = Reply<'GET /auth/admin/api/users'>;

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Numbered pages and totals end here. */
const MAX_DEPTH = 10_000;

const ALL_BUCKETS: readonly StatusBucket[] = [0, 1, 2, 3];
const BUCKETS: Record<NonNullable<UserQuery['status']>, readonly StatusBucket[]> = {
  active: [0, 1],
  inactive: [2, 3],
  verified: [0, 2],
  unverified: [1, 3],
};

/** Where a page begins: after `skip` users, or after the position `after`. */
type Start = { page: number; skip: number; after?: string };
type Filter = { buckets: readonly StatusBucket[]; tenantId: TenantId | undefined; roleName: string | undefined };
/** `total`: the number of matches, as far as it is known. `capped`: there are more than were counted. */
type Matches = { listed: directory.Listed[]; more: boolean; total: number; capped: boolean };

/** Returns a page of users to a reader, to whom its cursor belongs. Throws INVALID_INPUT for a page that is too deep, and CURSOR_INVALID. */
export async function list(reader: AdministratorId | UserId, query: UserQuery): Promise<UserPage> {
  const limit = parseNumber('limit', query.limit, DEFAULT_LIMIT, MAX_LIMIT);
  const scope = query.scope ?? 'all';
  const search = normalised(query.search ?? '');
  const cursorContext = [
    'users',
    reader,
    search,
    query.status ?? '',
    scope,
    query.tenantId ?? '',
    query.roleName ?? '',
    query.inactiveDays ?? '',
  ];
  const start = await findStart(query, limit, cursorContext);
  const tenant = query.tenantId ? tenantId(query.tenantId) : undefined;
  const buckets = query.status ? BUCKETS[query.status] : ALL_BUCKETS;
  const filter = { buckets, tenantId: tenant, roleName: query.roleName };
  // No account belongs to the platform, and no tenant has an invalid id.
  const id = userId(query.search?.trim());
  const isEmpty = scope === 'platform' || (query.tenantId ? !tenant : false);
  const matches = isEmpty
    ? NO_MATCHES
    : id
      ? only(id, filter, start)
      : await (search ? findMatches(search, filter, start, limit) : listNewest(filter, start, limit));

  const items = await getMany(matches.listed.flatMap(({ id }) => [userKeyOf(id), tenantKey(tenantOfUser(id))]));
  // Indexes lag, so users who were deleted or no longer match the filter are left out.
  const users = items.flatMap((item) => asUser(item) ?? []).filter((user) => buckets.includes(statusBucketOf(user)));
  const shown = query.inactiveDays === undefined ? users : await unusedOf(users, Number(query.inactiveDays));
  const views = await viewsOf(shown, items);
  // The index, which knows the roles of users, was not asked.
  const data = id && filter.roleName !== undefined ? views.filter((view) => hasRole(view, filter.roleName)) : views;
  const count = Math.min(id ? data.length : matches.total, MAX_DEPTH);
  const last = matches.listed.at(-1)?.position;
  return {
    data,
    meta: {
      page: start.page,
      limit,
      total: count,
      totalPages: Math.ceil(count / limit),
      totalCapped: matches.capped || matches.total > MAX_DEPTH,
      scope,
      nextCursor: matches.more && last ? await issueCursor([last, start.page + 1], ...cursorContext) : null,
    },
  };
}

/** Users whose partitions are read at a time. */
const WORKERS = 10;
const DAY_MS = 86_400_000;

/** Returns those who did not sign in for so many days. At most three reads for each user of the page. */
async function unusedOf(users: readonly User[], days: number): Promise<User[]> {
  const since = now() - days * DAY_MS;
  const unused = await mapConcurrently(users, WORKERS, async (user) =>
    isUnused(user, await everything(user.tenantId, user.id), since),
  );
  return users.filter((_, at) => unused[at]);
}

const NO_MATCHES: Matches = { listed: [], more: false, total: 0, capped: false };

/** The user whose whole id is searched for. They are read with the page, and left out if there is no such user. */
const only = (id: UserId, { tenantId: tenant }: Filter, { page }: Start): Matches =>
  page > 1 || (tenant && tenantOfUser(id) !== tenant) ? NO_MATCHES : { ...NO_MATCHES, listed: [{ id, position: '' }] };

const hasRole = ({ userAccesses }: UserPage['data'][number], roleName: string | undefined): boolean =>
  userAccesses.some(({ roles }) => roles.some(({ name }) => name === roleName));

async function findStart({ page, cursor }: UserQuery, limit: number, cursorContext: string[]): Promise<Start> {
  if (cursor !== undefined) {
    const [after, nextPage] = (await readCursor(cursor, ...cursorContext)) as [string, number];
    return { page: nextPage, skip: 0, after };
  }
  const pageNumber = parseNumber('page', page, 1, Number.MAX_SAFE_INTEGER);
  if (pageNumber * limit > MAX_DEPTH) {
    fail('INVALID_INPUT', { message: `page: must be within the first ${MAX_DEPTH} users; use the cursor or a filter` });
  }
  return { page: pageNumber, skip: (pageNumber - 1) * limit };
}

/** Returns the number in `text`, or `fallback` without one. Throws INVALID_INPUT if it is out of bounds. */
function parseNumber(field: string, text: string | undefined, fallback: number, max: number): number {
  const value = text === undefined ? fallback : Number(text);
  return value >= 1 && value <= max
    ? value
    : fail('INVALID_INPUT', {
        message: `${field}: must be at least 1${max <= MAX_DEPTH ? ` and at most ${max}` : ''}`,
      });
}

/** Reads the page from the lists: of all tenants or one, of all users or the members of a role. */
async function listNewest(
  { buckets, tenantId: tenant, roleName }: Filter,
  start: Start,
  limit: number,
): Promise<Matches> {
  const subject: Subject = roleName === undefined ? 'USERS' : `MEMBERS#${roleName}`;
  const [ranked, [counts = {}]] = await Promise.all([
    directory.newest({ tenantId: tenant, roleName }, buckets, start.skip + limit + 1, start.after),
    directory.totals(tenant ?? null, [subject]),
  ]);
  const more = ranked.length > start.skip + limit;
  const counted = buckets.reduce<number>((sum, bucket) => sum + (counts[directory.bucketCounter(bucket)] ?? 0), 0);
  // On the last page the number is exact. The counters lag a moment behind.
  const total = !more && start.after === undefined ? ranked.length : Math.max(counted, ranked.length);
  return { listed: ranked.slice(start.skip, start.skip + limit), more, total, capped: false };
}

/** Reads all matches of the search from the index of search terms, then filters and sorts them here. */
async function findMatches(search: string, filter: Filter, start: Start, limit: number): Promise<Matches> {
  const results = await Promise.all(prefixesOf(search).map((prefix) => directory.matching(filter.tenantId, prefix)));
  const listed = new Map<string, directory.Listed>();
  const mark = filter.roleName === undefined ? undefined : roleMark(filter.roleName);
  for (const { id, payload } of results.flatMap(({ matches }) => matches)) {
    const { createdAt, bucket, roleMarks } = readTermPayload(payload);
    if (!filter.buckets.includes(bucket) || (mark !== undefined && !roleMarks.includes(mark))) continue;
    listed.set(id, { id, position: listPosition(id, createdAt) });
  }
  const ranked = [...listed.values()].sort((a, b) => (a.position < b.position ? 1 : -1));
  const { after } = start;
  const remaining = after === undefined ? ranked.slice(start.skip) : ranked.filter(({ position }) => position < after);
  return {
    listed: remaining.slice(0, limit),
    more: remaining.length > limit,
    total: ranked.length,
    capped: results.some(({ capped }) => capped),
  };
}
