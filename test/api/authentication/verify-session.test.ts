// Tests GET /auth/verify-session and the claims of an access token.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, DAY, headerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

const verify = (token: Parameters<typeof bearer>[0]) => service.get('/auth/verify-session', { headers: bearer(token) });

describe('GET /auth/verify-session 200', () => {
  test('returns the user of the session and its expiry', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const { sub, iat } = claimsOf(tokens.accessToken);
    const { status, body } = await verify(tokens);
    expect(status).toBe(200);
    expect(body).toEqual({ valid: true, userId: sub, expiresAt: expect.stringMatching(/Z$/) });
    expect(Math.abs(Date.parse(body.expiresAt) - iat * 1000 - 30 * DAY)).toBeLessThan(2000);
  });

  test('issues tokens for 15 minutes that name user, tenant and method but no personal data', async () => {
    const { tenant, tokens } = await service.signup(await service.tenant());
    expect(headerOf(tokens.accessToken)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) });
    const claims = claimsOf(tokens.accessToken);
    expect(claims).toEqual({
      iss: service.baseUrl,
      aud: service.baseUrl,
      client_id: service.baseUrl,
      sub: expect.stringMatching(/^usr_/),
      tid: tenant.id,
      sid: expect.stringMatching(/^ses_/),
      jti: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      iat: expect.any(Number),
      exp: claims.iat + 900,
      auth_time: claims.iat,
      amr: ['pwd'],
      roles: [],
      permissions: [],
    });
    expect(headerOf(tokens.refreshToken)).toMatchObject({ typ: 'rt+jwt' });
  });

  test("applies the tenant's lifetime of access tokens", async () => {
    const { tokens } = await service.signup(await service.tenant({ session: { accessTtlSeconds: 60 } }));
    const { exp, iat } = claimsOf(tokens.accessToken);
    expect(exp - iat).toBe(60);
    expect(answerOf(await later(MINUTE, () => verify(tokens)))).toEqual(refusal('INVALID_TOKEN'));
  });

  test('accepts a token for an hour where the tenant accepts that, and refuses it at once after a logout', async () => {
    const { tokens } = await service.signup(await service.tenant({ session: { accessTtlSeconds: 3600 } }));
    expect((await later(59 * MINUTE, () => verify(tokens))).status).toBe(200);
    expect(answerOf(await later(60 * MINUTE, () => verify(tokens)))).toEqual(refusal('INVALID_TOKEN'));
    await service.post('/auth/logout', {}, { headers: bearer(tokens) });
    expect((await verify(tokens)).status).toBe(401);
  });

  test('keeps the time of the login in a refreshed token', async () => {
    const { tokens } = await service.signup(await service.tenant());
    await later(5 * MINUTE, async () => {
      const { body } = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
      const [before, after] = [claimsOf(tokens.accessToken), claimsOf(body.accessToken)];
      expect(after.auth_time).toBe(before.auth_time);
      expect(after.iat).toBeGreaterThanOrEqual(before.iat + 300);
    });
  });
});

describe('GET /auth/verify-session 401', () => {
  test('rejects a pending login', async () => {
    const { tokens } = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    expect(answerOf(await verify(tokens))).toEqual(refusal('MFA_REQUIRED'));
  });

  test('rejects a token of a deleted tenant', async () => {
    const { tenant, tokens } = await service.signup(await service.tenant());
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    expect(answerOf(await verify(tokens))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});
