// Tests the cookies of a deployment on https: their prefix and Secure attribute, which plain http omits.
import { beforeAll, expect, test } from '@jest/globals';
import { COOKIES, cookieSession } from '../../support/api.ts';
import { cookieHeader, cookieOf } from '../../support/http.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { createJar } from '../../support/jar.ts';
import { enrolled, MFA, nextCode } from '../../support/mfa.ts';
import { useService } from '../../support/service.ts';

const service = useService();
beforeAll(async () => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
});

test('every cookie on https is Secure and has the __Host- prefix, when set and when cleared', async () => {
  const user = await service.signup(await service.tenant());
  const login = await cookieSession(service, user);
  const cookie = cookieHeader(login);
  const me = await service.get('/auth/me', { headers: { cookie } });
  const logout = await service.post('/auth/logout', {}, { headers: { cookie } });
  const admin = await service.post('/auth/admin/login', service.adminLogin);
  const csrf = await service.get('/auth/csrf');
  expect([me.status, logout.status, csrf.body.cookieName]).toEqual([200, 200, '__Host-svc_csrf']);
  const lines = [login, logout, admin, csrf].flatMap(({ setCookies }) => setCookies);
  expect(lines).toHaveLength(3 + 3 + 2 + 1);
  for (const line of lines) expect(line).toMatch(/^__Host-svc_(access|refresh|csrf|admin)=[^;]*; Path=\/; .*Secure/);
});

test('the SSO cookie on https is Secure and has the __Host- prefix', async () => {
  const idp = await startIdentityProvider();
  try {
    const redirectUri = 'https://app.example.com/';
    const realm = idp.realm({ metadata: { authorization_endpoint: 'https://id.example.com/authorize' } });
    const tenant = await service.tenant({ redirectUris: [redirectUri], ssoProviders: [realm.settings('acme')] });
    const query = new URLSearchParams({ tenantId: tenant.id, redirectUri, mode: 'cookie' });
    const start = await service.get(`/auth/sso/acme?${query}`);
    expect(start.setCookies).toEqual([
      expect.stringMatching(/^__Host-svc_sso=[\w.-]{70}; Path=\/; SameSite=Lax; HttpOnly; Secure; Max-Age=600$/),
      expect.stringMatching(/^__Host-svc_binding=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Secure; Max-Age=1200$/),
    ]);
  } finally {
    await idp.stop();
  }
});

test('the device cookie on https is Secure and counts only with the __Host- prefix', async () => {
  const user = await enrolled(service);
  const cookie = cookieHeader(await cookieSession(service, user));
  const proof = { method: 'totp', otp: nextCode(user.secret), trustDevice: true };
  const reply = await service.post(`${MFA}/verify`, proof, { headers: { ...COOKIES, cookie } });
  const line = reply.setCookies.find((each) => each.includes('svc_device')) as string;
  expect(line).toMatch(/^__Host-svc_device=[^;]+; Path=\/; SameSite=Lax; HttpOnly; Secure; Max-Age=2592000$/);
  const token = cookieOf(reply, 'svc_device');
  const login = async (name: string) =>
    (await service.login(user, { headers: { ...COOKIES, cookie: `${name}=${token}` } })).body.isRequiresMfa;
  expect([await login('svc_device'), await login('__Host-svc_device')]).toEqual([true, false]);
});

test('the slot cookies on https are Secure and have the __Host- prefix', async () => {
  const [one, two] = [await service.signup(await service.tenant()), await service.signup(await service.tenant())];
  const jar = createJar(service);
  const login = ({ email, password, tenant }: typeof one) =>
    jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
  await login(one);
  const parked = await login(two);
  const line = parked.setCookies.find((each) => each.includes('svc_refresh_1'));
  expect(line).toMatch(/^__Host-svc_refresh_1=[^;]+; Path=\/; SameSite=Strict; HttpOnly; Secure; Max-Age=\d+$/);
  jar.cookies.set('__Host-svc_refresh_2', 'forged').set('svc_refresh_3', one.tokens.refreshToken);
  const reply = await jar.get('/auth/accounts');
  expect(reply.body.accounts.map(({ slot }: { slot: number | null }) => slot)).toEqual([null, 1]);
  expect(reply.setCookies).toEqual(['__Host-svc_refresh_2=; Path=/; SameSite=Strict; HttpOnly; Secure; Max-Age=0']);
});

test('a session cookie without the __Host- prefix is rejected, as a sibling domain could set it', async () => {
  const { tokens } = await service.signup(await service.tenant());
  const reply = await service.get('/auth/me', { headers: { cookie: `svc_access=${tokens.accessToken}` } });
  expect(reply.body.code).toBe('NO_AUTH_PROVIDED');
});
