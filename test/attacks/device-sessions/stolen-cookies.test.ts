// Attacks device-bound sessions with what was carried off: cookies, challenges and signed texts, at every door that a refresh
// token opens.
import { beforeAll, expect, test } from '@jest/globals';
import { claimsOf, publishedAbout } from '../../support/api.ts';
import {
  bind,
  bound,
  challengeIn,
  newKey,
  offerIn,
  prove,
  proved,
  registrationOf,
  signed,
} from '../../support/device-sessions.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { ask, newServer } from '../../support/oauth-browser.ts';
import { race } from '../../support/race.ts';
import { type User, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
});

type Policy = 'off' | 'prefer' | 'require';
const person = async (deviceBinding: Policy = 'prefer'): Promise<User> =>
  service.signup(await service.tenant({ session: { deviceBinding } }));

async function loggedIn(user: User, jar = createJar(service)) {
  const { email, password, tenant } = user;
  const login = await jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
  expect(login.status).toBe(200);
  return { jar, login };
}

async function boundTo(user: User, jar = createJar(service)) {
  const { login } = await loggedIn(user, jar);
  return bound(jar, login);
}

/** Exchanges the refresh token of the browser. */
async function refreshed(jar: Jar, body: object = {}) {
  const csrf = jar.cookies.get('__Host-svc_csrf') ?? '';
  return jar.post('/auth/refresh-token', body, { headers: { 'x-csrf-token': csrf } });
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const UNPROVED = [403, 'REFRESH_TOKEN_PROOF_REQUIRED'];
const UNKNOWN = [401, 'SESSION_NOT_FOUND'];

test('stolen cookies of a bound session do not refresh on another machine, and the owner goes on', async () => {
  const { jar, key, id } = await boundTo(await person());
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  const thief = jar.copy();
  expect(codeOf(await refreshed(thief))).toEqual(UNPROVED);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await refreshed(jar)).status).toBe(200);
  expect(codeOf(await refreshed(thief))).toEqual(UNPROVED);
});

test('the refresh token of a bound session is refused in the body of header mode too', async () => {
  const { jar, id } = await boundTo(await person());
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  const refreshToken = jar.cookies.get('__Host-svc_refresh');
  expect(codeOf(await service.post('/auth/refresh-token', { refreshToken }))).toEqual(UNPROVED);
});

test('a proof opens one exchange: its cookie and its signed text are of no use after it', async () => {
  const { jar, key, id } = await boundTo(await person());
  const { challenge } = challengeIn(await prove(jar, id));
  const response = signed(key.privateKey, challenge);
  expect((await prove(jar, id, response)).status).toBe(200);
  const everything = jar.copy();
  expect((await refreshed(jar)).status).toBe(200);
  expect(jar.cookies.has(`__Host-svc_bound_${id}`)).toBe(false);
  jar.cookies.set(`__Host-svc_bound_${id}`, everything.cookies.get(`__Host-svc_bound_${id}`) as string);
  expect(codeOf(await refreshed(jar))).toEqual(UNPROVED);
  expect(codeOf(await prove(jar, id, response))).toEqual(UNPROVED);
});

test('the challenge that comes with new tokens is good for the next proof, in one request', async () => {
  const { jar, key, id } = await boundTo(await person());
  const first = await refreshed(jar);
  const { challenge } = challengeIn(first);
  expect((await prove(jar, id, signed(key.privateKey, challenge))).status).toBe(200);
  expect((await refreshed(jar)).status).toBe(200);
});

test('twenty tabs that prove and refresh at once all go on, and nothing looks like reuse', async () => {
  const { jar, key, id } = await boundTo(await person());
  const { challenge } = challengeIn(await prove(jar, id));
  const response = signed(key.privateKey, challenge);
  const tabs = Array.from({ length: 20 }, () => jar.copy());
  await Promise.all(tabs.map((tab) => prove(tab, id, response)));
  const replies = await race(20, async (at) => refreshed(tabs[at] as Jar));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});

test('of twenty keys for one login, one is bound', async () => {
  const user = await person();
  const { jar, login } = await loggedIn(user);
  const challenge = offerIn(login) as string;
  const replies = await race(20, async () => bind(jar.copy(), registrationOf(newKey(), challenge)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
});

test('of twenty calls that repeat a registration, one is for a reply that was lost, and the audit log has it once', async () => {
  const user = await person();
  const { jar, login } = await loggedIn(user);
  const registration = registrationOf(newKey(), offerIn(login) as string);
  const replies = await race(20, async () => bind(jar.copy(), registration));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(18).fill(401)]);
  const [one, two] = replies.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(one).toEqual(two);
  const { sub: userId } = claimsOf(user.tokens.accessToken);
  expect(await publishedAbout(service, 'svc.session_bound', { userId })).toMatchObject([
    { detail: { sessionId: one.session_identifier } },
  ]);
});

test('a login is offered where the tenant wants it, in cookie mode alone, and refreshes offer nothing', async () => {
  const [off, prefers] = [await person('off'), await person('prefer')];
  expect(offerIn((await loggedIn(off)).login)).toBeUndefined();
  const header = await service.login(prefers);
  expect(offerIn(header)).toBeUndefined();
  const { jar, login } = await loggedIn(prefers);
  expect(offerIn(login)).toEqual(expect.any(String));
  expect(offerIn(await refreshed(jar))).toBeUndefined();
});

test('an offer is refused to another browser, for another session, and a second time', async () => {
  const user = await person();
  const [one, two] = [await loggedIn(user), await loggedIn(user)];
  const challenge = offerIn(one.login) as string;
  expect(codeOf(await bind(createJar(service), registrationOf(newKey(), challenge)))).toEqual(UNKNOWN);
  expect(codeOf(await bind(two.jar, registrationOf(newKey(), challenge)))).toEqual(UNKNOWN);
  expect((await bind(one.jar, registrationOf(newKey(), challenge))).status).toBe(200);
  expect(codeOf(await bind(one.jar, registrationOf(newKey(), challenge)))).toEqual(UNKNOWN);
});

test.each([
  ['without a signature', (challenge: string) => registrationOf(newKey(), challenge).replace(/[^.]*$/, '')],
  ['of algorithm none', (challenge: string) => registrationOf(newKey(), challenge, { alg: 'none' })],
  ['of algorithm RS256', (challenge: string) => registrationOf(newKey(), challenge, { alg: 'RS256' })],
  ['of another type', (challenge: string) => registrationOf(newKey(), challenge, { typ: 'dpop+jwt' })],
  [
    'with another key',
    (challenge: string) => registrationOf({ ...newKey(), publicKey: newKey().publicKey }, challenge),
  ],
  [
    'with a private key',
    (challenge: string) => {
      const key = newKey();
      return registrationOf(key, challenge, { jwk: key.privateKey.export({ format: 'jwk' }) });
    },
  ],
  ['that is no JWT', () => 'x'],
  ['that is too long', (challenge: string) => registrationOf(newKey(), challenge, { pad: 'x'.repeat(5000) })],
])('a registration %s binds nothing', async (_, response) => {
  const { jar, login } = await loggedIn(await person());
  expect(codeOf(await bind(jar, response(offerIn(login) as string)))).toEqual(UNKNOWN);
  expect((await refreshed(jar)).status).toBe(200);
});

test.each([
  ['with another key', (challenge: string) => signed(newKey().privateKey, challenge), UNKNOWN],
  ['for another challenge', (_: string, key: ReturnType<typeof newKey>) => signed(key.privateKey, 'x'), UNPROVED],
  [
    'that names its key itself',
    (challenge: string) => {
      const other = newKey();
      return registrationOf(other, challenge);
    },
    UNKNOWN,
  ],
])('a proof %s opens nothing, and the session goes on', async (_, response, refusal) => {
  const { jar, key, id } = await boundTo(await person());
  const { challenge } = challengeIn(await prove(jar, id));
  expect(codeOf(await prove(jar.copy(), id, response(challenge, key)))).toEqual(refusal);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await refreshed(jar)).status).toBe(200);
});

test('a challenge of another session opens nothing', async () => {
  const user = await person();
  const [one, two] = [await boundTo(user), await boundTo(user)];
  const foreign = challengeIn(await prove(two.jar, two.id)).challenge;
  expect(codeOf(await prove(one.jar, one.id, signed(one.key.privateKey, foreign)))).toEqual(UNPROVED);
  expect(codeOf(await prove(one.jar, two.id, signed(two.key.privateKey, foreign)))).toEqual(UNKNOWN);
});

const slotOf = (jar: Jar, user: User): number | undefined =>
  [1, 2, 3, 4].find((each) => {
    const token = jar.cookies.get(`__Host-svc_refresh_${each}`) ?? '';
    return Buffer.from(token.split('.')[1] ?? '', 'base64url')
      .toString()
      .includes(user.tenant.id);
  });

test('five accounts of one browser are bound to one key, and a proof of it opens one exchange of each', async () => {
  const jar = createJar(service);
  const people = await Promise.all(Array.from({ length: 5 }, () => person()));
  const { key, id } = await boundTo(people[0] as User, jar);
  for (const each of people.slice(1)) {
    if (!jar.cookies.has(`__Host-svc_bound_${id}`)) expect((await proved(jar, id, key)).status).toBe(200);
    expect(offerIn((await loggedIn(each, jar)).login)).toBeUndefined();
  }
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await jar.get('/auth/accounts')).body.accounts).toHaveLength(5);
  const proof = jar.cookies.get(`__Host-svc_bound_${id}`) as string;
  for (const each of people.slice(0, 4)) {
    const slot = slotOf(jar, each);
    jar.cookies.delete(`__Host-svc_bound_${id}`);
    expect(codeOf(await refreshed(jar, { slot }))).toEqual(UNPROVED);
    jar.cookies.set(`__Host-svc_bound_${id}`, proof);
    expect((await refreshed(jar, { slot })).status).toBe(200);
    jar.cookies.set(`__Host-svc_bound_${id}`, proof);
    expect(codeOf(await refreshed(jar))).toEqual(UNPROVED);
  }
});

test('a browser that logs in without a proof of the key it has is offered another one', async () => {
  const jar = createJar(service);
  const first = await boundTo(await person(), jar);
  jar.cookies.delete(`__Host-svc_bound_${first.id}`);
  const second = await boundTo(await person(), jar);
  expect(second.id).not.toBe(first.id);
  expect((await proved(jar, first.id, first.key)).status).toBe(200);
  expect((await jar.get('/auth/accounts')).body.accounts).toHaveLength(2);
});

test('an account whose key the browser does not prove is neither listed nor forgotten', async () => {
  const jar = createJar(service);
  const { key, id } = await boundTo(await person(), jar);
  await loggedIn(await person('off'), jar);
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  expect((await jar.get('/auth/accounts')).body.accounts).toHaveLength(1);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await jar.get('/auth/accounts')).body.accounts).toHaveLength(2);
});

test('a browser that says that it could not sign just now is told to come back, and keeps its session', async () => {
  const { jar, key, id } = await boundTo(await person());
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  const headers = {
    'x-csrf-token': jar.cookies.get('__Host-svc_csrf') ?? '',
    'secure-session-skipped': `quota_exceeded;session_identifier="${id}"`,
  };
  const reply = await jar.post('/auth/refresh-token', {}, { headers });
  expect([codeOf(reply), reply.headers['retry-after']]).toEqual([[429, 'RATE_LIMITED'], '60']);
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await refreshed(jar)).status).toBe(200);
});

test('where binding is required, a session that is not bound is not refreshed, and one of header mode is', async () => {
  const user = await person('require');
  const { jar } = await loggedIn(user);
  expect((await jar.get('/auth/me')).status).toBe(200);
  expect(codeOf(await refreshed(jar))).toEqual(UNPROVED);
  const { refreshToken } = (await service.login(user)).body;
  expect((await service.post('/auth/refresh-token', { refreshToken })).status).toBe(200);
  const { jar: other } = await boundTo(user);
  expect((await refreshed(other)).status).toBe(200);
});

test('a session that a bound browser switches to is bound to the same key, and stolen cookies switch to no other', async () => {
  const [there, here] = [await person('off'), await person()];
  const { jar, key, id } = await boundTo(here);
  const switched = async (of: Jar, proof: object = {}) =>
    of.post(
      '/auth/switch-tenant',
      { tenantId: there.tenant.id, ...proof },
      { headers: { 'x-csrf-token': of.cookies.get('__Host-svc_csrf') ?? '' } },
    );
  const { refreshToken } = (await service.login(there)).body;
  expect((await switched(jar, { refreshToken })).status).toBe(200);
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  expect(codeOf(await refreshed(jar.copy()))).toEqual(UNPROVED);
  // Back in the first account, whose link opens the second one from now on.
  expect((await proved(jar, id, key)).status).toBe(200);
  expect((await refreshed(jar, { slot: 1 })).status).toBe(200);
  const thief = jar.copy();
  for (const name of thief.names().filter((each) => /_\d$|_bound_/.test(each))) thief.cookies.delete(name);
  expect(codeOf(await switched(thief))).toEqual(UNPROVED);
});

test('a browser forgets the key of a session that has ended', async () => {
  const { jar, key, id } = await boundTo(await person());
  const { challenge } = challengeIn(await prove(jar, id));
  await jar.post('/auth/logout', {}, { headers: { 'x-csrf-token': jar.cookies.get('__Host-svc_csrf') ?? '' } });
  expect(codeOf(await prove(jar, id, signed(key.privateKey, challenge)))).toEqual(UNKNOWN);
});

test('lists of sessions say which are bound, and access tokens of these live ten minutes', async () => {
  const user = await service.signup(
    await service.tenant({ session: { deviceBinding: 'prefer', accessTtlSeconds: 3600 } }),
  );
  const { jar } = await boundTo(user);
  const reply = await refreshed(jar);
  const access = reply.setCookies.find((line) => line.startsWith('__Host-svc_access=')) ?? '';
  expect(access).toContain('Max-Age=600');
  const { sessions } = (await jar.get('/auth/sessions')).body;
  const bySelf = Object.fromEntries(
    sessions.map(({ isCurrent, isBoundToDevice }: Record<string, boolean>) => [isCurrent, isBoundToDevice]),
  );
  expect(bySelf).toEqual({ true: true, false: false });
});

test('the refresh cookie of a bound session alone is no session at the authorization endpoint', async () => {
  const { jar, key, id } = await boundTo(await person());
  const application = await newServer();
  const asked = async () => {
    jar.cookies.delete('__Host-svc_access');
    return (await ask(jar, application, { prompt: 'none' })).query.error ?? 'code';
  };
  expect((await proved(jar, id, key)).status).toBe(200);
  expect(await asked()).toBe('code');
  jar.cookies.delete(`__Host-svc_bound_${id}`);
  expect(await asked()).toBe('login_required');
});
