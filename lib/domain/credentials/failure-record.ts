// Records failed proofs in the audit log. Strangers cause them, so their number is limited.
import { now } from '../../platform/clock.ts';
import { noUser, type TenantId } from '../../platform/ids.ts';
import { create } from '../../store/dynamo/table.ts';
import { noteItem } from '../../store/outbox.ts';
import type { User } from '../../store/users.ts';
import * as limits from './limits.ts';

/** Failures of one account that are recorded in a window of its limit. */
const RECORDED = 5;

/**
 * Records that a proof failed, at most five times in a window of the account's limit, and for a tenant as often as its
 * own allows. Each says how many there were in a row. An address without an account costs the same writes and is not
 * recorded.
 */
export async function recordFailure(
  { count, row }: limits.Consumption,
  tenant: TenantId,
  user: User | undefined,
  action: 'session.failed' | 'second_factor.failed',
  provider?: string,
): Promise<void> {
  if (count > RECORDED || !(await limits.tryConsumeShare('failure-record', tenant))) return;
  const target = { type: 'user', id: user?.id ?? noUser(tenant) };
  const note = {
    action,
    outcome: 'failure',
    target,
    detail: { attempts: row, ...(provider && { provider }) },
  } as const;
  await create(noteItem(tenant, note, now(), !user));
}
