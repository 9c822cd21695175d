// Reads the figures of the dashboard from counters, at a cost that does not depend on the number of users.
import type { Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import * as directory from '../../store/directory.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import { count, type StatusBucket } from '../../store/keys.ts';

const DAYS = 7;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY_MS = 86_400_000;

/**
 * Returns the number of users, roles and tenants, and the sign-ups of seven days, by day in UTC. Two parallel reads.
 */
export async function stats(): Promise<Reply<'GET /auth/admin/api/stats'>> {
  const today = directory.dayOf(now());
  const days = Array.from({ length: DAYS }, (_, back) => today - (DAYS - 1 - back));
  const [[users = {}, ...ofDays], [roles, tenants]] = await Promise.all([
    directory.totals(null, ['USERS', ...days.map(directory.dayCounter)]),
    getMany([count('ROLES'), count('TENANTS')]),
  ]);
  const of = (...classes: StatusBucket[]): number =>
    classes.reduce<number>((sum, each) => sum + (users[directory.bucketCounter(each)] ?? 0), 0);
  const signups = ofDays.map((day) => day[directory.SIGNUPS] ?? 0);
  return {
    stats: {
      totalUsers: of(0, 1, 2, 3),
      activeUsers: of(0, 1),
      verifiedUsers: of(0, 2),
      totalRoles: numberIn(roles),
      totalTenants: numberIn(tenants),
      recentSignups: signups.reduce((sum, each) => sum + each, 0),
    },
    activityData: days.map((day, at) => ({
      name: WEEKDAYS[new Date(day * DAY_MS).getUTCDay()] as string,
      users: signups[at] as number,
    })),
  };
}

const numberIn = (item: Item | undefined): number => (item as (Item & { count: number }) | undefined)?.count ?? 0;
