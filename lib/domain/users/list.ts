// The list of users across tenants: newest first, filtered and searched. What it costs follows the page: listing reads
// as many entries as the page is deep, searching as many as there are matches (at most 10 000), never the table.
import { fail } from '../../contract/errors.ts';
import type { Query, Reply } from '../../contract/index.ts';
import type { AdminId } from '../../platform/ids.ts';
import { type TenantId, tenantId, tenantOfUser } from '../../platform/ids.ts';
import * as directory from '../../store/directory.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { listPosition, type StatusBucket, type Subject, userKeyOf } from '../../store/keys.ts';
import { tenantKey } from '../../store/tenants.ts';
import { asUser, statusBucketOf } from '../../store/users.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import { normalised, prefixesOf, readTermPayload, roleMark } from '../directory/sync-user.ts';
import { viewsOf } from './view.ts';

type UserQuery = Query<'GET /auth/admin/api/users'>;

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** As far as numbered pages go, and totals count. */
const MAX_DEPTH = 10_000;

const ALL: readonly StatusBucket[] = [0, 1, 2, 3];
const BUCKETS: Record<NonNullable<UserQuery['status']>, readonly StatusBucket[]> = {
  active: [0, 1],
  inactive: [2, 3],
  verified: [0, 2],
  unverified: [1, 3],
};

/** Where a page begins: after so many, or after a place. */
type Start = { page: number; skip: number; after?: string };
type Filter = { classes: readonly StatusBucket[]; tenantId: TenantId | undefined; roleName: string | undefined };
/** `total`: of matches, as far as is known. */
type Found = { listed: directory.Listed[]; more: boolean; total: number; capped: boolean };

/** A page of users. Throws INVALID_INPUT for a page too deep, CURSOR_INVALID. */
export async function list(
  { admin }: { admin: { id: AdminId } },
  query: UserQuery,
): Promise<Reply<'GET /auth/admin/api/users'>> {
  const limit = number('limit', query.limit, DEFAULT_LIMIT, MAX_LIMIT);
  const scope = query.scope ?? 'all';
  const search = normalised(query.search ?? '');
  const belonging = ['users', admin.id, search, query.status ?? '', scope, query.tenantId ?? '', query.roleName ?? ''];
  const start = await startOf(query, limit, belonging);
  const tenant = query.tenantId ? tenantId(query.tenantId) : undefined;
  const classes = query.status ? BUCKETS[query.status] : ALL;
  const filter = { classes, tenantId: tenant, roleName: query.roleName };
  // No account belongs to the platform, and no tenant has an id that isn't one.
  const nobody = scope === 'platform' || (query.tenantId ? !tenant : false);
  const found = nobody
    ? NOBODY
    : await (search ? matching(search, filter, start, limit) : newest(filter, start, limit));

  const items = await getMany(found.listed.flatMap(({ id }) => [userKeyOf(id), tenantKey(tenantOfUser(id))]));
  // Indexes lag: who is gone, or is no longer what was asked for, is left out.
  const users = items.flatMap((item) => asUser(item) ?? []).filter((user) => classes.includes(statusBucketOf(user)));
  const last = found.listed.at(-1)?.position;
  return {
    data: await viewsOf(users, items),
    meta: {
      page: start.page,
      limit,
      total: Math.min(found.total, MAX_DEPTH),
      totalPages: Math.ceil(Math.min(found.total, MAX_DEPTH) / limit),
      totalCapped: found.capped || found.total > MAX_DEPTH,
      scope,
      nextCursor: found.more && last ? await issueCursor([last, start.page + 1], ...belonging) : null,
    },
  };
}

const NOBODY: Found = { listed: [], more: false, total: 0, capped: false };

async function startOf({ page, cursor }: UserQuery, limit: number, belonging: string[]): Promise<Start> {
  if (cursor !== undefined) {
    const [after, at] = (await readCursor(cursor, ...belonging)) as [string, number];
    return { page: at, skip: 0, after };
  }
  const wanted = number('page', page, 1, Number.MAX_SAFE_INTEGER);
  if (wanted * limit > MAX_DEPTH) {
    fail('INVALID_INPUT', { message: `page: is beyond the first ${MAX_DEPTH} users; use the cursor or a filter` });
  }
  return { page: wanted, skip: (wanted - 1) * limit };
}

function number(field: string, text: string | undefined, standard: number, max: number): number {
  const value = text === undefined ? standard : Number(text);
  return value >= 1 && value <= max
    ? value
    : fail('INVALID_INPUT', {
        message: `${field}: must be at least 1${max <= MAX_DEPTH ? ` and at most ${max}` : ''}`,
      });
}

/** From the lists: by time, of all or of one tenant, of everybody or of the members of a role. */
async function newest({ classes, tenantId: tenant, roleName }: Filter, start: Start, limit: number): Promise<Found> {
  const subject: Subject = roleName === undefined ? 'USERS' : `MEMBERS#${roleName}`;
  const [ranked, [counts = {}]] = await Promise.all([
    directory.newest({ tenantId: tenant, roleName }, classes, start.skip + limit + 1, start.after),
    directory.totals(tenant ?? null, [subject]),
  ]);
  const more = ranked.length > start.skip + limit;
  const counted = classes.reduce<number>((sum, each) => sum + (counts[directory.bucketCounter(each)] ?? 0), 0);
  // Where the end is in sight the number is known for certain; the counters are a moment behind.
  const total = !more && start.after === undefined ? ranked.length : Math.max(counted, ranked.length);
  return { listed: ranked.slice(start.skip, start.skip + limit), more, total, capped: false };
}

/** From the search terms: all matches with their payload, filtered and sorted here. */
async function matching(search: string, filter: Filter, start: Start, limit: number): Promise<Found> {
  const results = await Promise.all(prefixesOf(search).map((prefix) => directory.matching(filter.tenantId, prefix)));
  const found = new Map<string, directory.Listed>();
  const mark = filter.roleName === undefined ? undefined : roleMark(filter.roleName);
  for (const { id, payload } of results.flatMap(({ matches }) => matches)) {
    const { createdAt, bucket, roleMarks } = readTermPayload(payload);
    if (!filter.classes.includes(bucket) || (mark !== undefined && !roleMarks.includes(mark))) continue;
    found.set(id, { id, position: listPosition(id, createdAt) });
  }
  const ranked = [...found.values()].sort((a, b) => (a.position < b.position ? 1 : -1));
  const { after } = start;
  const remaining = after === undefined ? ranked.slice(start.skip) : ranked.filter(({ position }) => position < after);
  return {
    listed: remaining.slice(0, limit),
    more: remaining.length > limit,
    total: ranked.length,
    capped: results.some(({ capped }) => capped),
  };
}
