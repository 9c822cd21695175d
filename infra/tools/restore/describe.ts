// Says what `npm run resync` does and did, in lines of text.
import type { Progress } from './progress.ts';

/** A line for those who wait. */
export function describeProgress({ segments, items, users, synced, collections }: Progress, ms: number): string {
  const read = segments.filter((each) => each === 'done').length;
  const left = Object.keys(collections).length;
  const now = read < segments.length ? `${read} of ${segments.length} segments read` : `${left} collections left`;
  return `${now}: ${items} items, ${users} users, ${synced} of them synced, after ${Math.round(ms / 60_000)} minutes`;
}

/** The lines that the command prints: numbers first, then what only people can decide, then what failed. */
export function describe({ items, users, synced, erased, jobs, rows, failed }: Progress): string[] {
  const lines = [
    `${items} items of ${users} users and of tenants: ${synced} users synced, ${erased} erased from the audit log, ` +
      `${jobs} jobs finished.`,
  ];
  if (rows.collections) {
    lines.push(
      `${rows.rows} rows in ${rows.collections} collections: ${rows.made} index entries and claims made, ` +
        `${rows.removed} removed, ${rows.corrected} counters corrected.`,
    );
  }
  if (rows.busy) {
    lines.push(`${rows.busy} counters changed while their rows were counted. Run the command again at a quieter time.`);
  }
  return [
    ...lines,
    ...rows.problems.map((problem) => `problem: ${problem}`),
    ...[...new Set(failed)].map((each) => `failed: ${each}`),
  ];
}
