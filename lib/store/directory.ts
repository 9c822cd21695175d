// What lists, searches and counters know of a user: entries in his own partition, derived from his item and from
// nothing else. Each entry says what it contributes to the counters, and both are written in one transaction, so a
// counter is always the sum of the entries there are.
import type { TenantId, UserId } from '../platform/ids.ts';
import { firstEntries } from './dynamo/index-query.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { User } from './users.ts';

/** A number of a counter: `['USERS', 'c0']`. It counts for the tenant and for the whole deployment, days for the latter. */
export type Contribution = readonly [keys.Subject, string];
export type DirectoryEntry = table.Item & {
  type: 'directory';
  contributions: Contribution[];
  /** Raised by every change: the condition of the next one. */
  revision: number;
};
type Draft = Omit<DirectoryEntry, 'revision'>;

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
export const dayCounter = (day: number): keys.Subject => `DAY#${day}`;
export const SIGNUPS = 'signups';

/** That he is counted, as what, and on which day he came. */
export const countedEntry = ({ tenantId, id, createdAt }: User, bucket: keys.StatusBucket): Draft =>
  entry(keys.counted(tenantId, id), [
    ['USERS', bucketCounter(bucket)],
    [dayCounter(dayOf(createdAt)), SIGNUPS],
  ]);

export const termEntry = ({ tenantId, id }: User, term: string, facts: string): Draft =>
  entry(keys.found(tenantId, id, term), [], keys.termIndex(tenantId, id, term, facts));

/** That he has a role of this name, or several. */
export const memberEntry = (user: User, roleName: string, bucket: keys.StatusBucket): Draft =>
  entry(
    keys.member(user.tenantId, user.id, roleName),
    [[`MEMBERS#${roleName}`, bucketCounter(bucket)]],
    keys.userListIndex(user.tenantId, user.id, user.createdAt, bucket, roleName),
  );

/** The user as he is, if he is, and his entries: one strongly consistent read. */
export async function find(
  tenant: TenantId,
  id: UserId,
): Promise<{ user: User | undefined; entries: DirectoryEntry[] }> {
  const items = await table.span(keys.userAndDirectory(tenant, id));
  return {
    user: items.find(({ type }) => type === 'user') as User | undefined,
    entries: items.filter(({ type }) => type === 'directory') as DirectoryEntry[],
  };
}

/** The change of one entry and of the counters it contributes to. */
type Move = { before: DirectoryEntry | undefined; after: Draft | undefined };

/** What has to change for `entries` to become `wanted`. */
export function difference(entries: readonly DirectoryEntry[], wanted: readonly Draft[]): Move[] {
  const stored = new Map(entries.map((each) => [each.sk, each]));
  const kept = new Set(wanted.map(({ sk }) => sk));
  const facts = ({ pk, sk, ...rest }: Draft) =>
    JSON.stringify({ ...rest, revision: undefined }, Object.keys(rest).sort());
  const same = (before: DirectoryEntry | undefined, after: Draft): boolean =>
    before !== undefined && facts(before) === facts(after);
  return [
    ...wanted
      .map((after) => ({ before: stored.get(after.sk), after }))
      .filter(({ before, after }) => !same(before, after)),
    ...entries.filter(({ sk }) => !kept.has(sk)).map((before) => ({ before, after: undefined })),
  ];
}

/** Entries in one transaction: each is a write and at most two of counters, the user's own are four (DDB: at most 100). */
const MOVES = 30;

/**
 * Makes the moves if the user still is what they were derived from (`undefined`: gone). `false`: he, or an entry, has
 * changed; look again. `shard`: the shard of the counters to write to; callers at the same time take different ones.
 */
export async function apply(
  tenant: TenantId,
  id: UserId,
  user: User | undefined,
  moves: readonly Move[],
  shard: number,
): Promise<boolean> {
  const key = keys.user(tenant, id);
  const unchanged: table.Write = user
    ? { check: { ...key, if: '#version = :version', values: { version: user.version } } }
    : { absent: key };
  for (let at = 0; at < moves.length; at += MOVES) {
    const some = moves.slice(at, at + MOVES);
    const writes = [unchanged, ...some.map(entryWrite), ...counterWrites(tenant, some, shard)];
    if ((await table.transact(writes)) !== true) return false;
  }
  return true;
}

function entryWrite({ before, after }: Move): table.Write {
  const revision = before?.revision ?? 0;
  const asRead = { if: '#revision = :revision', values: { revision } };
  if (!after) return { remove: { pk: before!.pk, sk: before!.sk, ...asRead } };
  const item: DirectoryEntry = { ...after, revision: revision + 1 };
  return before ? { replace: { item, ...asRead } } : { create: item };
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
    const spaces = subject.startsWith('DAY#') ? [null] : [null, tenant];
    return spaces.map((space) => ({
      add: { ...keys.counter(space, shard, subject), type: 'counter', numbers },
    }));
  });
}

/** The sums of counters over their shards, by name of the number, in the order asked for. One read. */
export async function totals(
  tenant: TenantId | null,
  subjects: readonly keys.Subject[],
): Promise<Record<string, number>[]> {
  const shards = Array.from({ length: keys.COUNTER_SHARDS }, (_, shard) => shard);
  const wanted = subjects.flatMap((subject) => shards.map((shard) => keys.counter(tenant, shard, subject)));
  const items = await table.getMany(wanted);
  return subjects.map((_, at) => {
    const sums: Record<string, number> = {};
    for (const item of items.slice(at * shards.length, (at + 1) * shards.length)) {
      for (const [name, value] of Object.entries(item ?? {})) {
        if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
      }
    }
    return sums;
  });
}

/** A user in a list, and his place in it. */
export type Listed = { id: UserId; place: string };

/**
 * The newest `count` users of a list, of these classes, after a place in it if one is given: one parallel read of all
 * its partitions. They hold equal parts of the users, by random ids, so each is asked for its part and a margin; in
 * the one case in a million where that was not enough it is asked again.
 */
export async function newest(
  list: keys.UserList,
  classes: readonly keys.StatusBucket[],
  count: number,
  after?: string,
): Promise<Listed[]> {
  const limit = Math.min(count, Math.ceil((count / keys.LIST_SHARDS) * 1.25) + 30);
  const reads = keys.userListRanges(list, classes).map((range) => ({ range, entries: [] as Listed[], more: true }));
  for (;;) {
    const ranked = reads
      .flatMap(({ entries }) => entries)
      .sort(byPosition)
      .slice(0, count);
    const last = ranked.length < count ? '' : (ranked.at(-1)?.place ?? '');
    const short = reads.filter(({ entries, more }) => more && (entries.at(-1)?.place ?? '~') > last);
    if (!short.length) return ranked;
    await Promise.all(
      short.map(async (read) => {
        const page = await firstEntries(read.range, limit, read.entries.at(-1)?.place ?? after);
        read.entries.push(...page.entries.map(({ sort, key }) => ({ id: keys.userIn(key), place: sort })));
        read.more = page.more;
      }),
    );
  }
}

const byPosition = (a: Listed, b: Listed): number => (a.place < b.place ? 1 : a.place > b.place ? -1 : 0);

/** Matches beyond this number are not looked at. */
const MAX_MATCHES = 10_000;

/**
 * Users one of whose terms begins with the prefix, each with the facts of that term: one parallel read, of at most
 * `MAX_MATCHES` entries and a margin for uneven parts. `capped`: there are more.
 */
export async function matching(
  tenant: TenantId | undefined,
  prefix: string,
): Promise<{ matches: { id: UserId; facts: string }[]; capped: boolean }> {
  const ranges = keys.termRanges(tenant, prefix);
  const limit = Math.ceil((MAX_MATCHES / ranges.length) * 1.25) + 30;
  const pages = await Promise.all(ranges.map((range) => firstEntries(range, limit)));
  return {
    matches: pages.flatMap(({ entries }) =>
      entries.map(({ sort, key }) => ({ id: keys.userIn(key), facts: keys.payloadIn(sort) })),
    ),
    capped: pages.some(({ more }) => more),
  };
}
