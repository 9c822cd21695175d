// Keeps what lists, searches and counters know of a user in step with him. It looks at how he is, never at what was
// reported, so records that come twice, late or out of order do no harm: the last look wins, and it is right.
import { digest } from '../../crypto/secrets.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { type TenantId, tenantOfRole, type UserId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as store from '../../store/directory.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { COUNTER_SHARDS, type StatusBucket, sortableTime, wholeTerm } from '../../store/keys.ts';
import { asRole, roleKey } from '../../store/roles.ts';
import { asTenant, tenantKey } from '../../store/tenants.ts';
import { purge, remove, statusBucketOf, type User } from '../../store/users.ts';

/**
 * Brings the entries and counters of one user in step. A user of a deleted tenant is deleted; of a deleted user nothing
 * stays. `shard`: 0 to COUNTER_SHARDS - 1; callers at the same time take different ones and don't meet.
 */
export async function syncUser(tenant: TenantId, id: UserId, shard: number): Promise<void> {
  await retryOnConflict('the directory of a user', async () => {
    const { user, entries } = await store.find(tenant, id);
    if (!user) {
      if (!(await store.apply(tenant, id, undefined, store.difference(entries, []), shard))) return undefined;
      await purge(tenant, id);
      return true;
    }
    const roleIds = user.roleIds.filter((role) => [null, tenant].includes(tenantOfRole(role)));
    const [tenantItem, ...roleItems] = await getMany([tenantKey(tenant), ...roleIds.map(roleKey)]);
    if (asTenant(tenantItem)?.status === 'deleted') {
      await remove(user, []);
      return undefined;
    }
    const roleNames = roleItems.flatMap((item) => asRole(item)?.name ?? []);
    const moves = store.difference(entries, entriesOf(user, [...new Set(roleNames)]));
    return !moves.length || (await store.apply(tenant, id, user, moves, shard)) || undefined;
  });
}

/** Runs `work` on every item with one worker for each counter shard, so that no worker waits for another's counters. */
export async function forEachOnShards<T>(
  items: readonly T[],
  work: (item: T, shard: number) => Promise<void>,
): Promise<void> {
  const first = anyShard();
  await mapConcurrently(items, COUNTER_SHARDS, (item, worker) => work(item, (first + worker) % COUNTER_SHARDS));
}

/** A shard for a caller that runs alone. */
export const anyShard = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] as number) % COUNTER_SHARDS;

/** Every entry a user should have. */
export function entriesOf(user: User, roleNames: readonly string[]) {
  const bucket = statusBucketOf(user);
  const facts = termPayload(user.createdAt, bucket, roleNames);
  return [
    store.countedEntry(user, bucket),
    ...termsOf(user).map((term) => store.termEntry(user, term, facts)),
    ...roleNames.map((name) => store.memberEntry(user, name, bucket)),
  ];
}

// What stands behind a term in the index, so that a search can filter and sort without reading users: time of creation
// (9 characters), class (1), and 8 characters for each role.
const TIME = 9;
const MARK = 8;

export type TermPayload = { createdAt: number; bucket: StatusBucket; roleMarks: readonly string[] };

/** Stands for a role's name: 48 bits of its digest. */
export const roleMark = (name: string): string => digest(name).slice(0, MARK);

const termPayload = (createdAt: number, bucket: StatusBucket, roleNames: readonly string[]): string =>
  `${sortableTime(createdAt)}${bucket}${roleNames.map(roleMark).sort().join('')}`;

export function readTermPayload(text: string): TermPayload {
  const marks = text.slice(TIME + 1);
  return {
    createdAt: Number.parseInt(text.slice(0, TIME), 36),
    bucket: Number(text[TIME]) as StatusBucket,
    roleMarks: Array.from({ length: marks.length / MARK }, (_, at) => marks.slice(at * MARK, (at + 1) * MARK)),
  };
}

/** Where people's names stand in their metadata: our own spelling and that of OpenID Connect's standard claims (5.1). */
const NAMES = ['name', 'fullName', 'displayName', 'nickname', 'full_name', 'display_name'];
const GIVEN = ['firstName', 'givenName', 'first_name', 'given_name'];
const FAMILY = ['lastName', 'familyName', 'last_name', 'family_name'];
const MAX_WORDS = 8;
const MAX_TERM = 64;
/** No address is longer (RFC 5321). */
const MAX_ADDRESS = 254;
const cut = (text: string): string => [...text].slice(0, MAX_TERM).join('');

/** What a user can be found by: address, number, and his name from the beginning of any of its words. */
export function termsOf({ email, phone, metadata }: Pick<User, 'email' | 'phone' | 'metadata'>): string[] {
  const text = (key: string): string => (typeof metadata[key] === 'string' ? (metadata[key] as string) : '');
  const first = (all: string[]): string => all.map(text).find(Boolean) ?? '';
  const names = [...NAMES.map(text), `${first(GIVEN)} ${first(FAMILY)}`];
  const words = names.flatMap((name) => {
    const all = normalised(name).split(' ').filter(Boolean);
    return all.slice(0, MAX_WORDS).map((_, at) => cut(all.slice(at).join(' ')));
  });
  const addresses = [email ?? '', phone?.slice(1) ?? ''].filter(Boolean);
  return [...new Set([...addresses, ...[...new Set(words)].slice(0, MAX_WORDS)])];
}

/**
 * What the terms begin with that are meant by a search, which is `normalised`: the text; its digits, if it looks like a
 * number; and the whole of the term that a longer name was cut to. Never more bytes than a key may have.
 */
export function prefixesOf(search: string): string[] {
  const digits = /^[+0-9 ().-]+$/.test(search) ? search.replace(/\D/g, '') : '';
  const name = cut(search);
  const prefixes = [search.length <= MAX_ADDRESS ? search : '', digits, name === search ? '' : wholeTerm(name)];
  return [...new Set(prefixes.filter(Boolean))];
}

/** Text as terms are spelt: composed, in lower case, single spaces, no control characters. */
export const normalised = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
