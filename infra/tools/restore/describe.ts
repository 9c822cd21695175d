// Says what `npm run resync` did, in lines of text.
import type { Resynced } from './resync.ts';

/** The lines that the command prints: numbers first, then what only people can decide. */
export function describe({ users, tenants, jobs, rows }: Resynced): string[] {
  const lines = [
    `${users} users are in their lists and counters, ${tenants} tenants have their heads, and ${jobs} jobs are finished.`,
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
  return [...lines, ...rows.problems.map((problem) => `problem: ${problem}`)];
}
