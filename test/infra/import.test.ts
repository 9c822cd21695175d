// Runs `npm run import` against the service: its report, its second run, a run that is killed, and what it says of a wrong call.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { figureOf, USD_PER_WRITE_UNIT, WRITE_UNITS } from '../../infra/tools/transfer/figure.ts';
import { ownLines } from '../../infra/tools/transfer/lines.ts';
import { openFile } from '../../infra/tools/transfer/source.ts';
import { PRICES } from '../bench/harness/prices.ts';
import { BUDGET } from '../bench/sections/limits.ts';
import { USERS } from '../support/admin-users.ts';
import { importedLine } from '../support/imports.ts';
import { startObjectStore } from '../support/object-store.ts';
import { newEmail, prepared, useService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
beforeAll(() => service.adminCookie());
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MAIN = join(import.meta.dirname, '../../infra/tools/transfer/main.ts');
let files = 0;
function fileOf(lines: readonly unknown[]): string {
  const file = join(folder, `users-${++files}.ndjson`);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}
const reportOf = (file: string) =>
  readFileSync(`${file}.report.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

function start(args: readonly string[], slug = tenant.slug, more: Record<string, string> = {}) {
  const { email, password } = service.adminLogin;
  const login = { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password };
  const child = spawn(process.execPath, [MAIN, '--tenant', slug, '--url', service.baseUrl, ...args], {
    env: { ...process.env, ...login, ...more },
    cwd: folder,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended: ended.then((code) => ({ code, output })) };
}
const command = (...args: string[]) => start(args).ended;

test('imports a file, reports each line, and skips all of it the second time', async () => {
  const good = [importedLine({ isEmailVerified: true }), importedLine()];
  const lines = [
    good[0],
    '{"sourceId":"a","sourceId":"b","email":"a@b.example"}',
    'no JSON',
    '',
    JSON.stringify(importedLine({ name: 'x'.repeat(10_000_000) })),
    importedLine({ locale: 'x' }),
    good[1],
  ];
  const file = fileOf(lines);
  const dry = await command('--dry-run', file);
  expect(dry).toMatchObject({
    code: 1,
    output: expect.stringContaining('dry run: 2 created, 0 merged, 0 skipped, 4 refused'),
  });
  const first = await command(file);
  expect(first.output).toContain('6 users: about');
  expect(first).toMatchObject({
    code: 1,
    output: expect.stringContaining('2 created, 0 merged, 0 skipped, 4 refused'),
  });
  expect(reportOf(file).map(({ line, outcome, code }) => [line, outcome, code])).toEqual([
    [1, 'created', undefined],
    [2, 'refused', 'INVALID_JSON'],
    [3, 'refused', 'INVALID_JSON'],
    [5, 'refused', 'LINE_TOO_LARGE'],
    [6, 'refused', 'INVALID_INPUT'],
    [7, 'created', undefined],
  ]);
  const second = await command(file);
  expect(second.output).toContain('0 created, 0 merged, 2 skipped, 4 refused');
  const { userId } = reportOf(file)[0];
  expect((await service.admin('GET', `${USERS}/${userId}`)).body.user.email).toBe(good[0]?.email);
});

test('goes on where it was killed: nothing is lost, and nothing is there twice', async () => {
  const lines = Array.from({ length: 1200 }, () => importedLine());
  const file = fileOf(lines);
  const { child, ended } = start(['--per-second', '400', file]);
  await until(() => existsSync(`${file}.progress.json`));
  child.kill('SIGKILL');
  await ended;
  const { code, output } = await command('--per-second', '2000', file);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/goes on after line \d+00/) });
  const report = reportOf(file);
  expect(report.map(({ line }) => line)).toEqual(lines.map((_, at) => at + 1));
  expect(report.every(({ outcome }) => ['created', 'skipped'].includes(outcome))).toBe(true);
  expect(new Set(report.map(({ userId }) => userId)).size).toBe(lines.length);
  expect(existsSync(`${file}.progress.json`)).toBe(false);
});

test('imports an object of S3 in ranges, goes on where it was killed, and writes the report beside it', async () => {
  const store = await startObjectStore();
  const aws = {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const people = Array.from({ length: 600 }, () => importedLine());
  const large = JSON.stringify(importedLine({ name: 'x'.repeat(9_000_000) }));
  const lines = [...people.slice(0, 500).map((each) => JSON.stringify(each)), large];
  const last = people.slice(500).map((each) => JSON.stringify(each));
  store.objects.set('/exports/2026/users.ndjson', Buffer.from([...lines, ...last].join('\n')));
  const object = 's3://exports/2026/users.ndjson';
  const run = (pace: string) => start(['--per-second', pace, object], tenant.slug, aws);
  const { child, ended } = run('200');
  await until(() => existsSync(join(folder, 'users.ndjson.progress.json')));
  child.kill('SIGKILL');
  await ended;
  expect(store.objects.size).toBe(1);
  const { code, output } = await run('2000').ended;
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(/goes on after line \d+00/) });
  expect(output).toContain('report: s3://exports/2026/users.ndjson.report.ndjson');
  const report = `${store.objects.get('/exports/2026/users.ndjson.report.ndjson')}`.trimEnd().split('\n');
  const outcomes = report.map((line) => JSON.parse(line));
  expect(outcomes.map(({ line }) => line)).toEqual([...lines, ...last].map((_, at) => at + 1));
  expect(outcomes.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
    { line: 501, code: 'LINE_TOO_LARGE' },
  ]);
  expect(new Set(outcomes.flatMap(({ userId }) => userId ?? [])).size).toBe(people.length);
  expect(new Set(store.ranges).size).toBe(2);
  const missing = await start(['s3://exports/none'], tenant.slug, aws).ended;
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('s3://exports/none cannot be read') });
  await store.stop();
});

test('merges into accounts, with roles by their names here', async () => {
  await service.admin('POST', '/auth/admin/api/roles', { tenantId: tenant.id, name: 'Editor' });
  const email = newEmail();
  await service.admin('POST', USERS, { tenantId: tenant.id, email });
  const file = fileOf([importedLine({ email, isEmailVerified: true }), importedLine({ roles: ['redactor'] })]);
  const done = await command('--on-existing', 'merge', '--role', 'redactor=Editor', '--source', 'old-shop', file);
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('1 created, 1 merged') });
});

/** Returns the blocks of a guide that begin with this fence. They may be in a list. */
function blocksOf(guide: string, fence: string): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guides', guide), 'utf8');
  return [...page.matchAll(/^ *```(.+)\n([\s\S]*?)^ *```$/gm)]
    .map(([, at, code]) => (at === fence ? code : ''))
    .join('');
}

test.each([
  ['auth0', { 'ada@example.com': 'Grüße aus Köln 9!' }],
  ['better-auth', { 'ada@example.com': 'Grüße aus Köln 9!' }],
  ['cognito', {}],
  ['keycloak', { 'peter@example.com': 'iceberg' }],
])(
  'imports the export in the guide to move from %s, and its users log in with their passwords',
  async (kind, known) => {
    const file = fileOf([blocksOf(`move-from-${kind}.md`, 'json export').trim()]);
    const google = {
      name: 'google',
      issuer: 'https://accounts.google.com',
      clientId: 'client',
      clientSecret: 'secret',
    };
    const own = await service.tenant({ ssoProviders: [google] });
    await service.admin('POST', '/auth/admin/api/roles', { tenantId: own.id, name: 'editor' });
    const { code, output } = await start(['--from', kind, file], own.slug).ended;
    expect({ code, output, report: reportOf(file) }).toMatchObject({ code: 0 });
    const users = blocksOf(`move-from-${kind}.md`, 'json lines').trim().split('\n');
    expect(reportOf(file).map(({ outcome }) => outcome)).toEqual(users.map(() => 'created'));
    for (const [email, password] of Object.entries(known)) {
      const credentials = { email, password };
      const reply = await service.post('/auth/login', { tenantId: own.id, credentials });
      expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
    }
  },
  60_000,
);

test('says what is wrong with a call, and imports nothing', async () => {
  const file = fileOf([importedLine()]);
  for (const args of [['--from', 'no-such-kind', file], ['--per-second', '0', file], ['--role', 'x', file], []])
    expect(await command(...args)).toMatchObject({ code: 2, output: expect.stringContaining('usage: ') });
  expect((await start([file], 'no-such-tenant').ended).output).toContain('there is no tenant no-such-tenant');
  expect((await command(join(folder, 'missing'))).output).toContain('cannot be read');
});

test('the figure in advance has the price of the cost page', async () => {
  expect(USD_PER_WRITE_UNIT).toBe(PRICES.writeUnit);
  expect(10 * WRITE_UNITS.request).toBe(BUDGET['admin import 10 users'].write);
  expect((await figureOf(ownLines(openFile(fileOf([importedLine(), importedLine()]))), 1)).users).toBe(2);
});
