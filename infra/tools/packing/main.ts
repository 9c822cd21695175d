// Implements `npm run packages -- DIR`: writes one npm tarball for each package into DIR, or for those that are named after
// it. It publishes nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPackage } from './build.ts';
import { PACKAGES } from './packages.ts';

const [target, ...names] = process.argv.slice(2);
if (!target || target.startsWith('-') || names.some((name) => !PACKAGES.some((row) => row.name === name))) {
  process.stderr.write('packages: name the folder for the tarballs: npm run packages -- DIR\n');
  process.exit(1);
}
const destination = resolve(target);
mkdirSync(destination, { recursive: true });
for (const row of PACKAGES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const directory = mkdtempSync(join(tmpdir(), `gatehouse-${row.name}-`));
  try {
    await buildPackage(row, directory);
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], {
      cwd: directory,
      encoding: 'utf8',
    });
    process.stdout.write(`${join(destination, packed.trim())}\n`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
