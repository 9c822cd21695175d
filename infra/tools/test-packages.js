// Installs the packages of test/package.json, or of the package in the named folder, if they are missing or older than their
// lock file: npm runs it before the tests, the checks and the site. Who only runs the service does without them.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'test';
const cwd = join(import.meta.dirname, '../..', folder);
const changed = (file) => statSync(join(cwd, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  process.stdout.write(`Installing the packages of ${folder}.\n`);
  // A shell, because npm is a script on Windows.
  const { status } = spawnSync('npm ci --no-audit --no-fund', { cwd, stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
}
