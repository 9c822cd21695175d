// Runs `npm run export` against the service, and imports its files: a run that is killed, files that were changed, wrong keys.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runExport } from '../../infra/tools/transfer/export-run.ts';
import { newKeyFile } from '../../infra/tools/transfer/keys.ts';
import { chained, manifestOf, NO_LINES, requireManifest } from '../../infra/tools/transfer/manifest.ts';
import { setupFileOf } from '../../infra/tools/transfer/setup.ts';
import { DAY, later } from '../support/api.ts';
import { EXPORT } from '../support/exports.ts';
import { importedLine, importLines } from '../support/imports.ts';
import { prepared, type Tenant, useService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const keyFile = join(folder, 'key.json');
const recipient = newKeyFile(keyFile);
const otherKey = join(folder, 'other.json');
newKeyFile(otherKey);

let folders = 0;
const newFolder = (): string => join(folder, `export-${++folders}`);

function start(tool: 'export' | 'main', args: readonly string[]) {
  const { email, password } = service.adminLogin;
  const login = { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password };
  const main = join(import.meta.dirname, `../../infra/tools/transfer/${tool}.ts`);
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...login } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended: ended.then((code) => ({ code, output })) };
}
const exporting = ({ slug }: Tenant, into: string) =>
  start('export', ['--tenant', slug, '--url', service.baseUrl, '--recipient', recipient, into]);
const importing = (file: string, { slug }: Tenant, ...args: string[]) =>
  start('main', ['--tenant', slug, '--url', service.baseUrl, ...args, file]).ended;
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

/** A tenant with two people who have a password, and its export. */
const exported = prepared(async () => {
  const tenant = await service.tenant({ locale: 'fr' });
  const people = [await service.signup(tenant), await service.signup(tenant)];
  const into = newFolder();
  const done = await exporting(tenant, into).ended;
  return { tenant, people, done, file: join(into, `${tenant.slug}.ndjson`) };
});

test('exports a tenant, whose users log in after the import of the file', async () => {
  const { done, file, people, tenant } = exported;
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('2 users, 2 with sealed secrets') });
  expect(JSON.parse(readFileSync(manifestOf(file), 'utf8'))).toMatchObject({
    format: 1,
    lines: 2,
    sealed: 2,
    tenant: { id: tenant.id },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const to = await service.tenant();
  expect(await importing(file, to, '--key', keyFile)).toMatchObject({ code: 0 });
  for (const { email, password } of people)
    expect((await service.login({ tenant: to, email, password })).status).toBe(200);
});

test('imports nothing without the key, or with another one, or of a changed file', async () => {
  const to = await service.tenant();
  const { file } = exported;
  expect((await importing(file, to)).output).toContain('has sealed secrets: give the private key with --key');
  const args = ['--key', otherKey, '--settings'];
  expect((await importing(file, to, ...args)).output).toContain('was sealed to another key');
  expect((await importing(file, to, '--key', recipient)).output).toContain('has a public key');
  const copy = join(folder, 'changed.ndjson');
  const [one = '', two = ''] = linesOf(file);
  writeFileSync(manifestOf(copy), readFileSync(manifestOf(file)));
  for (const text of [`${two}\n${one}\n`, `${one}\n`, `${one}\n${two.replace('example.com', 'example.org')}\n`]) {
    writeFileSync(copy, text);
    expect(await importing(copy, to, '--key', keyFile)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not as it was exported'),
    });
  }
  const { body } = await service.admin('GET', `/auth/admin/api/users?tenantId=${to.id}`);
  expect(body.data).toEqual([]);
  const { body: tenants } = await service.admin('GET', '/auth/admin/api/tenants');
  expect(tenants.data.find(({ id }: Tenant) => id === to.id).settings).toEqual({});
});

test('goes on where it was killed: nothing is lost, and nothing is there twice', async () => {
  const tenant = await service.tenant();
  for (let batch = 0; batch < 5; batch++)
    await importLines(
      service,
      tenant,
      Array.from({ length: 100 }, () => importedLine()),
    );
  const into = newFolder();
  const file = join(into, `${tenant.slug}.ndjson`);
  const { child, ended } = exporting(tenant, into);
  await until(() => existsSync(`${file}.progress.json`));
  child.kill('SIGKILL');
  await ended;
  const { code, output } = await exporting(tenant, into).ended;
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('500 users') });
  expect(new Set(linesOf(file).map((line) => JSON.parse(line).sourceId)).size).toBe(500);
  expect(linesOf(file)).toHaveLength(500);
  expect(await requireManifest(file)).toMatchObject({ lines: 500 });
  expect(await exporting(tenant, into).ended).toMatchObject({ output: expect.stringContaining('is complete') });
});

test('goes on days later, and says after a week to begin anew', async () => {
  const tenant = await service.tenant();
  for (const length of [100, 1])
    await importLines(
      service,
      tenant,
      Array.from({ length }, () => importedLine()),
    );
  const key = JSON.parse(readFileSync(recipient, 'utf8'));
  const begun = async () => {
    const into = newFolder();
    mkdirSync(into);
    const file = join(into, `${tenant.slug}.ndjson`);
    const page = async (cursor: string | undefined) => {
      if (cursor) throw new Error('killed');
      return (await service.admin('POST', EXPORT, { tenantId: tenant.id, recipient: key })).body;
    };
    const purpose = JSON.stringify([service.baseUrl, tenant.id, key.x]);
    const run = { file, purpose, tenant: { ...tenant, name: 'Acme' }, recipient: 'digest', page, say: () => {} };
    await expect(runExport(run)).rejects.toThrow('killed');
    return { into, file };
  };
  const [first, second] = [await begun(), await begun()];
  const done = await later(6 * DAY, () => exporting(tenant, first.into).ended);
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('goes on after line 100') });
  expect(new Set(linesOf(first.file).map((line) => JSON.parse(line).sourceId)).size).toBe(101);
  const late = await later(8 * DAY, () => exporting(tenant, second.into).ended);
  expect(late).toMatchObject({ code: 1, output: expect.stringContaining('begin anew in another folder') });
});

test('a page that was written and not recorded is cut off and comes again', async () => {
  const file = join(folder, 'cut.ndjson');
  const pages: Record<string, string[]> = { '': ['a', 'b'], 1: [], 2: ['c'] };
  const calls: string[] = [];
  const run = (fails: boolean) =>
    runExport({
      file,
      purpose: 'test',
      tenant: { id: 'ten_1', slug: 'acme', name: 'Acme' },
      recipient: 'digest',
      say: () => {},
      page: async (cursor = '') => {
        calls.push(cursor);
        if (fails && cursor === '2') throw new Error('killed');
        const next = cursor === '' ? '1' : cursor === '1' ? '2' : null;
        return { data: (pages[cursor] ?? []).map((sourceId) => ({ sourceId })), meta: { nextCursor: next } };
      },
    });
  await expect(run(true)).rejects.toThrow('killed');
  appendFileSync(file, '{"sourceId":"c"}\n{"sour');
  const { lines, chain } = await run(false);
  const written = ['a', 'b', 'c'].map((sourceId) => JSON.stringify({ sourceId }));
  expect(calls).toEqual(['', '1', '2', '2']);
  expect(readFileSync(file, 'utf8')).toBe(written.map((line) => `${line}\n`).join(''));
  expect([lines, chain]).toEqual([3, written.reduce(chained, NO_LINES)]);
});

test('writes over no file that a link names', async () => {
  const file = join(folder, 'linked.ndjson');
  const victims = [file, `${file}.progress.json.new`, `${manifestOf(file)}.new`].map((link, at) => {
    const victim = join(folder, `victim-${at}`);
    writeFileSync(victim, 'mine');
    symlinkSync(victim, link);
    return victim;
  });
  const run = { file, purpose: 'test', tenant: { id: 'ten_1', slug: 'acme', name: 'Acme' }, recipient: 'digest' };
  const cursors = ['1', null];
  const page = async () => ({ data: [{ sourceId: 'a' }], meta: { nextCursor: cursors.shift() ?? null } });
  expect(await runExport({ ...run, page, say: () => {} })).toMatchObject({ lines: 2 });
  expect(victims.map((victim) => readFileSync(victim, 'utf8'))).toEqual(['mine', 'mine', 'mine']);
  expect(await requireManifest(file)).toMatchObject({ lines: 2 });
});

test('takes roles and settings along, and says first what it would do', async () => {
  const tenant = await service.tenant({ password: { minLength: 12 }, locale: 'fr' });
  const role = { tenantId: tenant.id, name: 'Editor' };
  await service.admin('POST', '/auth/admin/api/roles', role);
  await importLines(service, tenant, [importedLine({ roles: ['Editor'] })]);
  const into = newFolder();
  expect(await exporting(tenant, into).ended).toMatchObject({ code: 0 });
  const file = join(into, `${tenant.slug}.ndjson`);
  const manifest = JSON.parse(readFileSync(manifestOf(file), 'utf8'));
  expect(manifest.leftOut).toContain('recovery codes');

  const to = await service.tenant({ locale: 'de' });
  const roles = async () => (await service.admin('GET', `/auth/admin/api/roles?tenantId=${to.id}&guard=web`)).body.data;
  const own = async () => (await roles()).filter(({ tenantId }: { tenantId: string | null }) => tenantId === to.id);
  const dry = await importing(file, to, '--create-roles', '--settings', '--dry-run');
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('dry run: 1 created') });
  for (const line of [
    'dry run: settings.password: not set becomes {"minLength":12}',
    'dry run: settings.locale: "de" becomes "fr"',
    'dry run: role Editor: is created with no permission',
  ])
    expect(dry.output).toContain(line);
  expect(await own()).toEqual([]);

  expect((await importing(file, to, '--settings', '--without', 'local', '--dry-run')).output).toContain(
    '--without local: the export has no such setting',
  );
  const args = ['--create-roles', '--settings', '--without', 'locale'];
  expect(await importing(file, to, ...args)).toMatchObject({ code: 0, output: expect.stringContaining('1 created') });
  expect(await own()).toMatchObject([{ name: 'Editor' }]);
  const { body } = await service.admin('GET', '/auth/admin/api/tenants');
  expect(body.data.find(({ id }: Tenant) => id === to.id).settings).toEqual({
    password: { minLength: 12 },
    locale: 'de',
  });

  const setup = setupFileOf(file);
  const alone = join(newFolder(), 'alone.ndjson');
  mkdirSync(join(alone, '..'));
  copyFileSync(file, alone);
  const lacking = { ...JSON.parse(readFileSync(setup, 'utf8')), settings: { locale: 'it' } };
  lacking.roles = [{ ...lacking.roles[0], name: 'Other', permissions: ['not.here'] }];
  writeFileSync(setupFileOf(alone), JSON.stringify(lacking));
  for (const dryRun of [['--dry-run'], []])
    expect(await importing(alone, to, '--create-roles', '--settings', ...dryRun)).toMatchObject({
      code: 1,
      output: expect.stringContaining('role Other: there is no permission not.here for web. Create it first.'),
    });
  const { body: after } = await service.admin('GET', '/auth/admin/api/tenants');
  expect(after.data.find(({ id }: Tenant) => id === to.id).settings.locale).toBe('de');

  writeFileSync(setup, readFileSync(setup, 'utf8').replace('12', '8'));
  expect(await importing(file, to, '--settings')).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not as it was exported'),
  });
  rmSync(setup);
  expect(await importing(file, to, '--settings')).toMatchObject({
    code: 1,
    output: expect.stringContaining('there is no'),
  });
});

test('makes a key that its owner alone may read, and seals to no private key', async () => {
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(() => newKeyFile(keyFile)).toThrow('exists');
  const args = ['--tenant', exported.tenant.slug, '--url', service.baseUrl, '--recipient', keyFile, newFolder()];
  const { code, output } = await start('export', args).ended;
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('has a private key') });
  expect(output).not.toContain(JSON.parse(readFileSync(keyFile, 'utf8')).d);
  for (const wrong of [[], ['--all', '--tenant', 'x', newFolder()], [newFolder()]])
    expect(await start('export', wrong).ended).toMatchObject({ code: 2, output: expect.stringContaining('usage: ') });
});
