// Tests POST /auth/mfa/verify-totp-setup.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, published, refusal } from '../../support/api.ts';
import { otherThan } from '../../support/messages.ts';
import { act, ask, complete, done, enrol, enrolled, inboxOf, nextCode, pending, prove } from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';
import { codeBefore, totp } from '../../support/totp.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Holder = Pick<User, 'tokens'>;
const setUp = async ({ tokens }: Holder): Promise<{ deviceId: string; secret: string }> =>
  done(await act(service, tokens, 'setup-totp'), 'setup').body;
const finish = ({ tokens }: Holder, body: unknown) => act(service, tokens, 'verify-totp-setup', body);
const me = async ({ tokens }: Holder) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));
const LIVE = [200, undefined];

describe('POST /auth/mfa/verify-totp-setup 200', () => {
  test('activates the authenticator and requires it at the next login', async () => {
    const user = await service.signup(tenant);
    const { deviceId, secret } = await setUp(user);
    const reply = await finish(user, { otp: nextCode(secret) });
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    expect((await ask(service, user.tokens, 'status')).body).toMatchObject({
      isEnabled: true,
      verifiedMethods: ['totp'],
      totpDevices: [{ id: deviceId, verified: true, lastUsedAt: expect.stringMatching(/Z$/) }],
    });
    expect((await service.login(user)).body).toMatchObject({
      isRequiresMfa: true,
      mfaMethods: ['totp'],
      defaultMfaMethod: 'totp',
    });
  });

  test('finds the set-up by id, by secret, by both or else takes the newest', async () => {
    const user = await service.signup(tenant);
    const setups = [await setUp(user), await setUp(user), await setUp(user), await setUp(user)] as const;
    const [byId, bySecret, byBoth, newest] = setups;
    done(await finish(user, { otp: nextCode(byId.secret), deviceId: byId.deviceId }), 'by id');
    done(await finish(user, { otp: nextCode(bySecret.secret), secret: bySecret.secret }), 'by secret');
    done(await finish(user, { otp: nextCode(newest.secret) }), 'the newest');
    done(await finish(user, { otp: nextCode(byBoth.secret), ...byBoth }), 'by both');
    const { body } = await ask(service, user.tokens, 'devices');
    expect(body.map(({ id, verified }: { id: string; verified: boolean }) => [id, verified]).sort()).toEqual(
      setups.map(({ deviceId }) => [deviceId, true]).sort(),
    );
  });

  test('accepts the code of the previous time step', async () => {
    const user = await service.signup(tenant);
    const { secret } = await setUp(user);
    nextCode(secret);
    expect((await finish(user, { otp: codeBefore(secret) })).status).toBe(200);
  });

  test('uses up the code, which cannot complete a login afterwards, and the error says why', async () => {
    const user = await service.signup(tenant);
    const { secret } = await setUp(user);
    const otp = nextCode(secret);
    done(await finish(user, { otp }), 'enrolment');
    const tokens = await pending(service, user);
    const again = await act(service, tokens, 'verify', { method: 'totp', otp });
    expect(answerOf(again)).toEqual(refusal('MFA_CODE_INVALID'));
    expect(again.body.message).toBe('This code was already used. Wait for the next one.');
    const wrong = await act(service, tokens, 'verify', { method: 'totp', otp: otherThan(otp) });
    expect(wrong.body.message).toBe('The code is not valid.');
    expect((await prove(service, tokens, secret)).status).toBe(200);
  });

  test("keeps the caller's session and ends other sessions, pending logins and trusted devices", async () => {
    const user = await enrolled(service, tenant);
    const { trustToken, ...other } = await complete(service, user, { trustDevice: true });
    const waiting = await pending(service, user);
    const { secret } = await enrol(service, user);
    expect(await me(user)).toEqual(LIVE);
    expect(await me({ tokens: other })).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await ask(service, waiting, 'status'))).toEqual(refusal('SESSION_NOT_FOUND'));
    await pending(service, user, { headers: { 'x-svc-device-trust': trustToken as string } });
    // A refreshed session of the caller stays valid as well.
    const { refreshToken } = user.tokens;
    const refreshed = await service.post('/auth/refresh-token', { refreshToken });
    expect(await me({ tokens: refreshed.body })).toEqual(LIVE);
    expect((await prove(service, refreshed.body, secret)).status).toBe(200);
  });

  test('publishes two_factor_enabled for the first authenticator and sends one message for each', async () => {
    const own = await service.tenant();
    const user = await service.signup(own);
    const { deviceId, secret } = await enrol(service, user, { deviceName: 'Phone' });
    const about = { userId: expect.stringMatching(/^usr_/), email: user.email, phone: null };
    const added = { ...about, deviceId, deviceName: 'Phone' };
    const enabled = { ...about, method: 'totp', deviceId };
    expect(await published(service, 'svc.mfa_device_added', own.id)).toMatchObject([{ detail: added }]);
    expect(await published(service, 'svc.two_factor_enabled', own.id)).toMatchObject([{ detail: enabled }]);
    expect(await inboxOf(service, user.email, 1)).toEqual(['svc.mfa_device_added']);
    await enrol(service, user);
    expect(await inboxOf(service, user.email, 2)).toEqual(['svc.mfa_device_added', 'svc.mfa_device_added']);
    expect(await published(service, 'svc.two_factor_enabled', own.id)).toHaveLength(1);
    const { body } = await service.get('/__events');
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('never returns the secret again in any response', async () => {
    const user = await service.signup(tenant);
    const { secret } = await enrol(service, user);
    const headers = bearer(user.tokens);
    const { body } = await service.get('/auth/me', { headers });
    const replies = [
      await ask(service, user.tokens, 'status'),
      await ask(service, user.tokens, 'devices'),
      await service.get('/auth/me', { headers }),
      await service.get('/auth/user', { headers }),
      await prove(service, user.tokens, secret),
      await service.admin('GET', `/auth/admin/api/users/${body.id}`),
      await service.admin('GET', `/auth/admin/api/users?search=${encodeURIComponent(user.email)}`),
    ];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      expect(text).not.toContain(secret);
      expect(text).not.toMatch(/secret|otpauth|"hash|lastStep/i);
    }
  });

  test('accepts a pending login that must enrol, which the next code completes', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    const { secret } = await enrol(service, user);
    expect(await me(user)).toEqual(refusal('MFA_REQUIRED'));
    const { body } = await prove(service, user.tokens, secret);
    expect(await me({ tokens: body })).toEqual(LIVE);
  });
});

describe('POST /auth/mfa/verify-totp-setup 400', () => {
  test.each([
    ['letters', 'abcdef'],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
    ['a space before the digits', ' 123456'],
    ['a line break behind the digits', '123456\n'],
    ['a sign', '-12345'],
    ['full-width digits', '１２３４５６'],
    ['Arabic digits', '١٢٣٤٥٦'],
    ['an empty text', ''],
    ['a number', 123456],
    ['a list', ['123456']],
    ['an object', { $gt: '' }],
    ['null', null],
    ['no value', undefined],
  ])('rejects %s instead of a code', async (_, otp) => {
    const user = await service.signup(tenant);
    await setUp(user);
    expect(answerOf(await finish(user, { otp }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects a wrong code, one of two steps ago and one of the next step', async () => {
    const user = await service.signup(tenant);
    const { secret } = await setUp(user);
    const otp = nextCode(secret);
    for (const wrong of [otherThan(otp), totp(secret, -2), totp(secret, 1)])
      expect(answerOf(await finish(user, { otp: wrong }))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await finish(user, { otp })).status).toBe(200);
  });

  test("rejects another user's secret, an unknown secret and one that does not match the device", async () => {
    const [user, other] = [await service.signup(tenant), await service.signup(tenant)];
    const [own, second, foreign] = [await setUp(user), await setUp(user), await setUp(other)];
    for (const [otp, more] of [
      [nextCode(foreign.secret), { secret: foreign.secret }],
      [nextCode('A'.repeat(32)), { secret: 'A'.repeat(32) }],
      [nextCode(own.secret), { secret: '' }],
      [nextCode(own.secret), { deviceId: second.deviceId, secret: own.secret }],
    ] as const)
      expect(answerOf(await finish(user, { otp, ...more }))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await ask(service, user.tokens, 'status')).body.isEnabled).toBe(false);
    expect((await finish(other, { otp: nextCode(foreign.secret) })).status).toBe(200);
  });

  test('rejects a code when no set-up is pending or it is already complete', async () => {
    const user = await service.signup(tenant);
    expect(answerOf(await finish(user, { otp: '123456' }))).toEqual(refusal('MFA_CODE_INVALID'));
    const { secret, deviceId } = await enrol(service, user);
    for (const more of [{}, { deviceId }, { secret }])
      expect(answerOf(await finish(user, { otp: nextCode(secret), ...more }))).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('rejects the eleventh guess even if it is right, and counts a new set-up separately', async () => {
    const user = await service.signup(tenant);
    const { secret } = await setUp(user);
    const otp = nextCode(secret);
    for (let guess = 0; guess < 10; guess++)
      expect(answerOf(await finish(user, { otp: otherThan(otp) }))).toEqual(refusal('MFA_CODE_INVALID'));
    expect(answerOf(await finish(user, { otp }))).toEqual(refusal('MFA_CODE_INVALID'));
    await enrol(service, user);
  });

  test('rejects a set-up after ten minutes', async () => {
    const user = await service.signup(tenant);
    const { secret } = await setUp(user);
    const reply = await later(10 * MINUTE, () => finish(user, { otp: nextCode(secret) }));
    expect(answerOf(reply)).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('completes a set-up once in twenty parallel calls', async () => {
    const user = await service.signup(tenant);
    const { secret } = await setUp(user);
    const otp = nextCode(secret);
    const replies = await race(20, () => finish(user, { otp }));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 MFA_CODE_INVALID': 19 });
    expect((await ask(service, user.tokens, 'devices')).body).toHaveLength(1);
  });

  test('rejects an eleventh authenticator whose set-up began before the tenth was active', async () => {
    const user = await enrolled(service, tenant);
    for (let count = 2; count <= 9; count++) await enrol(service, user);
    const [tenth, eleventh] = [await setUp(user), await setUp(user)];
    expect((await finish(user, { otp: nextCode(tenth.secret), secret: tenth.secret })).status).toBe(200);
    const reply = await finish(user, { otp: nextCode(eleventh.secret), secret: eleventh.secret });
    expect(answerOf(reply)).toEqual(refusal('MFA_DEVICE_LIMIT_REACHED'));
  });
});

describe('POST /auth/mfa/verify-totp-setup 401', () => {
  test('rejects a pending login of an enrolled user', async () => {
    const user = await enrolled(service, tenant);
    const { secret } = await setUp(user);
    const reply = await finish({ tokens: await pending(service, user) }, { otp: nextCode(secret) });
    expect(answerOf(reply)).toEqual(refusal('MFA_REQUIRED'));
  });
});

test('POST /auth/mfa/verify-totp-setup 403 rejects a set-up after the tenant switched second factors off', async () => {
  const user = await service.signup(await service.tenant());
  const { secret } = await setUp(user);
  const settings = { mfa: { policy: 'off' } };
  await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { settings });
  expect(answerOf(await finish(user, { otp: nextCode(secret) }))).toEqual(refusal('MFA_NOT_ENABLED'));
});

describe('POST /auth/mfa/verify-totp-setup 404', () => {
  test("rejects an id that is unknown, malformed or another user's", async () => {
    const [user, other] = [await service.signup(tenant), await service.signup(tenant)];
    const [own, foreign] = [await setUp(user), await setUp(other)];
    const otherDevice = await enrol(service, other);
    for (const deviceId of [
      foreign.deviceId,
      otherDevice.deviceId,
      `dev_${'0'.repeat(22)}`,
      'x',
      '',
      '__proto__',
      user.tenant.id,
    ])
      expect(answerOf(await finish(user, { otp: nextCode(own.secret), deviceId }))).toEqual(
        refusal('MFA_DEVICE_NOT_FOUND'),
      );
    expect((await finish(user, { otp: nextCode(own.secret) })).status).toBe(200);
  });
});
