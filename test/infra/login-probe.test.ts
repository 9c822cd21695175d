// Runs the function of the login probe against the service: it passes, fails in plain words, and tells nothing of its account.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { handler } from '../../infra/probe/handler.ts';
import { maxOf } from '../../lib/domain/credentials/limits.ts';
import { type SecretsManager, startSecretsManager } from '../support/faults/secrets-manager.ts';
import { logged } from '../support/logs.ts';
import { newEmail, newPassword, unique, useService } from '../support/service.ts';
import { until } from '../support/until.ts';

const SECRET = 'login-probe';
const service = useService({}, { changeFeed: true });
const account = { tenantId: '', email: newEmail(), password: newPassword() };
const environment = { ...process.env };
let manager: SecretsManager;

beforeAll(async () => {
  manager = await startSecretsManager({});
  // As docs/operations.md says: a tenant of its own, the account, and no further sign-ups.
  const { tenant } = (await service.admin('POST', '/auth/admin/api/tenants', { name: 'Probe', slug: unique('p') }))
    .body;
  account.tenantId = tenant.id;
  const made = await service.admin('POST', '/auth/admin/api/users', { ...account, name: 'Login probe' });
  expect(made.status).toBe(201);
  const closed = { settings: { signup: { mode: 'closed' } } };
  expect((await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, closed)).status).toBe(200);
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint,
    GATEHOUSE_BASE_URL: service.baseUrl,
    GATEHOUSE_PROBE_SECRET: SECRET,
  });
});
beforeEach(() => {
  manager.secrets.set(SECRET, JSON.stringify(account));
  process.env.GATEHOUSE_BASE_URL = service.baseUrl;
});
afterAll(async () => {
  process.env = environment;
  await manager.stop();
});

let runs = 0;

/** Runs the function and returns its lines, and the message of its error. */
async function run(): Promise<{ lines: Record<string, unknown>[]; failed: string | undefined }> {
  runs++;
  let failed: string | undefined;
  const written: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((text: string) => written.push(text) > 0) as typeof process.stdout.write;
  try {
    await logged(() =>
      handler().catch((error: Error) => {
        failed = error.message;
      }),
    );
  } finally {
    process.stdout.write = write;
  }
  const lines = written.flatMap((text) => text.split('\n')).filter((line) => line.includes('login_probe'));
  for (const line of lines) for (const secret of [account.password, account.email]) expect(line).not.toContain(secret);
  for (const secret of [account.password, account.email]) expect(failed ?? '').not.toContain(secret);
  return { lines: lines.map((line) => JSON.parse(line)), failed };
}
const line = (result: object) => [
  { event: 'login_probe', time: expect.any(String), ms: expect.any(Number), ...result },
];
const sessions = async () => {
  const { body } = await service.admin('GET', `/auth/admin/api/users?tenantId=${account.tenantId}`);
  const { id } = body.data[0];
  return (await service.admin('GET', `/auth/admin/api/users/${id}/sessions`)).body.data;
};

test('the probe logs in, passes with one line, and leaves no session', async () => {
  expect(await run()).toEqual({ lines: line({ level: 'info', outcome: 'ok' }), failed: undefined });
  expect(await sessions()).toEqual([]);
});

test('a run writes two entries of the audit log, in the tenant of the probe', async () => {
  await run();
  const all = await until(async () => {
    const { body } = await service.admin('GET', `/auth/admin/api/audit?tenantId=${account.tenantId}&limit=100`);
    const actions: string[] = body.data.map(({ action }: { action: string }) => action);
    const found = actions.filter((action) => action.startsWith('session.'));
    return found.length >= 2 * runs ? found : undefined;
  }, 'entries of the audit log');
  expect([...new Set(all)].sort()).toEqual(['session.ended', 'session.started']);
  expect(all).toHaveLength(2 * runs);
});

test('more logins than a limit allows in a quarter of an hour are no failure, because each one was right', async () => {
  for (let at = 0; at < maxOf('login-account') + 5; at++) expect((await run()).failed).toBeUndefined();
  expect(await sessions()).toEqual([]);
});

describe('the probe fails with a plain reason', () => {
  const failure = (reason: string) => ({
    lines: line({ level: 'error', outcome: 'failed', reason }),
    failed: reason,
  });

  test('with a wrong password', async () => {
    manager.secrets.set(SECRET, JSON.stringify({ ...account, password: newPassword() }));
    expect(await run()).toEqual(failure('login: 401 INVALID_CREDENTIALS'));
  });

  test('with an account that requires a second factor', async () => {
    const tenant = `/auth/admin/api/tenants/${account.tenantId}`;
    await service.admin('PATCH', tenant, { settings: { mfa: { policy: 'required' } } });
    const { failed } = await run();
    await service.admin('PATCH', tenant, { settings: { mfa: { policy: 'optional' } } });
    expect(failed).toBe('login: a second factor is required, so this account is not one for a probe');
  });

  test('with a service that is down', async () => {
    process.env.GATEHOUSE_BASE_URL = 'http://127.0.0.1:9';
    expect(await run()).toEqual(failure('discovery: NETWORK'));
  });

  test('with another address than that of the issuer', async () => {
    process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('localhost', '127.0.0.1');
    expect((await run()).failed).toBe(`discovery: its issuer is ${service.baseUrl}. Use that address.`);
  });

  test.each([
    ['without a value', undefined, 'secret: it has no value yet'],
    ['that is no JSON', 'hunter2', 'secret: it must be JSON with tenantId, email and password'],
    [
      'that lacks the tenant',
      JSON.stringify({ email: 'a@b.example', password: 'x' }),
      'secret: it must be JSON with tenantId, email and password',
    ],
  ])('with a secret %s', async (_, value, reason) => {
    if (value === undefined) manager.secrets.delete(SECRET);
    else manager.secrets.set(SECRET, value);
    expect(await run()).toEqual(failure(reason));
  });

  test('while Secrets Manager is down', async () => {
    manager.fail('down');
    const result = await run();
    manager.fail(undefined);
    expect(result).toEqual(failure('secret: Secrets Manager does not respond'));
  });
});
