// Threat: an attacker who reads logs, events or the table learns passwords, tokens or keys.
// Canary secrets are sent through every input at the most verbose log level, and appear nowhere.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cookieHeader, cookieOf, send } from '../../support/http.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newEmail, newPassword, prepared, type Service, startService, unique } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const key = unique('canary-admin-secret-key-of-sufficient-length');

/** Sends secrets through every input of the service. Returns everything that must stay secret. */
async function sendSecrets(baseUrl: string): Promise<string[]> {
  const secrets: string[] = [key];
  const secret = () => {
    secrets.push(unique('canary'));
    return secrets.at(-1) as string;
  };
  const post = (path: string, body: unknown, headers = {}) => send(baseUrl, 'POST', path, { body, headers });
  const admin = { email: newEmail(), password: secret() };
  await post('/auth/admin/signup', { ...admin, secretKey: secret() });
  await post('/auth/admin/signup', { ...admin, secretKey: key, name: 'A' });
  await post('/auth/admin/login', { ...admin, password: secret() });
  const adminReply = await post('/auth/admin/login', admin);
  const cookie = cookieHeader(adminReply);
  secrets.push(...(await setUpAdminTotp(baseUrl, admin, cookie)));
  const clientSecret = secret();
  const provider = { name: 'corp', issuer: 'https://idp.example', clientId: 'c', clientSecret };
  const made = await post(
    '/auth/admin/api/tenants',
    { name: 'T', slug: unique('t'), settings: { ssoProviders: [provider] } },
    { cookie },
  );
  const tenantId = made.body.tenant.id;
  const user = { email: newEmail(), password: secret() };
  const { body: tokens } = await post('/auth/signup', { ...user, tenantId });
  await post('/auth/signup', { ...user, password: secret(), tenantId });
  await post('/auth/login', { tenantId, credentials: { ...user, password: secret() } });
  await post('/auth/login', { tenantId, credentials: { email: secret(), password: secret() } });
  const login = await post('/auth/login', { tenantId, credentials: user }, { 'x-access-token-type': 'cookie' });
  const { body: refreshed } = await post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
  await post('/auth/refresh-token', { refreshToken: secret() });
  const change = { currentPassword: user.password, newPassword: secret() };
  await post('/auth/change-password', { ...change, currentPassword: secret() }, bearer(tokens));
  await send(baseUrl, 'GET', `/auth/me?token=${secret()}`, { headers: bearer(secret()) });
  await send(baseUrl, 'GET', `/${secret()}`, { headers: { cookie: `svc_access=${secret()}; svc_admin=${secret()}` } });
  await send(baseUrl, 'POST', '/auth/login', { raw: `{"password":"${secret()}"` });
  await send(baseUrl, 'PATCH', `/auth/admin/api/tenants/${tenantId}`, {
    body: { metadata: { [secret()]: 1e-200 } },
    headers: { cookie },
  });
  await post('/auth/change-password', change, bearer(tokens));
  secrets.push(
    ...(await useSecondFactors(baseUrl, { tenantId, credentials: { ...user, password: change.newPassword } })),
  );
  secrets.push(tokens.accessToken, tokens.refreshToken, refreshed.accessToken, refreshed.refreshToken);
  for (const name of ['svc_access', 'svc_refresh', 'svc_csrf']) secrets.push(cookieOf(login, name) as string);
  secrets.push((cookieOf(adminReply, 'svc_admin') as string).split('.')[1] as string);
  expect(secrets.every((each) => typeof each === 'string' && each.length >= 12)).toBe(true);
  return secrets;
}

/** Sets up an admin's authenticator, uses a code twice and starts a second set-up. Returns both secrets. */
async function setUpAdminTotp(baseUrl: string, admin: { email: string; password: string }, cookie: string) {
  const path = '/auth/admin/mfa';
  const setUp = async () => (await send(baseUrl, 'POST', `${path}/setup-totp`, { headers: { cookie } })).body.secret;
  const first: string = await setUp();
  const otp = totp(first);
  const verified = await send(baseUrl, 'POST', `${path}/verify-totp-setup`, { body: { otp }, headers: { cookie } });
  const again = await send(baseUrl, 'POST', '/auth/admin/login', { body: { ...admin, otp } });
  expect([verified.status, again.body.code]).toEqual([201, 'MFA_CODE_INVALID']);
  return [first, (await setUp()) as string];
}

/**
 * Sets up a user's second factor and verifies it with wrong and correct codes. Returns everything that must stay
 * secret.
 */
async function useSecondFactors(baseUrl: string, login: object): Promise<string[]> {
  const post = (path: string, body: unknown, tokens?: string) =>
    send(baseUrl, 'POST', path, { body, headers: tokens === undefined ? {} : bearer(tokens) });
  const pending = async () => (await post('/auth/login', login)).body;
  const { accessToken } = await pending();
  const { secret, deviceId, otpAuthUrl } = (await post('/auth/mfa/setup-totp', {}, accessToken)).body;
  await post('/auth/mfa/verify-totp-setup', { otp: '000000', secret, deviceId }, accessToken);
  // Uses the code of the previous step so that the current one stays unused. If the step ends meanwhile, tries the next
  // one.
  const complete = async (ahead: number) =>
    (await post('/auth/mfa/verify-totp-setup', { otp: totp(secret, ahead), deviceId }, accessToken)).status === 200;
  expect((await complete(-1)) || (await complete(0))).toBe(true);
  const { codes } = (await post('/auth/mfa/generate-recovery-code', {}, accessToken)).body;
  const waiting = await pending();
  await post('/auth/mfa/verify', { method: 'totp', otp: '000000' }, waiting.accessToken);
  await post('/auth/mfa/verify-recovery-code', { code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF' }, waiting.accessToken);
  const proof = { code: codes[1], trustDevice: true };
  const { trustToken } = (await post('/auth/mfa/verify-recovery-code', proof, waiting.accessToken)).body;
  await post('/auth/login', { ...login, trustToken: 'x' });
  return [secret, otpAuthUrl, ...codes, waiting.accessToken, waiting.refreshToken, trustToken];
}

/** Returns the secrets that the text contains. A token counts if its signature, which identifies it, is there. */
const findSecrets = (text: string, secrets: string[]) =>
  secrets.filter(
    (each) => text.includes(each) || (each.includes('.') && text.includes(each.split('.').at(-1) as string)),
  );

describe('the output of the service', () => {
  let child: ChildProcess;
  let output = '';
  let baseUrl: string;
  beforeAll(async () => {
    const ready = Promise.withResolvers<string>();
    child = spawn(process.execPath, [join(import.meta.dirname, '../../../infra/tools/local/main.ts')], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        GATEHOUSE_DATA: 'memory',
        GATEHOUSE_SEED: 'off',
        GATEHOUSE_LOG_LEVEL: 'debug',
        GATEHOUSE_FAST_HASH: '1',
        POWERTOOLS_METRICS_NAMESPACE: 'Gatehouse',
        ADMIN_SECRET_KEY: key,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        output += data;
        const url = /ready at (\S+)/.exec(output)?.[1];
        if (url) ready.resolve(url);
      });
    child.once('exit', () => ready.reject(new Error(output)));
    baseUrl = await ready.promise;
  });
  afterAll(async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  });

  test('contains no secret in logs, metrics or events', async () => {
    const secrets = await sendSecrets(baseUrl);
    const count = () => output.split('"event":"request"').length - 1;
    while (count() < 20) await send(baseUrl, 'GET', '/auth/health');
    let events = '';
    while (!events.includes('svc.password_changed')) events = (await send(baseUrl, 'GET', '/__events')).text;
    expect(output).toContain('"AuthenticationFailure":1');
    expect(output).toContain('login_failed');
    expect(output).toContain('secret_key_wrong');
    expect(output).toContain('admin_code_wrong');
    expect(findSecrets(output, secrets)).toEqual([]);
    expect(events).toContain('admin.totp_enabled');
    expect(findSecrets(events, secrets)).toEqual([]);
  });
});

describe('the table', () => {
  const service = prepared(() => startService({}, { adminSecretKey: key }));
  afterAll(() => service.stop());

  test('contains no secret in plain text', async () => {
    const secrets = await sendSecrets(service.baseUrl);
    const rows = await everyRow();
    expect(rows.length).toBeGreaterThan(10);
    expect(findSecrets(JSON.stringify(rows), secrets)).toEqual([]);
  });

  test('contains private keys only sealed', async () => {
    await service.signup(await tenantOf(service));
    const ring = (await everyRow()).find(({ type }) => type === 'key-ring');
    expect(JSON.stringify(ring)).toContain('sealedPrivateJwk');
    expect(JSON.stringify(ring)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });

  test('contains no e-mail or IP address in the counters of attempts', async () => {
    const email = newEmail();
    await service.login({ tenant: await tenantOf(service), email, password: newPassword() });
    const counters = (await everyRow()).filter(({ type }) => type === 'limiter');
    expect(counters.length).toBeGreaterThan(0);
    expect(JSON.stringify(counters)).not.toMatch(/@|127\./);
  });
});

async function tenantOf(service: Service) {
  const row = (await everyRow()).find(({ type }) => type === 'tenant');
  expect(service.baseUrl).toBeDefined();
  return { id: row?.id as string, slug: row?.slug as string, name: row?.name as string };
}
