// POST /auth/switch-tenant
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { holder } from '../../support/grants.ts';
import { cookieOf, type Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { bearer, newPassword, type Tenant, type User, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();

const newUser = async (settings?: Record<string, unknown>): Promise<User> =>
  service.signup(await service.tenant(settings));
const idOf = (user: User): string => claimsOf(user.tokens.accessToken).sub;
const post = (user: Pick<User, 'tokens'>, body: unknown, headers = {}) =>
  service.post('/auth/switch-tenant', body, { headers: { ...bearer(user.tokens), ...headers } });
/** With a refresh token of the account there. */
const prove = (from: User, to: User, headers = {}) =>
  post(from, { tenantId: to.tenant.id, refreshToken: to.tokens.refreshToken }, headers);
const byLink = (from: Pick<User, 'tokens'>, to: User) => post(from, { tenantId: to.tenant.id });
const login = (jar: Jar, { email, password, tenant }: User, more = {}) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password }, ...more });
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const refresh = (refreshToken: string) => service.post('/auth/refresh-token', { refreshToken });
const patch = ({ id }: Tenant, body: unknown) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, body);
const admin = (user: User, body: unknown) => service.admin('PATCH', `/auth/admin/api/users/${idOf(user)}`, body);
const notAMember = refusal('NOT_A_MEMBER_OF_TENANT');

/** An authenticator for the account, and its secret. */
async function enrol(user: User): Promise<string> {
  const headers = bearer(user.tokens);
  const { secret } = (await service.post('/auth/mfa/setup-totp', {}, { headers })).body;
  const reply = await service.post('/auth/mfa/verify-totp-setup', { otp: totp(secret, -1) }, { headers });
  expect(reply.status).toBe(200);
  return secret;
}
const logIn = async (user: User): Promise<User> => ({ ...user, tokens: (await service.login(user)).body });

describe('200', () => {
  test('a refresh token of the account there: a new session, the old ones stay', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const { status, body, setCookies } = await prove(from, to);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Tenant switched.',
      isRequiresMfa: false,
    });
    const [before, after] = [claimsOf(to.tokens.accessToken), claimsOf(body.accessToken)];
    expect(after).toMatchObject({ sub: before.sub, tid: to.tenant.id, amr: ['pwd'] });
    expect(after.sid).not.toBe(before.sid);
    for (const token of [body.accessToken, from.tokens.accessToken, to.tokens.accessToken])
      expect((await me(token)).status).toBe(200);
    for (const token of [body.refreshToken, to.tokens.refreshToken, from.tokens.refreshToken])
      expect((await refresh(token)).status).toBe(200);
  });

  test('from then on a link does, there and back, with whatever session', async () => {
    const [from, to] = [await newUser(), await newUser()];
    expect((await prove(from, to)).status).toBe(200);
    const there = await byLink(await logIn(from), to);
    expect((await me(there.body.accessToken)).body.id).toBe(idOf(to));
    const back = await byLink(await logIn(to), from);
    expect((await me(back.body.accessToken)).body.id).toBe(idOf(from));
    const again = await byLink({ tokens: there.body }, from);
    expect((await me(again.body.accessToken)).body.id).toBe(idOf(from));
  });

  test('cookie mode: an account that waits in this browser; the new session takes its place', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const jar = createJar(service);
    for (const user of [to, from]) await login(jar, user);
    const waiting = jar.cookies.get('svc_refresh_1') as string;
    const reply = await jar.post('/auth/switch-tenant', { tenantId: to.tenant.id });
    expect(reply.body).toEqual({ message: 'Tenant switched.', isRequiresMfa: false });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(to));
    expect(claimsOf(jar.cookies.get('svc_refresh_1') as string).sub).toBe(idOf(from));
    expect(jar.names()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh', 'svc_refresh_1']);
    expect(answerOf(await refresh(waiting))).toEqual(refusal('SESSION_NOT_FOUND'));
    // To and fro without end: sessions are replaced, none is driven out.
    for (let count = 0; count < 12; count++) {
      const next = count % 2 ? to : from;
      expect((await jar.post('/auth/switch-tenant', { tenantId: next.tenant.id })).status).toBe(200);
    }
    for (const user of [from, to]) expect((await me(user.tokens.accessToken)).status).toBe(200);
  });

  test('cookie mode: a slot counts before a token, a token before a link', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const second = await service.signup(to.tenant);
    expect((await prove(from, second)).status).toBe(200);
    const jar = createJar(service);
    await login(jar, from);
    const tenantId = to.tenant.id;
    await jar.post('/auth/switch-tenant', { tenantId });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(second));
    await jar.post('/auth/refresh-token', { slot: 1 });
    const { refreshToken } = (await logIn(to)).tokens;
    jar.cookies.delete('svc_refresh_1');
    await jar.post('/auth/switch-tenant', { tenantId, refreshToken });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(to));
    await jar.post('/auth/refresh-token', { slot: 1 });
    await jar.post('/auth/switch-tenant', { tenantId, refreshToken: second.tokens.refreshToken });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(to));
  });

  test('evaluates roles afresh', async () => {
    const permission = await service.admin('POST', '/auth/admin/api/permissions', { name: `a.${Date.now()}` });
    const { user: to, role } = await holder(service, [permission.body.permission.name]);
    const { body } = await prove(await newUser(), to);
    expect(claimsOf(body.accessToken)).toMatchObject({ roles: [role.name], permissions: role.permissions });
  });

  test('rememberMe: false stays what it was, on either side', async () => {
    const [from, to] = [await newUser(), await newUser()];
    for (const forgotten of [from, to]) {
      const jar = createJar(service);
      for (const user of [to, from]) await login(jar, user, { rememberMe: user !== forgotten });
      const reply = await jar.post('/auth/switch-tenant', { tenantId: to.tenant.id });
      const line = reply.setCookies.find((each) => each.startsWith('svc_refresh=')) as string;
      expect(line).not.toMatch(/Max-Age/);
    }
  });
});

describe('what was proved is not proved afresh', () => {
  const provedAt = (reply: Reply) => claimsOf(reply.body.accessToken).auth_time;

  test('the session is as old as its proof, and ends when one of then would', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const began = claimsOf(to.tokens.accessToken).auth_time;
    await later(10 * DAY, async () => {
      const fresh = await logIn(from);
      const reply = await prove(fresh, to);
      expect(provedAt(reply)).toBe(began);
      expect(provedAt(await byLink(fresh, to))).toBe(began);
    });
    const last = await later(29 * DAY, async () => byLink(await logIn(from), to));
    expect(claimsOf(last.body.refreshToken).exp - (began as number)).toBeLessThanOrEqual((30 * DAY) / 1000 + 1);
    const over = await later(30 * DAY + MINUTE, async () => byLink(await logIn(from), to));
    expect(answerOf(over)).toEqual(notAMember);
  });

  test('no step-up: a sensitive change needs a login there', async () => {
    const [from, to] = [await newUser(), await newUser()];
    await later(16 * MINUTE, async () => {
      const { body } = await prove(await logIn(from), to);
      const toggle = await service.post('/auth/mfa/toggle', { enabled: true }, { headers: bearer(body.accessToken) });
      expect(answerOf(toggle)).toEqual(refusal('REAUTH_REQUIRED'));
    });
  });

  test('a second factor: that of the account there, again; and no device stands for another', async () => {
    const from = await newUser();
    const to = await newUser();
    const secret = await enrol(to);
    const full = await logIn(to);
    const verified = await service.post(
      '/auth/mfa/verify',
      { method: 'totp', otp: totp(secret), trustDevice: true },
      { headers: bearer(full.tokens) },
    );
    const { refreshToken, trustToken } = verified.body;
    expect(claimsOf(verified.body.accessToken).amr).toContain('mfa');
    const body = { tenantId: to.tenant.id, refreshToken };
    const pending = await post(from, body);
    expect(pending.body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
    expect(claimsOf(pending.body.accessToken).amr).not.toContain('mfa');
    expect(answerOf(await me(pending.body.accessToken))).toEqual(refusal('MFA_REQUIRED'));
    // Completed, it is full; the factor was proved now, the rest when it was.
    await later(MINUTE, async () => {
      const done = await service.post(
        '/auth/mfa/verify',
        { method: 'totp', otp: totp(secret) },
        { headers: bearer(pending.body) },
      );
      expect((await me(done.body.accessToken)).body.id).toBe(idOf(to));
    });
    const trusted = await post(from, body, { 'x-svc-device-trust': trustToken });
    expect(trusted.body).toMatchObject({ isRequiresMfa: false, trustToken: expect.any(String) });
    expect((await post(from, { tenantId: to.tenant.id })).body.isRequiresMfa).toBe(true);
  });

  test('a session that a code by e-mail opened is not completed by e-mail elsewhere', async () => {
    const to = await newUser();
    const from = await newUser();
    await admin(to, { emailVerifiedAt: new Date().toISOString() });
    expect((await prove(from, to)).status).toBe(200);
    await patch(to.tenant, { settings: { mfa: { policy: 'required' } } });
    expect((await byLink(from, to)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['email'] });
    await service.post('/auth/passwordless/send', {
      tenantId: from.tenant.id,
      identifier: from.email,
      channel: 'email',
    });
    const code = await service.code(from.email);
    const byCode = await service.post('/auth/login', {
      tenantId: from.tenant.id,
      providerName: 'passwordless',
      credentials: { identifier: from.email, channels: ['email'], code },
    });
    // The first proof of the address ended the link: proved once more.
    const { refreshToken } = (await service.login(to)).body;
    expect(answerOf(await post({ tokens: byCode.body }, { tenantId: to.tenant.id, refreshToken }))).toEqual(notAMember);
    await patch(to.tenant, { settings: { mfa: null } });
    expect((await prove({ ...from, tokens: byCode.body }, await logIn(to))).status).toBe(200);
    await patch(to.tenant, { settings: { mfa: { policy: 'required' } } });
    expect((await byLink({ tokens: byCode.body }, to)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: [] });
  });
});

describe('400', () => {
  test.each([{}, { tenantId: '' }])('TENANT_ID_REQUIRED: %j', async (body) => {
    expect(answerOf(await post(await newUser(), body))).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test('the tenant of this session', async () => {
    const user = await newUser();
    const reply = await prove(user, user);
    expect([...answerOf(reply), reply.body.message]).toEqual([
      ...refusal('INVALID_INPUT'),
      'tenantId: is the tenant of this session',
    ]);
  });
});

describe('401', () => {
  test('a pending login goes nowhere, whatever it shows', async () => {
    const [from, to] = [await newUser({ mfa: { policy: 'required' } }), await newUser()];
    expect(answerOf(await prove(from, to))).toEqual(refusal('MFA_REQUIRED'));
  });
});

describe('403', () => {
  test('no proof: nothing, the same address, a tenant nobody has, one that is no id', async () => {
    const from = await newUser();
    const to = await service.tenant();
    await service.signup(to, from.email);
    for (const tenantId of [to.id, `ten_${'x'.repeat(22)}`, 'nobody', to.slug])
      expect(answerOf(await post(from, { tenantId }))).toEqual(notAMember);
  });

  test('an inactive or deleted tenant, a disabled or deleted account', async () => {
    const closings: ((to: User) => Promise<Reply>)[] = [
      ({ tenant }) => patch(tenant, { isActive: false }),
      ({ tenant }) => service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`),
      (to) => admin(to, { isActive: false }),
      (to) => service.admin('DELETE', `/auth/admin/api/users/${idOf(to)}`),
    ];
    for (const close of closings) {
      const [from, to] = [await newUser(), await newUser()];
      expect((await prove(from, to)).status).toBe(200);
      expect((await close(to)).status).toBe(200);
      for (const attempt of [prove, byLink]) expect(answerOf(await attempt(from, to))).toEqual(notAMember);
    }
  });

  test('a session there that is pending, has ended, or whose token was replaced', async () => {
    const from = await newUser();
    const pending = await newUser({ mfa: { policy: 'required' } });
    const ended = await newUser();
    await service.post('/auth/logout', {}, { headers: bearer(ended.tokens) });
    const replaced = await newUser();
    const { body } = await refresh(replaced.tokens.refreshToken);
    for (const to of [pending, ended, replaced]) expect(answerOf(await prove(from, to))).toEqual(notAMember);
    // That it was shown ended nothing, and rotated nothing.
    expect((await prove(from, { ...replaced, tokens: body })).status).toBe(200);
    expect(claimsOf((await refresh(body.refreshToken)).body.refreshToken).gen).toBe(3);
  });

  test('an account that waits in a slot, for whom the request is in header mode', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const cookie = `svc_refresh_1=${to.tokens.refreshToken}`;
    expect(answerOf(await post(from, { tenantId: to.tenant.id }, { cookie }))).toEqual(notAMember);
    const both = { cookie, 'x-access-token-type': 'cookie' };
    const reply = await post(from, { tenantId: to.tenant.id }, both);
    expect([...answerOf(reply), cookieOf(reply, 'svc_refresh')]).toEqual([...notAMember, undefined]);
  });

  test.each([
    [
      'a new password',
      async (user: User) => {
        const body = { currentPassword: user.password, newPassword: newPassword() };
        const reply = await service.post('/auth/change-password', body, { headers: bearer(user.tokens) });
        user.password = body.newPassword;
        return reply;
      },
    ],
    ['logging out everywhere', (user: User) => service.post('/auth/logout-all', {}, { headers: bearer(user.tokens) })],
    [
      'a factor',
      async (user: User) => {
        await enrol(user);
        return { status: 200 };
      },
    ],
    [
      'an admin who switches the account off and on',
      async (user: User) => {
        await admin(user, { isActive: false });
        return admin(user, { isActive: true });
      },
    ],
    [
      'an admin who switches the tenant off and on',
      async (user: User) => {
        await patch(user.tenant, { isActive: false });
        return patch(user.tenant, { isActive: true });
      },
    ],
  ] as [string, (user: User) => Promise<{ status: number }>][])(
    'a link ends with %s, on either side',
    async (_, end) => {
      for (const side of [0, 1]) {
        const pair = [await newUser(), await newUser()];
        const [from, to] = pair as [User, User];
        expect((await prove(from, to)).status).toBe(200);
        expect((await byLink(from, to)).status).toBe(200);
        const changed = pair[side] as User;
        expect((await end(changed)).status).toBe(200);
        const { body } = await service.login(from);
        // Whoever has a factor now goes on with the session that set it up.
        const caller = body.isRequiresMfa ? from : { ...from, tokens: body };
        expect(answerOf(await byLink(caller, to))).toEqual(notAMember);
        const there = await service.login(to);
        expect((await prove(caller, { ...to, tokens: there.body })).status).toBe(there.body.isRequiresMfa ? 403 : 200);
      }
    },
  );
});

test('429: more than thirty in a quarter of an hour', async () => {
  const [from, to] = [await newUser(), await newUser()];
  for (let count = 0; count < 30; count++) expect((await byLink(from, to)).status).toBe(403);
  const reply = await prove(from, to);
  expect([...answerOf(reply), Number(reply.headers['retry-after']) > 0]).toEqual([...refusal('RATE_LIMITED'), true]);
});
