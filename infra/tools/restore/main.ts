// Implements `npm run resync -- <table> [--continue]`, with your own AWS credentials, and `npm run resync -- --local` for
// the data of a local run (GATEHOUSE_DATA) that is stopped.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { startEngine } from '../local/engine.ts';
import { describe, describeProgress } from './describe.ts';
import { fileOf, isDone, load, type Progress, save } from './progress.ts';
import { resync } from './resync.ts';

const DEFAULT_DIRECTORY = '.gatehouse';

/** How often progress is shown and saved: what an interruption costs at most. */
const TICK_MS = 10_000;

const { values: chosen, positionals } = parseArgs({
  options: { local: { type: 'boolean' }, continue: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [table] = chosen.local ? ['gatehouse'] : positionals;
if (!table) {
  process.stderr.write('usage: npm run resync -- <name of the table> [--continue], or --local\n');
  process.exit(2);
}

async function main(table: string): Promise<void> {
  const progress = load(fileOf(table), chosen.continue);
  const stop = chosen.local ? await openLocal() : undefined;
  // The configuration requires an address; nothing here uses it.
  Object.assign(process.env, { GATEHOUSE_TABLE: table, GATEHOUSE_BASE_URL: 'https://restore.invalid' });
  try {
    await run(table, progress);
  } finally {
    await stop?.();
  }
}

/** Shows and saves the progress of a run. A signal ends it after the pages that are being read. */
async function run(table: string, progress: Progress): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const began = performance.now();
  const tick = setInterval(() => {
    process.stderr.write(`${describeProgress(progress, performance.now() - began)}\n`);
    save(fileOf(table), progress);
  }, TICK_MS);
  try {
    await resync(undefined, progress, { signal: interruption.signal });
  } finally {
    clearInterval(tick);
  }
  process.stdout.write(`${describe(progress).join('\n')}\n`);
  if (save(fileOf(table), progress))
    process.stdout.write(`Not all was read. ${fileOf(table)} has how far: go on with --continue.\n`);
  // What only people can decide: `building` must stay until there is none.
  if (progress.rows.problems.length || progress.failed.length || !isDone(progress)) process.exitCode = 1;
}

/** Starts the engine on the data of the local run and points this process at it. Returns what stops it. */
async function openLocal(): Promise<() => Promise<void>> {
  const data = process.env.GATEHOUSE_DATA ?? DEFAULT_DIRECTORY;
  if (data === 'memory') throw new UserError('data in memory ends with its run: there is nothing to bring up to date.');
  const { endpoint, stop } = await startEngine(resolve(data), process.env.AWS_ENDPOINT_URL_DYNAMODB);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  return stop;
}

main(table).catch((error: unknown) => exitWithError(describeError(error)));
