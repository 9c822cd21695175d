// Tests POST /auth/admin/api/users/{id}/act.
import { describe, expect, test } from '@jest/globals';
import { ALLOWED, acting, actPath, idOf, me, openTenant, REASON, refreshed, scene } from '../../support/acting.ts';
import { UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, COOKIES, claimsOf, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { type Entry, startFeed } from '../../support/audit.ts';
import { cookieHeader } from '../../support/http.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { bearer, newEmail, newPassword, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService(ALLOWED);

/** Times of sessions that end are those of the table, which are whole seconds. */
const ORDER = ['user.acted_as', 'session.started', 'acting.request', 'session.ended'];

const act = (id: string, body: unknown = { reason: REASON }) => service.admin('POST', actPath(id), body);

describe('POST /auth/admin/api/users/{id}/act 201', () => {
  test('gives the admin a session of the user that names the admin and proves nothing', async () => {
    const { user, admin, session } = await scene(service);
    const claims = claimsOf(session.tokens.accessToken);
    expect(claims).toMatchObject({ sub: idOf(user), act: { sub: admin.id }, auth_time: 0, amr: [] });
    const { status, body } = await me(service, session);
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: user.email, actor: { id: admin.id, expiresAt: expect.any(String) } });
    expect((await service.get('/auth/session', { headers: session.headers })).body.session.user.id).toBe(session.id);
    expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).body.actor).toBeUndefined();
  });

  test('sets the cookies of the session beside the one of the admin, in cookie mode', async () => {
    const { user, admin } = await scene(service);
    const options = { body: { reason: REASON }, headers: { ...COOKIES, cookie: admin.cookie } };
    const reply = await service.send('POST', actPath(idOf(user)), options);
    expect(reply.body.accessToken).toBeUndefined();
    const headers = { ...COOKIES, cookie: cookieHeader(reply) };
    expect((await service.get('/auth/me', { headers })).body.actor.id).toBe(admin.id);
  });

  test('lasts 30 minutes, also if it is refreshed', async () => {
    const { session } = await scene(service);
    const again = await refreshed(service, session);
    expect(again.status).toBe(200);
    const begun = claimsOf(session.tokens.accessToken).iat;
    for (const token of [again.body.accessToken, again.body.refreshToken, session.tokens.refreshToken])
      expect(claimsOf(token).exp).toBeLessThanOrEqual(begun + 30 * 60);
    const next = await later(14 * MINUTE, () => refreshed(service, { tokens: again.body }));
    expect(next.status).toBe(200);
    await later(30 * MINUTE, async () => {
      expect(answerOf(await refreshed(service, { tokens: next.body }))).toEqual(refusal('REFRESH_TOKEN_EXPIRED'));
      expect(answerOf(await service.get('/auth/me', { headers: bearer(next.body) }))).toEqual(refusal('INVALID_TOKEN'));
    });
  });

  test('opens an account that owes a new password and a second factor', async () => {
    const tenant = await openTenant(service, { mfa: { policy: 'required' } });
    const account = { tenantId: tenant.id, email: newEmail(), password: newPassword(), mustChangePassword: true };
    const { user } = (await service.admin('POST', USERS, account)).body;
    const reply = await act(user.id);
    expect(reply.body).toMatchObject({ isRequiresMfa: false, nextStep: null });
    expect((await service.get('/auth/me', { headers: bearer(reply.body) })).status).toBe(200);
  });

  test('ends no session of the user, who sees it in the list and can end it', async () => {
    const { user, session } = await scene(service, { session: { maxPerUser: 1 } });
    const { body } = await service.get('/auth/sessions', { headers: bearer(user.tokens) });
    expect(body.sessions).toHaveLength(2);
    const listed = body.sessions.find(({ isByAdmin }: { isByAdmin: boolean }) => isByAdmin);
    expect(listed).toMatchObject({ isCurrent: false, deviceName: 'Admin', ipAddress: '' });
    const path = `/auth/sessions/${listed.id}`;
    expect((await service.send('DELETE', path, { headers: bearer(user.tokens) })).status).toBe(200);
    expect(answerOf(await me(service, session))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('tells the user by message, unless the tenant does not want it', async () => {
    const { user } = await scene(service);
    await until(
      () => service.inbox(user.email).find(({ subject }) => /opened your account/.test(subject ?? '')),
      'notice',
    );
    const silent = await scene(service, { acting: { enabled: true, notify: false } });
    const [event] = await publishedAbout(service, 'svc.acting_started', { userId: idOf(silent.user) });
    expect(event?.detail).toMatchObject({ adminId: silent.admin.id, isNotified: false });
    expect(service.inbox(silent.user.email).filter(({ subject }) => /opened/.test(subject ?? ''))).toEqual([]);
  });

  test('is in the audit log with the reason, each of its requests, and its end', async () => {
    const { user, admin, session } = await scene(service);
    await me(service, session);
    await service.send('PATCH', '/auth/me', { headers: session.headers, body: { name: 'Eve' } });
    await refreshed(service, session);
    await service.post('/auth/logout', {}, { headers: session.headers });
    const feed = await startFeed(service);
    await feed.drain();
    feed.stop();
    const { data } = (await service.admin('GET', `${USERS}/${idOf(user)}/audit?limit=100`)).body;
    const own = data.filter(
      ({ actor, via }: { actor: { id: string }; via: object | null }) => via || actor.id === admin.id,
    );
    const by = { actor: { type: 'admin', id: admin.id }, via: { type: 'user', id: idOf(user) } };
    const inOrder = ({ action }: Entry) => ORDER.indexOf(action);
    expect(own.reverse().toSorted((one: Entry, two: Entry) => inOrder(one) - inOrder(two))).toMatchObject([
      { action: 'user.acted_as', actor: by.actor, after: { reason: REASON } },
      { action: 'session.started', ...by },
      { action: 'acting.request', operation: 'me', outcome: 'success', ...by },
      { action: 'acting.request', operation: 'updateProfile', outcome: 'failure', ...by },
      { action: 'acting.request', operation: 'refreshToken', outcome: 'success', ...by },
      { action: 'session.ended', via: by.via },
    ]);
    // Their own list says that it was an admin, and not which one and from where.
    const seen = await service.get('/auth/audit?limit=100', { headers: bearer(user.tokens) });
    const requests = seen.body.data.filter(({ action }: { action: string }) => action === 'acting.request');
    expect(requests).toMatchObject(Array.from({ length: 3 }, () => ({ by: 'admin', ipAddress: null })));
    expect(seen.text).not.toContain(admin.id);
  });
});

describe('POST /auth/admin/api/users/{id}/act 400', () => {
  test.each([[{}], [{ reason: '' }], [{ reason: '  ' }], [{ reason: 'x'.repeat(201) }], [{ reason: 7 }]])(
    'refuses %j as a reason',
    async (body) => {
      const user = await service.signup(await openTenant(service));
      expect(answerOf(await act(idOf(user), body))).toEqual(refusal('INVALID_INPUT'));
    },
  );
});

describe('POST /auth/admin/api/users/{id}/act 403', () => {
  test('is refused by a tenant that does not allow it, and ends with the permission', async () => {
    const user = await service.signup(await service.tenant());
    expect(answerOf(await act(idOf(user)))).toEqual(refusal('ACTING_NOT_ALLOWED'));
    const { tenant, session } = await scene(service);
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: { acting: null } });
    expect(answerOf(await me(service, session))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('is refused for a disabled user and an inactive tenant', async () => {
    const tenant = await openTenant(service);
    const user = await service.signup(tenant);
    await service.admin('PATCH', `${USERS}/${idOf(user)}`, { isActive: false });
    expect(answerOf(await act(idOf(user)))).toEqual(refusal('ACTING_NOT_ALLOWED'));
    const other = await service.signup(tenant);
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { isActive: false });
    expect(answerOf(await act(idOf(other)))).toEqual(refusal('ACTING_NOT_ALLOWED'));
  });

  test('needs a login of the admin in the last 15 minutes', async () => {
    const { user, admin } = await scene(service);
    const reply = await later(16 * MINUTE, () => admin.send('POST', actPath(idOf(user)), { reason: REASON }));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  });
});

describe('POST /auth/admin/api/users/{id}/act 404', () => {
  test.each(UNKNOWN_USER_IDS)('has no user %s', async (id) => {
    expect(answerOf(await act(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('POST /auth/admin/api/users/{id}/act 429', () => {
  test('is possible 20 times an hour', async () => {
    const user = await service.signup(await openTenant(service));
    const admin = await scopedAdmin(service, 'operator');
    for (let round = 0; round < 20; round++) await acting(admin, user);
    const reply = await admin.send('POST', actPath(idOf(user)), { reason: REASON });
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
  });
});
