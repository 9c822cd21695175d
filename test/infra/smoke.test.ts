// The smoke test against the service: it passes, it fails when something is wrong, and it leaves nothing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { smoke } from '../../infra/smoke/smoke.ts';
import { useService } from '../support/service.ts';

const service = useService();
beforeAll(async () => {
  await service.adminCookie();
});

async function run(baseUrl = service.baseUrl, login = service.adminLogin) {
  const lines: string[] = [];
  const passed = await smoke(baseUrl, login, (line) => lines.push(line));
  return { passed, lines, failed: lines.filter((line) => line.startsWith('FAILED  ')) };
}
/** What a smoke test might leave, seen by an admin of now. */
async function left() {
  const client = service.client();
  await client.adminConsole.login(service.adminLogin);
  const { data: tenants } = await client.adminTenants.list();
  const { data: permissions } = await client.adminPermissions.list();
  return { tenants: tenants.map(({ slug }) => slug), permissions: permissions.map(({ name }) => name) };
}

const MAIN = join(import.meta.dirname, '../../infra/smoke/main.ts');
async function command(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said };
}

test('passes, and leaves nothing', async () => {
  const before = await left();
  const { passed, lines, failed } = await run();
  expect({ passed, failed }).toEqual({ passed: true, failed: [] });
  expect(lines.length).toBeGreaterThan(15);
  expect(await left()).toEqual(before);
});

test('what was there before stays', async () => {
  const client = service.client();
  await client.adminConsole.login(service.adminLogin);
  await client.adminPermissions.create({ name: 'users.invite' });
  expect((await run()).passed).toBe(true);
  expect((await left()).permissions).toEqual(['users.invite']);
});

describe('fails', () => {
  /** Answers one route otherwise than the service would. */
  async function broken(route: string, answer: () => Response) {
    const real = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      const asked = `${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`;
      return asked === route ? answer() : real(url, init);
    };
    try {
      return await run();
    } finally {
      globalThis.fetch = real;
    }
  }
  const json = (status: number, body: object) => () => Response.json(body, { status });

  test.each([
    ['POST /auth/logout', json(200, { message: 'Logged out.' }), 'logs out, and is out'],
    ['POST /auth/mfa/verify', json(503, { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'x' }), 'with a code'],
    ['POST /auth/invite', json(201, { message: 'Invited.', userId: 'usr_x', isNewUser: true }), 'invites somebody'],
    ['GET /.well-known/jwks.json', json(200, { keys: [] }), 'without asking'],
    ['GET /auth/health', () => new Response('<html>502</html>', { status: 502 }), 'is healthy'],
  ])('when %s is broken, says where, and still leaves nothing', async (route, answer, step) => {
    const before = await left();
    const { passed, failed } = await broken(route, answer);
    expect(passed).toBe(false);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain(step);
    expect(await left()).toEqual(before);
  });

  test('when the service calls itself otherwise', async () => {
    const { passed, lines } = await run(service.baseUrl.replace('localhost', '127.0.0.1'));
    expect(passed).toBe(false);
    expect(lines[0]).toContain(`it calls itself ${service.baseUrl}`);
  });

  test('when nobody answers', async () => {
    const { passed, lines } = await run('http://127.0.0.1:1');
    expect([passed, lines.at(-1)]).toEqual([false, 'FAILED']);
  });
});

test('the command says what it needs, and exits with what came out', async () => {
  const login = {
    GATEHOUSE_ADMIN_EMAIL: service.adminLogin.email,
    GATEHOUSE_ADMIN_PASSWORD: service.adminLogin.password,
  };
  for (const args of [[], ['auth.example.com'], ['ftp://x']])
    expect(await command(args, login)).toMatchObject({ code: 2, said: expect.stringContaining('usage:') });
  expect(await command([service.baseUrl], {})).toMatchObject({ code: 2 });
  expect(await command([`${service.baseUrl}/`], login)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/passed\n$/),
  });
  expect(await command([service.baseUrl], { ...login, GATEHOUSE_ADMIN_PASSWORD: 'wrong' })).toMatchObject({ code: 1 });
});
