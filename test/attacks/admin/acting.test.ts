// Threat: an admin who acts as a user stays in the account, takes it over, or leaves no trace; or another person gets the
// session.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf } from '../../../lib/contract/operation.ts';
import {
  type Acting,
  ALLOWED,
  acting,
  actPath,
  idOf,
  me,
  openTenant,
  REASON,
  refreshed,
  scene,
} from '../../support/acting.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, COOKIES, claimsOf, pathFor, refusal } from '../../support/api.ts';
import { basicOf, postForm } from '../../support/applications.ts';
import { enrol } from '../../support/factors.ts';
import { cookieHeader } from '../../support/http.ts';
import { createJar } from '../../support/jar.ts';
import { operations } from '../../support/ledger.ts';
import { ask, newServer } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { type ScopedAdmin, scopedAdmin } from '../../support/scoped-admins.ts';
import { bearer, newPassword, type User, useService } from '../../support/service.ts';

const service = useService(ALLOWED);

const GONE = refusal('SESSION_NOT_FOUND');
const begin = (admin: Pick<ScopedAdmin, 'send'>, user: Pick<User, 'tokens'>) =>
  admin.send('POST', actPath(idOf(user)), { reason: REASON });
const isAlive = async (session: Pick<Acting, 'headers'>): Promise<boolean> =>
  (await me(service, session)).status === 200;

/** What an admin who acts as a user may call: it changes nothing about the account. */
const OPEN = [
  'GET /auth/me',
  'GET /auth/user',
  'GET /auth/verify-session',
  'GET /auth/sessions',
  'GET /auth/trusted-devices',
  'GET /auth/audit',
  'GET /auth/api-keys',
  'GET /auth/directory',
  'GET /auth/grants',
  'GET /auth/identities',
  'GET /auth/mfa/status',
  'GET /auth/mfa/devices',
  'GET /auth/passkeys',
];

describe('an admin who acts as a user', () => {
  const ofSession = operations.filter(({ operation: { access } }) => ['user', 'pending', 'enrolling'].includes(access));
  let user: User;
  const credentials: Record<string, Record<string, string>> = {};
  beforeAll(async () => {
    const tenant = await openTenant(service, { mfa: { policy: 'required' } });
    user = await enrol(service, await openTenant(service));
    const plain = await createUser(service, tenant);
    const [one, two] = [await scopedAdmin(service, 'owner'), await scopedAdmin(service, 'operator')];
    credentials['a token'] = (await acting(one, user)).headers;
    const headers = { ...COOKIES, cookie: two.cookie };
    const path = actPath(plain.id);
    credentials.cookies = {
      ...COOKIES,
      cookie: cookieHeader(await service.post(path, { reason: REASON }, { headers })),
    };
  });

  test.each(['a token', 'cookies'])('with %s may call what is declared, and nothing else', async (kind) => {
    const open: string[] = [];
    for (const { route, operation } of ofSession) {
      const sent = { headers: credentials[kind] as Record<string, string>, ...(operation.body && { body: {} }) };
      const reply = await service.send(methodOf(route), pathFor(route), sent);
      expect(reply.status).toBeLessThan(500);
      if (answerOf(reply).join(' ') !== '403 NOT_WHILE_ACTING') open.push(route);
    }
    const rows = ofSession.filter(({ group }) => group === 'resources').map(({ route }) => route);
    expect(rows.length).toBeGreaterThan(5);
    expect(open.toSorted()).toEqual([...OPEN, ...rows].toSorted());
  });

  test('has no operation that asks for a recent login or changes the cookies of a session', () => {
    const declared = operations.filter(({ operation }) => operation.admits?.acting).map(({ operation }) => operation);
    expect(declared.length).toBeGreaterThan(9);
    expect(declared.filter(({ stepUp, browser }) => stepUp || browser?.cookies)).toEqual([]);
  });

  test('opens no application, and shows no claims of OpenID', async () => {
    const known = await newServer();
    const { user: other, admin } = await scene(service);
    const jar = createJar(service);
    expect((await jar.post('/auth/admin/login', { email: admin.email, password: admin.password })).status).toBe(201);
    expect((await jar.post(actPath(idOf(other)), { reason: REASON })).status).toBe(201);
    for (const prompt of [undefined, 'none', 'login']) {
      const { query } = await ask(jar, known, { prompt });
      expect(query).toMatchObject({ error: 'access_denied', state: 'the-state' });
      expect(query.code).toBeUndefined();
    }
    const session = await acting(admin, other);
    expect((await service.get('/oauth2/userinfo', { headers: session.headers })).status).toBe(403);
    const form = { token: session.tokens.accessToken };
    const reply = await postForm(service, '/oauth2/introspect', form, { headers: basicOf(known) });
    expect(reply.body).toMatchObject({ active: true, act: { sub: admin.id } });
  });

  test('proves nothing at a switch of tenant, with a refresh token of the session', async () => {
    const { session, tenant } = await scene(service);
    const own = await service.signup(await service.tenant());
    const body = { tenantId: tenant.id, refreshToken: session.tokens.refreshToken };
    const reply = await service.post('/auth/switch-tenant', body, { headers: bearer(own.tokens) });
    expect(answerOf(reply)).toEqual(refusal('NOT_A_MEMBER_OF_TENANT'));
  });

  test('cannot stay by a refresh token that was exchanged before: the session ends', async () => {
    const { session } = await scene(service);
    const next = (await refreshed(service, session)).body;
    await refreshed(service, { tokens: next });
    expect(answerOf(await refreshed(service, session))).toEqual(refusal('REFRESH_TOKEN_REUSED'));
    expect(await isAlive({ headers: bearer(next) as Acting['headers'] })).toBe(false);
  });
});

describe('acting as a user', () => {
  test.each(['support', 'auditor'])('is not for admins of the role %s', async (role) => {
    const user = await service.signup(await openTenant(service));
    expect(answerOf(await begin(await scopedAdmin(service, role), user))).toEqual(refusal('FORBIDDEN'));
  });

  test('is possible within the tenants of the admin, and elsewhere responds as for no user', async () => {
    const [own, foreign] = [await openTenant(service), await openTenant(service)];
    const [mine, theirs] = [await service.signup(own), await service.signup(foreign)];
    const admin = await scopedAdmin(service, 'operator', [own.id]);
    expect((await begin(admin, mine)).status).toBe(201);
    const reply = await begin(admin, theirs);
    const absent = await admin.send('POST', actPath(`usr_${'0'.repeat(44)}`), { reason: REASON });
    expect(answerOf(reply)).toEqual(refusal('USER_NOT_FOUND'));
    expect({ ...reply.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
  });

  test('needs the cookie of an admin: the session that it gives begins no other one', async () => {
    const { user, session } = await scene(service);
    const options = { headers: session.headers };
    expect(answerOf(await service.post(actPath(idOf(user)), { reason: REASON }, options))).toEqual(
      refusal('INVALID_TOKEN'),
    );
  });

  test('twenty times at once leaves one session', async () => {
    const user = await service.signup(await openTenant(service));
    const admin = await scopedAdmin(service, 'operator');
    const replies = await race(20, () => begin(admin, user));
    const begun = replies
      .filter(({ status }) => status === 201)
      .map(({ body }) => ({ headers: bearer(body) as Acting['headers'] }));
    expect(begun.length).toBeGreaterThan(0);
    const alive = await Promise.all(begun.map(isAlive));
    expect(alive.filter(Boolean).length).toBeLessThanOrEqual(1);
    expect((await service.get('/auth/verify-session', { headers: bearer(user.tokens) })).status).toBe(200);
  });
});

describe('the session of an acting admin ends', () => {
  const owner = (method: string, path: string, body?: unknown) =>
    service.admin(method, `/auth/admin/admins/${path}`, body);
  type Scene = Awaited<ReturnType<typeof scene>>;

  test.each<[string, (scene: Scene) => Promise<{ status: number }>]>([
    ['when the admin logs out', ({ admin }) => admin.send('POST', '/auth/admin/logout')],
    ['when the admin ends their other sessions', ({ admin }) => admin.send('DELETE', '/auth/admin/sessions')],
    [
      'when the admin’s own session is ended from the list',
      async ({ admin }) => {
        const { data } = (await admin.get('/auth/admin/sessions')).body;
        return admin.send('DELETE', `/auth/admin/sessions/${data[0].id}`);
      },
    ],
    ['when the admin is demoted', ({ admin }) => owner('PATCH', admin.id, { role: 'support' })],
    [
      'when the admin is limited to other tenants',
      async ({ admin }) => owner('PATCH', admin.id, { tenants: [(await service.tenant()).id] }),
    ],
    ['when the admin gets a new password', ({ admin }) => owner('PATCH', admin.id, { password: newPassword() })],
    ['when the admin is deleted', ({ admin }) => owner('DELETE', admin.id)],
    ['when the admin acts as another user', async ({ admin, tenant }) => begin(admin, await service.signup(tenant))],
    ['when another admin acts as the user', async ({ user }) => begin(await scopedAdmin(service, 'operator'), user)],
    ['when the user is disabled', ({ user }) => service.admin('PATCH', `${USERS}/${idOf(user)}`, { isActive: false })],
    [
      'when the user logs out everywhere',
      ({ user }) => service.post('/auth/logout-all', {}, { headers: bearer(user.tokens) }),
    ],
    [
      'when the user ends their other sessions',
      ({ user }) => service.send('DELETE', '/auth/sessions', { headers: bearer(user.tokens) }),
    ],
    ['when the admin ends it', ({ session }) => service.post('/auth/logout', {}, { headers: session.headers })],
  ])('%s, with its refresh token', async (_, end) => {
    const known = await scene(service);
    expect(await isAlive(known.session)).toBe(true);
    expect((await end(known)).status).toBeLessThan(300);
    expect(await isAlive(known.session)).toBe(false);
    expect((await refreshed(service, known.session)).status).toBe(401);
  });

  test('when the admin is demoted at the moment in which it begins', async () => {
    const tenant = await openTenant(service);
    const user = await service.signup(tenant);
    for (let round = 0; round < 6; round++) {
      const admin = await scopedAdmin(service, 'operator');
      const [begun, demoted] = await Promise.all([begin(admin, user), owner('PATCH', admin.id, { role: 'support' })]);
      expect(demoted.status).toBe(200);
      expect([201, 403]).toContain(begun.status);
      if (begun.status === 201)
        expect(answerOf(await me(service, { headers: bearer(begun.body) as Acting['headers'] }))).toEqual(GONE);
    }
  });

  test('and its token names a session that no other admin has', async () => {
    const { tenant, session } = await scene(service);
    const other = await acting(await scopedAdmin(service, 'operator'), await service.signup(tenant));
    expect(claimsOf(other.tokens.accessToken).sid).not.toBe(claimsOf(session.tokens.accessToken).sid);
    expect([await isAlive(session), await isAlive(other)]).toEqual([true, true]);
    expect(outcomes([await me(service, session)])).toEqual({ 200: 1 });
  });
});
