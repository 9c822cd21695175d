// Records failed proofs in the audit log. Strangers cause them, so their number is limited.
import { now } from '../../platform/clock.ts';
import { noUser, type TenantId } from '../../platform/ids.ts';
import { create } from '../../store/dynamo/table.ts';
import { type AuditNote, noteItem } from '../../store/outbox.ts';
import type { User } from '../../store/people/users.ts';
import type { Binding } from './binding.ts';
import * as limits from './limits.ts';

/** Failures of one account that are recorded in a window of its limit. */
const RECORDED = 5;
/** Addresses without an account have a bucket of their own, so that strangers cannot use them to hide their failures. */
const UNKNOWN = 'unknown';

/**
 * Records that a proof failed, at most five times in a window of the account's limit, and for a tenant as often as its
 * own allows, for each action and provider apart. Each says how many there were in a row. An address without an account
 * costs the same writes and is not recorded; neither do the writes say whether a limit is exhausted.
 */
export async function recordFailure(
  { count, row }: limits.Consumption,
  tenant: TenantId,
  user: User | undefined,
  action: 'session.failed' | 'second_factor.failed',
  provider?: string,
): Promise<void> {
  if (count > RECORDED) return;
  await storeOf(user, tenant, action, { attempts: row, ...(provider && { provider }) });
}

/**
 * Records that a login code was wrong, as `recordFailure` does. Guesses at codes that are bound to a client are counted for
 * each client, and those at long codes not at all, so these have a limit for the address of their own.
 */
export async function recordWrongLoginCode(
  {
    address,
    binding,
    counted,
  }: { address: string; binding: Binding | undefined; counted: limits.Consumption | undefined },
  tenant: TenantId,
  user: User | undefined,
): Promise<void> {
  const isRecorded =
    counted && binding === undefined
      ? counted.count <= RECORDED
      : await limits.record('failure-record-each', 'code', tenant, address);
  if (!isRecorded) return;
  await storeOf(user, tenant, 'session.failed', {
    ...(counted && { attempts: counted.row }),
    provider: 'passwordless',
  });
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
  const isAllowed = await limits.tryConsumeShare('failure-record', tenant, 'refused by a provider');
  const target = { type: 'tenant', id: tenant };
  await store(tenant, { action: 'session.failed', target, detail: { tenantId: tenant, provider, reason } }, !isAllowed);
}

/**
 * Records that an application did not prove itself, at most five times for a network in fifteen minutes, and for an
 * application as often as a tenant's limit allows. `count`: the refusals of the network. An unknown application costs the
 * same writes.
 */
export async function recordRefusedClient(
  count: number,
  application: { id: string } | undefined,
  method: string | undefined,
): Promise<void> {
  if (count > RECORDED) return;
  const isAllowed = await limits.tryConsumeShare('failure-record', application?.id ?? UNKNOWN, 'client');
  const target = { type: 'application', id: application?.id ?? UNKNOWN };
  const failure = { action: 'application.refused', target, detail: { ...(method && { method }) } };
  await store(null, failure, !application || !isAllowed);
}

type Failure = Pick<AuditNote, 'action' | 'target' | 'detail'>;

/** Stores the failure of a user, or a write of the same size. */
async function storeOf(
  user: User | undefined,
  tenant: TenantId,
  action: AuditNote['action'],
  detail: { provider?: string } & AuditNote['detail'],
): Promise<void> {
  const bucket = user ? [action, detail.provider ?? ''] : [UNKNOWN];
  const isAllowed = await limits.tryConsumeShare('failure-record', tenant, ...bucket);
  const target = { type: 'user', id: user?.id ?? noUser(tenant) };
  await store(tenant, { action, target, detail }, !user || !isAllowed);
}

async function store(tenant: TenantId | null, failure: Failure, isDecoy: boolean): Promise<void> {
  await create(noteItem(tenant, { ...failure, outcome: 'failure' }, now(), isDecoy));
}
