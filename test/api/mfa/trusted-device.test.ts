// Tests trusted devices in header mode: POST /auth/mfa/verify issues the token, POST /auth/login accepts it.
import { describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, claimsOf, DAY, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Trusting = Awaited<ReturnType<typeof mfa.trusting>>;
const login = (user: Trusting, token: string | string[] = user.trustToken) => mfa.loginTrusted(service, user, token);
/** Reports whether a login with this token skips the second factor. */
const isTrusted = async (user: Trusting, token?: string | string[]) => {
  const { status, body } = await login(user, token);
  expect(status).toBe(200);
  return !body.isRequiresMfa;
};
/** Reads the devices as the admin sees them, in a new admin session because one does not last for days. */
const trustedDevices = async ({ tokens }: Trusting) => {
  const path = `/auth/admin/api/users/${claimsOf(tokens.accessToken).sub}`;
  return service.get(path, { headers: { cookie: await adminSession(service) } });
};

describe('POST /auth/mfa/verify with trustDevice', () => {
  test('issues a trust token only to a user who asks for it with a valid code', async () => {
    const user = await mfa.enrolled(service, tenant);
    for (const more of [{}, { trustDevice: false }])
      expect(await mfa.complete(service, user, more)).not.toHaveProperty('trustToken');
    const { body } = await mfa.prove(service, await mfa.pending(service, user), user.secret, { trustDevice: true });
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
      nextStep: null,
      trustToken: expect.stringMatching(mfa.TRUST_TOKEN),
    });
  });

  test.each(['true', 1, null, ['true']])('rejects the non-boolean value %j', async (trustDevice) => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    const reply = await mfa.prove(service, waiting, user.secret, { trustDevice });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });

  test('issues a trust token with a recovery code and with a fresh proof in a session', async () => {
    const user = { ...(await mfa.trusting(service, tenant)), trustToken: '' };
    const { code } = (await mfa.act(service, user.tokens, 'generate-recovery-code')).body;
    const waiting = await mfa.pending(service, user);
    const recovered = await mfa.act(service, waiting, 'verify-recovery-code', { code, trustDevice: true });
    const proved = await mfa.prove(service, user.tokens, user.secret, { trustDevice: true });
    for (const { body } of [recovered, proved]) expect(await isTrusted(user, body.trustToken)).toBe(true);
  });

  test('issues no trust token with a wrong code', async () => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    const body = { method: 'totp', otp: '000000', trustDevice: true };
    const { text } = await mfa.act(service, waiting, 'verify', body);
    expect(text).not.toContain('trustToken');
  });
});

describe('a login with a trust token', () => {
  test('needs no second factor and receives a new token', async () => {
    const user = await mfa.trusting(service, tenant);
    const { status, body, setCookies } = await login(user);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
      nextStep: null,
      trustToken: expect.stringMatching(mfa.TRUST_TOKEN),
    });
    expect(claimsOf(body.accessToken).amr).toEqual(['pwd']);
    const [before, after] = [user.trustToken.split('.'), body.trustToken.split('.')];
    expect([after[0], after[1]]).toEqual([before[0], expect.not.stringMatching(before[1] as string)]);
    expect((await service.get('/auth/me', { headers: bearer(body) })).status).toBe(200);
    expect(await isTrusted(user, body.trustToken)).toBe(true);
  });

  test('works with an e-mailed code instead of a password', async () => {
    const user = await mfa.person(service, tenant);
    const { secret } = await mfa.enrol(service, user);
    const { trustToken } = await mfa.complete(service, { ...user, secret }, { trustDevice: true });
    const identifier = user.email;
    await service.post('/auth/passwordless/send', { identifier, channel: 'email', tenantId: tenant.id });
    const code = await codeTo(service, 'svc.passwordless_code_requested', identifier);
    const credentials = { identifier, channels: ['email'], code };
    const body = { tenantId: tenant.id, providerName: 'passwordless', credentials };
    const reply = await service.post('/auth/login', body, { headers: { [mfa.TRUST_HEADER]: trustToken as string } });
    expect(reply.body).toMatchObject({ isRequiresMfa: false, trustToken: expect.stringMatching(mfa.TRUST_TOKEN) });
  });

  test('used with one e-mailed code by twenty callers is replaced for the one who gets in', async () => {
    const person = await mfa.person(service, tenant);
    const { secret } = await mfa.enrol(service, person);
    const { trustToken } = await mfa.complete(service, { ...person, secret }, { trustDevice: true });
    const identifier = person.email;
    await service.post('/auth/passwordless/send', { identifier, channel: 'email', tenantId: tenant.id });
    const code = await codeTo(service, 'svc.passwordless_code_requested', identifier);
    const credentials = { identifier, channels: ['email'], code };
    const body = { tenantId: tenant.id, providerName: 'passwordless', credentials };
    const headers = { [mfa.TRUST_HEADER]: trustToken as string };
    const replies = await race(20, () => service.post('/auth/login', body, { headers }));
    const [winner, ...others] = replies.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    // A caller whose code is refused must not have replaced the token.
    expect(winner?.body).toMatchObject({ isRequiresMfa: false });
    const next = await service.login(person, { headers: { [mfa.TRUST_HEADER]: winner?.body.trustToken } });
    expect(next.body.isRequiresMfa).toBe(false);
  });

  test('works when the tenant requires a second factor', async () => {
    const user = await mfa.trusting(service, await service.tenant({ mfa: { policy: 'required' } }));
    expect(await isTrusted(user)).toBe(true);
  });

  test('rejects a wrong password and keeps the token valid', async () => {
    const user = await mfa.trusting(service, tenant);
    const reply = await mfa.loginTrusted(service, { ...user, password: 'Wrong 7$q' }, user.trustToken);
    expect([answerOf(reply), reply.text.includes('trustToken')]).toEqual([refusal('INVALID_CREDENTIALS'), false]);
    expect(await isTrusted(user)).toBe(true);
  });

  test('skips the second factor once in ten parallel logins and keeps the trust', async () => {
    const user = await mfa.trusting(service, tenant);
    const replies = await race(10, () => login(user));
    expect(outcomes(replies)).toEqual({ 200: 10 });
    const skipped = replies.filter(({ body }) => !body.isRequiresMfa);
    expect(skipped).toHaveLength(1);
    expect(await isTrusted(user, skipped[0]!.body.trustToken)).toBe(true);
  });
});

describe('a replaced trust token', () => {
  test('is ignored within ten seconds, as from a second tab, and ends nothing', async () => {
    const user = await mfa.trusting(service, tenant);
    const { trustToken } = (await login(user)).body;
    expect(await later(5 * SECOND, () => isTrusted(user))).toBe(false);
    expect(await isTrusted(user, trustToken)).toBe(true);
  });

  test('ends the trust after ten seconds because it was copied', async () => {
    const user = await mfa.trusting(service, tenant);
    const { trustToken } = (await login(user)).body;
    expect(await later(11 * SECOND, () => isTrusted(user))).toBe(false);
    expect(await later(12 * SECOND, () => isTrusted(user, trustToken))).toBe(false);
    expect((await trustedDevices(user)).body.trustedDevices).toEqual([]);
  });

  test('leaves the trust in another device alone', async () => {
    const user = await mfa.trusting(service, tenant);
    const { trustToken: other = '' } = await mfa.complete(service, user, { trustDevice: true });
    await login(user);
    await later(MINUTE, async () => {
      expect(await isTrusted(user)).toBe(false);
      expect(await isTrusted(user, other)).toBe(true);
    });
  });
});

describe('a trusted device', () => {
  test('is trusted for thirty days from the proof regardless of use', async () => {
    const user = await mfa.trusting(service, tenant);
    const later29 = await later(29 * DAY, () => login(user));
    expect(later29.body.isRequiresMfa).toBe(false);
    const { trustToken } = later29.body;
    expect(await later(30 * DAY + MINUTE, () => isTrusted(user, trustToken))).toBe(false);
    expect(await later(30 * DAY - MINUTE, () => isTrusted(user, trustToken))).toBe(true);
  });

  test('is shown to the admin with its last use for thirty days, without the secret', async () => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
    const { body } = await mfa.prove(service, waiting, user.secret, { trustDevice: true }, headers);
    const device = { ...user, trustToken: body.trustToken as string, session: body };
    const [id, secret] = device.trustToken.split('.');
    const first = await trustedDevices(device);
    const [shown] = first.body.trustedDevices;
    expect(first.body.trustedDevices).toEqual([
      {
        id,
        userAgent: 'Mozilla/5.0 Firefox/140.0',
        ipAddress: expect.stringMatching(/^127\./),
        expiresAt: new Date(Date.parse(shown.createdAt) + 30 * DAY).toISOString(),
        lastUsedAt: null,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(first.text).not.toContain(secret);
    await login(device);
    expect((await trustedDevices(device)).body.trustedDevices).toMatchObject([
      { ...shown, lastUsedAt: expect.stringMatching(/Z$/) },
    ]);
    expect((await later(30 * DAY + MINUTE, () => trustedDevices(device))).body.trustedDevices).toEqual([]);
  });
});

describe('a trust token', () => {
  test('has no effect at another account, even with the same address and password in another tenant', async () => {
    const [user, other] = [await mfa.trusting(service, tenant), await mfa.trusting(service, tenant)];
    expect(await isTrusted(other, user.trustToken)).toBe(false);
    const elsewhere = await service.tenant();
    const body = { email: user.email, password: user.password, tenantId: elsewhere.id };
    const { body: tokens } = await service.post('/auth/signup', body);
    await mfa.enrol(service, { tokens });
    expect(await isTrusted({ ...user, tenant: elsewhere }, user.trustToken)).toBe(false);
    expect([await isTrusted(user), await isTrusted(other)]).toEqual([true, true]);
  });

  test('has no effect as a bearer token, as a refresh token, for a pending login or in a body', async () => {
    const user = await mfa.trusting(service, tenant);
    const { trustToken } = user;
    const me = await service.get('/auth/me', { headers: bearer(trustToken) });
    expect(answerOf(me)).toEqual(refusal('INVALID_TOKEN'));
    const refresh = await service.post('/auth/refresh-token', { refreshToken: trustToken });
    expect(answerOf(refresh)).toEqual(refusal('REFRESH_TOKEN_INVALID'));
    const headers = { ...bearer(await mfa.pending(service, user)), [mfa.TRUST_HEADER]: trustToken };
    expect(answerOf(await service.get('/auth/me', { headers }))).toEqual(refusal('MFA_REQUIRED'));
    const credentials = { email: user.email, password: user.password, trustToken };
    const reply = await service.post('/auth/login', { tenantId: tenant.id, credentials, trustToken });
    expect(reply.body.isRequiresMfa).toBe(true);
    expect(await isTrusted(user)).toBe(true);
  });

  test('has no effect in the cookie while tokens travel in headers', async () => {
    const user = await mfa.trusting(service, tenant);
    const reply = await service.login(user, { headers: { cookie: `svc_device=${user.trustToken}` } });
    expect(reply.body.isRequiresMfa).toBe(true);
  });
});

describe('garbage in the trust header', () => {
  const garbage: [string, (token: string) => string | string[]][] = [
    ['an empty value', () => ''],
    ['a dot', () => '.'],
    ['the device id alone', (token) => token.split('.')[0] as string],
    ['the secret alone', (token) => token.split('.')[1] as string],
    ['another device id', (token) => `dev_${'0'.repeat(22)}.${token.split('.')[1]}`],
    ['a prototype', () => '__proto__.x'],
    ['non-ASCII text', () => 'dev_\u00ff.\u00e9'],
    ['a long text', () => 'x'.repeat(8000)],
    ['two hundred unknown tokens', () => Array.from({ length: 200 }, (_, at) => `dev_${at}.x`)],
    ['five unknown tokens before the right one', (token) => [...Array<string>(5).fill('dev_x.y'), token]],
    ['the token twice in one header line', (token) => `${token}, ${token}`],
  ];
  test.each(garbage)('is ignored and ends no trust: %s', async (_, header) => {
    const user = await mfa.trusting(service, tenant);
    expect(await isTrusted(user, header(user.trustToken))).toBe(false);
    expect(await isTrusted(user)).toBe(true);
  });

  test('does not hide the token after four unknown ones or when the token is sent twice', async () => {
    const user = await mfa.trusting(service, tenant);
    const { body } = await login(user, [...Array<string>(4).fill('dev_x.y'), user.trustToken]);
    expect(body.isRequiresMfa).toBe(false);
    expect(await isTrusted(user, [body.trustToken, body.trustToken])).toBe(true);
  });

  test('has no effect on refresh or on an account without a second factor', async () => {
    const user = await mfa.trusting(service, tenant);
    const plain = await service.signup(tenant);
    expect((await mfa.loginTrusted(service, plain, user.trustToken)).body).not.toHaveProperty('trustToken');
    const { refreshToken } = plain.tokens;
    const headers = { [mfa.TRUST_HEADER]: user.trustToken };
    const refreshed = await service.post('/auth/refresh-token', { refreshToken }, { headers });
    expect([refreshed.status, refreshed.body.trustToken]).toEqual([200, undefined]);
  });
});
