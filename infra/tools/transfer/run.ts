// Imports the lines of a file: sends them in batches at a steady pace, and writes what became of each into a report. Sending a
// line again is safe, so all that is kept is how far the report is.
import { appendFileSync, existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { MOST_LINE_BYTES, MOST_LINES } from '../../../lib/contract/groups/admin-transfers.ts';
import type { Read } from './lines.ts';
import { forget, load, newProgress, type Outcomes, type Progress, save } from './progress.ts';

/** A body has at most 64 KB; the rest is for what is not a line. */
const BATCH_BYTES = 60 * 1024;
/** Batches under way at a time. */
const CALLS = 4;
const TICK_MS = 5000;

type Result = { outcome: keyof Outcomes };
type Entry = { line: number } & Result & Record<string, unknown>;
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
  writeFileSync(report, '', { mode: 0o600 });
}

async function* after(line: number, lines: AsyncIterable<Read>): AsyncIterable<Read> {
  for await (const each of lines) if (each.number > line) yield each;
}

/** Yields some batches that are sent at the same time, each of what fits into a body. */
async function* groupsOf(lines: AsyncIterable<Read>): AsyncIterable<Read[][]> {
  let group: Read[][] = [[]];
  let bytes = 0;
  for await (const line of lines) {
    const size = 'user' in line ? Buffer.byteLength(JSON.stringify(line.user)) + 1 : 0;
    const batch = group.at(-1) as Read[];
    if (batch.length === MOST_LINES || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
      if (group.length === CALLS) {
        yield group;
        group = [];
      }
      group.push([]);
      bytes = 0;
    }
    bytes += size;
    (group.at(-1) as Read[]).push(line);
  }
  if (group[0]?.length) yield group;
}

/** Returns the entries of a batch, in the order of its lines. What is no user is not sent. */
async function reported(batch: readonly Read[], send: Run['send']): Promise<Entry[]> {
  const users = batch.flatMap((line) => ('user' in line && isSendable(line.user) ? [line.user] : []));
  const results = users.length ? await send(users) : [];
  let next = 0;
  return batch.map((line): Entry => {
    if (!('user' in line)) {
      const { number, ...refusal } = line;
      return { line: number, outcome: 'refused', ...refusal };
    }
    if (!isSendable(line.user)) return { line: line.number, outcome: 'refused', code: 'LINE_TOO_LARGE' };
    return { line: line.number, ...(results[next++] as Result) };
  });
}

const isSendable = (user: unknown): boolean => Buffer.byteLength(JSON.stringify(user)) <= MOST_LINE_BYTES;
const sum = (outcomes: Outcomes): number => Object.values(outcomes).reduce((all, each) => all + each, 0);
