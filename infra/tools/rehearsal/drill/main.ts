// Implements `npm run drill`: the restore of docs/operations.md on this machine, or with `-- failover [USERS]` the way to a second
// region and back, with so many users more who were imported before. Prints each check; exit code 1 if one failed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError, exitWithError, UserError } from '../../../user-error.ts';
import { synthesiseAll } from './assemblies.ts';
import { drill } from './drill.ts';
import { failover } from './failover.ts';
import { synthesiseFailover } from './failover-assemblies.ts';

const started = Date.now();
const print = (line: string): void =>
  void process.stdout.write(`${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}\n`);

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-drill-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const [scenario, users = '0', ...more] = process.argv.slice(2);
  if (more.length || (scenario !== undefined && scenario !== 'failover') || !/^[0-9]{1,7}$/.test(users))
    throw new UserError('npm run drill takes nothing, or failover and a number of users');
  const { passed } = scenario
    ? await failover(await synthesiseFailover(directory), print, Number(users))
    : await drill(await synthesiseAll(directory), print);
  print(passed ? 'passed' : 'FAILED');
  process.exitCode = passed ? 0 : 1;
}

main().catch((error: unknown) => exitWithError(describeError(error)));
