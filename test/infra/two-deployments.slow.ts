// Moves a tenant from one running service to another, which has other root secrets and another table, by `npm run export` and
// `npm run import`. Its people log in there as before, and tokens of the first service are worth nothing there.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { newKeyFile } from '../../infra/tools/transfer/keys.ts';
import { startService } from '../bench/harness/service.ts';
import { answerOf, claimsOf } from '../support/api.ts';
import { enrol } from '../support/factors.ts';
import { cookieHeader, send } from '../support/http.ts';
import * as passkeys from '../support/passkeys.ts';
import { bearer, newEmail, newPassword, running, type Service, type Tenant, unique } from '../support/service.ts';
import { logIn, stranger, tenantWith, useSso } from '../support/sso.ts';
import { stepAt, totp } from '../support/totp.ts';

const { service: first, realm } = useSso();
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-move-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PERMISSION = 'documents.read';

/** A service in a process of its own, with the members that the helpers of this file need. */
async function startSecond() {
  const { baseUrl, adminSecretKey, stop } = await startService({ GATEHOUSE_FAST_HASH: '1' });
  const adminLogin = { email: newEmail(), password: newPassword() };
  const call: Service['send'] = (method, path, more) => send(baseUrl, method, path, more);
  const post: Service['post'] = (path, body = {}, more = {}) => call('POST', path, { body, ...more });
  await post('/auth/admin/signup', { ...adminLogin, secretKey: adminSecretKey });
  const cookie = cookieHeader(await post('/auth/admin/login', adminLogin));
  const login: Service['login'] = ({ tenant, email, password }) =>
    post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
  const service = {
    baseUrl,
    adminLogin,
    send: call,
    post,
    login,
    get: (path, more) => call('GET', path, more),
    admin: (method, path, body) => call(method, path, { body, headers: { cookie } }),
  } satisfies Partial<Service>;
  return { ...(service as unknown as Service), stop };
}
const second = running(startSecond);

async function tool(
  name: 'export' | 'main',
  { baseUrl, adminLogin }: Service,
  tenant: Tenant,
  args: readonly string[],
) {
  const env = { GATEHOUSE_ADMIN_EMAIL: adminLogin.email, GATEHOUSE_ADMIN_PASSWORD: adminLogin.password };
  const main = join(import.meta.dirname, `../../infra/tools/transfer/${name}.ts`);
  const child = spawn(process.execPath, [main, '--tenant', tenant.slug, '--url', baseUrl, ...args], {
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  // A failure shows what the command said, and which lines were refused.
  const report = `${args.at(-1)}.report.ndjson`;
  const refused = existsSync(report) ? readFileSync(report, 'utf8') : '';
  expect(code === 0 ? '' : `${output}${refused}`).toBe('');
}

const rolesOf = async (service: Service, { id }: Tenant) => {
  const { data } = (await service.admin('GET', `/auth/admin/api/roles?tenantId=${id}`)).body;
  return data.filter(({ tenantId }: { tenantId: string | null }) => tenantId === id);
};

test('a tenant moves to another deployment with all that opens its accounts', async () => {
  for (const each of [first, second])
    expect((await each.admin('POST', '/auth/admin/api/permissions', { name: PERMISSION })).status).toBe(201);
  const from = await tenantWith(first, realm, {
    password: { minLength: 10 },
    passkeys: { mode: 'optional', firstFactor: true },
  });
  const role = { tenantId: from.id, name: 'Editor', permissions: [PERMISSION] };
  const roleId = (await first.admin('POST', '/auth/admin/api/roles', role)).body.role.id;
  const plain = await first.signup(from);
  const plainId = claimsOf(plain.tokens.accessToken).sub;
  expect((await first.admin('PATCH', `/auth/admin/api/users/${plainId}`, { roleIds: [roleId] })).status).toBe(200);
  const withKey = await passkeys.owner(first, from);
  const person = stranger();
  expect((await logIn(first, from, realm, person)).status).toBe(200);
  // Comes last: it moves the clock, and an import refuses who was created in the future.
  const withCodes = await enrol(first, from);

  const key = join(folder, 'key.json');
  const recipient = newKeyFile(key);
  await tool('export', first, from, ['--recipient', recipient, join(folder, 'export')]);
  const slug = unique('moved');
  const { tenant: to } = (await second.admin('POST', '/auth/admin/api/tenants', { name: 'Moved', slug })).body;
  const file = join(folder, 'export', `${from.slug}.ndjson`);
  const args = ['--source', 'first', '--key', key, '--settings', '--create-roles', file];
  await tool('main', second, to, args);
  // No file has the secret of a provider.
  const settings = { ssoProviders: [realm.settings('acme')] };
  expect((await second.admin('PATCH', `/auth/admin/api/tenants/${to.id}`, { settings })).status).toBe(200);

  expect(await rolesOf(second, to)).toMatchObject([{ name: 'Editor', permissions: [PERMISSION] }]);
  const { email, password } = plain;
  const login = await second.login({ tenant: to, email, password });
  expect(login.status).toBe(200);
  expect(claimsOf(login.body.accessToken)).toMatchObject({ roles: ['Editor'] });
  expect((await second.login({ tenant: to, email, password: `${password}!` })).status).toBe(401);

  const half = await second.login({ tenant: to, email: withCodes.email, password: withCodes.password });
  expect(half.body.isRequiresMfa).toBe(true);
  // The second process has the real time; the clock of this one was moved.
  const proof = { method: 'totp', otp: totp(withCodes.secret, 0, stepAt(Date.now())) };
  expect((await second.post('/auth/mfa/verify', proof, { headers: bearer(half.body.accessToken) })).status).toBe(200);

  // The same device, in a browser that shows a page of the second service.
  const origin = `http://localhost:${new URL(second.baseUrl).port}`;
  const device = passkeys.authenticatorFor(second, { origin });
  device.passkeys.push(...withKey.authenticator.passkeys);
  expect((await passkeys.login(second, to, device)).status).toBe(200);

  const users = (await second.admin('GET', `/auth/admin/api/users?tenantId=${to.id}&limit=100`)).body;
  const known = users.data.find((each: { email: string }) => each.email === person.email);
  const back = await logIn(second, to, realm, person);
  expect(claimsOf(back.body.accessToken).sub).toBe(known.id);

  const { accessToken, refreshToken } = plain.tokens;
  expect((await first.get('/auth/me', { headers: bearer(accessToken) })).status).toBe(200);
  expect(answerOf(await second.get('/auth/me', { headers: bearer(accessToken) }))[0]).toBe(401);
  expect(answerOf(await second.post('/auth/refresh-token', { refreshToken }))[0]).toBe(401);
  expect(answerOf(await first.get('/auth/me', { headers: bearer(login.body.accessToken) }))[0]).toBe(401);
});
