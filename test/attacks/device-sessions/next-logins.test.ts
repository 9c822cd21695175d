// Logs in again in a browser that has a key: from another page, after a logout, and by a navigation that another site began.
import { beforeAll, expect, test } from '@jest/globals';
import { bind, bound, newKey, offerIn, prove, proved, registrationOf } from '../../support/device-sessions.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { bearer, prepared, running, type User, useService } from '../../support/service.ts';
import { startPath, stranger, tenantWith } from '../../support/sso.ts';

const service = useService();
let base: string;
beforeAll(() => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  base = service.baseUrl.replace('http:', 'https:');
  process.env.GATEHOUSE_BASE_URL = base;
});
const provider = running(() => startIdentityProvider());
const realm = prepared(() => provider.realm());

const person = async (session: object = { deviceBinding: 'prefer' }): Promise<User> =>
  service.signup(await service.tenant({ session }));

const loggedIn = async (jar: Jar, { email, password, tenant }: User, headers: Record<string, string> = {}) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } }, { headers });

const csrf = (jar: Jar) => ({ 'x-csrf-token': jar.cookies.get('__Host-svc_csrf') ?? '' });
const FROM_APP = { origin: 'https://app.example.com' };

test('a login from a page of another host is not bound to a key that the browser does not prove for that page', async () => {
  const jar = createJar(service);
  const hosted = await bound(jar, await loggedIn(jar, await person()));
  const login = await loggedIn(jar, await person(), FROM_APP);
  const own = await bind(jar, registrationOf(newKey(), offerIn(login) as string));
  expect(own.body.allowed_refresh_initiators).toEqual(['app.example.com']);
  expect(own.body.session_identifier).not.toBe(hosted.id);
});

test('a login from a page of the same host is bound to the key of that host, and one from a page of this service is not', async () => {
  const jar = createJar(service);
  await bound(jar, await loggedIn(jar, await person(), FROM_APP));
  const key = jar.copy();
  expect(offerIn(await loggedIn(jar, await person(), FROM_APP))).toBeUndefined();
  expect(offerIn(await loggedIn(key, await person()))).toEqual(expect.any(String));
});

test('an origin that is longer than a name of a host makes no long header', async () => {
  const login = await loggedIn(createJar(service), await person(), { origin: `https://${'a'.repeat(7000)}.example` });
  expect(String(login.headers['secure-session-registration']).length).toBeLessThan(600);
});

test('the end of one session takes the key from no other account of the browser', async () => {
  const jar = createJar(service);
  const [first, second] = [await person(), await person()];
  const { id, key } = await bound(jar, await loggedIn(jar, first));
  expect(offerIn(await loggedIn(jar, second))).toBeUndefined();
  const { sessions } = (await service.get('/auth/sessions', { headers: bearer(second.tokens) })).body;
  const here = sessions.find(({ isBoundToDevice }: { isBoundToDevice: boolean }) => isBoundToDevice);
  const ended = await service.send('DELETE', `/auth/sessions/${here.id}`, { headers: bearer(second.tokens) });
  expect(ended.status).toBe(200);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await jar.post('/auth/refresh-token', { slot: 1 }, { headers: csrf(jar) })).status).toBe(200);
});

test('a browser that has to forget a key loses what it got for it, and its next login is offered another one', async () => {
  const jar = createJar(service);
  const { id } = await bound(jar, await loggedIn(jar, await person()));
  await jar.post('/auth/logout', {}, { headers: csrf(jar) });
  expect(jar.cookies.has(`__Host-svc_bound_${id}`)).toBe(true);
  expect((await prove(jar, id)).status).toBe(401);
  expect(jar.cookies.has(`__Host-svc_bound_${id}`)).toBe(false);
  expect(offerIn(await loggedIn(jar, await person()))).toEqual(expect.any(String));
});

test('of twenty switches that race with a registration, none has a session without the key that was registered', async () => {
  const opened: number[] = [];
  for (let round = 0; round < 20; round++) {
    const [here, there] = [await person({ deviceBinding: 'off' }), await person()];
    const jar = createJar(service);
    const offered = offerIn(await loggedIn(jar, there)) as string;
    await loggedIn(jar, here);
    const [tab, other] = [jar.copy(), jar.copy()];
    const [switched, registered] = await Promise.all([
      tab.post('/auth/switch-tenant', { tenantId: there.tenant.id }, { headers: csrf(tab) }),
      bind(other, registrationOf(newKey(), offered)),
    ]);
    if (switched.status !== 200 || registered.status !== 200) continue;
    opened.push((await tab.post('/auth/refresh-token', {}, { headers: csrf(tab) })).status);
  }
  expect(opened).toEqual(opened.map(() => 403));
});

test('the access token that comes with an offer lives ten minutes, as later ones of the session do', async () => {
  const login = await loggedIn(createJar(service), await person({ deviceBinding: 'prefer', accessTtlSeconds: 3600 }));
  const access = login.setCookies.find((line) => line.startsWith('__Host-svc_access=')) ?? '';
  expect(access).toContain('Max-Age=600');
});

test('who says that the key is busy is counted as others are who do not prove it', async () => {
  const jar = createJar(service);
  const { id } = await bound(jar, await loggedIn(jar, await person()));
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  const headers = { ...csrf(jar), 'secure-session-skipped': 'quota_exceeded' };
  const retries = new Set<string | undefined>();
  for (let round = 0; round < 40; round++)
    retries.add((await jar.post('/auth/refresh-token', {}, { headers })).headers['retry-after']);
  expect(retries.size).toBeGreaterThan(1);
  expect((await jar.post('/auth/refresh-token', {}, { headers: csrf(jar) })).status).toBe(429);
});

test.each(['prefer', 'require'])(
  'a login by a provider that waits beside the active account is offered a key, with binding %s',
  async (deviceBinding) => {
    const jar = createJar(service);
    const here = await person({ deviceBinding: 'off' });
    await loggedIn(jar, here);
    const there = await tenantWith(service, realm, { session: { deviceBinding } });
    const path = startPath(there, { redirectUri: `${base}/login/back`, mode: 'cookie', codeChallenge: '' });
    const { headers } = await jar.get(path, { headers: { 'sec-fetch-site': 'cross-site' } });
    const { pathname, search } = realm.logIn(headers.location as string, stranger());
    const landed = await jar.get(pathname + search, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(landed.headers.location).toContain('?as=');
    await bound(jar, landed);
    expect((await jar.post('/auth/refresh-token', { slot: 1 }, { headers: csrf(jar) })).status).toBe(200);
  },
);
