// Tests POST /auth/refresh-token: rotation, grace period, reuse and expiry.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, DAY, disable, later, MINUTE, published, refusal, SECOND } from '../../support/api.ts';
import { freshIp, type Send } from '../../support/http.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';

const service = useService();

const ip = freshIp();
const refresh = (refreshToken: unknown, more: Send = {}) =>
  service.post('/auth/refresh-token', { refreshToken }, { ip, ...more });
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const patch = (tenant: Tenant, body: unknown) => service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, body);

describe('POST /auth/refresh-token 200', () => {
  test('returns the next generation of the same session', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const { status, body, setCookies } = await refresh(tokens.refreshToken);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Tokens refreshed.',
      isRequiresMfa: false,
      nextStep: null,
    });
    const [before, after] = [claimsOf(tokens.refreshToken), claimsOf(body.refreshToken)];
    expect(after).toMatchObject({ sid: before.sid, sub: before.sub, tid: before.tid, gen: before.gen + 1 });
    expect((await me(body.accessToken)).status).toBe(200);
  });

  test('returns the current generation to the previous token within 10 s', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const first = await refresh(tokens.refreshToken);
    const again = await later(9 * SECOND, () => refresh(tokens.refreshToken));
    expect(again.status).toBe(200);
    expect(claimsOf(again.body.refreshToken).gen).toBe(claimsOf(first.body.refreshToken).gen);
  });

  test('returns the same generation to all parallel calls', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refreshToken)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(replies.map(({ body }) => claimsOf(body.refreshToken).gen)).size).toBe(1);
  });

  test('keeps a pending session pending', async () => {
    const { tokens } = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    const { status, body } = await refresh(tokens.refreshToken);
    expect(status).toBe(200);
    expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: [] });
    expect(answerOf(await me(body.accessToken))).toEqual(refusal('MFA_REQUIRED'));
  });

  test('extends the idle limit but never the absolute one', async () => {
    let { refreshToken } = (await service.signup(await service.tenant())).tokens;
    const start = claimsOf(refreshToken).iat;
    for (const day of [13, 26]) {
      const reply = await later(day * DAY, () => refresh(refreshToken));
      expect(reply.status).toBe(200);
      refreshToken = reply.body.refreshToken;
    }
    expect(claimsOf(refreshToken).exp - start).toBeLessThanOrEqual(30 * 86_400);
    const last = await later(30 * DAY - 5 * SECOND, () => refresh(refreshToken));
    expect(last.status).toBe(200);
    const expired = await later(30 * DAY + SECOND, () => refresh(last.body.refreshToken));
    expect(answerOf(expired)).toEqual(refusal('REFRESH_TOKEN_EXPIRED'));
  });
});

describe('POST /auth/refresh-token 401', () => {
  test.each([
    ['a missing token', undefined],
    ['an empty token', ''],
    ['a malformed token', 'a.b.c'],
  ])('rejects %s', async (_, token) => {
    expect(answerOf(await refresh(token))).toEqual(refusal('REFRESH_TOKEN_INVALID'));
  });

  test('rejects an access token and ends no session', async () => {
    const { tokens } = await service.signup(await service.tenant());
    expect(answerOf(await refresh(tokens.accessToken))).toEqual(refusal('REFRESH_TOKEN_INVALID'));
    expect((await refresh(tokens.refreshToken)).status).toBe(200);
  });

  test('ends the session when a replaced token is used after 10 s, and publishes an event', async () => {
    const { tenant, tokens } = await service.signup(await service.tenant());
    const { body } = await refresh(tokens.refreshToken);
    const reply = await later(11 * SECOND, () => refresh(tokens.refreshToken));
    expect(answerOf(reply)).toEqual(refusal('REFRESH_TOKEN_REUSED'));
    expect(answerOf(await me(body.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await refresh(body.refreshToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    const { sub: userId, sid: sessionId } = claimsOf(body.accessToken);
    const events = await published(service, 'svc.refresh_token_reuse_detected', tenant.id);
    expect(events).toMatchObject([{ detail: { tenantId: tenant.id, userId, sessionId } }]);
  });

  test('rejects the last token but one, even within 10 s, and ends the session', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const { body } = await refresh(tokens.refreshToken);
    const newest = await refresh(body.refreshToken);
    expect(answerOf(await refresh(tokens.refreshToken))).toEqual(refusal('REFRESH_TOKEN_REUSED'));
    expect(answerOf(await refresh(newest.body.refreshToken))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('rejects a token that was unused for 14 days', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const reply = await later(14 * DAY, () => refresh(tokens.refreshToken));
    expect(answerOf(reply)).toEqual(refusal('REFRESH_TOKEN_EXPIRED'));
  });

  test("applies the tenant's idle limit, and ten minutes to a pending session", async () => {
    const own = await service.signup(await service.tenant({ session: { idleTtlSeconds: 60 } }));
    const pending = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    for (const [{ tokens }, ms] of [[own, MINUTE] as const, [pending, 10 * MINUTE] as const]) {
      const reply = await later(ms, () => refresh(tokens.refreshToken));
      expect(answerOf(reply)).toEqual(refusal('REFRESH_TOKEN_EXPIRED'));
    }
  });

  test('rejects a token of a disabled account', async () => {
    const user = await service.signup(await service.tenant());
    await disable(user);
    expect(answerOf(await refresh(user.tokens.refreshToken))).toEqual(refusal('ACCOUNT_INACTIVE'));
  });

  test('rejects a token of an inactive or deleted tenant', async () => {
    const [one, two] = [await service.signup(await service.tenant()), await service.signup(await service.tenant())];
    await patch(one.tenant, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${two.tenant.id}`);
    for (const { tokens } of [one, two])
      expect(answerOf(await refresh(tokens.refreshToken))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});
