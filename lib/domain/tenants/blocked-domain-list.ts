// Manages the list of blocked e-mail domains. An entry also blocks its subdomains (blocked-domains.ts).
import { fail } from '../../contract/errors.ts';
import type { Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { domainId, domainIdOf } from '../../platform/ids.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/tenants/blocked-domains.ts';
import { canonicalDomain } from '../addresses.ts';
import { type AuditActor, auditEvent } from '../audit.ts';
import { defaultBlockedDomains } from './default-blocked-domains.ts';

const PAGE_SIZE = 50;
/** Bytes of domain names in one audit event. Longer lists are only counted, so that the event always fits the bus. */
const MAX_AUDITED_BYTES = 8 * 1024;

type Entry = Reply<'GET /auth/admin/api/blocked-email-domains'>['data'][number];

const viewOf = ({ domain, source, createdAt }: store.BlockedDomain): Entry => ({
  id: domainIdOf(domain),
  domain,
  source,
  createdAt: iso(createdAt),
});

/** Returns a page of the domains that contain `search`, in alphabetical order. `total` counts all matches. */
export async function list({
  search = '',
  page = '1',
  pageSize = `${PAGE_SIZE}`,
}: Query<'GET /auth/admin/api/blocked-email-domains'>) {
  const term = search.toLowerCase();
  const matches = (await store.all()).filter(({ domain }) => domain.includes(term));
  matches.sort((a, b) => (a.domain < b.domain ? -1 : 1));
  const size = Number(pageSize);
  const start = (Number(page) - 1) * size;
  return {
    data: matches.slice(start, start + size).map(viewOf),
    total: matches.length,
    page: Number(page),
    pageSize: size,
  };
}

/** Returns how many domains are blocked, and how many the built-in list has. */
export async function stats() {
  const [blocked, defaults] = await Promise.all([store.all(), defaultBlockedDomains()]);
  return { count: blocked.length, defaultCount: defaults.length };
}

/**
 * Blocks the domains. Throws INVALID_INPUT that names the first invalid domain, and then stores nothing. `added` is
 * exact: if several callers add a domain at once, one of them counts it.
 */
export async function add(actor: AuditActor, entries: readonly string[]) {
  const domains = entries.map(
    (entry, index) =>
      parseDomain(entry) ??
      fail('INVALID_INPUT', { message: `domains.${index}: must be a domain such as example.com` }),
  );
  const added = await block(actor, new Set(domains), 'manual', 'added');
  return { added, skipped: domains.length - added };
}

/** Blocks the built-in list. Existing entries stay unchanged. After a failure half-way, the next call adds the rest. */
export async function importDefaults(actor: AuditActor) {
  const imported = await block(actor, new Set(await defaultBlockedDomains()), 'default', 'imported');
  return { imported, total: (await store.all()).length };
}

/**
 * Removes the entry with this id or this domain. Entries of its parent domains and subdomains stay. Throws
 * BLOCKED_DOMAIN_NOT_FOUND.
 */
export async function remove(actor: AuditActor, idOrDomain: string) {
  const id = domainId(idOrDomain);
  const domain = id ? await store.find(id) : parseDomain(decodeOrKeep(idOrDomain));
  if (!domain) return fail('BLOCKED_DOMAIN_NOT_FOUND');
  const target = { type: 'blocked-email-domain', id: domainIdOf(domain) } as const;
  const event = auditEvent(actor, 'blocked_email_domain.removed', target, { domain });
  if (!(await store.remove(domain, outboxWrite(null, [event], now())))) fail('BLOCKED_DOMAIN_NOT_FOUND');
  return { message: 'Domain unblocked.' };
}

/** Blocks the domains with an audit event in each transaction. Returns how many were not blocked before. */
function block(actor: AuditActor, domains: Set<string>, source: store.Source, verb: 'added' | 'imported') {
  const at = now();
  const eventWrite = (added: string[]): Write => {
    const names = JSON.stringify(added).length <= MAX_AUDITED_BYTES && source === 'manual' ? { domains: added } : {};
    const target = { type: 'blocked-email-domain', id: 'list' } as const;
    const after = { count: added.length, source, ...names };
    return outboxWrite(null, [auditEvent(actor, `blocked_email_domain.${verb}`, target, undefined, after)], at);
  };
  return store.add([...domains], { source, now: at }, eventWrite);
}

/**
 * Returns the canonical domain, or `undefined` for text that is none. Allows blanks around it and an `@` in front, as
 * people paste them. `canonicalDomain` lowercases, because it must reject look-alikes first.
 */
const parseDomain = (text: string): string | undefined => canonicalDomain(text.trim().replace(/^@/, ''));

/** Decodes a path parameter. Domains contain no percent sign, so decoding twice does no harm. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
