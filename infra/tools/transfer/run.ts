// Imports the lines of a file: sends them in batches at a steady pace, and writes what became of each into a report. Sending a
// line again is safe, so all that is kept is how far the report is.
import { appendFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { batchesOf, type Outcomes, type Read, type Result, reported } from '../../../lib/transfer/batches.ts';
import { writeNewFile } from './files.ts';
import { forget, load, newProgress, type Progress, save } from './progress.ts';

/** Batches under way at a time. */
const CALLS = 4;
const TICK_MS = 5000;

type Run = {
  file: string;
  lines: AsyncIterable<Read>;
  send: (users: unknown[]) => Promise<Result[]>;
  purpose: string;
  perSecond: number;
  total: number;
  say: (text: string) => void;
  signal: AbortSignal;
};

/** The file that has what became of each line, in their order: one object of JSON a line. */
export const reportOf = (file: string): string => `${file}.report.ndjson`;

/** Returns how many lines had which outcome, those of the interrupted run before included. Throws what `send` throws. */
export async function run({ file, lines, send, purpose, perSecond, total, say, signal }: Run) {
  const progress = load(file, purpose);
  openReport(reportOf(file), progress);
  if (progress.line > 0) say(`goes on after line ${progress.line}`);
  const began = performance.now();
  let [done, told] = [0, 0];
  for await (const group of groupsOf(after(progress.line, lines))) {
    if (signal.aborted) return { outcomes: progress.outcomes, isComplete: false };
    const entries = (await Promise.all(group.map((batch) => reported(batch, send)))).flat();
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    appendFileSync(reportOf(file), text);
    progress.reportBytes += Buffer.byteLength(text);
    progress.line = entries.at(-1)?.line ?? progress.line;
    for (const { outcome } of entries) progress.outcomes[outcome] += 1;
    save(file, purpose, progress);
    done += entries.length;
    const elapsed = performance.now() - began;
    if (elapsed - told > TICK_MS) {
      told = elapsed;
      say(`${sum(progress.outcomes)} of ${total}, ${Math.round((1000 * done) / elapsed)} a second`);
    }
    const early = (1000 * done) / perSecond - elapsed;
    if (early > 0) await setTimeout(early, undefined, { signal }).catch(() => {});
  }
  forget(file);
  return { outcomes: progress.outcomes, isComplete: true };
}

/** Cuts off the lines that a killed run wrote after its progress: they are sent again. Without its report, a run starts anew. */
function openReport(report: string, progress: Progress): void {
  const isThere = existsSync(report) && statSync(report).size >= progress.reportBytes;
  if (progress.line > 0 && isThere) {
    truncateSync(report, progress.reportBytes);
    return;
  }
  Object.assign(progress, newProgress());
  writeNewFile(report, '');
}

async function* after(line: number, lines: AsyncIterable<Read>): AsyncIterable<Read> {
  for await (const each of lines) if (each.number > line) yield each;
}

/** Yields some batches that are sent at the same time. */
async function* groupsOf(lines: AsyncIterable<Read>): AsyncIterable<Read[][]> {
  let group: Read[][] = [];
  for await (const batch of batchesOf(lines)) {
    group.push(batch);
    if (group.length < CALLS) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

const sum = (outcomes: Outcomes): number => Object.values(outcomes).reduce((all, each) => all + each, 0);
