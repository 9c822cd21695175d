// Records entries: creates each under a key that follows from its change, then links those that no block has to the chain.
// It may be killed at any point, run twice with the same changes, and run several times at once: docs/decisions/0054 says
// why every entry is in the chain exactly once.
import { randomInt } from 'node:crypto';
import { canonicalJson, linkHash, sha256 } from '../../crypto/audit-chain.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { Unavailable } from '../../platform/errors.ts';
import { type TenantId, tenantOfUser, type UserId, userId } from '../../platform/ids.ts';
import { describeError, log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import * as store from '../../store/audit/audit-log.ts';
import { AUDIT_RETENTION_DAYS } from '../../store/audit/retention.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { AUDIT_SHARDS, auditBlock } from '../../store/keys.ts';
import { asUser, userKey } from '../../store/people/users.ts';
import { asTenant, tenantKey } from '../../store/tenants/tenants.ts';
import { type Content, contentOf, type EntryBody, hashOfPersonal, linkOf, partsOf, refOf } from './entry.ts';
import { erases, type NewEntry } from './new-entry.ts';

const DAY = 86_400;

/** Entries that are created at the same time. */
const WORKERS = 12;
/** Characters of facts, and of personal data. An entry fits into one item, and mostly into one unit. */
const MAX_PART = 16_384;
/** Characters of each value in an entry that would have more: the most that fits. All fields fit with the least. */
const MAX_VALUE = [4096, 1024, 256];
/** Each round at least one of the feeds that append to a shard succeeds. */
const MAX_ROUNDS = 100;

type Stored = { ref: store.Ref; item: store.EntryItem; isNew: boolean };

/**
 * Records the entries that are not recorded yet, in this order where none was. Throws `Unavailable`: call it again with
 * the same entries. An entry that no retry can store is left out, logged and counted.
 */
export async function record(all: readonly NewEntry[]): Promise<void> {
  const entries = [...new Map(all.map((entry) => [entry.body.id, entry])).values()];
  const shard = randomInt(AUDIT_SHARDS);
  const [last, retention] = await Promise.all([store.head(shard), retentionOf(entries)]);
  const from = last ? store.nextSeq(last) : 1;
  const stored = await mapConcurrently(entries, WORKERS, (entry) => create(entry, retention, shard, from));
  const kept = stored.filter((each) => each !== undefined);
  await eraseOfGone(entries);
  await link(shard, last, kept);
  // Only now: an erasure is in the chain before anything is erased.
  for (const user of new Set(entries.flatMap((entry) => erases(entry) ?? []))) {
    await store.eraseUser(tenantOfUser(user), user);
  }
}

/** Returns the days for which each tenant keeps its entries. */
async function retentionOf(entries: readonly NewEntry[]): Promise<ReadonlyMap<string | null, number>> {
  const ids = [...new Set(entries.flatMap(({ body }) => body.tenantId ?? []))] as TenantId[];
  const tenants = (await getMany(ids.map(tenantKey))).map(asTenant);
  return new Map(ids.map((id, at) => [id, tenants[at]?.settings.audit?.retentionDays ?? AUDIT_RETENTION_DAYS]));
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the fields with the hashes of their long values, and without the names of metadata: a long value beside a change
 * must not hide the change.
 */
const shortened = (fields: Values = {}, most: number): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name.startsWith('metadata.')) return ['metadata', 'cut'];
      const text = canonicalJson(value);
      return [name, text.length <= most ? value : { cut: text.length, sha256: sha256(text) }];
    }),
  );

/** Returns a part of an entry as it is stored. */
function fitted(part: Content): Content {
  if (canonicalJson(part).length <= MAX_PART) return part;
  const { source, before, after, detail } = part;
  for (const most of MAX_VALUE) {
    const [was, is, more] = [before, after, detail].map((fields) => fields && shortened(fields, most));
    const short = { source, before: was, after: is, detail: { ...more, cut: true } } as Content;
    if (canonicalJson(short).length <= MAX_PART) return short;
  }
  return { ...(source && { source }), detail: { cut: true } };
}

/** Returns the personal part as it is stored, with its salt and hash; nothing if nothing is personal. */
function sealed(part: Content) {
  if (Object.keys(part).length === 0) return { hash: null };
  const [personal, salt] = [canonicalJson(fitted(part)), randomSecret(16)];
  return { personal, salt, hash: hashOfPersonal(salt, personal) };
}

async function create(
  { body: made, content, mentions }: NewEntry,
  retention: ReadonlyMap<string | null, number>,
  shard: number,
  from: number,
): Promise<Stored | undefined> {
  // As the key has it.
  const body = { ...made, occurredAt: iso(Date.parse(made.occurredAt)) };
  const { facts, personal: part } = partsOf(body, content);
  const { hash, ...personal } = sealed(part);
  const entry = canonicalJson({ ...body, facts: fitted(facts), personal: hash });
  const days = retention.get(body.tenantId) ?? AUDIT_RETENTION_DAYS;
  const ref = refOf(body);
  try {
    const ttl = seconds(ref.occurredAt) + days * DAY;
    const created = await store.createEntry(ref, { entry, ...personal, shard, from, ttl }, mentions);
    // An earlier try may have been of another version of this code.
    return { ref: refOf(JSON.parse(created.item.entry) as EntryBody), ...created };
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    log.error('audit_entry_lost', { id: body.id, action: body.action, ...describeError(error) });
    count('RepairNeeded');
    return undefined;
  }
}

/**
 * Erases what was just recorded of users who are gone. Their deletion erases what it finds, and this runs after the
 * entries exist: one of the two sees the other.
 */
async function eraseOfGone(entries: readonly NewEntry[]): Promise<void> {
  const concerned = entries.flatMap(({ body, mentions }) =>
    [...mentions, userId(body.target.id)].flatMap((user) => (user ? [{ user, ref: refOf(body) }] : [])),
  );
  const users = [...new Set(concerned.map(({ user }) => user))];
  const items = await getMany(users.map((user) => userKey(tenantOfUser(user), user)));
  const gone = new Set<UserId>(users.filter((_, at) => !asUser(items[at])));
  await mapConcurrently(
    concerned.filter(({ user }) => gone.has(user)),
    WORKERS,
    ({ ref }) => store.eraseEntry(ref),
  );
}

/** Links the entries that no block has. `last`: the last block of `shard` before any of the new ones was created. */
async function link(shard: number, last: store.Block | undefined, stored: readonly Stored[]): Promise<void> {
  const fresh = stored.filter(({ item, isNew }) => isNew && item.shard === shard);
  await append(shard, last, fresh);
  // Those of an earlier try, or of another feed, may have been linked since.
  const earlier = stored.filter((each) => !fresh.includes(each));
  for (let other = 0; other < AUDIT_SHARDS; other++) {
    const here = earlier.filter(({ item }) => item.shard === other);
    if (here.length === 0) continue;
    const since = Math.min(...here.map(({ item }) => item.from));
    const known = await unlinked(other, since, here);
    await append(other, known.last, known.left);
  }
}

/**
 * Returns the entries that are in no block from the number `since` on, and the last block of the shard. None of them can
 * be in an earlier block: `since` was free when they were created.
 */
async function unlinked(shard: number, since: number, entries: readonly Stored[]) {
  let left = [...entries];
  let last: store.Block | undefined;
  for (let from = since, more = true; more && left.length > 0; ) {
    const page = await store.blocks(shard, { from, limit: 100 });
    for (const block of page.items) {
      left = without(left, block);
      last = block;
    }
    more = page.more;
    if (last) from = store.nextSeq(last);
  }
  // Not the head: a block that has them may have been appended since.
  return { left, last: last ?? (await store.blockBefore(shard, since)) };
}

const without = (entries: readonly Stored[], block: store.Block): Stored[] => {
  const linked = new Set(block.links.map(({ i }) => i));
  return entries.filter(({ ref }) => !linked.has(ref.id));
};

/** Appends the entries to a shard in blocks. `last`: its last block, after which no block has any of them. */
async function append(shard: number, last: store.Block | undefined, entries: readonly Stored[]): Promise<void> {
  let left = [...entries];
  let end = last;
  for (let round = 0; left.length > 0; round++) {
    if (round === MAX_ROUNDS) throw new Unavailable('the chain of the audit log is contended');
    const block = blockOf(shard, end, left.slice(0, store.BLOCK));
    if (await store.append(block)) {
      left = left.slice(store.BLOCK);
      end = block;
      continue;
    }
    // Another feed was faster, perhaps with some of the same entries.
    const page = await store.blocks(shard, { from: store.firstSeq(block), limit: 100 });
    for (const each of page.items) {
      left = without(left, each);
      end = each;
    }
  }
}

function blockOf(shard: number, last: store.Block | undefined, entries: readonly Stored[]): store.Block {
  const first = last ? store.nextSeq(last) : 1;
  const at = Math.max(now(), last?.at ?? 0);
  const prev = last?.hash ?? '';
  let hash = prev;
  const links = entries.map(({ ref, item }, index) => {
    const chained = { ...ref, content: contentOf(item), keptUntil: item.ttl };
    hash = linkHash({
      ...linkOf(chained),
      shard,
      seq: first + index,
      prev: hash,
      recordedAt: iso(at),
    });
    return store.storedLink(chained);
  });
  return {
    ...auditBlock(shard, first),
    type: 'audit-block',
    at,
    prev,
    hash,
    links,
  };
}
