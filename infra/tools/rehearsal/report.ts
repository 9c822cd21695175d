// Formats the report of a rehearsal.
import { describeFinding } from './findings.ts';
import { BARE, type Timing } from './measure.ts';
import type { Report } from './merge-reports.ts';

const HEADINGS = ['function', 'MB', 'KB', 'calls', 'starts', 'cold ms', 'x', 'warm p50', 'p95', 'x', 'peak MB'];

/** Formats one line for each function, and one for the bare runtime that all are compared with. */
export function functionTable({ functions }: Report, timings: readonly Timing[]): string {
  const timesOf = (name: string): string[] => {
    const timing = timings.find((each) => each.name === name);
    if (!timing) return ['-', '-', '-', '-', '-'];
    const { cold, coldFactor, p50, p95, warmFactor } = timing;
    return [cold.toFixed(0), coldFactor.toFixed(1), p50.toFixed(1), p95.toFixed(1), warmFactor.toFixed(1)];
  };
  const rows = functions.map(({ name, memoryMb, bundleKb, invocations, starts, peakMb }) => [
    name,
    ...[memoryMb, Math.round(bundleKb), invocations, starts].map(String),
    ...timesOf(name),
    peakMb ? peakMb.toFixed(0) : '-',
  ]);
  return aligned([HEADINGS, [BARE, '', '', '', '', ...timesOf(BARE), ''], ...rows]);
}

/** Lists what roles allow and no call used. Not an error: journeys need not cover everything. */
export function unusedPermissions({ functions }: Report): string[] {
  return functions.flatMap(({ name, granted, used }) => {
    const left = granted.filter((key) => !used.includes(key)).map(shortened);
    return left.length ? [`${name}: ${left.join(', ')}`] : [];
  });
}

export const describeFindings = ({ findings }: Report): string[] => findings.map(describeFinding);

const shortened = (grant: string): string => grant.replace(/arn:aws:[a-z-]*:[^:]*:[^:]*:/g, '');

function aligned(rows: readonly string[][]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n');
}
