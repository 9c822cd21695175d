// Records failed sign-ins in the audit log. Strangers cause them, so their number is limited.
import { now } from '../../platform/clock.ts';
import { noUser, type TenantId } from '../../platform/ids.ts';
import { create } from '../../store/dynamo/table.ts';
import { noteItem } from '../../store/outbox.ts';
import type { User } from '../../store/users.ts';
import * as limits from '../credentials/limits.ts';

/** Failures of one account that are recorded in a window of its limit. Later ones are counted in those of the next. */
const RECORDED = 5;

/**
 * Records that a sign-in failed, at most five times in a quarter of an hour for an account and as often for a tenant as
 * its limit allows. An address without an account costs the same writes and is not recorded.
 */
export async function recordFailure(
  { count, row }: limits.Consumption,
  tenant: TenantId,
  user: User | undefined,
  provider: string,
): Promise<void> {
  if (count > RECORDED || !(await limits.tryConsume('failure-record', tenant))) return;
  const target = { type: 'user', id: user?.id ?? noUser(tenant) };
  const note = { action: 'session.failed', outcome: 'failure', target, detail: { provider, attempts: row } } as const;
  await create(noteItem(tenant, note, now(), !user));
}
