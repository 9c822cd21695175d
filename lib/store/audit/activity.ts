// Stores how many people signed in and failed to on each day, in sharded counters. Sign-ups are counted with the users
// (directory.ts).
import { randomInt } from 'node:crypto';
import type { TenantId } from '../../platform/ids.ts';
import { add } from '../dynamo/write.ts';
import * as keys from '../keys.ts';
import * as directory from '../people/directory.ts';

const DAY_SECONDS = 86_400;
/** DynamoDB deletes a counter this long after its day. */
const KEEP_DAYS = 400;
const ttlOf = (day: number): number => (day + KEEP_DAYS) * DAY_SECONDS;

export type Activity = { signUps: number; signIns: number; failedSignIns: number };
export type Counted = Partial<Record<'signIns' | 'failedSignIns', number>>;
/** Failures of a tenant. The change feed adds them to the counters of the deployment. */
export const FAILURES = 'failed-sign-ins';

/**
 * Adds to the counters of a tenant, or of the deployment. `once`: a text that identifies the change. If the last change
 * of this shard had the same one, nothing is added.
 */
export async function addActivity(
  tenant: TenantId | null,
  day: number,
  numbers: Counted,
  shard: number,
  once: string,
): Promise<void> {
  const key = keys.counter(tenant, shard, `ACTIVITY#${day}`);
  await add({ ...key, type: 'counter', ttl: ttlOf(day) }, numbers, once);
}

/** Counts a sign-in of the tenant that failed. One write unit. `now` in ms. */
export async function countFailure(tenant: TenantId, now: number): Promise<void> {
  const day = directory.dayOf(now);
  const key = keys.failures(tenant, randomInt(keys.COUNTER_SHARDS), day);
  await add({ ...key, type: FAILURES, ttl: ttlOf(day) }, { failedSignIns: 1 });
}

/** The activity on each of the days, of a tenant or of the deployment. One parallel read. */
export async function activityOf(tenant: TenantId | null, days: readonly number[]): Promise<Activity[]> {
  // Sign-ups and failures of a tenant are counted apart from the rest.
  const kinds = [
    (day: number): keys.Subject => `ACTIVITY#${day}`,
    (day: number): keys.Subject => directory.signupsCounter(tenant, day),
    ...(tenant === null ? [] : [(day: number): keys.Subject => `FAILED#${day}`]),
  ];
  const sums = await directory.totals(
    tenant,
    kinds.flatMap((subject) => days.map(subject)),
  );
  return days.map((_, at) => {
    const own = kinds.map((_, kind) => sums[kind * days.length + at] ?? {});
    const sum = (name: string): number => own.reduce((total, each) => total + (each[name] ?? 0), 0);
    return { signUps: sum(directory.SIGNUPS), signIns: sum('signIns'), failedSignIns: sum('failedSignIns') };
  });
}
