// Reads the figures of the dashboard from counters, at a cost that does not depend on the number of users.
import type { TenantSettings } from '../../contract/fields/settings.ts';
import type { Query, Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { NO_TENANT, type TenantId, tenantId } from '../../platform/ids.ts';
import { getMany, type Item, query } from '../../store/dynamo/table.ts';
import { count, rolesOf, type StatusBucket } from '../../store/keys.ts';
import * as directory from '../../store/people/directory.ts';
import { migratedUsers } from '../../store/tenants/migrated-users.ts';
import type { Role } from '../../store/tenants/roles.ts';
import { asTenant, tenantKey } from '../../store/tenants/tenants.ts';

const DAYS = 7;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY_MS = 86_400_000;

/**
 * Returns the number of users, roles and tenants, and the sign-ups of seven days, by day in UTC: of a tenant if the query
 * names one, with the roles that are its own. Two parallel reads, and one more for a tenant that names an earlier service.
 */
export async function stats({
  tenantId: named,
}: Query<'GET /auth/admin/api/stats'>): Promise<Reply<'GET /auth/admin/api/stats'>> {
  const tenant = named ? (tenantId(named) ?? NO_TENANT) : null;
  const [users, counts] = await Promise.all([usersOf(tenant, now()), tenant ? countsOf(tenant) : countsOfAll()]);
  return {
    stats: {
      totalUsers: users.total,
      activeUsers: users.active,
      verifiedUsers: users.verified,
      ...counts,
      recentSignups: users.signUps.reduce((sum, { count }) => sum + count, 0),
    },
    activityData: users.signUps.map(({ at, count }) => ({
      name: WEEKDAYS[new Date(at).getUTCDay()] as string,
      users: count,
    })),
  };
}

/**
 * Returns the counts of users, of a tenant or (`null`) of all, and the sign-ups of the seven days up to `until`, in ms,
 * oldest first: `at` is the first moment of a day in UTC, in ms. One read.
 */
export async function usersOf(tenant: TenantId | null, until: number) {
  const days = Array.from({ length: DAYS }, (_, back) => directory.dayOf(until) - (DAYS - 1 - back));
  const subjects = days.map((day) => directory.signupsCounter(tenant, day));
  const [users = {}, ...ofDays] = await directory.totals(tenant, ['USERS', ...subjects]);
  return {
    ...countsIn(users),
    signUps: days.map((day, index) => ({ at: day * DAY_MS, count: ofDays[index]?.[directory.SIGNUPS] ?? 0 })),
  };
}

/** Returns the counts of the users of a tenant. One read. */
export async function userCounts(tenant: TenantId) {
  const [users = {}] = await directory.totals(tenant, ['USERS']);
  return countsIn(users);
}

function countsIn(users: Readonly<Record<string, number>>) {
  const of = (...classes: StatusBucket[]): number =>
    classes.reduce<number>((sum, each) => sum + (users[directory.bucketCounter(each)] ?? 0), 0);
  return { total: of(0, 1, 2, 3), active: of(0, 1), verified: of(0, 2) };
}

type Counts = { totalRoles: number; totalTenants: number; migratedUsers?: number; unmigratedUsers?: number };

async function countsOfAll(): Promise<Counts> {
  const [roles, tenants] = await getMany([count('ROLES'), count('TENANTS')]);
  return { totalRoles: numberIn(roles), totalTenants: numberIn(tenants) };
}

async function countsOf(tenant: TenantId): Promise<Counts> {
  const [[item], roles] = await Promise.all([getMany([tenantKey(tenant)]), query<Role>(rolesOf(tenant), 'role')]);
  const found = asTenant(item);
  return {
    totalRoles: roles.length,
    totalTenants: found && found.status !== 'deleted' ? 1 : 0,
    // Tenants without an earlier service pay nothing for the figure.
    ...(found?.settings.migration && (await movesOf(tenant, found.settings.migration))),
  };
}

/** Returns how many people have moved, and how many are left of those whom the tenant expects. */
async function movesOf(tenant: TenantId, { expectedUsers }: NonNullable<TenantSettings['migration']>) {
  const moved = await migratedUsers(tenant);
  return {
    migratedUsers: moved,
    ...(expectedUsers !== undefined && { unmigratedUsers: Math.max(0, expectedUsers - moved) }),
  };
}

const numberIn = (item: Item | undefined): number => (item as (Item & { count: number }) | undefined)?.count ?? 0;
