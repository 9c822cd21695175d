// Carries off the access cookie of a bound session, which works for minutes, and tries to begin with it what outlives it: a
// session of an application or another tenant, or a credential. The browser itself begins each of them.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf } from '../../../lib/contract/operation.ts';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { PATHS } from '../../../lib/domain/sessions/device/binding.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { later, MINUTE, pathFor } from '../../support/api.ts';
import { type BoundBrowser, bound, proved } from '../../support/device-sessions.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { operations } from '../../support/ledger.ts';
import { ask, newServer, pathOf, requestOf, targetOf } from '../../support/oauth-browser.ts';
import { INVITATIONS, MEMBERS, roleWith } from '../../support/organization.ts';
import { newEmail, type User, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
});

const person = async (deviceBinding = 'prefer'): Promise<User> =>
  service.signup(await service.tenant({ session: { deviceBinding }, apiKeys: { users: true } }));

type Account = Omit<User, 'tokens'>;

async function loggedIn({ email, password, tenant }: Account, jar = createJar(service)) {
  const login = await jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
  expect(login.status).toBe(200);
  return { jar, login };
}

async function boundTo(user: Account): Promise<BoundBrowser> {
  const { jar, login } = await loggedIn(user);
  return bound(jar, login);
}

/** The jar of a thief who carries off the access cookie alone, and the token of forms that scripts can read. */
function thiefOf(jar: Jar): Jar {
  const thief = jar.copy();
  for (const name of thief.names().filter((each) => /refresh|bound/.test(each))) thief.cookies.delete(name);
  return thief;
}

const csrf = (jar: Jar) => ({ 'x-csrf-token': jar.cookies.get('__Host-svc_csrf') ?? '' });
const UNPROVED = [403, 'REFRESH_TOKEN_PROOF_REQUIRED'];
const needing = operations.filter(({ operation }) => operation.needsDeviceKey);

const CREDENTIAL = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/** A body that is valid, as far as it is read before the key is asked for. */
const BODIES: Record<string, object | undefined> = {
  'POST /auth/switch-tenant': { tenantId: 'ten_0' },
  'POST /oauth2/device/decision': { resume: 'x', userId: 'usr_0', isAllowed: true },
  'POST /auth/passkeys': { credential: CREDENTIAL },
  'POST /auth/passkeys/enrol': { credential: CREDENTIAL },
  'POST /auth/mfa/setup-totp': {},
  'POST /auth/mfa/generate-recovery-code': undefined,
  'POST /auth/address': { email: 'new@example.com' },
  'POST /auth/identities': { provider: 'google' },
  'POST /auth/identities/{id}/allow': undefined,
  'POST /auth/api-keys': { name: 'mine', scopes: ['read'] },
  'POST /auth/api-keys/{id}/rotate': {},
  'PATCH /auth/organization/members/{id}': { isActive: true },
  'PUT /auth/organization/members/{id}/roles': { roleIds: [] },
  'POST /auth/organization/invitations': { email: 'new@example.com' },
  'POST /auth/organization/invitations/{id}/resend': undefined,
  'POST /auth/organization/join-requests/{id}/accept': {},
  'POST /auth/organization/setup-links': { intents: ['sso'] },
  'POST /auth/organization/providers': { name: 'mine', issuer: 'https://evil.example', clientId: 'x' },
  'PATCH /auth/organization/providers/{name}': { issuer: 'https://evil.example' },
  'PATCH /auth/organization/domains/{domain}': { join: { policy: 'invitation' } },
  'POST /auth/organization/applications': { name: 'mine', kind: 'server' },
  'PATCH /auth/organization/applications/{id}': { redirectUris: ['https://evil.example/callback'] },
  'POST /auth/organization/applications/{id}/secrets': undefined,
  'POST /auth/organization/scim-connections': { name: 'mine' },
  'POST /auth/organization/scim-connections/{id}/rotate': {},
  'PUT /auth/organization/scim-connections/{id}/groups/{groupId}': { roleId: null },
  'POST /auth/invite': { email: 'new@example.com' },
};

test('the operations that begin a session or a credential are these', () => {
  expect(needing.map(({ route }) => route).sort()).toEqual(Object.keys(BODIES).sort());
});

test('browsers prove their key for each of these, at its path or one above it', () => {
  const outside = needing.filter(
    ({ route }) => !PATHS.some((path) => ` ${route.split(' ')[1]}/`.startsWith(` ${path}/`)),
  );
  expect(outside.map(({ route }) => route)).toEqual([]);
});

describe.each(needing)('$route', ({ route }) => {
  const call = async (jar: Jar, headers: Record<string, string> = {}) => {
    const body = BODIES[route] && { body: BODIES[route] };
    const sent = { headers: { ...csrf(jar), ...headers }, ...body };
    const reply = await jar.send(methodOf(route), pathFor(route), sent);
    return [reply.status, reply.body.code];
  };

  test('refuses the access cookie alone of a bound session, and takes it from the browser that proves the key', async () => {
    const { jar, key, id } = await boundTo(await person());
    const thief = thiefOf(jar);
    expect(await call(thief)).toEqual(UNPROVED);
    jar.cookies.delete(`__Host-svc_bound_${id}`);
    expect(await call(jar)).toEqual(UNPROVED);
    expect((await proved(jar, id, key)).status).toBe(200);
    expect((await call(jar))[1]).not.toBe(UNPROVED[1]);
  });

  test('lets a browser come back that could not sign just now', async () => {
    const { jar, id } = await boundTo(await person());
    jar.cookies.delete(`__Host-svc_bound_${id}`);
    expect(await call(jar, { 'secure-session-skipped': 'quota_exceeded' })).toEqual([429, 'RATE_LIMITED']);
  });
});

test('the access cookie of a bound session gives no application a session, and the browser itself does', async () => {
  const { jar, key, id } = await boundTo(await person());
  const application = await newServer();
  const asked = async (of: Jar, more = {}) => (await ask(of, application, { again: '1', ...more })).to;
  expect(await asked(thiefOf(jar))).toMatch(/\/login$/);
  expect((await ask(thiefOf(jar), application, { again: '1', prompt: 'none' })).query.error).toBe('login_required');
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  expect(await asked(jar)).toMatch(/\/login$/);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await ask(jar, application)).query.code).toEqual(expect.any(String));
});

test('a browser that another site sends for a code loads the address once more, to prove its key', async () => {
  const { jar } = await boundTo(await person());
  const path = pathOf(requestOf(await newServer(), randomSecret()));
  const first = await thiefOf(jar).get(path, { headers: { 'sec-fetch-site': 'cross-site' } });
  const again = /^0;url=(.+)$/.exec(String(first.headers.refresh))?.[1] as string;
  expect([first.status, new URL(again).searchParams.get('again')]).toEqual([200, '1']);
  const { pathname, search } = new URL(again);
  const second = await jar.get(`${pathname}${search}`, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(targetOf(second).query.code).toEqual(expect.any(String));
});

test('a session that is not bound asks for no proof, where binding is off and before it is bound', async () => {
  const application = await newServer();
  for (const policy of ['off', 'prefer', 'require']) {
    const { jar } = await loggedIn(await person(policy));
    expect((await ask(thiefOf(jar), application)).query.code).toEqual(expect.any(String));
  }
});

test('a thief keeps no session alive by switching between two tenants', async () => {
  const [here, there] = [await person(), await person('off')];
  const { jar, key, id } = await boundTo(here);
  const { refreshToken } = (await service.login(there)).body;
  const body = { tenantId: there.tenant.id, refreshToken };
  const stolen = await thiefOf(jar).post('/auth/switch-tenant', body, { headers: csrf(jar) });
  expect([stolen.status, stolen.body.code]).toEqual(UNPROVED);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await jar.post('/auth/switch-tenant', body, { headers: csrf(jar) })).status).toBe(200);
});

test('a proof works for the access token of a moment ago, and not after the grace of its exchange', async () => {
  const { jar, key, id } = await boundTo(await person());
  const tab = jar.copy();
  expect((await jar.post('/auth/refresh-token', {}, { headers: csrf(jar) })).status).toBe(200);
  const setUp = () => tab.post('/auth/mfa/generate-recovery-code', undefined, { headers: csrf(tab) });
  expect((await setUp()).body.code).not.toBe(UNPROVED[1]);
  await later(MINUTE, async () => expect([(await setUp()).status, (await setUp()).body.code]).toEqual(UNPROVED));
  expect((await proved(jar, id, key)).status).toBe(200);
});

test('the access cookie of a manager brings back no member who was disabled, and no invitation that was revoked', async () => {
  const tenant = await service.tenant({ session: { deviceBinding: 'prefer' } });
  const role = await roleWith(service, tenant, ['organization.members', 'organization.invite']);
  const { jar, key, id } = await boundTo(await createUser(service, tenant, { roleIds: [role] }));
  const member = await createUser(service, tenant, { isActive: false });
  const invitation = { tenantId: tenant.id, email: newEmail() };
  const invited = (await service.admin('POST', '/auth/admin/api/invitations', invitation)).body.invitation.id;
  expect((await service.admin('DELETE', `/auth/admin/api/invitations/${invited}`)).status).toBe(200);
  const ways = [
    (of: Jar) => of.send('PATCH', `${MEMBERS}/${member.id}`, { body: { isActive: true }, headers: csrf(of) }),
    (of: Jar) => of.send('POST', `${INVITATIONS}/${invited}/resend`, { headers: csrf(of) }),
  ];
  for (const way of ways) {
    const stolen = await way(thiefOf(jar));
    expect([stolen.status, stolen.body.code]).toEqual(UNPROVED);
  }
  expect((await service.admin('GET', `${USERS}/${member.id}`)).body.user.isActive).toBe(false);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect([(await ways[0]?.(jar))?.status, (await ways[1]?.(jar))?.status]).toEqual([200, 201]);
});
