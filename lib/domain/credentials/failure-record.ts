// Records failed proofs in the audit log. Strangers cause them, so their number is limited.
import { now } from '../../platform/clock.ts';
import { noUser, type TenantId } from '../../platform/ids.ts';
import { create } from '../../store/dynamo/table.ts';
import { type AuditNote, noteItem } from '../../store/outbox.ts';
import type { User } from '../../store/users.ts';
import type { CodeGuess } from './code-guesses.ts';
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
  if (count > RECORDED) return;
  const target = { type: 'user', id: user?.id ?? noUser(tenant) };
  await store(tenant, { action, target, detail: { attempts: row, ...(provider && { provider }) } }, !user);
}

/**
 * Records that a login code was wrong, as `recordFailure` does. Guesses at codes that are bound to a client are counted for
 * each client, and those at long codes not at all, so these have a limit for the address of their own.
 */
export async function recordWrongLoginCode(
  { address, binding, counted }: CodeGuess,
  tenant: TenantId,
  user: User | undefined,
): Promise<void> {
  const isRecorded =
    counted && binding === undefined
      ? counted.count <= RECORDED
      : await limits.record('failure-record-each', 'code', tenant, address);
  if (!isRecorded) return;
  const target = { type: 'user', id: user?.id ?? noUser(tenant) };
  const detail = { ...(counted && { attempts: counted.row }), provider: 'passwordless' };
  await store(tenant, { action: 'session.failed', target, detail }, !user);
}

/**
 * Records that a login by an identity provider was refused, at most five times for a network in fifteen minutes, and for a
 * tenant as often as its own limit allows. Who it was is not known, so the tenant is the target.
 */
export async function recordRefusedProvider(
  tenant: TenantId,
  { provider, reason, ip }: { provider: string; reason: string; ip: string },
): Promise<void> {
  if (!(await limits.record('failure-record-each', 'provider', tenant, limits.network(ip)))) return;
  const target = { type: 'tenant', id: tenant };
  await store(tenant, { action: 'session.failed', target, detail: { tenantId: tenant, provider, reason } }, false);
}

type Failure = Pick<AuditNote, 'action' | 'target' | 'detail'>;

async function store(tenant: TenantId, failure: Failure, isDecoy: boolean): Promise<void> {
  if (!(await limits.tryConsume('failure-record', tenant))) return;
  await create(noteItem(tenant, { ...failure, outcome: 'failure' }, now(), isDecoy));
}
