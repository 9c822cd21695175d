// Watches what is silent when it is dead. Its heartbeat is a change of the table, so the change feed is invoked at least
// every five minutes, and an alarm goes off when it is not. It also compares when keys and root secrets should have been
// rotated with when they were, and looks up the records that prove domains. It holds no secret, and reads none.
import type { Context } from 'aws-lambda';
import { checkDue } from '../domain/verified-domains/checks.ts';
import { nextRotation } from '../platform/aws/secret-versions.ts';
import { now } from '../platform/clock.ts';
import { describeError, log } from '../platform/log.ts';
import { count, publishMetrics } from '../platform/metrics.ts';
import { inContext } from '../platform/request-context.ts';
import { config } from '../platform/settings/config.ts';
import { beat } from '../store/heartbeat.ts';
import { findPublic } from '../store/signing-keys.ts';

/** The inputs of its schedules: a heartbeat, or a check of rotations and domains. */
export type WatchEvent = { signingKeyDays?: number };

const DAY_MS = 86_400_000;
/**
 * Secrets Manager rotates within the day that a rotation is due (user guide, "Rotation windows"), and EventBridge retries
 * the rule of the signing keys for six hours.
 */
const GRACE_MS = DAY_MS;

/** Writes a heartbeat, or checks rotations and domains if `signingKeyDays` says how often the signing keys change. */
export function watch({ signingKeyDays }: WatchEvent, lambda?: Context): Promise<void> {
  return inContext({ requestId: lambda?.awsRequestId, operation: 'watch' }, async () => {
    try {
      await (signingKeyDays === undefined ? heartbeat() : hourly(signingKeyDays));
    } finally {
      publishMetrics();
    }
  });
}

/** Never throws: a heartbeat that is missing is what the alarm is for, and the next one is due in five minutes. */
async function heartbeat(): Promise<void> {
  await beat(now()).catch((error: unknown) => log.error('heartbeat_failed', describeError(error)));
}

/** Half of the time of the function: a lookup that hangs ends well before it. The next hour goes on. */
const DOMAINS_MS = 30_000;

async function hourly(signingKeyDays: number): Promise<void> {
  const results = await Promise.allSettled([checkRotations(signingKeyDays), checkDue(now() + DOMAINS_MS)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Logs and counts each rotation that is overdue by a day, or switched off. Throws if it could not look at all of them. */
async function checkRotations(signingKeyDays: number): Promise<void> {
  const { rootSecrets } = config();
  const results = await Promise.allSettled([
    signingKeyDue(signingKeyDays).then((due) => report('signing keys', due)),
    ...Object.entries(rootSecrets).map(async ([kind, id]) => id !== undefined && report(kind, await nextRotation(id))),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Returns when the current key should have been replaced. A deployment has no key before its first login. */
async function signingKeyDue(days: number): Promise<number> {
  const { currentSince = Number.POSITIVE_INFINITY } = (await findPublic()) ?? {};
  return currentSince + days * DAY_MS;
}

function report(what: string, due: number | undefined): void {
  if (due !== undefined && now() < due + GRACE_MS) return;
  log.error('rotation_overdue', { what, due: due === undefined ? 'never' : new Date(due).toISOString() });
  count('RepairNeeded');
}
