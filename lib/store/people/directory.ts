// Stores what lists, searches and counters know of a user: entries in the user's partition, derived from the user's
// item alone. Each entry names its contributions to the counters. Both are written in one transaction, so a counter is
// always the sum of the contributions of all entries.
import type { TenantId, UserId } from '../../platform/ids.ts';
import { firstEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { Versioned } from '../record.ts';
import { asUser, type User } from './users.ts';

/**
 * One more in a number of a counter, as in `['USERS', 'c0']`: for the tenant and the deployment. `DAY` is for the latter
 * alone, `JOINED` for the tenant.
 */
export type Contribution = readonly [keys.Subject, string];
export type DirectoryEntry = Versioned & { type: 'directory'; contributions: Contribution[] };
/** An entry that is not stored yet. */
type Draft = Omit<DirectoryEntry, 'version'>;

const entry = (key: keys.Key, contributions: Contribution[], index: object = {}): Draft => ({
  ...key,
  ...index,
  type: 'directory',
  contributions,
});

const DAY_MS = 86_400_000;
/** Days are numbered from the epoch, in UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
export const bucketCounter = (bucket: keys.StatusBucket): string => `c${bucket}`;
/** The counter of a day's sign-ups: those of the deployment, or of the tenant. */
export const signupsCounter = (tenant: TenantId | null, day: number): keys.Subject =>
  tenant === null ? `DAY#${day}` : `JOINED#${day}`;
export const SIGNUPS = 'signups';

type Person = Pick<User, 'tenantId' | 'id' | 'createdAt'>;

/** Counts the user by status, and by the day of sign-up: of the deployment, and of the tenant. */
export const countedEntry = ({ tenantId, id, createdAt }: Person, bucket: keys.StatusBucket): Draft =>
  entry(keys.counted(tenantId, id), [
    ['USERS', bucketCounter(bucket)],
    [signupsCounter(null, dayOf(createdAt)), SIGNUPS],
    [signupsCounter(tenantId, dayOf(createdAt)), SIGNUPS],
  ]);

/** Finds the user by a search term. */
export const termEntry = ({ tenantId, id }: Person, term: string, payload: string): Draft =>
  entry(keys.found(tenantId, id, term), [], keys.termIndex(tenantId, id, term, payload));

/** Lists and counts the user among the members of the roles with this name. */
export const memberEntry = (user: Person, roleName: string, bucket: keys.StatusBucket): Draft =>
  entry(
    keys.member(user.tenantId, user.id, roleName),
    [[`MEMBERS#${roleName}`, bucketCounter(bucket)]],
    keys.userListIndex(user.tenantId, user.id, user.createdAt, bucket, roleName),
  );

/** The user, if they exist, and their entries, in one strongly consistent read. */
export async function find(
  tenant: TenantId,
  id: UserId,
): Promise<{ user: User | undefined; entries: DirectoryEntry[] }> {
  const items = await table.span(keys.userAndDirectory(tenant, id));
  return {
    user: asUser(items.find(({ type }) => type === 'user')),
    entries: items.filter(({ type }) => type === 'directory') as DirectoryEntry[],
  };
}

/** The change of one entry and of the counters to which it contributes. */
type Move = { before: DirectoryEntry | undefined; after: Draft | undefined };

/** The moves that make `entries` into `wanted`. */
export function difference(entries: readonly DirectoryEntry[], wanted: readonly Draft[]): Move[] {
  const stored = new Map(entries.map((each) => [each.sk, each]));
  const kept = new Set(wanted.map(({ sk }) => sk));
  const contentOf = ({ pk, sk, ...rest }: Draft) =>
    JSON.stringify({ ...rest, version: undefined }, Object.keys(rest).sort());
  const isSame = (before: DirectoryEntry | undefined, after: Draft): boolean =>
    before !== undefined && contentOf(before) === contentOf(after);
  return [
    ...wanted
      .map((after) => ({ before: stored.get(after.sk), after }))
      .filter(({ before, after }) => !isSame(before, after)),
    ...entries.filter(({ sk }) => !kept.has(sk)).map((before) => ({ before, after: undefined })),
  ];
}

/**
 * Entries per transaction. Each needs one write and at most two of counters, the first one four. DynamoDB allows 100.
 */
const MOVES = 30;

/**
 * Makes the moves, if the user is still the one they were derived from (`undefined`: deleted). `false`: the user or an
 * entry was changed; read again. `shard`: the shard of the counters to write to. Concurrent callers take different
 * ones.
 */
export async function apply(
  tenant: TenantId,
  id: UserId,
  user: User | undefined,
  moves: readonly Move[],
  shard: number,
): Promise<boolean> {
  const key = keys.user(tenant, id);
  const requireUserWrite = user ? { check: { ...key, ...table.unchanged(user, 'version') } } : { absent: key };
  for (let first = 0; first < moves.length; first += MOVES) {
    const some = moves.slice(first, first + MOVES);
    const result = await table.transact({
      user: requireUserWrite,
      entries: some.map(entryWrite),
      counters: counterWrites(tenant, some, shard),
    });
    if (result !== 'done') return false;
  }
  return true;
}

function entryWrite({ before, after }: Move): table.Write {
  if (!before) return { create: { ...after, version: 1 } as DirectoryEntry };
  const asRead = table.unchanged(before, 'version');
  if (!after) return { remove: { pk: before.pk, sk: before.sk, ...asRead } };
  const item: DirectoryEntry = { ...after, version: before.version + 1 };
  return { replace: { item, ...asRead } };
}

/** What the moves add to the counters. */
export function counterWrites(tenant: TenantId, moves: readonly Move[], shard: number) {
  const sums = new Map<keys.Subject, Record<string, number>>();
  const count = (contributions: readonly Contribution[], by: number): void => {
    for (const [subject, number] of contributions) {
      const numbers = sums.get(subject) ?? {};
      sums.set(subject, { ...numbers, [number]: (numbers[number] ?? 0) + by });
    }
  };
  for (const { before, after } of moves) {
    count(before?.contributions ?? [], -1);
    count(after?.contributions ?? [], 1);
  }
  return [...sums].flatMap(([subject, all]) => {
    const numbers = Object.fromEntries(Object.entries(all).filter(([, by]) => by !== 0));
    if (!Object.keys(numbers).length) return [];
    const spaces = spacesOf(subject, tenant);
    return spaces.map((space) => ({
      add: { ...keys.counter(space, shard, subject), type: 'counter', numbers },
    }));
  });
}

/** The days of sign-ups of a tenant are apart from those of the deployment, which were counted first. */
function spacesOf(subject: keys.Subject, tenant: TenantId): (TenantId | null)[] {
  if (subject.startsWith('DAY#')) return [null];
  return subject.startsWith('JOINED#') ? [tenant] : [null, tenant];
}

/** The sums of counters over their shards, by the names of their numbers, in the order of `subjects`. One read. */
export async function totals(
  tenant: TenantId | null,
  subjects: readonly keys.Subject[],
): Promise<Record<string, number>[]> {
  const shards = Array.from({ length: keys.COUNTER_SHARDS }, (_, shard) => shard);
  const wanted = subjects.flatMap((subject) => shards.map((shard) => keys.counter(tenant, shard, subject)));
  const items = await table.getMany(wanted);
  return subjects.map((_, index) => {
    const sums: Record<string, number> = {};
    for (const item of items.slice(index * shards.length, (index + 1) * shards.length)) {
      for (const [name, value] of Object.entries(item ?? {})) {
        if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
      }
    }
    return sums;
  });
}

/** A user in a list, and their position in it. */
export type Listed = { id: UserId; position: string };

/**
 * Returns the newest `count` users of these status buckets in a list, after a position if given, in one parallel read
 * of all its partitions. Ids are random, so the partitions hold about equal parts: each is read for its part and a
 * margin. In the one case in a million where that is not enough, it is read again.
 */
export async function newest(
  list: keys.UserList,
  buckets: readonly keys.StatusBucket[],
  count: number,
  after?: string,
): Promise<Listed[]> {
  const limit = Math.min(count, Math.ceil((count / keys.LIST_SHARDS) * 1.25) + 30);
  const reads = keys.userListRanges(list, buckets).map((range) => ({ range, entries: [] as Listed[], more: true }));
  for (;;) {
    const ranked = reads
      .flatMap(({ entries }) => entries)
      .sort(byPosition)
      .slice(0, count);
    const last = ranked.length < count ? '' : (ranked.at(-1)?.position ?? '');
    const short = reads.filter(({ entries, more }) => more && (entries.at(-1)?.position ?? '~') > last);
    if (!short.length) return ranked;
    await Promise.all(
      short.map(async (read) => {
        const page = await firstEntries(read.range, limit, read.entries.at(-1)?.position ?? after);
        read.entries.push(...page.entries.map(({ sort, key }) => ({ id: keys.userIn(key), position: sort })));
        read.more = page.more;
      }),
    );
  }
}

const byPosition = (a: Listed, b: Listed): number => (a.position < b.position ? 1 : a.position > b.position ? -1 : 0);

/** Further matches are ignored. */
const MAX_MATCHES = 10_000;

/**
 * Returns the users with a term that begins with the prefix, each with the payload of that term, in one parallel read
 * of at most `MAX_MATCHES` entries and a margin for uneven parts. `capped`: there are more.
 */
export async function matching(
  tenant: TenantId | undefined,
  prefix: string,
): Promise<{ matches: { id: UserId; payload: string }[]; capped: boolean }> {
  const ranges = keys.termRanges(tenant, prefix);
  const limit = Math.ceil((MAX_MATCHES / ranges.length) * 1.25) + 30;
  const pages = await Promise.all(ranges.map((range) => firstEntries(range, limit)));
  return {
    matches: pages.flatMap(({ entries }) =>
      entries.map(({ sort, key }) => ({ id: keys.userIn(key), payload: keys.payloadIn(sort) })),
    ),
    capped: pages.some(({ more }) => more),
  };
}
