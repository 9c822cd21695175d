// Threat: a table restored from a backup brings back sessions, admin sessions and trusted devices that have ended
// since.
// One setting ends all of them. Users and admins who log in afterwards stay logged in.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Local, startLocal } from '../../../infra/tools/local/run.ts';
import { createClient, type Tokens } from '../../../lib/packages/client/node.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { cookieHeader, send } from '../../support/http.ts';
import { bearer, newEmail, newPassword } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const SECRET_KEY = 'a-key-of-more-than-thirty-two-characters';
const admin = { email: newEmail(), password: newPassword() };
const account = { email: newEmail(), password: newPassword() };
let directory: string;
let service: Local;
let tenantId: string;
let secret: string;
let before: { tokens: Tokens; trustToken: string; cookie: string };

/** Starts the service without the setting in another process, because a process reads its configuration once. */
async function startWithoutCutoff(): Promise<{ child: ChildProcess; baseUrl: string }> {
  const env = { ...process.env, PORT: '0', GATEHOUSE_DATA: directory, GATEHOUSE_SEED: 'off', GATEHOUSE_FAST_HASH: '1' };
  const main = join(import.meta.dirname, '../../../infra/tools/local/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { ...env, ADMIN_SECRET_KEY: SECRET_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout!) {
    printed += chunk;
    const baseUrl = /is ready at (\S+)/.exec(printed)?.[1];
    if (baseUrl) return { child, baseUrl };
  }
  throw new Error(`not ready: ${printed}`);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-restored-'));
  const { child, baseUrl } = await startWithoutCutoff();
  const admins = createClient({ baseUrl });
  await admins.adminConsole.signup({ ...admin, secretKey: SECRET_KEY });
  const cookie = cookieHeader(await send(baseUrl, 'POST', '/auth/admin/login', { body: admin }));
  await admins.adminConsole.login(admin);
  tenantId = (await admins.adminTenants.create({ name: 'Restored', slug: 'restored' })).tenant.id;
  const user = createClient({ baseUrl });
  await user.authentication.signup({ ...account, tenantId });
  secret = (await user.mfa.setupTotp()).secret;
  const enrol = () => user.mfa.verifyTotpSetup({ otp: totp(secret, -1) });
  // The clock is that of another process, and the step may end meanwhile.
  await enrol().catch(enrol);
  await user.authentication.login({ tenantId, credentials: account });
  const { trustToken } = await user.mfa.verify({ method: 'totp', otp: totp(secret), trustDevice: true });
  before = { tokens: user.tokens() as Tokens, trustToken: trustToken as string, cookie };
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
  const GATEHOUSE_SESSIONS_SINCE = new Date().toISOString();
  Object.assign(process.env, { GATEHOUSE_SESSIONS_SINCE, GATEHOUSE_FAST_HASH: '1', GATEHOUSE_LOG_LEVEL: 'none' });
  // Uses the same address, because tokens of another issuer would be refused anyway.
  service = await startLocal({ port: Number(new URL(baseUrl).port), directory, adminSecretKey: SECRET_KEY });
});
const get = (path: string, headers: Record<string, string>) => send(service.baseUrl, 'GET', path, { headers });
const post = (path: string, body: unknown, headers = {}) => send(service.baseUrl, 'POST', path, { body, headers });
afterAll(async () => {
  await service?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('sessions from before GATEHOUSE_SESSIONS_SINCE are refused, and so are their refresh tokens', async () => {
  const me = await get('/auth/me', bearer(before.tokens));
  expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
  const { refreshToken } = before.tokens;
  expect(answerOf(await post('/auth/refresh-token', { refreshToken }))).toEqual(refusal('SESSION_NOT_FOUND'));
});

test('admin sessions from before GATEHOUSE_SESSIONS_SINCE are refused', async () => {
  const { cookie } = before;
  expect(answerOf(await get('/auth/admin/me', { cookie }))).toEqual(refusal('SESSION_INVALID'));
});

test('a device trusted before GATEHOUSE_SESSIONS_SINCE is asked for the second factor', async () => {
  const headers = { 'x-svc-device-trust': before.trustToken };
  const login = await post('/auth/login', { tenantId, credentials: account }, headers);
  expect(login.body).toMatchObject({ isRequiresMfa: true });
});

test('users and admins who log in after GATEHOUSE_SESSIONS_SINCE stay logged in', async () => {
  const cookie = cookieHeader(await post('/auth/admin/login', admin));
  expect((await get('/auth/admin/me', { cookie })).status).toBe(200);
  const email = newEmail();
  const { body: tokens } = await post('/auth/signup', { email, password: newPassword(), tenantId });
  expect((await get('/auth/me', bearer(tokens))).status).toBe(200);
  const { refreshToken } = tokens;
  expect((await post('/auth/refresh-token', { refreshToken })).status).toBe(200);
});
