// Stores blocked e-mail domains in shards: each item holds a hundredth of them, one attribute per domain. A domain
// contains a dot, so it never collides with the item's own attributes. docs/decisions/0010-blocked-domains-in-shards.md
// says why.
import { Unavailable } from '../../platform/errors.ts';
import { type DomainId, domainIdOf, shardOf } from '../../platform/ids.ts';
import { pause } from '../../platform/retry.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

export type Source = 'manual' | 'default';
export type BlockedDomain = { domain: string; source: Source; createdAt: number };

type Shard = table.Item & { type: 'blocked-domains' };
/** Domains to be added to a shard, which did not hold them when it was read. `exists`: the shard does. */
type Part = { shard: number; exists: boolean; domains: string[] };

/** As many as one BatchGetItem reads. */
const SHARDS = 100;
/** An expression takes 4 KB of text and 300 operators; `attribute_not_exists(#d99) AND ` is 31 characters and two. */
const MAX_NEW = 100;
/** With the event 25 writes: few enough that a refused transaction costs little. */
const SHARDS_AT_ONCE = 24;
/** Rounds without success while others add the same domains. Each refusal means that another caller succeeded. */
const MAX_FRUITLESS_ROUNDS = 20;

const SOURCES: Readonly<Record<string, Source>> = { m: 'manual', d: 'default' };
const encode = (source: Source, at: number): string => `${source[0]}${at.toString(36)}`;
const decode = (domain: string, value: string): BlockedDomain => ({
  domain,
  source: SOURCES[value[0] as string] as Source,
  createdAt: Number.parseInt(value.slice(1), 36),
});

const asShard = (item: table.Item | undefined): Shard | undefined =>
  item?.type === 'blocked-domains' ? (item as Shard) : undefined;
const holds = (item: table.Item | undefined, domain: string): boolean =>
  asShard(item) !== undefined && Object.hasOwn(item as Shard, domain);
const domainsIn = (item: table.Item | undefined): BlockedDomain[] =>
  Object.entries(asShard(item) ?? {}).flatMap(([name, value]) => (name.includes('.') ? decode(name, value) : []));
const keyOf = (id: DomainId): keys.Key => keys.blockedDomains(shardOf(id, SHARDS));

/** The domain and its parent domains, without the top level. */
function lineage(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** The keys of the items that `isBlocked` needs, to be read along with others. Never more than there are shards. */
export const shardsOf = (domain: string): keys.Key[] => lineage(domain).map((each) => keyOf(domainIdOf(each)));

/** Whether the domain or a parent domain is blocked. `items`: those at `shardsOf(domain)`, in that order. */
export const isBlocked = (domain: string, items: readonly (table.Item | undefined)[]): boolean =>
  lineage(domain).some((each, index) => holds(items[index], each));

/** Every blocked domain, in no order. One read. */
export async function all(): Promise<BlockedDomain[]> {
  const shards = await table.getMany(Array.from({ length: SHARDS }, (_, shard) => keys.blockedDomains(shard)));
  return shards.flatMap(domainsIn);
}

/** The domain with this id, if it is blocked. */
export async function find(id: DomainId): Promise<string | undefined> {
  const shard = await table.get<Shard>(keyOf(id), 'blocked-domains');
  return domainsIn(shard).find(({ domain }) => domainIdOf(domain) === id)?.domain;
}

/**
 * Adds those of the distinct `domains` that are missing, with one event per transaction, and returns their number. When
 * callers add the same domains concurrently, each domain is counted for exactly one of them. An interrupted call leaves
 * whole transactions; calling again adds the rest. Throws `Unavailable` after too many refusals.
 */
export async function add(
  domains: readonly string[],
  { source, now }: { source: Source; now: number },
  event: (added: string[]) => table.Write,
): Promise<number> {
  let added = 0;
  let left = [...domains];
  for (let futile = 0; left.length; ) {
    if (futile === MAX_FRUITLESS_ROUNDS) throw new Unavailable('the blocked domains are contended');
    const parts = await missing(left);
    const done = await Promise.all(batches(parts).map((batch) => write(batch, encode(source, now), event)));
    const written = new Set(done.flat());
    added += written.size;
    left = parts.flatMap((part) => part.domains).filter((domain) => !written.has(domain));
    if (left.length && !written.size) await pause(Math.min(++futile, 4));
  }
  return added;
}

/** The domains that are missing, by shard. */
async function missing(domains: readonly string[]): Promise<Part[]> {
  const wanted = [...Map.groupBy(domains, (domain) => shardOf(domainIdOf(domain), SHARDS))];
  const items = await table.getMany(wanted.map(([shard]) => keys.blockedDomains(shard)));
  return wanted
    .map(([shard, all], index) => ({
      shard,
      exists: asShard(items[index]) !== undefined,
      domains: all.filter((domain) => !holds(items[index], domain)),
    }))
    .filter((part) => part.domains.length);
}

const batches = (parts: Part[]): Part[][] =>
  Array.from({ length: Math.ceil(parts.length / SHARDS_AT_ONCE) }, (_, at) =>
    parts.slice(at * SHARDS_AT_ONCE, (at + 1) * SHARDS_AT_ONCE),
  );

/** Adds as many domains of each part as one write takes, all or nothing. Returns those that were added. */
async function write(parts: Part[], value: string, event: (added: string[]) => table.Write): Promise<string[]> {
  const cut = parts.map((part) => ({ ...part, domains: part.domains.slice(0, MAX_NEW) }));
  const domains = cut.flatMap((part) => part.domains);
  const result = await table.transact({ shards: cut.map((part) => addWrite(part, value)), event: event(domains) });
  return result === 'done' ? domains : [];
}

/** The write that adds domains to a shard. Refused if it holds one of them by now, or another caller created it. */
function addWrite({ shard, exists, domains }: Part, value: string): table.Write {
  const key = keys.blockedDomains(shard);
  if (!exists) {
    const attributes = Object.fromEntries(domains.map((domain) => [domain, value]));
    return { create: { ...attributes, ...key, type: 'blocked-domains' } as Shard };
  }
  const names = Object.fromEntries(domains.map((domain, index) => [`d${index}`, domain]));
  const placeholders = Object.keys(names);
  return {
    update: {
      ...key,
      set: `SET ${placeholders.map((name) => `#${name} = :value`).join(', ')}`,
      if: placeholders.map((name) => `attribute_not_exists(#${name})`).join(' AND '),
      names,
      values: { value },
    },
  };
}

/** Removes the domain with its event. `false`: it is not blocked. If callers race, one gets `true`. */
export async function remove(domain: string, event: table.Write): Promise<boolean> {
  const removal = { set: 'REMOVE #domain', if: 'attribute_exists(#domain)', names: { domain } };
  const shard = { update: { ...keyOf(domainIdOf(domain)), ...removal } };
  return (await table.transact({ shard, event })) === 'done';
}
