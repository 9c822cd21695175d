// Tests POST /auth/mfa/setup-totp.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { act, ask, enrol, enrolled, laterOn, nextCode, pending } from '../../support/mfa.ts';
import { readQrCode } from '../../support/qr-code.ts';
import { bearer, newPassword, prepared, type Service, unique, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type User = Awaited<ReturnType<Service['signup']>>;
const setUp = ({ tokens }: Pick<User, 'tokens'>, body: unknown = {}) => act(service, tokens, 'setup-totp', body);

/** Parses the otpauth URL as an authenticator app does. */
function parseOtpAuthUrl(text: string) {
  const { protocol, host, pathname, searchParams } = new URL(text);
  const [issuer, account, ...rest] = pathname.slice(1).split(':').map(decodeURIComponent);
  return { kind: `${protocol}//${host}`, issuer, account, rest, parameters: Object.fromEntries(searchParams) };
}

describe('POST /auth/mfa/setup-totp 200', () => {
  test('returns a secret as text, as a URL and as a readable QR code', async () => {
    const user = await service.signup(tenant);
    const { status, body } = await setUp(user);
    expect(status).toBe(200);
    expect(body).toEqual({
      deviceId: expect.stringMatching(/^dev_[0-9A-Za-z]{22}$/),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      qrCode: expect.any(String),
      otpAuthUrl: expect.any(String),
      issuer: tenant.name,
      account: user.email,
    });
    expect(readQrCode(body.qrCode)).toBe(body.otpAuthUrl);
    expect(parseOtpAuthUrl(body.otpAuthUrl)).toEqual({
      kind: 'otpauth://totp',
      issuer: tenant.name,
      account: user.email,
      rest: [],
      parameters: { secret: body.secret, issuer: tenant.name },
    });
  });

  test('keeps an unverified authenticator inactive', async () => {
    const user = await service.signup(tenant);
    const { body } = await setUp(user);
    expect((await ask(service, user.tokens, 'status')).body).toMatchObject({
      isEnabled: false,
      verifiedMethods: [],
      totpDevices: [{ id: body.deviceId, verified: false }],
    });
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
    const toggle = await act(service, user.tokens, 'toggle', { enabled: true });
    expect(answerOf(toggle)).toEqual(refusal('MFA_CANNOT_ENABLE_WITHOUT_METHOD'));
    // The same holds for a user who already has another authenticator.
    const other = await enrolled(service, tenant);
    const { secret } = (await setUp(other)).body;
    const tokens = await pending(service, other);
    const reply = await act(service, tokens, 'verify', { method: 'totp', otp: nextCode(secret) });
    expect(answerOf(reply)).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('shows the label in the app and the device name in lists', async () => {
    const user = await service.signup(tenant);
    const named = (await setUp(user, { label: 'Ann at work', deviceName: 'Phone 📱' })).body;
    expect([named.account, parseOtpAuthUrl(named.otpAuthUrl).account]).toEqual(['Ann at work', 'Ann at work']);
    const { body: unnamed } = await later(SECOND, () => setUp(user));
    expect((await later(SECOND, () => ask(service, user.tokens, 'devices'))).body).toMatchObject([
      { id: unnamed.deviceId, deviceName: `Gatehouse : ${user.email}` },
      { id: named.deviceId, deviceName: 'Phone 📱' },
    ]);
  });

  test('uses the phone number as account name of a user without an e-mail address', async () => {
    const [phone, password] = ['+4915112340001', newPassword()];
    const { body } = await service.post('/auth/signup', { tenantId: tenant.id, phone, password });
    expect((await setUp({ tokens: body })).body.account).toBe(phone);
  });

  test.each([
    '&secret=AAAAAAAA',
    '?secret=AAAAAAAA&issuer=Bank#',
    '%26secret%3DAAAAAAAA',
    'Bank%3Aeve',
    '../../x',
    '"><script>alert(1)</script>',
    'Zoë 日本語 🔑',
    'x'.repeat(64),
  ])('encodes the label %s without changing the otpauth URL', async (label) => {
    const { body } = await setUp(await service.signup(tenant), { label });
    expect(readQrCode(body.qrCode)).toBe(body.otpAuthUrl);
    expect(parseOtpAuthUrl(body.otpAuthUrl)).toEqual({
      kind: 'otpauth://totp',
      issuer: tenant.name,
      account: label,
      rest: [],
      parameters: { secret: body.secret, issuer: tenant.name },
    });
  });

  test("uses the tenant's name as issuer without its colons", async () => {
    const own = await service.tenant();
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { name: 'Bank: A & B?' });
    const { body } = await setUp(await service.signup(own));
    expect(body.issuer).toBe('Bank  A & B?');
    expect(parseOtpAuthUrl(body.otpAuthUrl)).toMatchObject({ issuer: 'Bank  A & B?', rest: [] });
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { name: '::' });
    expect((await setUp(await service.signup(own))).body.issuer).toBe('Gatehouse');
  });

  test('returns a readable QR code for the longest names', async () => {
    const own = await service.tenant();
    const name = '銀'.repeat(120);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { name });
    const longest = `${'+'.repeat(48)}${unique('u')}@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(48)}.example`;
    for (const [email, label] of [
      [undefined, '銀'.repeat(64)],
      [longest, undefined],
    ]) {
      const { status, body } = await setUp(await service.signup(own, email), { label });
      expect([status, body.issuer, body.account]).toEqual([200, name, label ?? email]);
      expect(readQrCode(body.qrCode)).toBe(body.otpAuthUrl);
    }
  });

  test('keeps five pending set-ups and replaces the oldest with the sixth', async () => {
    const user = await service.signup(tenant);
    const setups: { deviceId: string; secret: string }[] = [];
    for (let count = 0; count < 6; count++) setups.push((await later(count * SECOND, () => setUp(user))).body);
    expect(new Set(setups.map(({ secret }) => secret)).size).toBe(6);
    const { body } = await later(6 * SECOND, () => ask(service, user.tokens, 'devices'));
    expect(body.map(({ id }: { id: string }) => id)).toEqual(
      setups
        .slice(1)
        .map(({ deviceId }) => deviceId)
        .reverse(),
    );
    const complete = ({ secret }: { secret: string }) =>
      act(service, user.tokens, 'verify-totp-setup', { otp: nextCode(secret), secret });
    expect(answerOf(await complete(setups[0]!))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await complete(setups[1]!)).status).toBe(200);
  });

  test('returns ten different secrets to ten parallel calls', async () => {
    const user = await service.signup(tenant);
    const replies = await Promise.all(Array.from({ length: 10 }, () => setUp(user)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ body }) => body.secret)).size).toBe(10);
    expect((await ask(service, user.tokens, 'devices')).body).toHaveLength(5);
  });

  test('accepts a pending login of a user who must enrol', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    expect((await setUp(user)).status).toBe(200);
  });
});

describe('POST /auth/mfa/setup-totp 400', () => {
  test.each([
    ['a colon', 'Bank:eve'],
    ['a colon alone', ':'],
    ['a line break', 'a\nb'],
    ['a control character', 'a\u0007b'],
    ['a C1 control character', 'a\u0085b'],
    ['a bidi override', 'a\u202eb'],
    ['a bidi isolate', 'a\u2066b'],
    ['a line separator', 'a\u2028b'],
    ['no characters', ''],
    ['spaces only', '   '],
    ['65 characters', 'x'.repeat(65)],
    ['a number', 7],
    ['a list', ['x']],
    ['null instead of text', null],
  ])('rejects a label or device name with %s', async (_, text) => {
    const user = await service.signup(tenant);
    for (const field of ['label', 'deviceName']) {
      const reply = await setUp(user, { [field]: text });
      expect([...answerOf(reply), reply.body.message]).toEqual([
        ...refusal('INVALID_INPUT'),
        expect.stringContaining(field),
      ]);
    }
    expect((await ask(service, user.tokens, 'devices')).body).toEqual([]);
  });

  test('rejects a set-up when the tenant allows no authenticators', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'optional', methods: ['email', 'sms'] } }));
    expect(answerOf(await setUp(user))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });

  test('rejects an eleventh authenticator', async () => {
    const user = await enrolled(service, tenant);
    for (let count = 2; count <= 10; count++) await enrol(service, user);
    expect(answerOf(await setUp(user))).toEqual(refusal('MFA_DEVICE_LIMIT_REACHED'));
    expect((await ask(service, user.tokens, 'devices')).body).toHaveLength(10);
  });
});

describe('POST /auth/mfa/setup-totp 401', () => {
  test.each(['optional', 'required'])("rejects an enrolled user's pending login under policy %s", async (policy) => {
    const own = await service.tenant();
    const user = await enrolled(service, own);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { mfa: { policy } } });
    expect(answerOf(await setUp({ tokens: await pending(service, user) }))).toEqual(refusal('MFA_REQUIRED'));
  });

  test('rejects a session that logged out', async () => {
    const user = await service.signup(tenant);
    await service.post('/auth/logout', {}, { headers: bearer(user.tokens) });
    expect(answerOf(await setUp(user))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

describe('POST /auth/mfa/setup-totp 403', () => {
  test('rejects a login of more than 15 minutes ago', async () => {
    const { tokens } = await service.signup(tenant);
    const reply = await laterOn(service, tokens, 16 * MINUTE, (fresh) => setUp({ tokens: fresh }));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('rejects the call when the tenant has switched second factors off', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'off' } }));
    expect(answerOf(await setUp(user))).toEqual(refusal('MFA_NOT_ENABLED'));
  });
});
