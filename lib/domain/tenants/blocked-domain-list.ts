// The list of blocked e-mail domains, kept by admins. It applies to sub-domains too (blocked-domains.ts).
import { fail } from '../../contract/errors.ts';
import type { Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { domainId, domainIdOf } from '../../platform/ids.ts';
import * as store from '../../store/blocked-domains.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import { canonicalDomain } from '../addresses.ts';
import { type Acting, adminAction } from '../audit.ts';
import { defaultBlockedDomains } from './default-blocked-domains.ts';

const PAGE_SIZE = 50;
/** What the audit log shows of one transaction; more are counted only, so that an event always fits the bus. */
const MAX_SHOWN = 8 * 1024;

type Entry = Reply<'GET /auth/admin/api/blocked-email-domains'>['data'][number];

const view = ({ domain, source, createdAt }: store.BlockedDomain): Entry => ({
  id: domainIdOf(domain),
  domain,
  source,
  createdAt: iso(createdAt),
});

/** A page of the domains that contain `search`, in alphabetical order; `total` counts all that do. */
export async function list({
  search = '',
  page = '1',
  pageSize = `${PAGE_SIZE}`,
}: Query<'GET /auth/admin/api/blocked-email-domains'>) {
  const wanted = search.toLowerCase();
  const found = (await store.all()).filter(({ domain }) => domain.includes(wanted));
  found.sort((a, b) => (a.domain < b.domain ? -1 : 1));
  const size = Number(pageSize);
  const from = (Number(page) - 1) * size;
  return { data: found.slice(from, from + size).map(view), total: found.length, page: Number(page), pageSize: size };
}

/** How many domains are blocked, and how many the built-in list has. */
export async function stats() {
  const [blocked, defaults] = await Promise.all([store.all(), defaultBlockedDomains()]);
  return { count: blocked.length, defaultCount: defaults.length };
}

/**
 * Blocks the domains. Throws INVALID_INPUT naming the first that is none, with nothing stored. `added` is exact: of
 * callers that add the same domain at once, one counts it as added.
 */
export async function add(acting: Acting, entries: readonly string[]) {
  const domains = entries.map(
    (entry, at) =>
      canonical(entry) ?? fail('INVALID_INPUT', { message: `domains.${at}: is not a domain such as example.com` }),
  );
  const added = await block(acting, new Set(domains), 'manual', 'added');
  return { added, skipped: domains.length - added };
}

/** Blocks the built-in list. Whatever is blocked already stays as it is; what was cut off is finished by the next call. */
export async function importDefaults(acting: Acting) {
  const imported = await block(acting, new Set(await defaultBlockedDomains()), 'default', 'imported');
  return { imported, total: (await store.all()).length };
}

/** Removes the entry with this id or this domain; what is above or below the domain stays. */
export async function remove(acting: Acting, idOrDomain: string) {
  const id = domainId(idOrDomain);
  const domain = id ? await store.find(id) : canonical(decoded(idOrDomain));
  if (!domain) return fail('BLOCKED_DOMAIN_NOT_FOUND');
  const target = { type: 'blocked-email-domain', id: domainIdOf(domain) } as const;
  const event = adminAction(acting, 'blocked_email_domain.removed', target, { domain });
  if (!(await store.remove(domain, outboxWrite(null, [event], now())))) fail('BLOCKED_DOMAIN_NOT_FOUND');
  return { message: 'Domain unblocked.' };
}

function block(acting: Acting, domains: Set<string>, source: store.Source, verb: 'added' | 'imported') {
  const at = now();
  const event = (added: string[]): Write => {
    const shown = JSON.stringify(added).length <= MAX_SHOWN && source === 'manual' ? { domains: added } : {};
    const target = { type: 'blocked-email-domain', id: 'list' } as const;
    const after = { count: added.length, source, ...shown };
    return outboxWrite(null, [adminAction(acting, `blocked_email_domain.${verb}`, target, undefined, after)], at);
  };
  return store.add([...domains], { source, now: at }, event);
}

/** As people paste them: `@` in front, blanks around. Lower case is canonicalDomain's: it refuses look-alikes first. */
const canonical = (text: string): string | undefined => canonicalDomain(text.trim().replace(/^@/, ''));

/** The path's parameter without its percent signs; no domain contains one, so that decoding it twice does no harm. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
