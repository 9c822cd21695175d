// Reads sign-ups, sign-ins and failures by day, at a cost that does not depend on the number of users.
import type { Query, Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { NO_TENANT, tenantId } from '../../platform/ids.ts';
import { type Activity, activityOf } from '../../store/audit/activity.ts';
import { dayOf } from '../../store/people/directory.ts';

const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;
const NONE: Activity = { signUps: 0, signIns: 0, failedSignIns: 0 };

/** Returns the figures of the last days in UTC, today last. An unknown tenant has none. */
export async function activity(
  query: Query<'GET /auth/admin/api/activity'>,
): Promise<Reply<'GET /auth/admin/api/activity'>> {
  const count = Number(query.days ?? DEFAULT_DAYS);
  const today = dayOf(now());
  const days = Array.from({ length: count }, (_, back) => today - (count - 1 - back));
  const tenant = query.tenantId ? tenantId(query.tenantId) : null;
  // Failures at tenants that do not exist are counted under NO_TENANT.
  const counted = tenant === undefined || tenant === NO_TENANT ? days.map(() => NONE) : await activityOf(tenant, days);
  const data = days.map((day, at) => ({
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    ...(counted[at] as Activity),
  }));
  const sum = (name: keyof Activity): number => data.reduce((total, each) => total + each[name], 0);
  return { data, totals: { signUps: sum('signUps'), signIns: sum('signIns'), failedSignIns: sum('failedSignIns') } };
}
