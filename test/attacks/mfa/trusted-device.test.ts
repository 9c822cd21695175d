// Threat: the token by which a device is trusted is copied, and stands for the second factor, or for more, somewhere else:
// for another account, without the password, after the account was secured, at a change of factors, twice, for ever.
import { beforeAll, describe, expect, test } from '@jest/globals';
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
import { bearer, newEmail, newPassword, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

type Trusting = Person & { trustToken: string; session: Tokens };
/** Somebody with an authenticator, and a device that he trusts. */
async function trusting(where = tenant, email?: string): Promise<Trusting> {
  const person = await enrol(service, where, email);
  const pending = await pendingLogin(service, person);
  const { body } = await verify(service, pending, freshCode(person.secret), 'totp', { trustDevice: true });
  return { ...person, trustToken: body.trustToken, session: body };
}
const login = (user: Pick<User, 'tenant' | 'email' | 'password'>, trustToken: string | string[]) =>
  service.login(user, { headers: { 'x-svc-device-trust': trustToken } });
const isAsked = async (user: Pick<User, 'tenant' | 'email' | 'password'>, token: string): Promise<boolean> =>
  (await login(user, token)).body.isRequiresMfa;

describe('the token', () => {
  test('is given on request only, and after a proof only', async () => {
    const person = await enrol(service, tenant);
    const pending = await pendingLogin(service, person);
    const refused = await verify(service, pending, '000000', 'totp', { trustDevice: true });
    expect(refused.text).not.toContain('trustToken');
    const unasked = await verify(service, pending, freshCode(person.secret));
    expect(unasked.body.trustToken).toBeUndefined();
    const wish = { tenantId: tenant.id, credentials: person, trustDevice: true };
    expect((await service.post('/auth/login', wish)).body.trustToken).toBeUndefined();
  });

  test('opens nothing without the right password, and is right afterwards', async () => {
    const person = await trusting();
    const wrong = await login({ ...person, password: newPassword() }, person.trustToken);
    expect(answerOf(wrong)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(wrong.body.trustToken).toBeUndefined();
    expect(await isAsked(person, person.trustToken)).toBe(false);
  });

  test('is no bearer token, no refresh token and no code', async () => {
    const { trustToken, ...person } = await trusting();
    const pending = await pendingLogin(service, person);
    expect(answerOf(await service.get('/auth/me', { headers: bearer(trustToken) }))).toEqual([401, 'INVALID_TOKEN']);
    const refreshed = await service.post('/auth/refresh-token', { refreshToken: trustToken });
    expect(answerOf(refreshed)).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    expect((await recover(service, pending, trustToken.slice(0, 64))).status).toBe(400);
    // Nor does it help a login that is pending already.
    const headers = { ...bearer(pending), 'x-svc-device-trust': trustToken };
    expect(answerOf(await service.get('/auth/me', { headers }))).toEqual([401, 'MFA_REQUIRED']);
  });

  test('of one account is none for another: not in the tenant, not for the same address in another', async () => {
    const email = newEmail();
    const person = await trusting(tenant, email);
    const others = [await enrol(service, tenant), await enrol(service, await service.tenant(), email)];
    for (const other of others) expect(await isAsked(other, person.trustToken)).toBe(true);
    expect(await isAsked(person, person.trustToken)).toBe(false);
  });

  test.each(['without its secret', 'with another secret', 'of no device', 'turned round'])(
    '%s is none',
    async (how) => {
      const person = await trusting();
      const [id, secret] = person.trustToken.split('.') as [string, string];
      const forged: Record<string, string> = {
        'without its secret': id,
        'with another secret': `${id}.${'A'.repeat(43)}`,
        'of no device': `dev_${'0'.repeat(22)}.${secret}`,
        'turned round': `${secret}.${id}`,
      };
      expect(await isAsked(person, forged[how] as string)).toBe(true);
      expect(await isAsked(person, person.trustToken)).toBe(false);
    },
  );
});

describe('a copy', () => {
  test('that is used after the owner ends the trust, for both', async () => {
    const person = await trusting();
    const { body } = await login(person, person.trustToken);
    expect(body.isRequiresMfa).toBe(false);
    await later(11 * SECOND, async () => {
      expect(await isAsked(person, person.trustToken)).toBe(true);
      expect(await isAsked(person, body.trustToken)).toBe(true);
    });
  });

  test('used by twenty at once lets one of them in', async () => {
    const person = await trusting();
    const replies = await race(20, () => login(person, person.trustToken));
    const won = replies.filter(({ body }) => body.isRequiresMfa === false);
    expect(won).toHaveLength(1);
    // The others were a moment late, which is no theft.
    expect(await isAsked(person, won[0]?.body.trustToken)).toBe(false);
  });

  test('among many others is found in none but the first few', async () => {
    const person = await trusting();
    const garbage = Array.from({ length: 50 }, (_, at) => `dev_${String(at).padStart(22, '0')}.${'A'.repeat(43)}`);
    expect((await login(person, [...garbage, person.trustToken])).body.isRequiresMfa).toBe(true);
    expect(await isAsked(person, person.trustToken)).toBe(false);
  });

  test('in a cookie that somebody planted opens no account but its own', async () => {
    const [person, mallory] = [await enrol(service, tenant), await trusting()];
    const headers = { ...COOKIES, cookie: `svc_device=${mallory.trustToken}` };
    const credentials = { email: person.email, password: person.password };
    const reply = await service.post('/auth/login', { tenantId: tenant.id, credentials }, { headers });
    expect(reply.body.isRequiresMfa).toBe(true);
    expect(cookieOf(reply, 'svc_device')).toBeUndefined();
  });
});

describe('the trust ends', () => {
  const ENDINGS: Record<string, (person: Trusting) => Promise<Partial<User>>> = {
    'a new password': async ({ session, password }) => {
      const next = newPassword();
      const body = { currentPassword: password, newPassword: next };
      expect((await service.post('/auth/change-password', body, { headers: bearer(session) })).status).toBe(200);
      return { password: next };
    },
    'a reset': async ({ email }) => {
      const whose = { tenantId: tenant.id, email };
      await service.post('/auth/forgot-password', whose);
      const code = await codeTo(service, 'svc.password_reset_requested', email);
      const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', { ...whose, code })).body;
      const password = newPassword();
      await service.post('/auth/reset-password', { token: resetToken, newPassword: password });
      return { password };
    },
    'logging out everywhere': async ({ session }) => {
      await service.post('/auth/logout-all', {}, { headers: bearer(session) });
      return {};
    },
    'another authenticator': async ({ session }) => {
      await addDevice(service, session);
      return {};
    },
    'switching off and on': async ({ session }) => {
      await toggle(service, session, false);
      expect((await toggle(service, session, true)).status).toBe(200);
      return {};
    },
    'an admin who ends the sessions': async ({ id }) => {
      await admin(service, 'DELETE', `${id}/sessions`);
      return {};
    },
    'an admin who shuts the account and opens it again': async ({ id }) => {
      await admin(service, 'PATCH', id, { isActive: false });
      await admin(service, 'PATCH', id, { isActive: true });
      return {};
    },
  };

  test.each(Object.keys(ENDINGS))('with %s', async (ending) => {
    const person = await trusting();
    const changed = await (ENDINGS[ending] as (each: Trusting) => Promise<Partial<User>>)(person);
    expect(await isAsked({ ...person, ...changed }, person.trustToken)).toBe(true);
  });

  test('thirty days after the proof, however often it is used', async () => {
    const person = await trusting();
    let token = person.trustToken;
    for (const days of [10, 20, 29]) {
      const { body } = await later(days * DAY, () => login(person, token));
      expect(body.isRequiresMfa).toBe(false);
      token = body.trustToken;
    }
    await later(30 * DAY + MINUTE, async () => expect(await isAsked(person, token)).toBe(true));
  });
});

describe('a login of a device that is trusted', () => {
  test('changes no factor, makes no recovery codes and trusts no other device, until it is proved', async () => {
    const person = await trusting();
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

  test('shows an admin no token, nor does anybody’s view of the account', async () => {
    const person = await trusting();
    const secret = person.trustToken.split('.')[1] as string;
    for (const reply of [await admin(service, 'GET', person.id), await service.get('/__events')])
      expect(reply.text).not.toContain(secret);
  });
});

test('where a second factor is demanded the last one cannot be given up', async () => {
  const person = await trusting(await service.tenant({ mfa: { policy: 'required' } }));
  const headers = bearer(person.session);
  const gone = await service.send('DELETE', `/auth/mfa/devices/${person.deviceId}`, { headers });
  expect(answerOf(gone)).toEqual([400, 'MFA_LAST_FACTOR']);
  expect(answerOf(await service.post('/auth/mfa/reset-totp', {}, { headers }))).toEqual([400, 'MFA_LAST_FACTOR']);
  expect(answerOf(await toggle(service, person.session, false))).toEqual([403, 'MFA_TOGGLING_NOT_ALLOWED']);
});
