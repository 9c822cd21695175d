// Looks up the records that prove domains: when a person asks for it, and by itself every hour for those that are due.
import { fail } from '../../contract/errors.ts';
import type { DomainView } from '../../contract/groups/parts/domains.ts';
import { now } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import type { TenantId } from '../../platform/ids.ts';
import { describeError, log } from '../../platform/log.ts';
import { findTxt } from '../../platform/outbound/txt-records.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, outboxWrite, withoutOrigin } from '../../store/outbox.ts';
import * as store from '../../store/tenants/domains.ts';
import * as limits from '../credentials/limits.ts';
import { type TenantDoor, withDoor } from '../tenants/door.ts';
import { eventsWrite, requireDomain, viewOf } from './domains.ts';
import { recordNameOf, recordValueOf } from './names.ts';
import { nextCheckAt } from './schedule.ts';

type Domain = store.Domain;

/** Daily checks in a row without the record that end a verification: a week, as long as an outage that people notice. */
export const MOST_FAILURES = 7;

async function look({ domain, token }: Domain): Promise<store.Finding> {
  const records = await findTxt(recordNameOf(domain));
  if (!records) return 'unreachable';
  return records.some((text) => text.trim() === recordValueOf(token)) ? 'found' : 'missing';
}

/**
 * Looks for the record now, and verifies the domain if it is there. A record that is missing ends no verification: only the
 * daily checks do. Throws DOMAIN_NOT_FOUND and RATE_LIMITED.
 */
export async function check(door: TenantDoor, name: string): Promise<{ domain: DomainView }> {
  const asked = await requireDomain(door.tenant.id, name);
  await limits.consume('domain-check', door.tenant.id);
  const finding = await look(asked);
  return withDoor('the domain', door, async (current) => {
    const before = await requireDomain(current.tenant.id, asked.domain);
    // The record that was looked for is that of another token by now.
    if (before.token !== asked.token) return fail('DOMAIN_NOT_FOUND');
    const after = await record(before, finding, {
      verified: (domain) =>
        eventsWrite(current, 'verified', { state: before.state }, { domain: domain.domain, state: domain.state }, [
          verifiedEvent(domain),
        ]),
      conditions: current.unchanged,
    });
    return after && { domain: viewOf(after) };
  });
}

const verifiedEvent = ({ tenantId, domain }: Domain) => event('svc.domain_verified', { tenantId, domain });

/** Returns the domain as it was stored with what was found. `undefined`: it was changed meanwhile, or the door was. */
async function record(
  before: Domain,
  finding: store.Finding,
  { verified, conditions }: { verified: (after: Domain) => Write; conditions: readonly Write[] },
): Promise<Domain | undefined> {
  const looked = { ...before, finding, checkedAt: now() };
  if (finding !== 'found' || before.state === 'verified') {
    // One that a person asks for does not put off the daily one, which counts, unless the record is there.
    const after = finding === 'found' ? { ...looked, failures: 0, countedAt: looked.checkedAt } : looked;
    const result = await store.change(before, after, nextCheckAt(after), { events: [], conditions });
    return result === 'done' ? after : undefined;
  }
  const at = looked.checkedAt;
  const after: Domain = { ...looked, state: 'verified', failures: 0, countedAt: at, verifiedAt: at };
  const claim = await store.findClaim(before.domain);
  const other =
    claim && claim.tenantId !== before.tenantId ? await store.find(claim.tenantId, before.domain) : undefined;
  const result = await store.claimFor({ before, after, dueAt: nextCheckAt(after) }, claim, other, {
    events: [verified(after), other && movedWrite(claim?.tenantId as TenantId, before.domain)],
    conditions,
  });
  if (result === 'done') log.info('domain_verified', { tenant: before.tenantId, domain: before.domain });
  return result === 'done' ? after : undefined;
}

/** The event for the tenant that loses the domain. It does not tell who asked, and from where: they are of another tenant. */
const movedWrite = (tenantId: TenantId, domain: string): Write =>
  withoutOrigin(outboxWrite(tenantId, [event('svc.domain_unverified', { tenantId, domain, reason: 'moved' })], now()));

/** Domains that are read at once, and how many of them are looked up at the same time. */
const BATCH = 100;
const WORKERS = 8;

/**
 * Looks up the domains that are due, those that wait longest first, until `until`, ms. A domain that cannot be recorded is logged
 * and due again in the next hour.
 */
export async function checkDue(until: number): Promise<void> {
  const seen = new Set<string>();
  while (now() < until) {
    const due = (await store.listDue(BATCH)).filter(({ pk, sk }) => !seen.has(`${pk}|${sk}`));
    if (!due.length) return;
    for (const { pk, sk } of due) seen.add(`${pk}|${sk}`);
    await mapConcurrently(due, WORKERS, async (domain) => {
      if (now() < until)
        await checkOne(domain).catch((error: unknown) => log.error('domain_check_failed', describeError(error)));
    });
  }
}

async function checkOne(due: Domain): Promise<void> {
  const finding = await look(due);
  await retryOnConflict('the domain', async () => {
    const before = await store.find(due.tenantId, due.domain);
    // It was removed, lost or checked meanwhile.
    if (before?.version !== due.version) return true;
    return (await recordDue(before, finding)) || undefined;
  });
}

async function recordDue(before: Domain, finding: store.Finding): Promise<boolean> {
  const { tenantId, domain } = before;
  if (before.state === 'verified' && finding !== 'found') {
    const at = now();
    const after = { ...before, finding, checkedAt: at, countedAt: at, failures: before.failures + 1 };
    if (after.failures < MOST_FAILURES)
      return (await store.change(before, after, nextCheckAt(after), { events: [] })) === 'done';
    const ended = event('svc.domain_unverified', { tenantId, domain, reason: 'record' });
    const result = await store.release(before, { events: [outboxWrite(tenantId, [ended], now())] });
    if (result === 'done') log.warn('domain_unverified', { tenant: tenantId, domain });
    return result === 'done';
  }
  const verified = (after: Domain) => outboxWrite(tenantId, [verifiedEvent(after)], now());
  const after = await record(before, finding, { verified, conditions: [] });
  return after !== undefined;
}
