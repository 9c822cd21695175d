// Installs the packages of test/package.json if they are missing or older than their lock file: npm runs it before the tests
// and checks. Who only runs the service does without them.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(import.meta.dirname, '../../test');
const changed = (file) => statSync(join(TESTS, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  process.stdout.write('Installing the packages of the tests.\n');
  // A shell, because npm is a script on Windows.
  const { status } = spawnSync('npm ci --no-audit --no-fund', { cwd: TESTS, stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
}
