// Implements `npm run drill`: the restore of docs/operations.md on this machine. Prints each check; exit code 1 if one
// failed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError, exitWithError } from '../../../user-error.ts';
import { synthesiseAll } from './assemblies.ts';
import { drill } from './drill.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-drill-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const { passed } = await drill(await synthesiseAll(directory), print);
  print(passed ? 'passed' : 'FAILED');
  process.exitCode = passed ? 0 : 1;
}

main().catch((error: unknown) => exitWithError(describeError(error)));
