// Bounds the lists of tenants that the deployment sends in a day. Requests are not counted: strangers can make any number of
// them, for addresses that no account has.
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { config } from '../../platform/settings/config.ts';
import { consume } from '../../store/limiter.ts';

const SCOPE = 'email-tenant-day';
const DAY_MS = 86_400_000;
/** The key says nothing about a person, so it is no HMAC, and the mailer needs no secret for it. */
const KEY = 'find-tenants';

/**
 * Counts a list, and returns whether it may be sent today. One that is sent again after a failure counts again. Throws
 * `Unavailable` without the table.
 */
export async function mayListToday(): Promise<boolean> {
  const { ceilings, limits } = config();
  const max = ceilings[SCOPE];
  if (!limits) return true;
  if (max > 0 && 'count' in (await consume(SCOPE, KEY, max, DAY_MS, now()))) return true;
  log.warn('budget_used_up', { tenant: KEY, channel: 'email', budget: 'newcomers' });
  count('MessageBudgetUsedUp');
  return false;
}
