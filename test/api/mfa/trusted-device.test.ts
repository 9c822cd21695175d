// Devices that are trusted, by a token in a header: POST /auth/mfa/verify hands it out, POST /auth/login takes it
import { beforeAll, describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, claimsOf, DAY, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

type Trusting = Awaited<ReturnType<typeof mfa.trusting>>;
const login = (user: Trusting, token: string | string[] = user.trustToken) => mfa.loginTrusted(service, user, token);
/** Whether a login with this token still needs the second factor. */
const isTrusted = async (user: Trusting, token?: string | string[]) => {
  const { status, body } = await login(user, token);
  expect(status).toBe(200);
  return !body.isRequiresMfa;
};
/** As the admin sees them. His own session doesn't last for days. */
const trustedDevices = async ({ tokens }: Trusting) => {
  const path = `/auth/admin/api/users/${claimsOf(tokens.accessToken).sub}`;
  return service.get(path, { headers: { cookie: await adminSession(service) } });
};

describe('handed out', () => {
  test('to whoever asks for it with his code, and to nobody else', async () => {
    const user = await mfa.enrolled(service, tenant);
    for (const more of [{}, { trustDevice: false }])
      expect(await mfa.complete(service, user, more)).not.toHaveProperty('trustToken');
    const { body } = await mfa.prove(service, await mfa.pending(service, user), user.secret, { trustDevice: true });
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
      trustToken: expect.stringMatching(mfa.TRUST_TOKEN),
    });
  });

  test.each(['true', 1, null, ['true']])('not for %j, which is neither true nor false', async (trustDevice) => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    const reply = await mfa.prove(service, waiting, user.secret, { trustDevice });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });

  test('with a recovery code, and with a fresh proof of a session, as well', async () => {
    const user = { ...(await mfa.trusting(service, tenant)), trustToken: '' };
    const { code } = (await mfa.act(service, user.tokens, 'generate-recovery-code')).body;
    const waiting = await mfa.pending(service, user);
    const recovered = await mfa.act(service, waiting, 'verify-recovery-code', { code, trustDevice: true });
    const proved = await mfa.prove(service, user.tokens, user.secret, { trustDevice: true });
    for (const { body } of [recovered, proved]) expect(await isTrusted(user, body.trustToken)).toBe(true);
  });

  test('not with a code that is wrong', async () => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    const body = { method: 'totp', otp: '000000', trustDevice: true };
    const { text } = await mfa.act(service, waiting, 'verify', body);
    expect(text).not.toContain('trustToken');
  });
});

describe('a login with it', () => {
  test('needs no second factor, and gets another token', async () => {
    const user = await mfa.trusting(service, tenant);
    const { status, body, setCookies } = await login(user);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
      trustToken: expect.stringMatching(mfa.TRUST_TOKEN),
    });
    expect(claimsOf(body.accessToken).amr).toEqual(['pwd']);
    const [before, after] = [user.trustToken.split('.'), body.trustToken.split('.')];
    expect([after[0], after[1]]).toEqual([before[0], expect.not.stringMatching(before[1] as string)]);
    expect((await service.get('/auth/me', { headers: bearer(body) })).status).toBe(200);
    expect(await isTrusted(user, body.trustToken)).toBe(true);
  });

  test('by code instead of a password', async () => {
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

  test('where the tenant demands a second factor, too', async () => {
    const user = await mfa.trusting(service, await service.tenant({ mfa: { policy: 'required' } }));
    expect(await isTrusted(user)).toBe(true);
  });

  test('a wrong password stays wrong, and does not use it up', async () => {
    const user = await mfa.trusting(service, tenant);
    const reply = await mfa.loginTrusted(service, { ...user, password: 'Wrong 7$q' }, user.trustToken);
    expect([answerOf(reply), reply.text.includes('trustToken')]).toEqual([refusal('INVALID_CREDENTIALS'), false]);
    expect(await isTrusted(user)).toBe(true);
  });

  test('of ten at once one needs no second factor; the others may, and the trust lives on', async () => {
    const user = await mfa.trusting(service, tenant);
    const replies = await race(10, () => login(user));
    expect(outcomes(replies)).toEqual({ 200: 10 });
    const won = replies.filter(({ body }) => !body.isRequiresMfa);
    expect(won).toHaveLength(1);
    expect(await isTrusted(user, won[0]!.body.trustToken)).toBe(true);
  });
});

describe('a token that was replaced', () => {
  test('within ten seconds it is a second tab: it opens nothing and ends nothing', async () => {
    const user = await mfa.trusting(service, tenant);
    const { trustToken } = (await login(user)).body;
    expect(await later(5 * SECOND, () => isTrusted(user))).toBe(false);
    expect(await isTrusted(user, trustToken)).toBe(true);
  });

  test('later it was copied: the trust ends, for the token that took its place, too', async () => {
    const user = await mfa.trusting(service, tenant);
    const { trustToken } = (await login(user)).body;
    expect(await later(11 * SECOND, () => isTrusted(user))).toBe(false);
    expect(await later(12 * SECOND, () => isTrusted(user, trustToken))).toBe(false);
    expect((await trustedDevices(user)).body.trustedDevices).toEqual([]);
  });

  test('the trust in another device is none of its business', async () => {
    const user = await mfa.trusting(service, tenant);
    const { trustToken: other = '' } = await mfa.complete(service, user, { trustDevice: true });
    await login(user);
    await later(MINUTE, async () => {
      expect(await isTrusted(user)).toBe(false);
      expect(await isTrusted(user, other)).toBe(true);
    });
  });
});

describe('thirty days', () => {
  test('from the proof, however often it is used', async () => {
    const user = await mfa.trusting(service, tenant);
    const later29 = await later(29 * DAY, () => login(user));
    expect(later29.body.isRequiresMfa).toBe(false);
    const { trustToken } = later29.body;
    expect(await later(30 * DAY + MINUTE, () => isTrusted(user, trustToken))).toBe(false);
    expect(await later(30 * DAY - MINUTE, () => isTrusted(user, trustToken))).toBe(true);
  });

  test('the admin sees it for as long, when it was last used, and nothing that opens anything', async () => {
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

describe('of no use', () => {
  test('at another account, at one with the same address and password in another tenant', async () => {
    const [user, other] = [await mfa.trusting(service, tenant), await mfa.trusting(service, tenant)];
    expect(await isTrusted(other, user.trustToken)).toBe(false);
    const elsewhere = await service.tenant();
    const body = { email: user.email, password: user.password, tenantId: elsewhere.id };
    const { body: tokens } = await service.post('/auth/signup', body);
    await mfa.enrol(service, { tokens });
    expect(await isTrusted({ ...user, tenant: elsewhere }, user.trustToken)).toBe(false);
    expect([await isTrusted(user), await isTrusted(other)]).toEqual([true, true]);
  });

  test('as a bearer token, as a refresh token, for a pending login, in a body', async () => {
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

  test('in the cookie, while tokens travel in headers', async () => {
    const user = await mfa.trusting(service, tenant);
    const reply = await service.login(user, { headers: { cookie: `svc_device=${user.trustToken}` } });
    expect(reply.body.isRequiresMfa).toBe(true);
  });
});

describe('garbage in the header is ignored', () => {
  const garbage: [string, (token: string) => string | string[]][] = [
    ['nothing', () => ''],
    ['a dot', () => '.'],
    ['the id alone', (token) => token.split('.')[0] as string],
    ['the secret alone', (token) => token.split('.')[1] as string],
    ['another id', (token) => `dev_${'0'.repeat(22)}.${token.split('.')[1]}`],
    ['a prototype', () => '__proto__.x'],
    ['what is no ASCII', () => 'dev_\u00ff.\u00e9'],
    ['a long text', () => 'x'.repeat(8000)],
    ['two hundred of them', () => Array.from({ length: 200 }, (_, at) => `dev_${at}.x`)],
    ['five of them before it', (token) => [...Array<string>(5).fill('dev_x.y'), token]],
    ['it, with others in one line', (token) => `${token}, ${token}`],
  ];
  test.each(garbage)('%s', async (_, header) => {
    const user = await mfa.trusting(service, tenant);
    expect(await isTrusted(user, header(user.trustToken))).toBe(false);
    expect(await isTrusted(user)).toBe(true);
  });

  test('four others before it, or itself twice, do no harm', async () => {
    const user = await mfa.trusting(service, tenant);
    const { body } = await login(user, [...Array<string>(4).fill('dev_x.y'), user.trustToken]);
    expect(body.isRequiresMfa).toBe(false);
    expect(await isTrusted(user, [body.trustToken, body.trustToken])).toBe(true);
  });

  test('at sign-up, at refresh, and with an account that needs no second factor', async () => {
    const user = await mfa.trusting(service, tenant);
    const plain = await service.signup(tenant);
    expect((await mfa.loginTrusted(service, plain, user.trustToken)).body).not.toHaveProperty('trustToken');
    const { refreshToken } = plain.tokens;
    const headers = { [mfa.TRUST_HEADER]: user.trustToken };
    const refreshed = await service.post('/auth/refresh-token', { refreshToken }, { headers });
    expect([refreshed.status, refreshed.body.trustToken]).toEqual([200, undefined]);
  });
});
