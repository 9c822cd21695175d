// Waits until a deployment is at rest: stream and queue catch up, jobs end. Then checks the whole table.
import { now } from '../../../lib/platform/clock.ts';
import { everyRow } from '../rows.ts';
import { PATIENCE_MS } from './client.ts';
import type { Deployment } from './deployment.ts';
import { violations } from './invariants.ts';

/** A mailer's claim, if the mailer died with it (lib/store/people/message-claims.ts). */
const LEASE_MS = 61_000;

/** Returns every violation in the table when nothing moves any more; none if all is well. */
export async function atRest({ events, lanes, queue }: Deployment): Promise<string[]> {
  const first = lanes[0]!;
  let found = ['it was never looked at'];
  for (const started = Date.now(); found.length && Date.now() - started < PATIENCE_MS; ) {
    if (queue.deadLetters().length) {
      first.advance(LEASE_MS);
      await queue.redrive();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    const published = new Set(events.map(({ detail }) => detail.id));
    const latest = Math.max(now(), ...lanes.map((lane) => lane.now()));
    found = violations(await everyRow(), { published, now: latest });
  }
  return found;
}
