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
  const today = directory.dayOf(now());
  const days = Array.from({ length: DAYS }, (_, back) => today - (DAYS - 1 - back));
  const [[users = {}, ...ofDays], counts] = await Promise.all([
    directory.totals(tenant, ['USERS', ...days.map((day) => directory.signupsCounter(tenant, day))]),
    tenant ? countsOf(tenant) : countsOfAll(),
  ]);
  const of = (...classes: StatusBucket[]): number =>
    classes.reduce<number>((sum, each) => sum + (users[directory.bucketCounter(each)] ?? 0), 0);
  const signups = ofDays.map((day) => day[directory.SIGNUPS] ?? 0);
  return {
    stats: {
      totalUsers: of(0, 1, 2, 3),
      activeUsers: of(0, 1),
      verifiedUsers: of(0, 2),
      ...counts,
      recentSignups: signups.reduce((sum, each) => sum + each, 0),
    },
    activityData: days.map((day, at) => ({
      name: WEEKDAYS[new Date(day * DAY_MS).getUTCDay()] as string,
      users: signups[at] as number,
    })),
  };
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
