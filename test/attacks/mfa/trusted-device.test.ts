// Threat: an attacker copies the token of a trusted device and uses it in place of the second factor, or for more: for
// another account, without the password, after the account was secured, to change factors, twice, or without expiry.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, DAY, later, MINUTE, SECOND } from '../../support/api.ts';
import {
  addDevice,
  admin,
  enrol,
  freshCode,
  me,
  type Person,
  pendingLogin,
  recover,
  recoveryCodes,
  type Tokens,
  toggle,
  verify,
} from '../../support/factors.ts';
import { cookieOf } from '../../support/http.ts';
import { codeTo } from '../../support/messages.ts';
import { race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type TrustingUser = Person & { trustToken: string; session: Tokens };
/** Creates a user with an authenticator and a trusted device. */
async function userWithTrustedDevice(where = tenant, email?: string): Promise<TrustingUser> {
  const person = await enrol(service, where, email);
  const pending = await pendingLogin(service, person);
  const { body } = await verify(service, pending, freshCode(person.secret), 'totp', { trustDevice: true });
  return { ...person, trustToken: body.trustToken, session: body };
}
const login = (user: Pick<User, 'tenant' | 'email' | 'password'>, trustToken: string | string[]) =>
  service.login(user, { headers: { 'x-svc-device-trust': trustToken } });
const needsSecondFactor = async (user: Pick<User, 'tenant' | 'email' | 'password'>, token: string): Promise<boolean> =>
  (await login(user, token)).body.isRequiresMfa;

describe('a trusted device’s token', () => {
  test('is issued only on request and after a successful second factor', async () => {
    const person = await enrol(service, tenant);
    const pending = await pendingLogin(service, person);
    const refused = await verify(service, pending, '000000', 'totp', { trustDevice: true });
    expect(refused.text).not.toContain('trustToken');
    const unasked = await verify(service, pending, freshCode(person.secret));
    expect(unasked.body.trustToken).toBeUndefined();
    const body = { tenantId: tenant.id, credentials: person, trustDevice: true };
    expect((await service.post('/auth/login', body)).body.trustToken).toBeUndefined();
  });

  test('is refused with a wrong password, and still valid afterwards', async () => {
    const person = await userWithTrustedDevice();
    const wrong = await login({ ...person, password: newPassword() }, person.trustToken);
    expect(answerOf(wrong)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(wrong.body.trustToken).toBeUndefined();
    expect(await needsSecondFactor(person, person.trustToken)).toBe(false);
  });

  test('is refused as a bearer token, a refresh token and a recovery code', async () => {
    const { trustToken, ...person } = await userWithTrustedDevice();
    const pending = await pendingLogin(service, person);
    expect(answerOf(await service.get('/auth/me', { headers: bearer(trustToken) }))).toEqual([401, 'INVALID_TOKEN']);
    const refreshed = await service.post('/auth/refresh-token', { refreshToken: trustToken });
    expect(answerOf(refreshed)).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    expect((await recover(service, pending, trustToken.slice(0, 64))).status).toBe(400);
    // It does not complete a login that is already pending.
    const headers = { ...bearer(pending), 'x-svc-device-trust': trustToken };
    expect(answerOf(await service.get('/auth/me', { headers }))).toEqual([401, 'MFA_REQUIRED']);
  });

  test('is ignored for another account of the tenant and for the same address in another tenant', async () => {
    const email = newEmail();
    const person = await userWithTrustedDevice(tenant, email);
    const others = [await enrol(service, tenant), await enrol(service, await service.tenant(), email)];
    for (const other of others) expect(await needsSecondFactor(other, person.trustToken)).toBe(true);
    expect(await needsSecondFactor(person, person.trustToken)).toBe(false);
  });

  test.each(['without its secret', 'with another secret', 'with an unknown device', 'with its parts swapped'])(
    'is ignored %s',
    async (how) => {
      const person = await userWithTrustedDevice();
      const [id, secret] = person.trustToken.split('.') as [string, string];
      const forged: Record<string, string> = {
        'without its secret': id,
        'with another secret': `${id}.${'A'.repeat(43)}`,
        'with an unknown device': `dev_${'0'.repeat(22)}.${secret}`,
        'with its parts swapped': `${secret}.${id}`,
      };
      expect(await needsSecondFactor(person, forged[how] as string)).toBe(true);
      expect(await needsSecondFactor(person, person.trustToken)).toBe(false);
    },
  );
});

describe('a copied trusted device’s token', () => {
  test('used after the owner used theirs ends the trust for both', async () => {
    const person = await userWithTrustedDevice();
    const { body } = await login(person, person.trustToken);
    expect(body.isRequiresMfa).toBe(false);
    await later(11 * SECOND, async () => {
      expect(await needsSecondFactor(person, person.trustToken)).toBe(true);
      expect(await needsSecondFactor(person, body.trustToken)).toBe(true);
    });
  });

  test('used by twenty callers in parallel is accepted once', async () => {
    const person = await userWithTrustedDevice();
    const replies = await race(20, () => login(person, person.trustToken));
    const won = replies.filter(({ body }) => body.isRequiresMfa === false);
    expect(won).toHaveLength(1);
    // The others were moments too late, which does not count as theft.
    expect(await needsSecondFactor(person, won[0]?.body.trustToken)).toBe(false);
  });

  test('is ignored after fifty other tokens in the same request', async () => {
    const person = await userWithTrustedDevice();
    const garbage = Array.from({ length: 50 }, (_, at) => `dev_${String(at).padStart(22, '0')}.${'A'.repeat(43)}`);
    expect((await login(person, [...garbage, person.trustToken])).body.isRequiresMfa).toBe(true);
    expect(await needsSecondFactor(person, person.trustToken)).toBe(false);
  });

  test('planted as a cookie does not replace the second factor of another account', async () => {
    const [person, mallory] = [await enrol(service, tenant), await userWithTrustedDevice()];
    const headers = { ...COOKIES, cookie: `svc_device=${mallory.trustToken}` };
    const credentials = { email: person.email, password: person.password };
    const reply = await service.post('/auth/login', { tenantId: tenant.id, credentials }, { headers });
    expect(reply.body.isRequiresMfa).toBe(true);
    expect(cookieOf(reply, 'svc_device')).toBeUndefined();
  });
});

describe('trust in a device', () => {
  const ENDINGS: Record<string, (person: TrustingUser) => Promise<Partial<User>>> = {
    'a password change': async ({ session, password }) => {
      const next = newPassword();
      const body = { currentPassword: password, newPassword: next };
      expect((await service.post('/auth/change-password', body, { headers: bearer(session) })).status).toBe(200);
      return { password: next };
    },
    'a password reset': async ({ email }) => {
      const account = { tenantId: tenant.id, email };
      await service.post('/auth/forgot-password', account);
      const code = await codeTo(service, 'svc.password_reset_requested', email);
      const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', { ...account, code })).body;
      const password = newPassword();
      await service.post('/auth/reset-password', { token: resetToken, newPassword: password });
      return { password };
    },
    'logging out everywhere': async ({ session }) => {
      await service.post('/auth/logout-all', {}, { headers: bearer(session) });
      return {};
    },
    'a second authenticator': async ({ session }) => {
      await addDevice(service, session);
      return {};
    },
    'disabling and enabling MFA': async ({ session }) => {
      await toggle(service, session, false);
      expect((await toggle(service, session, true)).status).toBe(200);
      return {};
    },
    'an admin ending all sessions': async ({ id }) => {
      await admin(service, 'DELETE', `${id}/sessions`);
      return {};
    },
    'an admin disabling and enabling the account': async ({ id }) => {
      await admin(service, 'PATCH', id, { isActive: false });
      await admin(service, 'PATCH', id, { isActive: true });
      return {};
    },
  };

  test.each(Object.keys(ENDINGS))('ends with %s', async (ending) => {
    const person = await userWithTrustedDevice();
    const changed = await (ENDINGS[ending] as (each: TrustingUser) => Promise<Partial<User>>)(person);
    expect(await needsSecondFactor({ ...person, ...changed }, person.trustToken)).toBe(true);
  });

  test('ends thirty days after the second factor, even if it is used', async () => {
    const person = await userWithTrustedDevice();
    let token = person.trustToken;
    for (const days of [10, 20, 29]) {
      const { body } = await later(days * DAY, () => login(person, token));
      expect(body.isRequiresMfa).toBe(false);
      token = body.trustToken;
    }
    await later(30 * DAY + MINUTE, async () => expect(await needsSecondFactor(person, token)).toBe(true));
  });
});

describe('a login by a trusted device', () => {
  test('cannot change factors or generate recovery codes before it shows a second factor', async () => {
    const person = await userWithTrustedDevice();
    const { body } = await login(person, person.trustToken);
    expect((await me(service, body)).status).toBe(200);
    const post = (path: string, more = {}) => service.post(`/auth/mfa/${path}`, more, { headers: bearer(body) });
    const changes = [
      await post('toggle', { enabled: false }),
      await post('setup-totp'),
      await post('generate-recovery-code'),
      await post('reset-totp'),
      await service.send('DELETE', `/auth/mfa/devices/${person.deviceId}`, { headers: bearer(body) }),
    ];
    for (const reply of changes) expect(answerOf(reply)).toEqual([403, 'REAUTH_REQUIRED']);
    const { body: proved } = await verify(service, body, freshCode(person.secret));
    expect(await recoveryCodes(service, proved)).toHaveLength(10);
  });

  test('does not reveal the device’s token to an admin or in events', async () => {
    const person = await userWithTrustedDevice();
    const secret = person.trustToken.split('.')[1] as string;
    for (const reply of [await admin(service, 'GET', person.id), await service.get('/__events')])
      expect(reply.text).not.toContain(secret);
  });
});

test('the last second factor cannot be removed in a tenant that requires one', async () => {
  const person = await userWithTrustedDevice(await service.tenant({ mfa: { policy: 'required' } }));
  const headers = bearer(person.session);
  const removal = await service.send('DELETE', `/auth/mfa/devices/${person.deviceId}`, { headers });
  expect(answerOf(removal)).toEqual([400, 'MFA_LAST_FACTOR']);
  expect(answerOf(await service.post('/auth/mfa/reset-totp', {}, { headers }))).toEqual([400, 'MFA_LAST_FACTOR']);
  expect(answerOf(await toggle(service, person.session, false))).toEqual([403, 'MFA_TOGGLING_NOT_ALLOWED']);
});
