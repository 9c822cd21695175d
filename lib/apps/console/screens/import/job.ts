// Reads a file into batches and sends them, at the pace of the command: sending a batch again is safe.
import { batchesOf, type Entry, type Read, reported } from '../../../../transfer/batches.ts';
import type { SourceName } from '../../../../transfer/readers/index.ts';
import { linesOf } from '../../../../transfer/readers/lines.ts';
import type { ReaderOptions } from '../../../../transfer/readers/reader.ts';
import { asError, call, type ReplyOf } from '../../kit.ts';
import { AT_ONCE, pause, runMany } from '../users/run-many.ts';

/** The choices of a person. */
export type Settings = {
  from: SourceName;
  source: string;
  onExisting: 'skip' | 'merge';
  roles: Readonly<Record<string, string>>;
  options: ReaderOptions;
};
export type Job = Settings & { tenantId: string; name: string; batches: readonly Read[][] };
type Result = ReplyOf<'adminTransfers.importUsers'>['results'][number];
export type Line = Entry<Result>;

/** Users a second at most: logins share the table. */
const PER_SECOND = 200;
/** A deployment that is updated or throttled responds again within minutes. */
const MOST_TRIES = 12;
const LONGEST_WAIT_SECONDS = 30;
/** Batches that are read before the browser may do something else. */
const READ_AT_ONCE = 20;

/** Returns the batches of a file. Throws what the browser throws if the file cannot be read. */
export async function readBatches(file: File, { from, options }: Settings): Promise<Read[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const batches: Read[][] = [];
  for await (const batch of batchesOf(linesOf(from, bytes, options)))
    if (batches.push(batch) % READ_AT_ONCE === 0) await pause(0);
  return batches;
}

/** Sends the batches that `done` lacks, and adds their lines to it. Stops at the first one that fails. */
export function runJob(job: Job, isDryRun: boolean, done: Map<number, Line[]>) {
  const { tenantId, source, onExisting, roles, batches } = job;
  let isStopped = false;
  const send = async (lines: unknown[]): Promise<Result[]> => {
    const input = { tenantId, source, onExisting, roles, isDryRun, lines };
    for (let round = 1; ; round++)
      try {
        return (await call('adminTransfers.importUsers', input, { isOneOfMany: true })).results;
      } catch (thrown) {
        const { statusCode, retryAfter } = asError(thrown);
        const isPassing = statusCode === 0 || statusCode === 429 || statusCode >= 500;
        if (!isPassing || isStopped || round === MOST_TRIES) throw thrown;
        await pause(Math.min(retryAfter ?? 2 ** round, LONGEST_WAIT_SECONDS));
      }
  };
  const waiting = batches.flatMap((_, at) => (done.has(at) ? [] : [String(at)]));
  const run = runMany(waiting, async (at) => {
    const batch = batches[Number(at)] as Read[];
    const began = performance.now();
    const lines = await reported(batch, send).catch((error: unknown) => {
      stop();
      throw error;
    });
    done.set(Number(at), lines);
    const seconds = (performance.now() - began) / 1000;
    if (!isDryRun && waiting.length > 1) await pause(Math.max(0, (batch.length * AT_ONCE) / PER_SECOND - seconds));
  });
  const stop = (): void => {
    isStopped = true;
    run.stop();
  };
  return { ...run, stop };
}

/** Returns the lines that are done, in the order of the file. */
export const linesIn = (done: ReadonlyMap<number, Line[]>): Line[] =>
  [...done].sort(([one], [other]) => one - other).flatMap(([, lines]) => lines);
export const countOf = (batches: readonly Read[][]): number => batches.reduce((all, { length }) => all + length, 0);
