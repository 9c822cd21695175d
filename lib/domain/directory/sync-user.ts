// Keeps a user's list entries, search terms and counters in sync. It reads the current user instead of the reported
// change, so records that arrive twice, late or out of order do no harm.
import { digest } from '../../crypto/secrets.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { type RoleId, type TenantId, tenantOfRole, type UserId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { COUNTER_SHARDS, type StatusBucket, sortableTime, wholeTerm } from '../../store/keys.ts';
import * as store from '../../store/people/directory.ts';
import { purge, remove, statusBucketOf, type User } from '../../store/people/users.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';

/**
 * Syncs the entries and counters of one user. Deletes a user of a deleted tenant, and everything of a deleted user.
 * `shard`: 0 to COUNTER_SHARDS - 1. Concurrent callers take different shards, so that they do not conflict.
 */
export async function syncUser(tenant: TenantId, id: UserId, shard: number): Promise<void> {
  await retryOnConflict('the directory of a user', async () => {
    const { user, entries } = await store.find(tenant, id);
    if (!user) {
      if (!(await store.apply(tenant, id, undefined, store.difference(entries, []), shard))) return undefined;
      await purge(tenant, id);
      return true;
    }
    const [headItem, ...roleItems] = await getMany([headKey(tenant), ...rolesOf(user).map(roleKey)]);
    if ((await headFrom(tenant, headItem))?.status === 'deleted') {
      await remove(user, []);
      return undefined;
    }
    const roleNames = roleItems.flatMap((item) => asRole(item)?.name ?? []);
    const moves = movesOf(user, entries, roleNames);
    return !moves.length || (await store.apply(tenant, id, user, moves, shard)) || undefined;
  });
}

/** The fields of a user that their entries follow from. */
export const SOURCES = [
  'id',
  'tenantId',
  'email',
  'phone',
  'name',
  'metadata',
  'isActive',
  'emailVerifiedAt',
  'phoneVerifiedAt',
  'roleIds',
  'createdAt',
] as const satisfies readonly (keyof User)[];
export type Source = Pick<User, (typeof SOURCES)[number]>;

/** The roles whose members the user is: not one of another tenant. */
export const rolesOf = ({ tenantId, roleIds }: Pick<User, 'tenantId' | 'roleIds'>): RoleId[] =>
  roleIds.filter((role) => [null, tenantId].includes(tenantOfRole(role)));

/** The moves that bring the entries of a user in sync; none if they are. `roleNames`: those of `rolesOf`. */
export const movesOf = (user: Source, entries: readonly store.DirectoryEntry[], roleNames: readonly string[]) =>
  store.difference(entries, entriesOf(user, [...new Set(roleNames)]));

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

/** Returns every entry that the user should have. */
export function entriesOf(user: Source, roleNames: readonly string[]) {
  const bucket = statusBucketOf(user);
  const payload = termPayload(user.createdAt, bucket, roleNames);
  return [
    store.countedEntry(user, bucket),
    ...termsOf(user).map((term) => store.termEntry(user, term, payload)),
    ...roleNames.map((name) => store.memberEntry(user, name, bucket)),
  ];
}

// The payload after a term in the index lets a search filter and sort without reading users: time of creation (9
// characters), status bucket (1), and 8 characters for each role.
const TIME = 9;
const MARK = 8;

export type TermPayload = { createdAt: number; bucket: StatusBucket; roleMarks: readonly string[] };

/** Returns the mark of a role's name: 48 bits of its digest. */
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

/** Metadata fields with names: our own spelling and the standard claims of OpenID Connect (5.1). */
const NAMES = ['name', 'fullName', 'displayName', 'nickname', 'full_name', 'display_name'];
const GIVEN = ['firstName', 'givenName', 'first_name', 'given_name'];
const FAMILY = ['lastName', 'familyName', 'last_name', 'family_name'];
const MAX_WORDS = 8;
const MAX_TERM = 64;
/** The longest address (RFC 5321). */
const MAX_ADDRESS = 254;
const cut = (text: string): string => [...text].slice(0, MAX_TERM).join('');

type Named = Pick<User, 'email' | 'phone' | 'name' | 'metadata'>;

/** Returns the search terms of a user: address, number, and the name from the beginning of each of its words. */
export function termsOf({ email, phone, name, metadata }: Named): string[] {
  const text = (key: string): string => (typeof metadata[key] === 'string' ? (metadata[key] as string) : '');
  const first = (all: string[]): string => all.map(text).find(Boolean) ?? '';
  const names = [name ?? '', ...NAMES.map(text), `${first(GIVEN)} ${first(FAMILY)}`];
  const words = names.flatMap((each) => {
    const all = normalised(each).split(' ').filter(Boolean);
    return all.slice(0, MAX_WORDS).map((_, at) => cut(all.slice(at).join(' ')));
  });
  const addresses = [email ?? '', phone?.slice(1) ?? ''].filter(Boolean);
  const others = [...new Set(words)].filter((word) => word !== email);
  return [...new Set([...addresses, ...others.slice(0, MAX_WORDS).map(termOfName)])];
}

/**
 * Returns the term of a name. One that looks like an address ends with a space, so that a whole term finds the accounts that
 * have the address, and none that are named like it. A prefix finds both.
 */
const termOfName = (text: string): string => (/^\S+@\S+$/.test(text) ? `${text} ` : text);

/**
 * Returns the prefixes of the terms that a `normalised` search may mean: the text; its digits, if it looks like a
 * number; and the whole term, if a longer name was cut to it. Never longer than a key may be.
 */
export function prefixesOf(search: string): string[] {
  const digits = /^[+0-9 ().-]+$/.test(search) ? search.replace(/\D/g, '') : '';
  const name = cut(search);
  const prefixes = [
    search.length <= MAX_ADDRESS ? search : '',
    digits,
    name === search ? '' : wholeTerm(termOfName(name)),
  ];
  return [...new Set(prefixes.filter(Boolean))];
}

/** Returns text in the spelling of terms: composed, lower case, single spaces, no control characters. */
export const normalised = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
