// Copies the chain of the audit log to a bucket, without personal data. It goes on where it ended, may be killed at any
// point and run twice at once: docs/decisions/0059 says why nothing is archived twice or left out.
import { sha256 } from '../../crypto/audit-chain.ts';
import { putOnce } from '../../platform/aws/objects.ts';
import { iso } from '../../platform/clock.ts';
import { advance, findProgress, type Progress } from '../../store/audit/audit-archive.ts';
import * as store from '../../store/audit/audit-log.ts';
import { linesOf } from './chain-pages.ts';

/** Blocks in an object. They have up to 2000 entries. */
const BLOCKS = 100;

const shardsOf = ({ next }: Progress): number[] => [...next.keys()];
const isPending = ({ next, to }: Progress): boolean => next.some((seq, shard) => seq !== to[shard]);

/**
 * Archives what was recorded since the last time, as far as `mayContinue` allows. Returns how many entries this run has
 * archived. Throws if the table or the bucket does not respond: the next run goes on.
 */
export async function archive(bucket: string, mayContinue: () => boolean): Promise<number> {
  let count = 0;
  let progress = await findProgress(bucket);
  while (mayContinue()) {
    if (!isPending(progress)) {
      const to = await Promise.all(progress.next.map(endOf));
      if (!isPending({ next: progress.next, to })) break;
      // The bounds are stored first: who continues after a failure makes the same objects.
      const planned = await advance(bucket, progress, { next: progress.next, to });
      if (!planned) break;
      progress = planned;
    }
    const { next, to } = progress;
    for (const shard of shardsOf(progress))
      count += await copy(bucket, shard, next[shard] as number, to[shard] as number);
    await keepAnchors(bucket, to);
    const done = await advance(bucket, progress, { next: to, to });
    if (!done) break;
    progress = done;
  }
  return count;
}

/** Returns the number behind the next blocks of a shard. */
async function endOf(next: number, shard: number): Promise<number> {
  const { items } = await store.blocks(shard, { from: next, limit: BLOCKS });
  const last = items.at(-1);
  return last ? store.nextSeq(last) : next;
}

/**
 * Archives links of a shard as one object, and returns their number. The last hash is a part of the name: a chain that
 * took another turn, after a restore, gets objects of its own.
 */
async function copy(bucket: string, shard: number, from: number, end: number): Promise<number> {
  if (end === from) return 0;
  const { items } = await store.blocks(shard, { from, to: end - 1, limit: BLOCKS });
  const last = items.at(-1);
  if (!last || store.nextSeq(last) !== end) throw new Error(`the chain of the audit log has no end at ${shard}/${end}`);
  const lines: string[] = [];
  for (const block of items) {
    const links = linesOf(block, await store.entries(block.links.map(store.linkOf)));
    // What is personal to a user is not copied: the objects cannot be changed once they are erased. Facts are in the entry.
    for (const link of links) lines.push(JSON.stringify({ ...link, personal: null }));
  }
  const name = `links/${shard}/${String(from).padStart(15, '0')}-${last.hash}.ndjson`;
  const isNew = await putOnce(bucket, name, 'application/x-ndjson', `${lines.join('\n')}\n`);
  return isNew ? lines.length : 0;
}

/** Archives the last link of each shard, as GET /auth/admin/api/audit/anchors would have returned it. */
async function keepAnchors(bucket: string, to: readonly number[]): Promise<void> {
  const blocks = await Promise.all(to.map((end, shard) => store.blockBefore(shard, end)));
  const data = blocks.flatMap((block, shard) =>
    block ? [{ shard, seq: store.nextSeq(block) - 1, hash: block.hash, recordedAt: iso(block.at) }] : [],
  );
  const newest = data.reduce((last, { recordedAt }) => (recordedAt > last ? recordedAt : last), '');
  const body = `${JSON.stringify({ data }, null, 2)}\n`;
  await putOnce(bucket, `anchors/${newest}-${sha256(body)}.json`, 'application/json', body);
}
