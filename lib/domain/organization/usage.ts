// Shows the figures of a tenant to those who manage it.
import type { Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { usersOf } from '../directory/stats.ts';
import type { Door } from './door.ts';

/** Returns the counts of members, and the sign-ups of seven days in UTC. One read, for any number of members. */
export async function usage({ tenant }: Door): Promise<Reply<'GET /auth/organization/usage'>> {
  const { total, active, verified, signUps } = await usersOf(tenant.id, now());
  return {
    members: { total, active, verified },
    signUps: signUps.map(({ at, count }) => ({ day: new Date(at).toISOString().slice(0, 10), count })),
  };
}
