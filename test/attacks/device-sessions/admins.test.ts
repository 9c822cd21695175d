// Carries off the cookie of an admin whose session is bound to a device, with and without what the browser got for its last proof,
// and tries to bind and to prove with keys and challenges of others.
import { beforeAll, expect, test } from '@jest/globals';
import { type Account, callers } from '../../support/admins.ts';
import { later, MINUTE, publishedAbout, SECOND } from '../../support/api.ts';
import {
  ADMIN_BIND,
  ADMIN_PROVE,
  challengeIn,
  newKey,
  offerIn,
  registrationOf,
  signed,
} from '../../support/device-sessions.ts';
import type { Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_ADMIN_DEVICE_BOUND: 'prefer' });
beforeAll(() => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
});
const { account } = callers(service);

const PROOF = '__Host-svc_admin_proof';
const ENDED = [401, 'SESSION_INVALID'];
const UNPROVED = [403, 'REFRESH_TOKEN_PROOF_REQUIRED'];
const codeOf = ({ status, body }: Reply) => [status, body.code];
type Key = ReturnType<typeof newKey>;

async function loggedIn(who?: Account) {
  const { email, password } = who ?? (await account());
  const jar = createJar(service);
  const login = await jar.post('/auth/admin/login', { email, password });
  expect(login.status).toBe(201);
  return { jar, login };
}

const bind = (jar: Jar, response: string): Promise<Reply> =>
  jar.send('POST', ADMIN_BIND, { headers: { 'secure-session-response': response } });
const prove = (jar: Jar, id: string, response?: string): Promise<Reply> =>
  jar.send('POST', ADMIN_PROVE, {
    headers: { 'sec-secure-session-id': id, ...(response !== undefined && { 'secure-session-response': response }) },
  });
const proved = async (jar: Jar, id: string, key: Key): Promise<Reply> =>
  prove(jar, id, signed(key.privateKey, challengeIn(await prove(jar, id)).challenge));
const me = async (jar: Jar) => codeOf(await jar.get('/auth/admin/me'));

async function bound(who?: Account) {
  const { jar, login } = await loggedIn(who);
  const key = newKey();
  const reply = await bind(jar, registrationOf(key, offerIn(login) as string));
  expect(reply.status).toBe(200);
  return { jar, key, id: reply.body.session_identifier as string, reply };
}

/** The jar of a thief who carries off the cookie of the session alone. */
function thiefOf(jar: Jar): Jar {
  const thief = jar.copy();
  thief.cookies.delete(PROOF);
  return thief;
}

test('the cookie of a bound admin alone opens nothing, and the session stays with its browser', async () => {
  const { jar, key, id } = await bound();
  const thief = thiefOf(jar);
  expect(await me(thief)).toEqual(ENDED);
  expect(await me(jar)).toEqual([200, undefined]);
  const stolen = jar.copy();
  await later(5 * MINUTE + SECOND, async () => {
    expect([await me(stolen), await me(jar)]).toEqual([ENDED, ENDED]);
    expect((await proved(jar, id, key)).status).toBe(200);
    expect([await me(stolen), await me(jar)]).toEqual([ENDED, [200, undefined]]);
  });
});

test('the instructions name the cookie, and the paths of admins alone', async () => {
  const { reply, jar } = await bound();
  expect(reply.body).toMatchObject({
    refresh_url: ADMIN_PROVE,
    scope: {
      scope_specification: [
        { path: '/', type: 'exclude' },
        { path: '/auth/admin', type: 'include' },
      ],
    },
    credentials: [{ name: PROOF, attributes: 'Path=/; SameSite=Strict; HttpOnly; Secure' }],
  });
  const { data } = (await jar.get('/auth/admin/sessions')).body;
  expect(data).toMatchObject([{ isCurrent: true, isBoundToDevice: true }]);
});

test('a session is bound within a minute of its login, once, and by its own browser', async () => {
  const { jar, login } = await loggedIn();
  const challenge = offerIn(login) as string;
  const { jar: other } = await loggedIn();
  expect(codeOf(await bind(other, registrationOf(newKey(), challenge)))).toEqual(ENDED);
  expect(codeOf(await bind(createJar(service), registrationOf(newKey(), challenge)))).toEqual([
    401,
    'NO_AUTH_PROVIDED',
  ]);
  await later(MINUTE + SECOND, async () =>
    expect(codeOf(await bind(jar, registrationOf(newKey(), challenge)))).toEqual(ENDED),
  );
  expect(codeOf(await bind(jar, 'none'))).toEqual(ENDED);
  expect((await bind(jar, registrationOf(newKey(), challenge))).status).toBe(200);
  expect(codeOf(await bind(jar, registrationOf(newKey(), challenge)))).toEqual(ENDED);
});

test('of twenty keys for one login of an admin, one is bound, and the audit log has it once', async () => {
  const who = await account();
  const { jar, login } = await loggedIn(who);
  const challenge = offerIn(login) as string;
  const replies = await race(20, async () => bind(jar.copy(), registrationOf(newKey(), challenge)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  const bindings = { action: 'admin.session_bound', targetId: who.id };
  expect(await publishedAbout(service, 'svc.admin_action', bindings)).toMatchObject([{ detail: { adminId: who.id } }]);
});

test('a challenge of another session, an old one, and the signature of another key prove nothing', async () => {
  const [one, two] = [await bound(), await bound()];
  const foreign = challengeIn(await prove(two.jar, two.id)).challenge;
  expect(codeOf(await prove(one.jar, one.id, signed(one.key.privateKey, foreign)))).toEqual(UNPROVED);
  expect(codeOf(await prove(one.jar, two.id, signed(two.key.privateKey, foreign)))).toEqual(ENDED);
  const { challenge } = challengeIn(await prove(one.jar, one.id));
  expect(codeOf(await prove(one.jar, one.id, signed(newKey().privateKey, challenge)))).toEqual(ENDED);
  await later(MINUTE + SECOND, async () =>
    expect(codeOf(await prove(one.jar, one.id, signed(one.key.privateKey, challenge)))).toEqual(UNPROVED),
  );
  const { jar } = await loggedIn();
  expect(codeOf(await prove(jar, one.id))).toEqual(ENDED);
  expect(codeOf(await prove(createJar(service), one.id))).toEqual([401, 'NO_AUTH_PROVIDED']);
});

test('what a browser got for the proof of one session opens no other session', async () => {
  const [one, two] = [await bound(), await bound()];
  const proof = one.jar.cookies.get(PROOF) as string;
  two.jar.cookies.set(PROOF, proof);
  expect(await me(two.jar)).toEqual(ENDED);
});

test('a thief without the key does not keep an unused session alive', async () => {
  const { jar, key, id } = await bound();
  const thief = thiefOf(jar);
  for (const minutes of [10, 20, 29])
    await later(minutes * MINUTE, async () => {
      expect(await me(thief)).toEqual(ENDED);
      expect(codeOf(await prove(thief, id))).toEqual(UNPROVED);
    });
  await later(31 * MINUTE, async () =>
    expect(codeOf(await prove(jar, id, signed(key.privateKey, 'x')))).toEqual(ENDED),
  );
});

test('a browser that logs in again, or out, loses what it got for the earlier session', async () => {
  const who = await account();
  const { jar } = await bound(who);
  const again = await jar.post('/auth/admin/login', { email: who.email, password: who.password });
  expect([again.status, jar.cookies.has(PROOF), offerIn(again)]).toEqual([201, false, expect.any(String)]);
  const other = await bound(who);
  await other.jar.post(
    '/auth/admin/logout',
    {},
    { headers: { 'x-csrf-token': other.jar.cookies.get('__Host-svc_csrf') ?? '' } },
  );
  expect(other.jar.cookies.has(PROOF)).toBe(false);
});

test('a browser that cannot prove its key ends its own session, and a thief no other one', async () => {
  const who = await account();
  const [lost, other] = [await bound(who), await bound(who)];
  const browser = thiefOf(lost.jar);
  const csrf = { 'x-csrf-token': browser.cookies.get('__Host-svc_csrf') ?? '' };
  const foreign = { origin: 'https://evil.example' };
  expect((await browser.copy().post('/auth/admin/logout', {}, { headers: foreign })).status).toBe(403);
  expect((await proved(lost.jar, lost.id, lost.key)).status).toBe(200);
  const replies = await race(20, () => browser.copy().post('/auth/admin/logout', {}, { headers: csrf }));
  expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(replies.every(({ status }) => status === 201 || status === 401)).toBe(true);
  expect([await me(lost.jar), await me(other.jar)]).toEqual([ENDED, [200, undefined]]);
  const ends = { action: 'admin.session_ended', targetId: who.id };
  expect(await publishedAbout(service, 'svc.admin_action', ends)).toMatchObject([
    { detail: { before: { sessionId: lost.id } } },
  ]);
});

test('a browser without the protocol goes on where binding is preferred', async () => {
  const { jar } = await loggedIn();
  await later(10 * MINUTE, async () => expect(await me(jar)).toEqual([200, undefined]));
});

test('a cookie that is sent twice binds and proves nothing', async () => {
  const { jar, id } = await bound();
  const headers = { cookie: `${jar.header()}; __Host-svc_admin=x`, 'sec-secure-session-id': id };
  for (const path of [ADMIN_BIND, ADMIN_PROVE])
    expect(codeOf(await service.send('POST', path, { headers }))).toEqual([400, 'CONFLICTING_CREDENTIALS']);
});
