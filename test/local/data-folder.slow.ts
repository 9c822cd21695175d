// The data folder of a local run: a file that is damaged, missing or of another time is named in one line at the start,
// and nothing is skipped in silence. What DynamoDB would trim is trimmed.
import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { auditRule } from '../../infra/tools/local/audit-log.ts';
import { openTable } from '../../infra/tools/local/engines/table-file.ts';
import { trim } from '../../infra/tools/local/trim.ts';
import { until } from '../support/until.ts';
import { type Run, start } from './process.ts';

Object.assign(process.env, { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse().splice(0)) await stop();
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-data-'));
  stops.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function run(directory: string, env: Record<string, string> = {}): Run {
  const started = start({ GATEHOUSE_DATA: directory, ...env });
  stops.push(() => {
    started.child.kill('SIGTERM');
    return started.ended;
  });
  return started;
}

const end = async ({ child, ended }: Run, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
  child.kill(signal);
  await ended;
};

const ADMIN = { email: 'ada@example.com', password: 'tangerine bicycle 41' };

/** Makes an admin and a tenant, each with an event. Returns the name of the tenant. */
async function write(baseUrl: string, directory: string, name: string): Promise<void> {
  const { admin: secretKey } = JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8'));
  const post = (path: string, body: object, cookie = '') =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  await post('/auth/admin/signup', { ...ADMIN, secretKey });
  const login = await post('/auth/admin/login', ADMIN);
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const made = await post('/auth/admin/api/tenants', { name, slug: name }, cookie);
  if (made.status !== 201) throw new Error(`tenant: ${await made.text()}`);
}
const isAudited = (directory: string, text: string): boolean => {
  const file = join(directory, 'audit.log');
  return existsSync(file) && readFileSync(file, 'utf8').includes(text);
};

/** A folder in which a service has run and stopped. */
async function used(): Promise<string> {
  const directory = await newDirectory();
  const first = run(directory);
  await write((await first.ready) as string, directory, 'first');
  await until(() => isAudited(directory, '"first"'), 'the event of the tenant');
  await end(first);
  return directory;
}

describe('the service refuses to start, in one line that names the file,', () => {
  const damages: [string, string, (file: string) => void, RegExp][] = [
    [
      'without its secrets',
      'secrets.json',
      (file) => rmSync(file),
      /is missing, and .*table\.db needs it\. Restore it/,
    ],
    ['with empty secrets', 'secrets.json', (file) => writeFileSync(file, '{}'), /is damaged\. Restore it/],
    [
      'with secrets that hold no keys',
      'secrets.json',
      (file) => writeFileSync(file, JSON.stringify({ pepper: '{}', seal: '{}', session: '{}', admin: 'x' })),
      /is damaged/,
    ],
    ['with a table that was cut', 'table.db', (file) => truncateSync(file, 40_960), /is damaged \(.*\)\. Restore it/],
    [
      'with a table of noise',
      'table.db',
      (file) => writeFileSync(file, 'noise'.repeat(10_000)),
      /is damaged \(.*\)\. Restore it/,
    ],
    [
      'with queued messages that are null',
      'notices.json',
      (file) => writeFileSync(file, 'null'),
      /is damaged\. Remove it to start with an empty queue/,
    ],
    [
      'with queued messages of another shape',
      'messages.json',
      (file) => writeFileSync(file, '{"waiting":[{}],"dead":[]}'),
      /is damaged\. Remove it to start with an empty queue/,
    ],
    ['with a lock of noise', 'lock.db', (file) => writeFileSync(file, 'noise'.repeat(1_000)), /is damaged\. Remove it/],
  ];
  test.each(damages)('%s', async (_, name, damage, reason) => {
    const directory = await used();
    damage(join(directory, name));
    const again = run(directory);
    expect([await again.ready, await again.ended]).toEqual([undefined, 1]);
    const { stderr } = again.printed();
    expect(stderr).toMatch(reason);
    expect(stderr).toContain(join(directory, name));
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('the position in the stream', () => {
  const LINE = /^gatehouse: .*stream-position does not fit the table: events begin again with the oldest change\n$/;
  const changes: [string, (file: string) => void][] = [
    ['is damaged', (file) => writeFileSync(file, 'garbage')],
    ['has a number that is none', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, 'abc'))],
    ['is ahead of the table', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, '99999'))],
    ['means another record of this number', (file) => appendFileSync(file, 'x')],
  ];
  test.each(changes)(
    'that %s loses no event: a line says so, and the feed begins with the oldest change',
    async (_, change) => {
      const directory = await used();
      change(join(directory, 'stream-position'));
      rmSync(join(directory, 'audit.log'));
      const again = run(directory);
      await write((await again.ready) as string, directory, 'second');
      await until(() => isAudited(directory, '"second"') && isAudited(directory, '"first"'), 'all events');
      expect(again.printed().stderr).toMatch(LINE);
    },
  );

  test('that is missing beside a table that was changed loses no event, and a line says so', async () => {
    const directory = await used();
    rmSync(join(directory, 'stream-position'));
    rmSync(join(directory, 'audit.log'));
    const again = run(directory);
    await again.ready;
    await until(() => isAudited(directory, '"first"'), 'the event of before');
    expect(again.printed().stderr).toMatch(/^gatehouse: .*stream-position is missing: events begin again [^\n]*\n$/);
  });

  test('is not missed where nothing has changed yet', async () => {
    const directory = await newDirectory();
    const first = run(directory);
    await first.ready;
    await end(first);
    const again = run(directory);
    await write((await again.ready) as string, directory, 'first');
    await until(() => isAudited(directory, '"first"'), 'the event of the tenant');
    expect(again.printed().stderr).toBe('');
  });

  test('that is newer than a restored table loses no event of what is written then', async () => {
    const directory = await used();
    const [table, backup] = ['table.db', 'backup'].map((name) => join(directory, name)) as [string, string];
    copyFileSync(table, backup);
    const later = run(directory);
    await write((await later.ready) as string, directory, 'lost');
    await until(() => isAudited(directory, '"lost"'), 'the event of the tenant');
    await end(later);
    for (const more of ['-wal', '-shm']) rmSync(table + more, { force: true });
    copyFileSync(backup, table);
    const restored = run(directory);
    await write((await restored.ready) as string, directory, 'third');
    await until(() => isAudited(directory, '"third"'), 'the event after the restore');
  });

  test('that fits is used: nothing is published again', async () => {
    const directory = await used();
    rmSync(join(directory, 'audit.log'));
    const again = run(directory);
    await write((await again.ready) as string, directory, 'second');
    await until(() => isAudited(directory, '"second"'), 'the event of the tenant');
    expect(isAudited(directory, '"first"')).toBe(false);
    expect(again.printed().stderr).toBe('');
  });
});

test('a table that is missing in a folder that was used is named', async () => {
  const directory = await used();
  for (const more of ['', '-wal', '-shm']) rmSync(join(directory, `table.db${more}`), { force: true });
  const again = run(directory);
  expect(await again.ready).toBeDefined();
  expect(again.printed().stderr).toContain(`the table in ${directory} is missing: this start makes an empty one`);
});

test('a service whose engine has ended ends too, with one line', async () => {
  const directory = await newDirectory();
  const started = run(directory);
  await started.ready;
  const engine = readFileSync(`/proc/${started.child.pid}/task/${started.child.pid}/children`, 'utf8')
    .trim()
    .split(' ')[0];
  process.kill(Number(engine), 'SIGKILL');
  expect(await started.ended).toBe(1);
  expect(started.printed().stderr).toBe(
    'gatehouse: the DynamoDB engine has ended (SIGKILL), so the service ends too\n',
  );
});

describe('trimming', () => {
  test('removes items after their expiry and records of the stream after a day', async () => {
    const directory = await used();
    const started = run(directory);
    await started.ready;
    const port = /--port\0(\d+)/.exec(
      readFileSync(
        `/proc/${readFileSync(`/proc/${started.child.pid}/task/${started.child.pid}/children`, 'utf8').trim().split(' ')[0]}/cmdline`,
        'utf8',
      ),
    )?.[1];
    const count = (sql: string): number =>
      Number(Object.values(openTable(join(directory, 'table.db'))?.prepare(sql).get() ?? {})[0]);
    const items = `SELECT COUNT(*) FROM gatehouse WHERE json_extract(item_json, '$.ttl.N') IS NOT NULL`;
    const records = 'SELECT COUNT(*) FROM _stream_records';
    expect([count(items) > 0, count(records) > 1]).toEqual([true, true]);
    const what = { table: 'gatehouse', ttl: 'ttl', endpoint: `http://127.0.0.1:${port}`, directory };
    await trim(what);
    expect(count(records)).toBeGreaterThan(1);
    await trim(what, Date.now() + 5 * 365 * 24 * 60 * 60_000);
    expect(count(items)).toBe(0);
    expect(count(records)).toBe(1);
    await end(started);
    const again = run(directory);
    expect(await again.ready).toBeDefined();
  });

  test('a full audit.log becomes audit.log.1, and no event is lost on the way', async () => {
    const directory = await newDirectory();
    const rule = auditRule(directory, 200);
    const events = Array.from({ length: 6 }, (_, at) => ({ id: `evt_${at}`, detail: 'x'.repeat(80) }));
    await Promise.all(events.map((event) => rule.target(event as never)));
    const lines = ['audit.log.1', 'audit.log'].flatMap((name) =>
      readFileSync(join(directory, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    );
    expect(lines).toEqual(events.slice(-lines.length).map(({ id }) => id));
    expect(lines.length).toBeGreaterThan(3);
  });
});
