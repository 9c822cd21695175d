// Tests POST /auth/switch-tenant.
import { describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, claimsOf, DAY, later, MINUTE, published, refusal, SECOND } from '../../support/api.ts';
import { holder } from '../../support/grants.ts';
import { cookieOf, type Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { enrolled, nextCode } from '../../support/mfa.ts';
import { bearer, newPassword, type Tenant, type User, useService } from '../../support/service.ts';
import { codeBefore, totp } from '../../support/totp.ts';

const service = useService();

const newUser = async (settings?: Record<string, unknown>): Promise<User> =>
  service.signup(await service.tenant(settings));
const idOf = (user: User): string => claimsOf(user.tokens.accessToken).sub;
const post = (user: Pick<User, 'tokens'>, body: unknown, headers = {}) =>
  service.post('/auth/switch-tenant', body, { headers: { ...bearer(user.tokens), ...headers } });
/** Switches with a refresh token of the account in the other tenant. The client keeps the tokens that replace it. */
async function prove(from: User, to: User, headers = {}): Promise<Reply> {
  const reply = await post(from, { tenantId: to.tenant.id, refreshToken: to.tokens.refreshToken }, headers);
  if (reply.status === 200 && !reply.body.isRequiresMfa) to.tokens = reply.body;
  return reply;
}
const byLink = (from: Pick<User, 'tokens'>, to: User) => post(from, { tenantId: to.tenant.id });
const login = (jar: Jar, { email, password, tenant }: User, more = {}) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password }, ...more });
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const refresh = (refreshToken: string) => service.post('/auth/refresh-token', { refreshToken });
const patch = ({ id }: Tenant, body: unknown) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, body);
const admin = (user: User, body: unknown) => service.admin('PATCH', `/auth/admin/api/users/${idOf(user)}`, body);
const notAMember = refusal('NOT_A_MEMBER_OF_TENANT');

/** Enrols an authenticator for the account and returns its secret. */
async function enrol(user: User): Promise<string> {
  const headers = bearer(user.tokens);
  const { secret } = (await service.post('/auth/mfa/setup-totp', {}, { headers })).body;
  const reply = await service.post('/auth/mfa/verify-totp-setup', { otp: codeBefore(secret) }, { headers });
  expect(reply.status).toBe(200);
  return secret;
}
const logIn = async (user: User): Promise<User> => ({ ...user, tokens: (await service.login(user)).body });

describe('POST /auth/switch-tenant 200', () => {
  test("replaces the session whose refresh token is shown, and keeps the caller's", async () => {
    const [from, to] = [await newUser(), await newUser()];
    const shown = to.tokens;
    const { status, body, setCookies } = await prove(from, to);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Tenant switched.',
      isRequiresMfa: false,
      nextStep: null,
    });
    const [before, after] = [claimsOf(shown.accessToken), claimsOf(body.accessToken)];
    expect(after).toMatchObject({ sub: before.sub, tid: to.tenant.id, amr: ['pwd'] });
    expect(after.sid).not.toBe(before.sid);
    for (const token of [body.accessToken, from.tokens.accessToken]) expect((await me(token)).status).toBe(200);
    expect(answerOf(await me(shown.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    for (const token of [body.refreshToken, from.tokens.refreshToken]) expect((await refresh(token)).status).toBe(200);
  });

  test('links the two sessions, so that they and what they open may switch there and back, and no other session', async () => {
    const [from, to] = [await newUser(), await newUser()];
    expect((await prove(from, to)).status).toBe(200);
    const switched = await byLink(from, to);
    const returned = await byLink(to, from);
    const again = await byLink({ tokens: switched.body }, from);
    const onceMore = await byLink({ tokens: again.body }, to);
    const ids = [switched, returned, again, onceMore].map(({ body }) => claimsOf(body.accessToken).sub);
    expect(ids).toEqual([to, from, from, to].map(idOf));
    for (const { body } of [switched, returned, again, onceMore]) expect((await me(body.accessToken)).status).toBe(200);
    for (const [own, other] of [
      [from, to],
      [to, from],
    ] as const)
      expect(answerOf(await byLink(await logIn(own), other))).toEqual(notAMember);
  });

  test('leaves no second message when another session of the account links the same accounts', async () => {
    const [from, to] = [await newUser(), await newUser()];
    expect((await prove(from, to)).status).toBe(200);
    const elsewhere = await logIn(from);
    expect((await prove(elsewhere, await logIn(to))).status).toBe(200);
    expect((await byLink(elsewhere, to)).status).toBe(200);
    expect(await published(service, 'svc.account_linked', from.tenant.id)).toHaveLength(1);
  });

  test('switches in cookie mode to a waiting account and replaces its session', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const jar = createJar(service);
    for (const user of [to, from]) await login(jar, user);
    const waiting = jar.cookies.get('svc_refresh_1') as string;
    const before = claimsOf(waiting).sid;
    const reply = await jar.post('/auth/switch-tenant', { tenantId: to.tenant.id });
    expect(reply.body).toEqual({
      message: 'Tenant switched.',
      isRequiresMfa: false,
      nextStep: null,
      csrfToken: expect.any(String),
    });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(to));
    expect(claimsOf(jar.cookies.get('svc_refresh_1') as string).sub).toBe(idOf(from));
    expect(jar.names()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh', 'svc_refresh_1']);
    expect(claimsOf(jar.cookies.get('svc_refresh') as string).sid).not.toBe(before);
    // Switching repeatedly replaces sessions and ends no other.
    for (let count = 0; count < 12; count++) {
      const next = count % 2 ? to : from;
      expect((await jar.post('/auth/switch-tenant', { tenantId: next.tenant.id })).status).toBe(200);
    }
    for (const user of [from, to]) expect((await me(user.tokens.accessToken)).status).toBe(200);
  });

  test('prefers in cookie mode a slot to a token, and a token to a link', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const second = await service.signup(to.tenant);
    const jar = createJar(service);
    await login(jar, from);
    const tenantId = to.tenant.id;
    await jar.post('/auth/switch-tenant', { tenantId, refreshToken: second.tokens.refreshToken });
    await jar.post('/auth/refresh-token', { slot: 1 });
    jar.cookies.delete('svc_refresh_1');
    await jar.post('/auth/switch-tenant', { tenantId });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(second));
    await jar.post('/auth/refresh-token', { slot: 1 });
    const { refreshToken } = (await logIn(to)).tokens;
    jar.cookies.delete('svc_refresh_1');
    await jar.post('/auth/switch-tenant', { tenantId, refreshToken });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(to));
    await jar.post('/auth/refresh-token', { slot: 1 });
    await jar.post('/auth/switch-tenant', { tenantId, refreshToken: (await logIn(second)).tokens.refreshToken });
    expect((await jar.get('/auth/me')).body.id).toBe(idOf(to));
  });

  test('evaluates roles again', async () => {
    const permission = await service.admin('POST', '/auth/admin/api/permissions', { name: `a.${Date.now()}` });
    const { user: to, role } = await holder(service, [permission.body.permission.name]);
    const { body } = await prove(await newUser(), to);
    expect(claimsOf(body.accessToken)).toMatchObject({ roles: [role.name], permissions: role.permissions });
  });

  test('sets cookies that end with the browser when either login had rememberMe: false', async () => {
    const [from, to] = [await newUser(), await newUser()];
    for (const notRemembered of [from, to]) {
      const jar = createJar(service);
      for (const user of [to, from]) await login(jar, user, { rememberMe: user !== notRemembered });
      const reply = await jar.post('/auth/switch-tenant', { tenantId: to.tenant.id });
      const line = reply.setCookies.find((each) => each.startsWith('svc_refresh=')) as string;
      expect(line).not.toMatch(/Max-Age/);
    }
  });
});

describe('POST /auth/switch-tenant: the new session', () => {
  const provedAt = (reply: Reply) => claimsOf(reply.body.accessToken).auth_time;

  test('keeps the time of its proof and expires when the proving session would', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const startedAt = claimsOf(to.tokens.accessToken).auth_time;
    const fresh = await later(10 * DAY, async () => logIn(from));
    const refreshed = async (): Promise<User> => {
      fresh.tokens = (await refresh(fresh.tokens.refreshToken)).body;
      return fresh;
    };
    await later(10 * DAY, async () => {
      const reply = await prove(fresh, to);
      expect(provedAt(reply)).toBe(startedAt);
      expect(provedAt(await byLink(fresh, to))).toBe(startedAt);
    });
    await later(20 * DAY, refreshed);
    const last = await later(29 * DAY, async () => byLink(await refreshed(), to));
    expect(claimsOf(last.body.refreshToken).exp - (startedAt as number)).toBeLessThanOrEqual((30 * DAY) / 1000 + 1);
    const expired = await later(30 * DAY + MINUTE, async () => byLink(await refreshed(), to));
    expect(answerOf(expired)).toEqual(notAMember);
  });

  test('needs a login in the other tenant before a sensitive change', async () => {
    const [from, to] = [await newUser(), await newUser()];
    await later(16 * MINUTE, async () => {
      const { body } = await prove(await logIn(from), to);
      const toggle = await service.post('/auth/mfa/toggle', { enabled: true }, { headers: bearer(body.accessToken) });
      expect(answerOf(toggle)).toEqual(refusal('REAUTH_REQUIRED'));
    });
  });

  test('needs the second factor of the other account unless its own device is trusted', async () => {
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
    expect(answerOf(await me(pending.body.accessToken))).toEqual(refusal('MFA_REQUIRED'));
    // The completed login is a full session: the factor was proved now, the password in the session that was shown.
    const next = await later(MINUTE, async () => {
      const completed = await service.post(
        '/auth/mfa/verify',
        { method: 'totp', otp: totp(secret) },
        { headers: bearer(pending.body) },
      );
      expect((await me(completed.body.accessToken)).body.id).toBe(idOf(to));
      expect(answerOf(await me(verified.body.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
      return completed.body.refreshToken;
    });
    const trusted = await post(from, { ...body, refreshToken: next }, { 'x-svc-device-trust': trustToken });
    expect(trusted.body).toMatchObject({ isRequiresMfa: false, trustToken: expect.any(String) });
    expect((await post(from, { tenantId: to.tenant.id })).body.isRequiresMfa).toBe(true);
  });

  test('ends no later with a second factor than the session that was shown', async () => {
    const from = await newUser();
    const to = await enrolled(service);
    const verify = async (tokens: User['tokens']): Promise<User['tokens']> => {
      const body = { method: 'totp', otp: nextCode(to.secret) };
      return (await service.post('/auth/mfa/verify', body, { headers: bearer(tokens) })).body;
    };
    const endOf = async (tokens: User['tokens']) =>
      Date.parse((await service.get('/auth/verify-session', { headers: bearer(tokens) })).body.expiresAt);
    const shown = await verify((await logIn(to)).tokens);
    const end = await endOf(shown);
    await later(10 * DAY, async () => {
      const caller = await logIn(from);
      const pending = await post(caller, { tenantId: to.tenant.id, refreshToken: shown.refreshToken });
      const linked = await byLink(caller, to);
      for (const { body } of [pending, linked]) {
        expect(body.isRequiresMfa).toBe(true);
        expect(await endOf(await verify(body))).toBeLessThanOrEqual(end);
      }
    });
  });

  test('offers no e-mail as second factor when an e-mailed code opened the first session', async () => {
    const made = await createUser(service, await service.tenant(), { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const to = { ...made, tokens: (await service.login(made)).body as User['tokens'] };
    const from = await newUser();
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
    // The first proof of the address ended the link, so the caller proves the other account again.
    const { refreshToken } = (await service.login(to)).body;
    expect(answerOf(await post({ tokens: byCode.body }, { tenantId: to.tenant.id, refreshToken }))).toEqual(notAMember);
    await patch(to.tenant, { settings: { mfa: null } });
    expect((await prove({ ...from, tokens: byCode.body }, await logIn(to))).status).toBe(200);
    await patch(to.tenant, { settings: { mfa: { policy: 'required' } } });
    expect((await byLink({ tokens: byCode.body }, to)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: [] });
  });
});

describe('POST /auth/switch-tenant 400', () => {
  test.each([{}, { tenantId: '' }])('rejects the body %j with TENANT_ID_REQUIRED', async (body) => {
    expect(answerOf(await post(await newUser(), body))).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test("rejects the tenant of the caller's session", async () => {
    const user = await newUser();
    const reply = await prove(user, user);
    expect([...answerOf(reply), reply.body.message]).toEqual([
      ...refusal('INVALID_INPUT'),
      'tenantId: is already the tenant of this session',
    ]);
  });
});

describe('POST /auth/switch-tenant 401', () => {
  test('rejects a pending login even with a valid refresh token', async () => {
    const [from, to] = [await newUser({ mfa: { policy: 'required' } }), await newUser()];
    expect(answerOf(await prove(from, to))).toEqual(refusal('MFA_REQUIRED'));
  });
});

describe('POST /auth/switch-tenant 403', () => {
  test('rejects a tenant without proof, even with the same address there', async () => {
    const from = await newUser();
    const to = await service.tenant();
    await service.signup(to, from.email);
    for (const tenantId of [to.id, `ten_${'x'.repeat(22)}`, 'ten_nobody'])
      expect(answerOf(await post(from, { tenantId }))).toEqual(notAMember);
  });

  test('rejects an inactive or deleted tenant and a disabled or deleted account', async () => {
    const deactivations: ((to: User) => Promise<Reply>)[] = [
      ({ tenant }) => patch(tenant, { isActive: false }),
      ({ tenant }) => service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`),
      (to) => admin(to, { isActive: false }),
      (to) => service.admin('DELETE', `/auth/admin/api/users/${idOf(to)}`),
    ];
    for (const deactivate of deactivations) {
      const [from, to] = [await newUser(), await newUser()];
      expect((await prove(from, to)).status).toBe(200);
      expect((await deactivate(to)).status).toBe(200);
      for (const attempt of [prove, byLink]) expect(answerOf(await attempt(from, to))).toEqual(notAMember);
    }
  });

  test('rejects a refresh token that is pending or ended', async () => {
    const from = await newUser();
    const pending = await newUser({ mfa: { policy: 'required' } });
    const ended = await newUser();
    await service.post('/auth/logout', {}, { headers: bearer(ended.tokens) });
    for (const to of [pending, ended]) expect(answerOf(await prove(from, to))).toEqual(notAMember);
  });

  test('ends the session of a refresh token that was exchanged before', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const { body } = await refresh(to.tokens.refreshToken);
    expect(answerOf(await later(11 * SECOND, () => prove(from, to)))).toEqual(notAMember);
    expect(answerOf(await me(body.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(await published(service, 'svc.refresh_token_reuse_detected', to.tenant.id)).toHaveLength(1);
  });

  test('ignores an account in a slot when the request is in header mode', async () => {
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
      'enrolling a factor',
      async (user: User) => {
        // The session of a switch is no proof for a change of factors.
        user.tokens = (await service.login(user)).body;
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
    'ends a link after %s on either side',
    async (_, endLink) => {
      for (const side of [0, 1]) {
        const pair = [await newUser(), await newUser()];
        const [from, to] = pair as [User, User];
        expect((await prove(from, to)).status).toBe(200);
        expect((await byLink(from, to)).status).toBe(200);
        const changed = pair[side] as User;
        expect((await endLink(changed)).status).toBe(200);
        const { body } = await service.login(from);
        // A user who has enrolled a factor continues with the session that enrolled it.
        const caller = body.isRequiresMfa ? from : { ...from, tokens: body };
        expect(answerOf(await byLink(caller, to))).toEqual(notAMember);
        const reply = await service.login(to);
        expect((await prove(caller, { ...to, tokens: reply.body })).status).toBe(reply.body.isRequiresMfa ? 403 : 200);
      }
    },
  );
});

test('POST /auth/switch-tenant 429 rejects more than thirty calls in a quarter of an hour', async () => {
  const [from, to] = [await newUser(), await newUser()];
  for (let count = 0; count < 30; count++) expect((await byLink(from, to)).status).toBe(403);
  const reply = await prove(from, to);
  expect([...answerOf(reply), Number(reply.headers['retry-after']) > 0]).toEqual([...refusal('RATE_LIMITED'), true]);
});
