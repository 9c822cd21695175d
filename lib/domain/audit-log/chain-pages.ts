// Reads the chain of all entries in pages: newest first for lists, in order for exports.
import type { Reply } from '../../contract/index.ts';
import { linkHash } from '../../crypto/audit-chain.ts';
import { iso } from '../../platform/clock.ts';
import * as store from '../../store/audit/audit-log.ts';
import { AUDIT_SHARDS } from '../../store/keys.ts';
import { linkOf } from './entry.ts';

type Exported = Reply<'GET /auth/admin/api/audit/export'>['data'][number];

/** An entry of a list. `place`: the first number of each shard that is not listed any more. */
export type Chained = store.Ref & { place: number[] };

/** Before the last number of every shard. */
export const START: number[] = Array.from({ length: AUDIT_SHARDS }, () => Number.MAX_SAFE_INTEGER);

/** How long the feed keeps trying to record an entry, and a margin for clocks (infra/stack/functions/triggers.ts). */
const MAX_LAG_MS = 2 * 3_600_000;
const BLOCKS = 10;

type Candidate = { shard: number; seq: number; at: number; link: store.ChainLink };

/** Returns the next entries before `place`, newest first by the time at which they were recorded. */
export async function newestOfChain(
  place: readonly number[],
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<{ chained: Chained[]; isLast: boolean }> {
  const since = from === '' ? 0 : Date.parse(from);
  const start = to !== '' && place === START ? await placeAt(Date.parse(to) + MAX_LAG_MS) : place;
  const shards = await Promise.all(start.map((before, shard) => (before <= 1 ? NONE : readBack(shard, before, limit))));
  const horizon = Math.max(0, ...shards.map(({ candidates, more }) => (more ? (candidates.at(-1)?.at ?? 0) : 0)));
  const merged = shards
    .flatMap(({ candidates }) => candidates)
    .sort((a, b) => b.at - a.at || b.shard - a.shard || b.seq - a.seq);
  const newer = merged.filter(({ at }) => at > horizon);
  const usable = newer.length ? newer : merged.filter(({ at }) => at === horizon);
  const inside = usable.filter(({ at }) => at >= since);
  const next = [...start];
  const chained = inside.map(({ shard, seq, link }) => {
    next[shard] = seq;
    return { ...link, place: [...next] };
  });
  const isComplete = usable.length === merged.length && shards.every(({ more }) => !more);
  return { chained, isLast: isComplete || inside.length < usable.length };
}

const NONE = { candidates: [] as Candidate[], more: false };

/** Reads the links of a shard before a number, in descending order. */
async function readBack(shard: number, before: number, limit: number) {
  const to = Math.min(before - 1, 10 ** 15 - 1);
  const { items, more } = await store.blocks(shard, { to, isDescending: true, limit: Math.min(BLOCKS, limit) });
  const candidates = items.flatMap((block) =>
    block.links
      .map((stored, index) => ({
        shard,
        seq: store.firstSeq(block) + index,
        at: block.at,
        link: store.linkOf(stored),
      }))
      .filter(({ seq }) => seq < before)
      .reverse(),
  );
  return { candidates, more };
}

/** Returns the place from which on entries were recorded after `time`, by halving each shard. */
async function placeAt(time: number): Promise<number[]> {
  return Promise.all(
    START.map(async (_, shard) => {
      const last = await store.head(shard);
      if (!last || last.at < time) return START[shard] as number;
      let [low, high, before] = [1, store.firstSeq(last), 0];
      while (low <= high) {
        const middle = Math.floor((low + high) / 2);
        const [block] = (await store.blocks(shard, { to: middle, isDescending: true, limit: 1 })).items;
        if (!block) low = middle + 1;
        else if (block.at < time) low = before = store.nextSeq(block);
        else high = store.firstSeq(block) - 1;
      }
      return before;
    }),
  );
}

/** Returns the last link of each shard that has one. */
export async function anchors(): Promise<Reply<'GET /auth/admin/api/audit/anchors'>> {
  const heads = await Promise.all(START.map((_, shard) => store.head(shard)));
  const data = heads.flatMap((block, shard) =>
    block ? [{ shard, seq: store.nextSeq(block) - 1, hash: block.hash, recordedAt: iso(block.at) }] : [],
  );
  return { data };
}

/** Returns the links of a block as they are exported, with their entries as far as these are kept. */
export async function exportOf(block: store.Block): Promise<Exported[]> {
  return linesOf(block, await store.entries(block.links.map(store.linkOf)));
}

/** Returns the links of a block with their entries. */
export function linesOf(block: store.Block, items: readonly (store.EntryItem | undefined)[]): Exported[] {
  const shard = store.shardOfBlock(block);
  const links = block.links.map(store.linkOf);
  let { prev } = block;
  return links.map((link, index) => {
    const item = items[index];
    const covered = { shard, seq: store.firstSeq(block) + index, prev, recordedAt: iso(block.at), ...linkOf(link) };
    prev = linkHash(covered);
    const { entry = null, personal, salt } = item ?? {};
    const isKept = personal !== undefined && salt !== undefined;
    return { ...covered, hash: prev, entry, personal: isKept ? { salt, values: personal } : null };
  });
}
