// Stores the audit log: entries by whom or what they concern, and the chain of all entries in blocks. An entry has a key
// that follows from its event, so it is created once. A block has the number of its first entry as key, so no two blocks
// follow the same one. The decision docs/decisions/0054 argues why nothing is lost or recorded twice.
import { canonicalJson } from '../../crypto/audit-chain.ts';
import { iso } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { type TenantId, tenantOfUser, type UserId, userId } from '../../platform/ids.ts';
import { firstEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** What lists and the chain know of an entry. Times in ms, `keptUntil` in seconds. */
export type Ref = {
  id: string;
  occurredAt: number;
  tenantId: TenantId | null;
  targetId: string;
  actorId: string | null;
  action: string;
};

export type EntryItem = table.Item & {
  type: 'audit-entry';
  /** Canonical JSON of the entry, with the hash of its personal data. It is stored without what the key says. */
  entry: string;
  /** Canonical JSON of the personal data, and the salt of its hash. Absent once it was erased. */
  personal?: string;
  salt?: string;
  /** The shard of the chain that has the entry, and the number from which on it may be there. */
  shard: number;
  from: number;
  ttl: number;
};

/** Shows an entry of another target among those of a user: they caused it, or it is about both. */
type MentionItem = table.Item & { type: 'audit-mention'; of: string; ttl: number };

/** A link as it is stored. Names are short: each unit of a write has 1 KB. What follows from the rest is left out. */
type StoredLink = {
  /** id, time, tenant, target, actor, action, content, kept until. */
  i: string;
  o: number;
  t?: TenantId | null;
  g: string;
  w?: string | null;
  a: string;
  c: string;
  u: number;
};
export type ChainLink = Ref & { content: string; keptUntil: number };

export type Block = table.Item & {
  type: 'audit-block';
  /** When it was recorded, ms. It never decreases in a shard. */
  at: number;
  /** The hash of the last link of the block before, and of the last one here. */
  prev: string;
  hash: string;
  links: StoredLink[];
};

/** Links per block: a read of one unit returns them all. */
export const BLOCK = 20;

export const shardOfBlock = ({ pk }: keys.Key): number => Number(pk.slice(pk.lastIndexOf('#') + 1));
export const firstSeq = ({ sk }: keys.Key): number => Number(sk);
export const nextSeq = (block: Block): number => firstSeq(block) + block.links.length;

const tenantOf = (target: string): TenantId | null => {
  const user = userId(target);
  return user ? tenantOfUser(user) : null;
};

export const storedLink = ({
  id,
  occurredAt,
  tenantId,
  targetId,
  actorId,
  action,
  ...link
}: ChainLink): StoredLink => ({
  i: id,
  o: occurredAt,
  ...(tenantId !== tenantOf(targetId) && { t: tenantId }),
  g: targetId,
  ...(actorId !== targetId && { w: actorId }),
  a: action,
  c: link.content,
  u: link.keptUntil,
});
export const linkOf = ({ i, o, t, g, w, a, c, u }: StoredLink): ChainLink => ({
  id: i,
  occurredAt: o,
  tenantId: t === undefined ? tenantOf(g) : t,
  targetId: g,
  actorId: w === undefined ? g : w,
  action: a,
  content: c,
  keptUntil: u,
});

/** What leads to an entry. */
type Place = Pick<Ref, 'id' | 'occurredAt' | 'tenantId' | 'targetId'>;

const entryKey = ({ tenantId, targetId, occurredAt, id }: Place): keys.Key =>
  keys.auditEntry(tenantId, targetId, occurredAt, id);

/** The members of an entry that its key says. */
type Known = {
  id: string;
  occurredAt: string;
  tenantId: string | null;
  target: { id: string };
  actor: { id: string | null };
};
/** In place of the actor's id: it is that of the target, as it mostly is. */
const SAME = '=';

/** Returns the entry as it is stored. One unit of a write has 1 KB, and most entries fit into it. */
function packed(item: EntryItem): table.Item {
  const { id: _, occurredAt: __, tenantId: ___, target, actor, ...rest } = JSON.parse(item.entry) as Known;
  const { id: targetId, ...kind } = target;
  const by = actor.id === targetId ? { ...actor, id: SAME } : actor;
  return { ...item, entry: JSON.stringify({ ...rest, target: kind, actor: by }) } as table.Item;
}

/** Returns the entry of a stored item, `undefined` for another item. */
export function asEntry(item: table.Item | undefined): EntryItem | undefined {
  if (item?.type !== 'audit-entry') return undefined;
  const { id, occurredAt, tenantId, targetId } = keys.auditEntryIn(item);
  const { target, actor, ...rest } = JSON.parse((item as EntryItem).entry) as Known;
  const entry = canonicalJson({
    ...rest,
    id,
    occurredAt: iso(occurredAt),
    tenantId,
    target: { ...target, id: targetId },
    actor: actor.id === SAME ? { ...actor, id: targetId } : actor,
  });
  return { ...(item as EntryItem), entry };
}

/** What of an entry is not in its `Ref`. */
export type EntryFields = Pick<EntryItem, 'entry' | 'personal' | 'salt' | 'shard' | 'from' | 'ttl'>;

/**
 * Stores an entry unless it is stored already, and returns what is stored: that of the first caller. `isNew`: this call
 * created it.
 */
export async function createEntry(
  ref: Ref,
  fields: EntryFields,
  mentions: readonly UserId[],
): Promise<{ item: EntryItem; isNew: boolean }> {
  const key = entryKey(ref);
  const index = ref.tenantId && keys.auditIndex(ref.tenantId, ref.occurredAt, ref.id, ref.action, ref.actorId ?? '');
  const item: EntryItem = { ...key, ...index, ...keys.auditIdIndex(ref.id), type: 'audit-entry', ...fields };
  const others = mentions.map(
    (user): MentionItem => ({
      ...keys.auditEntry(tenantOfUser(user), user, ref.occurredAt, ref.id),
      type: 'audit-mention',
      of: key.pk,
      ttl: fields.ttl,
    }),
  );
  // Mentions first: an entry that exists has them all.
  await Promise.all(others.map(table.create));
  if (await table.create(packed(item))) return { item, isNew: true };
  const [stored] = await entries([ref]);
  return { item: stored ?? item, isNew: false };
}

/** Returns the last block of a shard. */
export async function head(shard: number): Promise<Block | undefined> {
  const [block] = (await blocks(shard, { isDescending: true, limit: 1 })).items;
  return block;
}

/** Returns the last block whose first number is below `seq`. */
export async function blockBefore(shard: number, seq: number): Promise<Block | undefined> {
  return (await blocks(shard, { to: seq - 1, isDescending: true, limit: 1 })).items[0];
}

type Range = { from?: number; to?: number; isDescending?: boolean; limit: number };
const LAST_SEQ = 10 ** 15 - 1;

/** Returns blocks of a shard whose first number is in the range, both bounds included. `more`: there may be further ones. */
export async function blocks(shard: number, { from = 0, to = LAST_SEQ, isDescending, limit }: Range) {
  if (to < from) return { items: [], more: false };
  const { items, next } = await table.slice({
    ...keys.auditChain(shard),
    from: keys.auditSeq(from),
    to: keys.auditSeq(to),
    isDescending: isDescending ?? false,
    limit,
  });
  return { items: items as Block[], more: next !== undefined };
}

/** Appends a block. `false`: another caller has appended one with this number. */
export const append = (block: Block): Promise<boolean> => table.create(block);

/** Returns the entries of these refs, `undefined` for those that are gone. */
export const entries = async (refs: readonly Place[]): Promise<(EntryItem | undefined)[]> =>
  (await table.getMany(refs.map(entryKey))).map(asEntry);

/** Returns the entry with this id. An index finds it, which shows a new entry a moment later. */
export async function findById(id: string): Promise<EntryItem | undefined> {
  const [found] = (await firstEntries(keys.auditById(id), 1)).entries;
  return found && asEntry((await table.getMany([found.key]))[0]);
}

/** `before`, `since`: positions. The first is excluded. */
export type Span = { before: string; since: string };
/** A page of refs, newest first, with their positions. `isLast`: there are no more in the span. */
export type Found<T = Ref> = { found: (T & { position: string })[]; isLast: boolean };

/** Before and after every position. DynamoDB refuses an empty one. */
export const BEGIN = '0';
export const END = '~';

/** Returns a page of the entries that concern a target, and of those that mention it. `item` is absent for the latter. */
export async function ofTarget(
  tenant: TenantId | null,
  target: string,
  { before, since }: Span,
  limit: number,
): Promise<Found<Place & { item: EntryItem | undefined }>> {
  if (before <= since) return { found: [], isLast: true };
  const { pk } = keys.auditOf(tenant, target);
  const { items, next } = await table.slice({ pk, from: since, to: before, isDescending: true, limit: limit + 1 });
  const inside = items.filter(({ sk }) => sk !== before);
  const found = inside.map((item) => {
    const at = item.type === 'audit-mention' ? (item as MentionItem).of : item.pk;
    return { ...keys.auditEntryIn({ pk: at, sk: item.sk }), position: item.sk, item: asEntry(item) };
  });
  return { found, isLast: next === undefined };
}

/** Returns a page of the entries of a tenant. */
export async function ofTenant(tenant: TenantId, { before, since }: Span, limit: number): Promise<Found> {
  const shards = await Promise.all(keys.auditRanges(tenant).map((range) => firstEntries(range, limit, before)));
  // Below the last entry of a shard that has more, the others are not complete.
  const horizon = shards
    .flatMap(({ entries, more }) => (more ? (entries.at(-1)?.sort ?? []) : []))
    .reduce((a, b) => (a > b ? a : b), '');
  const listed = shards
    .flatMap(({ entries }) => entries)
    .filter(({ sort }) => sort >= horizon && sort >= since)
    .sort((a, b) => (a.sort < b.sort ? 1 : -1));
  return {
    found: listed.map(({ key, sort }) => ({
      ...keys.auditEntryIn(key),
      ...keys.auditIndexIn(sort),
      position: sort,
    })),
    isLast: horizon === '' || horizon < since,
  };
}

/** Erases the personal data of what an entry holds. */
async function eraseItem(key: keys.Key): Promise<void> {
  await table.update(key, { set: { personal: undefined, salt: undefined } });
}

/** Erases the personal data of an entry. */
export const eraseEntry = (ref: Ref): Promise<void> => eraseItem(entryKey(ref));

/** How many entries are erased at the same time. */
const WORKERS = 8;

/** Erases the personal data of every entry that concerns or mentions a user. */
export async function eraseUser(tenant: TenantId, user: UserId): Promise<void> {
  for (let before = END; ; ) {
    const { items, next } = await table.slice({
      ...keys.auditOf(tenant, user),
      from: BEGIN,
      to: END,
      after: before === END ? undefined : before,
      isDescending: true,
      limit: 100,
    });
    const left = items.filter((item) => item.type === 'audit-mention' || (item as EntryItem).personal !== undefined);
    await mapConcurrently(left, WORKERS, async (item) => {
      const pk = item.type === 'audit-mention' ? (item as MentionItem).of : item.pk;
      await eraseItem({ pk, sk: item.sk });
    });
    if (next === undefined) return;
    before = next;
  }
}
