// Checks what a developer meets in the first hour with `npm start`: mistakes in settings, a second start, a kill, a page
// of another origin, and lost demo passwords. Each run is a process of its own.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../support/until.ts';
import { type Run, start } from './process.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse().splice(0)) await stop();
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-first-hour-'));
  stops.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function run(env: Record<string, string>): Run {
  const started = start(env);
  stops.push(() => {
    started.child.kill('SIGTERM');
    return started.ended;
  });
  return started;
}

/** The command lines of processes that name the directory. */
const processesOf = (directory: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return /^\d+$/.test(pid) && line.includes(directory) ? [line] : [];
    } catch {
      return [];
    }
  });

describe('npm start refuses, in one line that names the variable,', () => {
  test.each([
    ['a short key', { ADMIN_SECRET_KEY: 'short' }, 'ADMIN_SECRET_KEY must have at least 32 characters, not 5'],
    [
      'a misspelt setting',
      { GATEHOUSE_ACESS_TTL: '5' },
      'GATEHOUSE_ACESS_TTL is not a setting. Did you mean GATEHOUSE_ACCESS_TTL?',
    ],
    ['a misspelt setting of the local run', { GATEHOUSE_SEDE: 'off' }, 'Did you mean GATEHOUSE_SEED?'],
    ['an unknown setting', { GATEHOUSE_ZYXWV: '5' }, 'GATEHOUSE_ZYXWV is not a setting. docs/guides/local-run.md'],
    [
      'an invalid value',
      { GATEHOUSE_ACCESS_TTL: '5000' },
      'GATEHOUSE_ACCESS_TTL is not valid: must be between 5 and 3600 seconds',
    ],
    ['another value for the seed', { GATEHOUSE_SEED: 'none' }, 'GATEHOUSE_SEED must be on or off'],
    ['providers that are not JSON', { GATEHOUSE_SSO_PROVIDERS: 'google' }, 'GATEHOUSE_SSO_PROVIDERS must be a JSON'],
    [
      'a message sender that is no file',
      { GATEHOUSE_MESSAGE_SENDER: './no-such-module.ts' },
      'no-such-module.ts cannot be loaded',
    ],
    [
      'an unknown engine',
      { GATEHOUSE_ENGINE: 'dynalite' },
      'GATEHOUSE_ENGINE must be embedded, java, docker, not dynalite',
    ],
  ])('%s', async (_, env, message) => {
    const directory = await newDirectory();
    const { ended, printed } = run({ GATEHOUSE_DATA: directory, ...env });
    expect(await ended).toBe(1);
    const { stdout, stderr } = printed();
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

test('the file of the guide declares an application and a protected resource, at each start', async () => {
  const directory = await newDirectory();
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/openid-connect.md'), 'utf8');
  const content = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, block]) => block as string);
  const file = join(directory, 'applications.json');
  await writeFile(file, content.find((block) => block.includes('protectedResources')) as string);
  const push = new URLSearchParams({
    client_id: 'app_tools00000000000000000',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:49152/callback',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    resource: 'http://localhost:3333/mcp',
    scope: 'tools:call',
  });
  for (let round = 0; round < 2; round++) {
    const { ready, printed, child, ended } = run({ GATEHOUSE_DATA: directory, GATEHOUSE_APPLICATIONS: file });
    const url = await ready;
    expect(printed().stdout).toContain('The protected resource http://localhost:3333/mcp is Tools.\n');
    const pushed = await fetch(`${url}/oauth2/par`, { method: 'POST', body: push });
    expect(pushed.status).toBe(201);
    child.kill('SIGTERM');
    await ended;
  }
});

describe('a data directory', () => {
  test('has one service: of several started at once, the others refuse in one line with its process id', async () => {
    const directory = await newDirectory();
    const runs = Array.from({ length: 4 }, () => run({ GATEHOUSE_DATA: directory }));
    const urls = await Promise.all(runs.map(({ ready }) => ready));
    expect(urls.filter(Boolean)).toHaveLength(1);
    const owner = runs[urls.findIndex(Boolean)] as Run;
    const late = run({ GATEHOUSE_DATA: directory });
    expect(await late.ended).toBe(1);
    expect(late.printed().stderr).toBe(
      `gatehouse: the data in ${directory} is in use by process ${owner.child.pid}. Stop it, or set GATEHOUSE_DATA to another directory or to memory.\n`,
    );
    expect(owner.child.exitCode).toBeNull();
  });

  test('is free again after kill -9, even if its files name a process that runs', async () => {
    const directory = await newDirectory();
    const first = run({ GATEHOUSE_DATA: directory });
    expect(await first.ready).toBeDefined();
    first.child.kill('SIGKILL');
    await first.ended;
    // As if the process id belonged to another process by now: this one, which is alive.
    await writeFile(join(directory, 'lock.pid'), String(process.pid));
    expect(await run({ GATEHOUSE_DATA: directory }).ready).toBeDefined();
  });
});

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the engine (skipped without /proc)', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends with its service after %s', async (signal) => {
    const directory = await newDirectory();
    const { child, ready, ended } = run({ GATEHOUSE_DATA: directory });
    expect(await ready).toBeDefined();
    expect(processesOf(directory)).not.toEqual([]);
    child.kill(signal);
    await ended;
    await until(() => processesOf(directory).length === 0, 'the end of the engine');
  });
});

const preflight = (baseUrl: string, origin: string) =>
  fetch(`${baseUrl}/auth/login`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  }).then(({ headers }) => headers.get('access-control-allow-origin'));

describe('a page of another origin', () => {
  test('may call when it is on this machine, and is otherwise named once with the setting that allows it', async () => {
    const { ready, printed } = run({ GATEHOUSE_DATA: 'memory' });
    const baseUrl = (await ready) as string;
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://localhost'])
      expect(await preflight(baseUrl, origin)).toBe(origin);
    expect(printed().stderr).toBe('');
    // A page of the service itself needs no permission. Not every browser says that it is one.
    const own = await fetch(`${baseUrl}/auth/admin/api/users`, { headers: { origin: baseUrl } });
    expect([own.status, printed().stderr]).toEqual([401, '']);
    for (const origin of ['https://app.test', 'https://app.test', 'http://localhost.test', 'null'])
      expect(await preflight(baseUrl, origin)).toBeNull();
    await until(() => printed().stderr.includes('without an origin'), 'the last line');
    const lines = printed().stderr.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      "gatehouse: blocked the origin https://app.test. Start with GATEHOUSE_ALLOWED_ORIGINS='http://localhost:*,http://127.0.0.1:*,https://app.test', or add it to settings.allowedOrigins of its tenant.",
    );
  });

  test('is allowed only if listed when the setting is given or other machines can reach the service', async () => {
    const listed = run({ GATEHOUSE_DATA: 'memory', GATEHOUSE_ALLOWED_ORIGINS: 'https://app.test' });
    const open = run({ GATEHOUSE_DATA: 'memory', HOST: '0.0.0.0' });
    const [listedUrl, openUrl] = (await Promise.all([listed.ready, open.ready])) as [string, string];
    expect(await preflight(listedUrl, 'https://app.test')).toBe('https://app.test');
    expect(await preflight(listedUrl, 'http://localhost:5173')).toBeNull();
    expect(await preflight(openUrl, 'http://localhost:5173')).toBeNull();
  });
});

describe('the demo accounts', () => {
  test('are shown by every start', async () => {
    const directory = await newDirectory();
    const env = { GATEHOUSE_DATA: directory, GATEHOUSE_SEED: 'on' };
    const first = run(env);
    await first.ready;
    first.child.kill('SIGTERM');
    await first.ended;
    const second = run(env);
    await second.ready;
    const accounts = (text: string): string[] => text.match(/^ {2}(admin|user) .*$/gm) ?? [];
    expect(accounts(first.printed().stdout)).toHaveLength(3);
    expect(accounts(second.printed().stdout)).toEqual(accounts(first.printed().stdout));
  });

  test('have had a token, so that a first request finds the signing keys', async () => {
    const { ready } = run({ GATEHOUSE_DATA: 'memory', GATEHOUSE_SEED: 'on' });
    const { keys } = await (await fetch(`${await ready}/.well-known/jwks.json`)).json();
    expect(keys).not.toEqual([]);
  });

  test('of an earlier version are not known, and the start says how to get new ones', async () => {
    const directory = await newDirectory();
    const env = { GATEHOUSE_DATA: directory, GATEHOUSE_SEED: 'on' };
    const first = run(env);
    await first.ready;
    first.child.kill('SIGTERM');
    await first.ended;
    await rm(join(directory, 'demo.json'));
    const second = run(env);
    await second.ready;
    expect(second.printed().stdout).toContain(`remove ${directory}`);
  });

  test('of which the file is damaged are not shown, and the start names it', async () => {
    const directory = await newDirectory();
    const env = { GATEHOUSE_DATA: directory, GATEHOUSE_SEED: 'on' };
    const first = run(env);
    await first.ready;
    first.child.kill('SIGTERM');
    await first.ended;
    for (const text of ['noise', '{}', 'null']) {
      await writeFile(join(directory, 'demo.json'), text);
      const again = run(env);
      await again.ready;
      expect(again.printed().stdout).toContain(
        `${join(directory, 'demo.json')} is damaged. For new demo accounts, remove`,
      );
      again.child.kill('SIGTERM');
      await again.ended;
    }
  });
});

test('a module sends messages in place of the inbox, and what it throws is printed', async () => {
  const directory = await newDirectory();
  const module = join(directory, 'message-sender.ts');
  await writeFile(
    module,
    `export const handler = (event: object) => { throw new Error('got ' + Object.keys(event)); };`,
  );
  const key = 'k'.repeat(32);
  const env = { GATEHOUSE_DATA: 'memory', GATEHOUSE_MESSAGE_SENDER: module, ADMIN_SECRET_KEY: key };
  const { ready, printed } = run(env);
  const baseUrl = await ready;
  const admin = { email: 'admin@example.com', password: 'tangerine bicycle 41' };
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  await post('/auth/admin/signup', { ...admin, secretKey: key });
  const cookie = (await post('/auth/admin/login', admin)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const created = await post('/auth/admin/api/tenants', { name: 'Acme', slug: 'acme' }, { cookie });
  const { tenant } = (await created.json()) as { tenant: { id: string } };
  const email = 'ada@example.com';
  await post('/auth/signup', { email, password: 'correct horse battery', tenantId: tenant.id });
  await post('/auth/forgot-password', { email, tenantId: tenant.id });
  await until(() => printed().stderr.includes('the message sender failed: Error: got version,messageId'), 'its error');
  expect(await (await fetch(`${baseUrl}/__inbox/messages`)).json()).toEqual([]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'the service ends with npm, also when %s reaches npm alone',
  async (signal) => {
    const directory = await newDirectory();
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: '0', GATEHOUSE_DATA: directory, GATEHOUSE_SEED: 'off', GATEHOUSE_FAST_HASH: '1' };
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    npm.stdout.on('data', (data) => {
      printed += data;
    });
    await until(() => printed.includes('is ready at'), 'the service');
    npm.kill(signal);
    await until(() => processesOf(directory).length === 0, 'the end of service and engine');
  },
);
