// Lets those who manage a tenant say which domains are theirs, and what becomes of people with an address there. Nothing but a
// record in the DNS proves a domain (checks.ts).
import { fail } from '../../contract/errors.ts';
import type { DomainView, JoinPolicyInput } from '../../contract/groups/parts/domains.ts';
import { iso, now } from '../../platform/clock.ts';
import { type RoleId, roleId, tenantOfRole } from '../../platform/ids.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/tenants/domains.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import { asTenant, type TenantHead, tenantKey } from '../../store/tenants/tenants.ts';
import { USER_GUARD } from '../access/grants.ts';
import { canonicalDomain } from '../addresses.ts';
import { auditEvent } from '../audit.ts';
import { type TenantDoor, withDoor } from '../tenants/door.ts';
import { isSignUpClosed } from './joins.ts';
import { recordNameOf, recordValueOf, requireOwnable } from './names.ts';
import { firstCheckAt, nextCheckAt } from './schedule.ts';

type Domain = store.Domain;

export const viewOf = ({ domain, token, state, join, failures, finding, ...times }: Domain): DomainView => ({
  domain,
  state,
  record: { type: 'TXT', name: recordNameOf(domain), value: recordValueOf(token) },
  join,
  lastCheck: times.checkedAt !== null && finding ? { at: iso(times.checkedAt), finding } : null,
  failures,
  verifiedAt: times.verifiedAt === null ? null : iso(times.verifiedAt),
  createdAt: iso(times.createdAt),
});

/** Returns the domains of the tenant by name. */
export async function list({ tenant }: Pick<TenantDoor, 'tenant'>) {
  return { domains: (await store.listOf(tenant.id)).domains.map(viewOf) };
}

/** Returns the write of the events of a change, with its entry in the audit log. */
export function eventsWrite(
  door: Pick<TenantDoor, 'by' | 'tenant'>,
  verb: 'added' | 'verified' | 'changed' | 'removed',
  before: Partial<Shown>,
  after: Partial<Shown>,
  more: readonly NewEvent[] = [],
): Write {
  const { id } = door.tenant;
  const audit = auditEvent(door.by, `domain.${verb}`, { type: 'tenant', id, tenantId: id }, before, after);
  return outboxWrite(id, [...more, audit], now());
}
type Shown = Pick<Domain, 'domain' | 'state' | 'join'>;

/**
 * Adds a domain, which is of no one until its record is found. Throws INVALID_INPUT, DOMAIN_NOT_ALLOWED, DOMAIN_ALREADY_EXISTS,
 * DOMAIN_LIMIT_REACHED and TENANT_NOT_FOUND.
 */
export async function add(door: TenantDoor, input: { domain: string }): Promise<{ domain: DomainView }> {
  const domain = requireOwnable(input.domain);
  return withDoor('the domain', door, async ({ tenant, ...current }) => {
    const { domains, count } = await store.listOf(tenant.id);
    if (domains.some((each) => each.domain === domain)) return fail('DOMAIN_ALREADY_EXISTS');
    if (domains.length >= store.MAX_DOMAINS) return fail('DOMAIN_LIMIT_REACHED');
    const result = await store.add({ tenantId: tenant.id, domain }, firstCheckAt(), count, {
      events: [eventsWrite({ tenant, ...current }, 'added', {}, { domain })],
      conditions: current.unchanged,
    });
    if (result !== 'done' && result.has('tenant')) return fail('TENANT_NOT_FOUND');
    return result === 'done' ? { domain: viewOf(await requireDomain(tenant.id, domain)) } : undefined;
  });
}

/**
 * Sets what becomes of people with an address of the domain. It counts once the domain is verified. Throws DOMAIN_NOT_FOUND,
 * ROLE_NOT_FOUND, GUARD_MISMATCH, PROVIDER_NOT_FOUND, INVALID_INPUT, and what `requireGivable` of the door throws.
 */
export async function change(
  door: TenantDoor,
  name: string,
  { join }: { join: JoinPolicyInput },
): Promise<{ domain: DomainView }> {
  return withDoor('the domain', door, async (current) => {
    const before = await requireDomain(current.tenant.id, name);
    const after = { ...before, join: await joinOf(current, join) };
    const shown = ({ domain, join: each }: Domain) => ({ domain, join: each });
    const result = await store.change(before, after, nextCheckAt(before), {
      events: [eventsWrite(current, 'changed', shown(before), shown(after))],
      conditions: current.unchanged,
    });
    return result === 'done' ? { domain: viewOf(after) } : undefined;
  });
}

async function joinOf(
  door: TenantDoor,
  { policy, roleId: role, provider }: JoinPolicyInput,
): Promise<store.JoinPolicy> {
  if ((policy === 'role') !== (role !== undefined) || (policy === 'sso') !== (provider !== undefined))
    fail('INVALID_INPUT', { message: 'join: roleId belongs to the policy role, and provider to sso' });
  if (policy === 'role') return { policy, roleId: await requireRole(door, role as string) };
  if (policy === 'invitation') return { policy };
  const tenant = asTenant((await getMany([tenantKey(door.tenant.id)]))[0]);
  if (policy === 'request') {
    // People who may sign up would not ask.
    if (!tenant || !isSignUpClosed(tenant.settings))
      fail('INVALID_INPUT', { message: 'join: request needs a tenant whose sign-up is closed' });
    return { policy };
  }
  if (!tenant?.settings.ssoProviders?.some(({ name }) => name === provider)) fail('PROVIDER_NOT_FOUND');
  return { policy, provider: provider as string };
}

async function requireRole(door: TenantDoor, text: string): Promise<RoleId> {
  const id = roleId(text);
  if (!id || ![null, door.tenant.id].includes(tenantOfRole(id))) return fail('ROLE_NOT_FOUND');
  const role = asRole((await getMany([roleKey(id)]))[0]) ?? fail('ROLE_NOT_FOUND');
  if (role.guard !== USER_GUARD) fail('GUARD_MISMATCH');
  await door.requireGivable(id);
  return id;
}

/** Removes a domain: its people are like those of any other again. Throws DOMAIN_NOT_FOUND. */
export async function remove(door: TenantDoor, name: string): Promise<{ message: string }> {
  return withDoor('the domain', door, async (current) => {
    const before = await requireDomain(current.tenant.id, name);
    const { domain, state, join } = before;
    const isOwner = state === 'verified';
    const ended = event('svc.domain_unverified', { tenantId: current.tenant.id, domain, reason: 'removed' });
    const result = await store.remove(before, {
      events: [eventsWrite(current, 'removed', { domain, state, join }, {}, isOwner ? [ended] : [])],
      conditions: current.unchanged,
    });
    return result === 'done' ? { message: 'Domain removed.' } : undefined;
  });
}

/** Returns the domain of the tenant, as people may write it. Throws DOMAIN_NOT_FOUND. */
export async function requireDomain(tenant: TenantHead['id'], name: string): Promise<Domain> {
  const domain = canonicalDomain(decoded(name));
  return (domain && (await store.find(tenant, domain))) || fail('DOMAIN_NOT_FOUND');
}

/** A path may have a domain in Unicode, percent-encoded. A domain contains no percent sign, so decoding it twice does no harm. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
