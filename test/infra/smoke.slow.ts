// Runs the smoke test against the service: it passes, fails when something is broken, and removes what it created.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Deep, smoke } from '../../infra/tools/smoke/smoke.ts';
import { useService } from '../support/service.ts';

const service = useService({}, { changeFeed: true });
beforeAll(() => service.adminCookie());

async function run(baseUrl = service.baseUrl, login = service.adminLogin, deep?: Deep) {
  const lines: string[] = [];
  const passed = await smoke(baseUrl, login, (line) => lines.push(line), deep);
  return { passed, lines, failed: lines.filter((line) => line.startsWith('FAILED  ')) };
}
/** Returns what a smoke test might leave behind, as a newly logged-in admin sees it. */
async function leftovers() {
  const client = service.client();
  await client.adminConsole.login(service.adminLogin);
  const { data: tenants } = await client.adminTenants.list();
  const { data: permissions } = await client.adminPermissions.list();
  return { tenants: tenants.map(({ slug }) => slug), permissions: permissions.map(({ name }) => name) };
}

const MAIN = join(import.meta.dirname, '../../infra/tools/smoke/main.ts');
async function command(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

test('the smoke test passes and removes everything it created', async () => {
  const before = await leftovers();
  const { passed, lines, failed } = await run();
  expect({ passed, failed }).toEqual({ passed: true, failed: [] });
  expect(lines.length).toBeGreaterThan(15);
  expect(await leftovers()).toEqual(before);
});

test('the smoke test keeps a permission that existed before', async () => {
  const client = service.client();
  await client.adminConsole.login(service.adminLogin);
  const { permissions } = await leftovers();
  await client.adminPermissions.create({ name: 'users.invite' });
  expect((await run()).passed).toBe(true);
  expect((await leftovers()).permissions).toEqual([...permissions, 'users.invite']);
});

const LEFT_OUT = { account: undefined, leftOut: 'the service is on this machine' };
const deeper = () => run(service.baseUrl, service.adminLogin, LEFT_OUT);

test('--deep looks deeper, passes on this machine, and says what it left out', async () => {
  const before = await leftovers();
  const { passed, lines, failed } = await deeper();
  expect({ passed, failed }).toEqual({ passed: true, failed: [] });
  for (const step of ['above 64 KB', 'above 10 MB', 'compressed', 'is in the audit log', 'leaves it once removed'])
    expect(lines).toContainEqual(expect.stringMatching(`^ok .*${step}`));
  expect(lines).toContainEqual(expect.stringMatching(/^ +\/auth\/health: first \d+ ms, second \d+ ms$/));
  expect(lines).toContainEqual(expect.stringMatching(/left out: the event on the bus, .* this machine$/));
  expect(await leftovers()).toEqual(before);
});

describe('fails', () => {
  /** Runs the smoke test while one route responds with `reply` in place of the service's response. */
  async function broken(route: string, reply: () => Response, look: () => ReturnType<typeof run> = run) {
    const real = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      const asked = `${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`;
      return asked === route ? reply() : real(url, init);
    };
    try {
      return await look();
    } finally {
      globalThis.fetch = real;
    }
  }
  const json = (status: number, body: object) => () => Response.json(body, { status });

  test.each([
    ['POST /auth/logout', json(200, { message: 'Logged out.' }), 'logs out, and their token'],
    [
      'POST /auth/mfa/verify',
      json(503, { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'x' }),
      'password and code',
    ],
    ['POST /auth/invite', json(201, { message: 'Invited.', userId: 'usr_x', isNewUser: true }), 'invites another user'],
    ['GET /.well-known/jwks.json', json(200, { keys: [] }), 'verified offline'],
    ['GET /auth/health', () => new Response('<html>502</html>', { status: 502 }), 'is healthy'],
  ])('fails at the step that uses %s, and still removes everything', async (route, reply, step) => {
    const before = await leftovers();
    const { passed, failed } = await broken(route, reply);
    expect(passed).toBe(false);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain(step);
    expect(await leftovers()).toEqual(before);
  });

  test('--deep goes on after a failed step, and fails', async () => {
    const keys = 'OPTIONS /.well-known/jwks.json';
    const { passed, failed, lines } = await broken(keys, () => new Response(null, { status: 204 }), deeper);
    expect(passed).toBe(false);
    expect(failed).toEqual([expect.stringContaining('may read the public keys: OPTIONS responds 204 for null')]);
    expect(lines).toContainEqual(expect.stringMatching(/^ok .*leaves it once removed/));
  });

  test('--deep does not ask an HTTP API to compress, or for our body of its own refusal', async () => {
    const headers = { 'apigw-requestid': 'x' };
    const healthy = () => Response.json({ status: 'ok' }, { headers });
    const { failed, lines } = await broken('GET /auth/health', healthy, deeper);
    expect(failed).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/left out: compression, which an HTTP API does not do$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ok +the gateway refuses a body above 10 MB \(/));
  });

  test('fails when the issuer is another address', async () => {
    const { passed, lines } = await run(service.baseUrl.replace('localhost', '127.0.0.1'));
    expect(passed).toBe(false);
    expect(lines[0]).toContain(`its issuer is ${service.baseUrl}`);
  });

  test('fails when nothing responds', async () => {
    const { passed, lines } = await run('http://127.0.0.1:1');
    expect([passed, lines.at(-1)]).toEqual([false, 'FAILED']);
  });
});

test('the command prints its usage without settings, and exits with the result', async () => {
  const login = {
    GATEHOUSE_ADMIN_EMAIL: service.adminLogin.email,
    GATEHOUSE_ADMIN_PASSWORD: service.adminLogin.password,
  };
  for (const args of [[], ['auth.example.com'], ['ftp://x']])
    expect(await command(args, login)).toMatchObject({ code: 2, output: expect.stringContaining('usage:') });
  expect(await command([service.baseUrl], {})).toMatchObject({ code: 2 });
  expect(await command([`${service.baseUrl}/`], login)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/passed\n$/),
  });
  expect(await command([service.baseUrl], { ...login, GATEHOUSE_ADMIN_PASSWORD: 'wrong' })).toMatchObject({ code: 1 });
});
