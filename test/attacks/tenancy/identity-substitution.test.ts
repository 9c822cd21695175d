// Threat: an attacker names another user beside their own token, or without one: in the query, in headers, in the body.
// Identity comes from the token alone.
import { describe, expect, test } from '@jest/globals';
import { enrol, freshCode, pendingLogin, verify } from '../../support/factors.ts';
import { bearer, newPassword, prepared, useService } from '../../support/service.ts';
import { idOf } from '../../support/stored-users.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const victim = prepared(() => service.signup(tenant));

describe('another user’s identity', () => {
  const claims = () => {
    const { sub, sid } = claimsOf(victim.tokens.accessToken);
    return { userId: sub, sub, user: sub, id: sub, sid, sessionId: sid, email: victim.email, accountId: sub };
  };
  const reads = ['/auth/me', '/auth/user', '/auth/verify-session'];
  const factorReads = ['/auth/mfa/status', '/auth/mfa/devices'];
  const query = () => new URLSearchParams(claims() as Record<string, string>).toString();
  const headers = () => {
    const { sub, email } = claims();
    return {
      'x-user-id': sub,
      'x-user': sub,
      'x-email': email,
      'x-authenticated-user': sub,
      'x-amzn-oidc-identity': sub,
    };
  };

  test.each([...reads, ...factorReads])('in query and headers is refused by GET %s without a token', async (path) => {
    const { status, body } = await service.get(`${path}?${query()}`, { headers: headers() });
    expect([status, body.code]).toEqual([401, 'NO_AUTH_PROVIDED']);
  });

  test.each(reads)('in query and headers is ignored by GET %s, which returns the token’s own user', async (path) => {
    const mallory = await service.signup(tenant);
    const { body } = await service.get(`${path}?${query()}`, { headers: { ...headers(), ...bearer(mallory.tokens) } });
    expect(body.id ?? body.userId).toBe(idOf(mallory));
    expect(JSON.stringify(body)).not.toContain(victim.email);
  });

  test.each(factorReads)(
    'in query and headers is ignored by GET %s, which returns the token’s own factors',
    async (path) => {
      const [mallory, person] = [await service.signup(tenant), await enrol(service, tenant)];
      const { sub } = claimsOf(person.tokens.accessToken);
      const options = { headers: { 'x-user-id': sub, ...bearer(mallory.tokens) } };
      const { body, text } = await service.get(`${path}?userId=${sub}&sub=${sub}`, options);
      expect(body.totpDevices ?? body).toEqual([]);
      expect(text).not.toContain(person.deviceId);
    },
  );

  test('in the body is ignored when a factor is verified, set up or changed', async () => {
    const [mallory, person] = [await enrol(service, tenant), await enrol(service, tenant)];
    const { sub, sid } = claimsOf(person.tokens.accessToken);
    const victimsIds = { userId: sub, sub, id: sub, sid, sessionId: sid, email: person.email, tenantId: tenant.id };
    const headers = bearer(mallory.tokens);
    // The attacker's pending login, completed with their own code, opens their own account.
    const { body } = await verify(
      service,
      await pendingLogin(service, mallory),
      freshCode(mallory.secret),
      'totp',
      victimsIds,
    );
    expect(claimsOf(body.accessToken).sub).toBe(claimsOf(mallory.tokens.accessToken).sub);
    await service.post('/auth/mfa/generate-recovery-code', victimsIds, { headers });
    await service.post('/auth/mfa/toggle', { ...victimsIds, enabled: false }, { headers });
    expect((await service.login(mallory)).body.isRequiresMfa).toBe(false);
    const victimsStatus = (await service.get('/auth/mfa/status', { headers: bearer(person.tokens) })).body;
    expect(victimsStatus).toMatchObject({
      isEnabled: true,
      hasRecoveryCode: false,
      totpDevices: [{ id: person.deviceId }],
    });
  });

  test('in the body is ignored by change-password, logout and logout-all', async () => {
    const mallory = await service.signup(tenant);
    const options = { headers: { ...headers(), ...bearer(mallory.tokens) } };
    const change = { ...claims(), currentPassword: mallory.password, newPassword: newPassword() };
    expect((await service.post('/auth/change-password', change, options)).status).toBe(200);
    expect((await service.login(victim)).status).toBe(200);
    const tokens = (await service.login({ ...mallory, password: change.newPassword })).body;
    await service.post('/auth/logout-all', claims(), { headers: { ...headers(), ...bearer(tokens) } });
    await service.post('/auth/logout', claims(), { headers: { ...headers(), ...bearer(tokens) } });
    expect((await service.get('/auth/me', { headers: bearer(victim.tokens) })).status).toBe(200);
  });
});
