// Stores the domains of tenants. Each tenant has its own item for a domain, so two of them may try to prove one. The claim
// says which one did: a domain has one owner, by its key.
import { randomSecret } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import type { RoleId, TenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { firstEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';
import { requireTenantWrite } from './tenants.ts';

/** Decides about people with an address of the domain who have no account in the tenant. */
export type JoinPolicy =
  | { policy: 'invitation' }
  | { policy: 'role'; roleId: RoleId }
  | { policy: 'request' }
  | { policy: 'sso'; provider: string };

/** The result of a look at the DNS. `unreachable`: no server gave a usable reply. */
export type Finding = 'found' | 'missing' | 'unreachable';

/** `lost`: it was verified, and is no more. The token is another one since. */
export type DomainState = 'pending' | 'verified' | 'lost';

export type Domain = Versioned & {
  type: 'tenant-domain';
  tenantId: TenantId;
  /** Lower-case A-labels. */
  domain: string;
  token: string;
  state: DomainState;
  join: JoinPolicy;
  /** Daily checks in a row that did not find the record. */
  failures: number;
  finding: Finding | null;
  checkedAt: number | null;
  /** When the last check was that counts as the one of its day. */
  countedAt: number | null;
  verifiedAt: number | null;
  createdAt: number;
  updatedAt: number;
};

export type DomainClaim = table.Item & { type: 'domain-claim'; domain: string; tenantId: TenantId };
type DomainCount = table.Item & { type: 'domain-count'; count: number };

/** Fields that no change writes. */
export const FIXED = ['tenantId', 'domain', 'createdAt'] as const satisfies readonly (keyof Domain)[];

/** More names need a reason, and each one is looked up every day. */
export const MAX_DOMAINS = 20;

export const domainKey = keys.tenantDomain;
export const asDomain = (item: table.Item | undefined): Domain | undefined =>
  item?.type === 'tenant-domain' ? (item as Domain) : undefined;

export const newToken = (): string => randomSecret(18);

/** The item with its position among those that are due, if it is checked by itself from `dueAt`, ms. */
const itemOf = (domain: Fields<Domain>, dueAt: number | undefined): Domain => ({
  ...domain,
  ...keys.tenantDomain(domain.tenantId, domain.domain),
  ...(dueAt === undefined
    ? { pk1: undefined, sk1: undefined }
    : keys.domainDueIndex(domain.tenantId, domain.domain, dueAt)),
  type: 'tenant-domain',
});

export const find = (tenant: TenantId, domain: string): Promise<Domain | undefined> =>
  table.get<Domain>(keys.tenantDomain(tenant, domain), 'tenant-domain');

export const findClaim = (domain: string): Promise<DomainClaim | undefined> =>
  table.get<DomainClaim>(keys.domainClaim(domain), 'domain-claim');

/** The check that the tenant has had the domain since `since`, ms, for a change that is made for its people. */
export const requireVerifiedWrite = (tenant: TenantId, domain: string, since: number): table.Write => ({
  check: {
    ...keys.tenantDomain(tenant, domain),
    if: '#state = :verified AND #verifiedAt <= :since',
    values: { verified: 'verified', since },
  },
});

/** The domains of a tenant, by name, and the item that counts them. */
export async function listOf(tenant: TenantId): Promise<{ domains: Domain[]; count: DomainCount | undefined }> {
  const items = await table.partition(keys.tenantDomains(tenant));
  const count = items.find((item): item is DomainCount => item.type === 'domain-count');
  return { domains: items.flatMap((item) => asDomain(item) ?? []), count };
}

/** Returns domains that are due, those that wait longest first. */
export async function listDue(limit: number): Promise<Domain[]> {
  const { entries } = await firstEntries(keys.DOMAINS_DUE, limit);
  const dueNow = entries.filter(({ sort }) => keys.dueIn(sort) <= now());
  return (await table.getMany(dueNow.map(({ key }) => key))).flatMap((item) => asDomain(item) ?? []);
}

/** Adds the domain with its count. Refused as `count` if the count changed or is at its most. */
export function add(
  given: Pick<Domain, 'tenantId' | 'domain'>,
  dueAt: number,
  count: DomainCount | undefined,
  { events, conditions }: Others,
): Promise<'done' | ReadonlySet<Label>> {
  const at = now();
  const domain = itemOf(
    {
      ...given,
      token: newToken(),
      state: 'pending',
      join: { policy: 'invitation' },
      failures: 0,
      finding: null,
      checkedAt: null,
      countedAt: null,
      verifiedAt: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
    },
    dueAt,
  );
  const key = keys.domainCount(given.tenantId);
  const first: DomainCount = { ...key, type: 'domain-count', count: 1 };
  return write({
    domain: { create: domain },
    count: count
      ? { update: { ...key, add: { count: 1 }, if: '#count < :most', values: { most: MAX_DOMAINS } } }
      : { create: first },
    tenant: requireTenantWrite(given.tenantId),
    conditions,
    events,
  });
}

/** Goes along with a change: its events, and what must still hold. */
export type Others = { events: readonly (table.Write | undefined)[]; conditions?: readonly table.Write[] };
export type Label = 'domain' | 'count' | 'claim' | 'other' | 'tenant' | 'conditions' | 'events';
type Writes = Partial<Record<Label, table.Write | undefined | readonly (table.Write | undefined)[]>>;
const write = (writes: Writes): Promise<'done' | ReadonlySet<Label>> =>
  table.transact(writes as table.LabelledWrites<Label>);

const replaced = (before: Domain, after: Domain, dueAt: number | undefined): table.Write =>
  changeWrite<Domain>(before, { ...itemOf(after, dueAt), updatedAt: now() }, FIXED);

/** Replaces `before` by `after`, unless it was changed meanwhile. */
export const change = (
  before: Domain,
  after: Domain,
  dueAt: number | undefined,
  { events, conditions }: Others,
): Promise<'done' | ReadonlySet<Label>> => write({ domain: replaced(before, after, dueAt), conditions, events });

/**
 * Makes the tenant of `after` the owner of the domain. `claim` and `other` are what was read: who has it, and their item.
 * They lose it in the same write.
 */
export function claimFor(
  { before, after, dueAt }: { before: Domain; after: Domain; dueAt: number | undefined },
  claim: DomainClaim | undefined,
  other: Domain | undefined,
  { events, conditions }: Others,
): Promise<'done' | ReadonlySet<Label>> {
  const { domain, tenantId } = after;
  const item: DomainClaim = { ...keys.domainClaim(domain), type: 'domain-claim', domain, tenantId };
  return write({
    domain: replaced(before, after, dueAt),
    claim: claim
      ? { replace: { item, if: '#tenantId = :owner', values: { owner: claim.tenantId } } }
      : { create: item },
    other: other && replaced(other, lost(other), undefined),
    tenant: requireTenantWrite(tenantId),
    conditions,
    events,
  });
}

/** Returns the domain without its owner. The record that proved it proves it no more: a copy of the zone may still have it. */
export const lost = (domain: Domain): Domain => ({
  ...domain,
  state: 'lost',
  token: newToken(),
  failures: 0,
  finding: null,
  verifiedAt: null,
});

const releaseWrite = ({ domain, tenantId }: Domain): table.Write => ({
  remove: { ...keys.domainClaim(domain), if: '#tenantId = :owner', values: { owner: tenantId } },
});

/** Takes the domain from its tenant, which keeps it in its list as `lost`. */
export const release = (before: Domain, { events, conditions }: Others): Promise<'done' | ReadonlySet<Label>> =>
  write({
    domain: replaced(before, lost(before), undefined),
    claim: releaseWrite(before),
    conditions,
    events,
  });

/** Removes the domain, and the claim of a verified one. */
export const remove = (before: Domain, { events, conditions }: Others): Promise<'done' | ReadonlySet<Label>> =>
  write({
    domain: { remove: { pk: before.pk, sk: before.sk, ...table.unchanged<Versioned>(before, 'version') } },
    count: { update: { ...keys.domainCount(before.tenantId), add: { count: -1 } } },
    claim: before.state === 'verified' ? releaseWrite(before) : undefined,
    conditions,
    events,
  });

/** Removes the domains of a tenant that is deleted. A claim that another tenant took meanwhile stays. */
export async function removeDomainsOf(tenant: TenantId): Promise<void> {
  await retryOnConflict('the domains', async () => {
    const { domains, count } = await listOf(tenant);
    for (const each of domains) await remove(each, { events: [] });
    if (domains.length) return undefined;
    if (count) await table.erase(keys.domainCount(tenant));
    return true;
  });
}
