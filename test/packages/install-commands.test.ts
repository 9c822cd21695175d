// A command that installs our packages by name runs the code of the name's owner on npm on the reader's machine. So documents
// install tarballs until the packages are published, and name them afterwards.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PACKAGES } from '../../infra/tools/packing/packages.ts';
import { IS_ON_NPM } from '../../lib/packages/manifest.ts';

const ROOT = join(import.meta.dirname, '../..');
const INSTALLS = /\b(npm (install|i|add|create|init|exec)|npx|expo install|yarn|pnpm|bunx?)\b/;
const BY_NAME = /@gatehouse-auth(\/|\b)/;
const TARBALL = /gatehouse-auth-(\{[a-z,]+\}|[a-z]+)-\*\.tgz/;

const files = execFileSync('git', ['ls-files', '*.md', 'lib/packages/create'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const commands = files
  .trim()
  .split('\n')
  .flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => INSTALLS.test(line) && (BY_NAME.test(line) || TARBALL.test(line)))
      .map((line) => ({ file, line })),
  );

test('documents and programs install our packages from tarballs until the packages are on npm', () => {
  const [expected, other] = IS_ON_NPM ? [BY_NAME, TARBALL] : [TARBALL, BY_NAME];
  expect(commands.filter(({ line }) => other.test(line) || !expected.test(line))).toEqual([]);
  expect(commands.length).toBeGreaterThan(4);
});

test('every tarball that a document installs is one of our packages', () => {
  const names = commands.flatMap(({ line }) => (TARBALL.exec(line)?.[1] ?? '').replace(/[{}]/g, '').split(','));
  const known = PACKAGES.map(({ name }) => name);
  expect(names.filter((name) => name && !known.includes(name))).toEqual([]);
});
