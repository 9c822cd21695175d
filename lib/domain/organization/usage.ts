// Shows the figures of a tenant to those who manage it. All of them are counters and lists that exist for other reasons.
import type { Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { activityOf } from '../../store/audit/activity.ts';
import { dayOf } from '../../store/people/directory.ts';
import { page } from '../../store/people/invitations.ts';
import { userCounts } from '../directory/stats.ts';
import type { Door } from './door.ts';

const DAY_MS = 86_400_000;
/** Open invitations that are counted. */
const MOST_INVITATIONS = 100;

/**
 * Returns the counts of members and of open invitations, and the sign-ups and sign-ins of seven days in UTC. Three parallel reads, for any
 * number of members.
 */
export async function usage({ tenant }: Door): Promise<Reply<'GET /auth/organization/usage'>> {
  const at = now();
  const today = dayOf(at);
  const days = Array.from({ length: 7 }, (_, back) => today - 6 + back);
  const [members, activity, invitations] = await Promise.all([
    userCounts(tenant.id),
    activityOf(tenant.id, days),
    page(tenant.id, 'pending', MOST_INVITATIONS, undefined, at),
  ]);
  const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const byDay = activity.map((counted, index) => ({ ...counted, day: textOf(days[index] as number) }));
  return {
    members,
    signUps: byDay.map(({ day, signUps: count }) => ({ day, count })),
    signIns: byDay.map(({ day, signIns: count, failedSignIns: failed }) => ({ day, count, failed })),
    invitations: { open: invitations.listed.length, isCapped: invitations.more },
  };
}
