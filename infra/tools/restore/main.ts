// Implements `npm run resync -- <table>`, with your own AWS credentials, and `npm run resync -- --local` for the data of
// a local run (GATEHOUSE_DATA) that is stopped.
import { resolve } from 'node:path';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { startEngine } from '../local/engine.ts';
import { describe } from './describe.ts';
import { resync } from './resync.ts';

const DEFAULT_DIRECTORY = '.gatehouse';

const [table] = process.argv.slice(2);
if (!table) {
  process.stderr.write('usage: npm run resync -- <name of the table>, or --local\n');
  process.exit(2);
}

async function main(table: string): Promise<void> {
  const stop = table === '--local' ? await openLocal() : undefined;
  // The configuration requires an address; nothing here uses it.
  Object.assign(process.env, {
    GATEHOUSE_TABLE: stop ? 'gatehouse' : table,
    GATEHOUSE_BASE_URL: 'https://restore.invalid',
  });
  try {
    const resynced = await resync();
    process.stdout.write(`${describe(resynced).join('\n')}\n`);
    // What only people can decide: `building` must stay until there is none.
    if (resynced.rows.problems.length) process.exitCode = 1;
  } finally {
    await stop?.();
  }
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
