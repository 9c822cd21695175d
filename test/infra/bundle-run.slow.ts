// Runs the deployed files as Lambda does: a new process, the environment of the stack, one event.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bundle } from '../../infra/bundling/bundle.ts';
import { newEventId } from '../../lib/platform/ids.ts';
import { cookieHeader } from '../support/http.ts';
import { bearer, type Service, startService, type Tenant } from '../support/service.ts';
import { type Providers, startProviders } from '../unit/mailer/providers.ts';
import { record } from '../unit/mailer/support.ts';

let service: Service;
let tenant: Tenant;
let bundles = '';
beforeAll(async () => {
  bundles = await mkdtemp(join(tmpdir(), 'gatehouse-bundles-'));
  await bundle(bundles);
  service = await startService();
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.stop();
  await rm(bundles, { recursive: true, force: true });
});

const SCRIPT = `
  const [file, event] = process.argv.slice(1);
  require(file).handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10_000 })
    .then((reply) => process.stdout.write(JSON.stringify(reply)));`;

async function invoke(name: string, event: object, environment: Record<string, string> = {}) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['-e', SCRIPT, join(bundles, name, 'index.js'), JSON.stringify(event)],
    {
      env: { ...process.env, GATEHOUSE_LOG_LEVEL: 'none', ...environment },
    },
  );
  return JSON.parse(stdout);
}

const get = (path: string, headers = {}) => ({ httpMethod: 'GET', path, headers });

test('discovery publishes the keys, which the first token has created', async () => {
  await service.signup(tenant);
  const { statusCode, body } = await invoke('discovery', get('/.well-known/jwks.json'));
  expect([statusCode, JSON.parse(body).keys.length]).toEqual([200, 2]);
});

test('authentication logs in and serves the session', async () => {
  const user = await service.signup(tenant);
  const login = { tenantId: tenant.id, credentials: { email: user.email, password: user.password } };
  const headers = { 'content-type': 'application/json' };
  const first = await invoke('authentication', {
    httpMethod: 'POST',
    path: '/auth/login',
    headers,
    body: JSON.stringify(login),
  });
  const { accessToken } = JSON.parse(first.body);
  const second = await invoke('authentication', get('/auth/me', { authorization: `Bearer ${accessToken}` }));
  expect(JSON.parse(second.body).email).toBe(user.email);
});

/** Loads a function as Lambda's runtime does, and calls it once. */
const LOAD = `
  const [file, event] = process.argv.slice(1);
  const { handler } = await import(file);
  const reply = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10_000 });
  process.stdout.write(JSON.stringify(reply));`;

async function loadAndInvoke(name: string, event: object, environment: Record<string, string> = {}) {
  const file = join(bundles, name, 'warm.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', LOAD, file, JSON.stringify(event)],
    { env: { ...process.env, LAMBDA_TASK_ROOT: join(bundles, name), GATEHOUSE_LOG_LEVEL: 'info', ...environment } },
  );
  const lines = stdout.split('\n');
  return { reply: JSON.parse(lines.at(-1) ?? ''), logged: lines.slice(0, -1).map((line) => JSON.parse(line).event) };
}

test('a function that has warmed up serves its first request, and logs that alone', async () => {
  const user = await service.signup(tenant);
  const { reply, logged } = await loadAndInvoke('authentication', get('/auth/verify-session', bearer(user.tokens)));
  expect([reply.statusCode, logged]).toEqual([200, ['request']]);
  const page = await loadAndInvoke('web', { ...get('/login'), multiValueHeaders: {} });
  expect([page.reply.statusCode, page.logged]).toEqual([200, []]);
});

test.each([
  ['no table is named', { GATEHOUSE_TABLE: '' }],
  ['the table does not respond', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }],
  ['Secrets Manager does not respond', { AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://127.0.0.1:1' }],
])('a function is loaded if %s, and its request reports it', async (_, environment) => {
  const user = await service.signup(tenant);
  const event = get('/auth/verify-session', bearer(user.tokens));
  const { reply, logged } = await loadAndInvoke('authentication', event, environment);
  expect([reply.statusCode, logged]).toEqual([503, ['unavailable', 'request']]);
});

test('the admin functions authenticate the admin', async () => {
  const cookie = await service.adminCookie();
  const me = await invoke('admin-console', get('/auth/admin/me', { cookie }));
  const list = await invoke('admin-tenants', get('/auth/admin/api/tenants', { cookie }));
  expect(JSON.parse(me.body).email).toBe(service.adminLogin.email);
  expect(JSON.parse(list.body).data.map(({ id }: Tenant) => id)).toContain(tenant.id);
});

test('the admin console draws the QR code of an authenticator', async () => {
  const login = await service.post('/auth/admin/login', service.adminLogin);
  const headers = { cookie: cookieHeader(login) };
  const reply = await invoke('admin-console', { httpMethod: 'POST', path: '/auth/admin/mfa/setup-totp', headers });
  const { secret, qrCode, otpAuthUrl } = JSON.parse(reply.body);
  expect([reply.statusCode, new URL(otpAuthUrl).searchParams.get('secret')]).toEqual([201, secret]);
  expect(Buffer.from(qrCode.split(',')[1], 'base64').subarray(1, 4).toString()).toBe('PNG');
});

test('the change feed publishes events from the outbox', async () => {
  const detail = { M: { id: { S: 'evt_bundle' }, occurredAt: { S: new Date().toISOString() } } };
  const NewImage = { type: { S: 'outbox' }, events: { L: [{ M: { name: { S: 'svc.bundle_test' }, detail } }] } };
  const record = { eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage } };
  expect(await invoke('change-feed', { Records: [record] })).toEqual({ batchItemFailures: [] });
  expect(service.local.events()[0]).toMatchObject({ source: 'gatehouse', detailType: 'svc.bundle_test' });
});

test('the mailer sends messages from the queue and reports a malformed one', async () => {
  const user = await service.signup(tenant);
  const me = await service.get('/auth/me', { headers: bearer(user.tokens) });
  const about = { tenantId: tenant.id, userId: me.body.id, email: user.email, phone: null };
  const detail = { id: newEventId(), occurredAt: new Date().toISOString(), ...about };
  const providers: Providers = await startProviders();
  try {
    const Records = [record({ name: 'svc.password_changed', detail }), record('no event')];
    const reply = await invoke('mailer', { Records }, providers.environment);
    expect(reply).toEqual({ batchItemFailures: [{ itemIdentifier: Records[1]!.messageId }] });
    expect(providers.mails.map(({ to }) => to)).toEqual([user.email]);
  } finally {
    await providers.stop();
  }
});
