// The README is executed: its five minutes against the service started as it says, or against a rehearsal.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '../../lib/client/index.ts';
import { assembly } from '../support/target.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const READY = /is ready at (http:\/\/localhost:\d+\S*)/;

let service: ChildProcess;
let printed = '';
let baseUrl = '';
let directory = '';
const shells: ChildProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-'));
  const env = { ...process.env, PORT: '0', GATEHOUSE_DATA: join(directory, 'data') };
  const start = assembly === undefined ? ['start'] : ['run', 'rehearse', '--', '--serve', assembly];
  service = spawn('npm', start, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of service.stdout!) {
    printed += chunk;
    baseUrl = READY.exec(printed)?.[1] ?? '';
    if (baseUrl) break;
  }
});

afterAll(async () => {
  // One that still waits for a message would wait for ever.
  for (const { exitCode, pid } of shells) if (exitCode === null) process.kill(-pid!, 'SIGKILL');
  process.kill(-service.pid!, 'SIGINT');
  if (service.exitCode === null) await new Promise((resolve) => service.once('exit', resolve));
  await rm(directory, { recursive: true, force: true });
});

function bash(script: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  shells.push(shell);
  let out = '';
  let problems = '';
  shell.stdout.on('data', (data) => {
    out += data;
  });
  shell.stderr.on('data', (data) => {
    problems += data;
  });
  shell.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`exit ${code}: ${problems}`))));
  return promise;
}

/** The first fenced block after a heading. */
const blockUnder = (heading: string): string =>
  /```\w*\n([\s\S]*?)```/.exec(readme.slice(readme.indexOf(heading)))?.[1] ?? '';

test('the printed curl logs in', async () => {
  const curl = printed.split('\n').find((line) => line.trim().startsWith('curl')) as string;
  expect(JSON.parse(await bash(curl))).toMatchObject({ isRequiresMfa: false, accessToken: expect.any(String) });
});

/** Waits until the bus has so many events: a reader is slow enough, a script has to wait for them. */
const waiting = (condition: string): string =>
  `until [ "$(curl -s "$base/__events" | field '${condition}')" = true ]; do :; done`;
const promised = (block: string) => [...block.matchAll(/^#> (.*)$/gm)].map((match) => match[1] as string);

test('the five minutes, and what follows them, print what the README says', async () => {
  const [block, administration] = [blockUnder('## Five minutes'), blockUnder('## Administration')];
  const codes = blockUnder('## Codes and invitations');
  const factors = blockUnder('## A second factor');
  const example = blockUnder('## The example page');
  const password = /admin@demo\.example {2}(\S+)/.exec(printed)?.[1] as string;
  const script = block
    .replace('base=http://localhost:3000', `base=${baseUrl}`)
    .replace('admin_password=...', `admin_password='${password}'`);
  expect(script).not.toBe(block);
  const all = promised(block).at(-1)?.split(' ').length;
  const first = script.replace('# What other systems', `${waiting(`length >= ${all}`)}\n# What other systems`);
  const second = administration.replace(
    '# Figures',
    `${waiting('some(e => e.detail.action === "user.updated")')}\n# Figures`,
  );
  const lines = (await bash([first, second, codes, factors, example].join('\n'))).trimEnd().split('\n');
  expect(lines).toEqual([block, administration, codes, factors, example].flatMap(promised));
  // An authenticator shows a new code every thirty seconds, and one of them is waited for.
}, 90_000);

test('the TypeScript example runs', async () => {
  const block = blockUnder('## From TypeScript');
  const body = block.replace(/^import .*$/m, '').replace('http://localhost:3000', baseUrl);
  const run = new Function('createClient', `return (async () => { ${body}; return me; })()`);
  expect(await run(createClient)).toMatchObject({ email: 'eve@example.com' });
});
