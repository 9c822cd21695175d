// Checks after a whole test run that every line the services logged is JSON and holds no secret.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { secretsIn } from './secret-shapes.ts';

/** Number of problems shown: enough to tell what is wrong. */
const SHOWN = 20;
const LOGS = resolve(process.argv[2] ?? join(import.meta.dirname, '../../.ledger/logs'));

const files = existsSync(LOGS) ? readdirSync(LOGS).filter((name) => name.endsWith('.jsonl')) : [];
const problems: string[] = [];
let count = 0;
for (const name of files) {
  const lines = readFileSync(join(LOGS, name), 'utf8').split('\n').slice(0, -1);
  count += lines.length;
  lines.forEach((line, at) => {
    const found = [...secretsIn(line), ...(isRecord(line) ? [] : ['no record'])];
    for (const what of found) problems.push(`${join(LOGS, name)}:${at + 1}: ${what}`);
  });
}
// A run that logged nothing has proved nothing.
if (!count) problems.push(`${LOGS}: nothing was logged`);

for (const problem of problems.slice(0, SHOWN)) process.stderr.write(`logs: ${problem}\n`);
process.stdout.write(`logs: ${count} lines in ${files.length} files, ${problems.length} problems\n`);
process.exit(problems.length ? 1 : 0);

function isRecord(line: string): boolean {
  try {
    const { event, _aws } = JSON.parse(line);
    return typeof event === 'string' || typeof _aws === 'object';
  } catch {
    return false;
  }
}
