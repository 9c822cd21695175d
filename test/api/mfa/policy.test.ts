// Tests `settings.mfa` of a tenant: its effect on logins and on every operation under /auth/mfa.
import { describe, expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, published, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import { bearer, newEmail, type User, useService } from '../../support/service.ts';

const service = useService();

type Tokens = User['tokens'];
const tenant = (policy: string, methods?: string[]) => service.tenant({ mfa: { policy, ...(methods && { methods }) } });
const setPolicy = (id: string, policy: string | null) =>
  service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { settings: { mfa: policy === null ? null : { policy } } });
const me = async (tokens: Tokens) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));
const LIVE = [200, undefined];

const operations: Record<string, (tokens: Tokens) => Promise<{ status: number; body: { code?: string } }>> = {
  devices: (tokens) => mfa.ask(service, tokens, 'devices'),
  'setup-totp': (tokens) => mfa.act(service, tokens, 'setup-totp'),
  'verify-totp-setup': (tokens) => mfa.act(service, tokens, 'verify-totp-setup', { otp: '123456' }),
  challenge: (tokens) => mfa.act(service, tokens, 'challenge', { method: 'totp' }),
  verify: (tokens) => mfa.act(service, tokens, 'verify', { method: 'totp', otp: '123456' }),
  'verify-recovery-code': (tokens) => mfa.act(service, tokens, 'verify-recovery-code', { code: 'x' }),
  'generate-recovery-code': (tokens) => mfa.act(service, tokens, 'generate-recovery-code'),
  toggle: (tokens) => mfa.act(service, tokens, 'toggle', { enabled: true }),
  'reset-totp': (tokens) => mfa.act(service, tokens, 'reset-totp'),
  'devices/{deviceId}': (tokens) => mfa.removeDevice(service, tokens, 'dev_x'),
};

describe('MFA policy off', () => {
  test('lets enrolled users log in without a second factor until the policy is on again', async () => {
    const own = await service.tenant();
    const user = await mfa.enrolled(service, own);
    await setPolicy(own.id, 'off');
    const { body } = await service.login(user);
    expect([body.isRequiresMfa, await me(body)]).toEqual([false, LIVE]);
    await setPolicy(own.id, 'optional');
    expect((await service.login(user)).body.isRequiresMfa).toBe(true);
  });

  test.each(Object.keys(operations))(
    'rejects %s for a plain session, an enrolled session and a pending login',
    async (name) => {
      const own = await service.tenant();
      const [plain, user] = [await service.signup(own), await mfa.enrolled(service, own)];
      const waiting = await mfa.pending(service, user);
      await setPolicy(own.id, 'off');
      const codes = [];
      for (const tokens of [plain.tokens, user.tokens, waiting])
        codes.push((await operations[name]!(tokens)).body.code);
      const pendingMay = ['challenge', 'verify', 'verify-recovery-code'].includes(name);
      expect(codes).toEqual(['MFA_NOT_ENABLED', 'MFA_NOT_ENABLED', pendingMay ? 'MFA_NOT_ENABLED' : 'MFA_REQUIRED']);
    },
  );
});

describe('MFA policy optional', () => {
  test('is the default and requires a second factor only from users who enrolled', async () => {
    const own = await service.tenant();
    const [plain, user] = [await service.signup(own), await mfa.enrolled(service, own)];
    expect((await service.login(plain)).body.isRequiresMfa).toBe(false);
    expect((await service.login(user)).body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'A second factor is required.',
      isRequiresMfa: true,
      mfaMethods: ['totp'],
      defaultMfaMethod: 'totp',
      nextStep: 'mfa',
    });
  });

  test('requires no second factor from a user who only has a verified address', async () => {
    const user = await mfa.person(service, await service.tenant());
    expect(user.tokens).toMatchObject({ isRequiresMfa: false });
  });

  test('offers every available method, the strongest first', async () => {
    const own = await service.tenant();
    const user = await mfa.person(service, own, { ...mfa.phoneVerified(), ...mfa.EMAIL_VERIFIED });
    await mfa.act(service, user.tokens, 'toggle', { enabled: true });
    const offered = async () => {
      const { mfaMethods, defaultMfaMethod } = (await service.login(user)).body;
      return [mfaMethods, defaultMfaMethod];
    };
    expect(await offered()).toEqual([['email', 'sms'], 'email']);
    await mfa.enrol(service, user);
    expect(await offered()).toEqual([['totp', 'email', 'sms'], 'totp']);
  });
});

describe('MFA policy required', () => {
  test('makes a user without a factor enrol and prove it before anything else works', async () => {
    const user = await service.signup(await tenant('required'));
    expect(user.tokens).toMatchObject({ isRequiresMfa: true, mfaMethods: [] });
    expect(user.tokens).not.toHaveProperty('defaultMfaMethod');
    expect(await me(user.tokens)).toEqual(refusal('MFA_REQUIRED'));
    for (const name of ['devices', 'generate-recovery-code', 'toggle', 'reset-totp', 'devices/{deviceId}']) {
      const reply = await operations[name]!(user.tokens);
      expect([name, reply.status, reply.body.code]).toEqual([name, ...refusal('MFA_REQUIRED')]);
    }
    const { secret } = await mfa.enrol(service, user);
    expect(await me(user.tokens)).toEqual(refusal('MFA_REQUIRED'));
    // A user who has a factor must prove it before setting up another one.
    expect(answerOf(await mfa.act(service, user.tokens, 'setup-totp'))).toEqual(refusal('MFA_REQUIRED'));
    const { body } = await mfa.prove(service, user.tokens, secret);
    expect(await me(body)).toEqual(LIVE);
  });

  test('enrols a verified address with its first proof', async () => {
    const own = await tenant('required');
    const user = await mfa.person(service, own);
    expect(user.tokens).toMatchObject({ isRequiresMfa: true, mfaMethods: ['email'], defaultMfaMethod: 'email' });
    const waiting = await mfa.pending(service, user);
    const otp = await mfa.challenged(service, user.tokens, 'email', user.email);
    // The message leaves only while its code is live.
    await mfa.inboxOf(service, user.email, 1);
    const { body } = await mfa.act(service, user.tokens, 'verify', { method: 'email', otp });
    expect((await service.get('/auth/me', { headers: bearer(body) })).body.isMfaEnabled).toBe(true);
    // A caller who knows only the password is logged out and can no longer set up a factor.
    expect(answerOf(await mfa.ask(service, waiting, 'status'))).toEqual(refusal('SESSION_NOT_FOUND'));
    const another = await mfa.pending(service, user);
    expect(answerOf(await mfa.act(service, another, 'setup-totp'))).toEqual(refusal('MFA_REQUIRED'));
    expect(await published(service, 'svc.two_factor_enabled', own.id)).toMatchObject([
      { detail: { userId: user.id, email: user.email, phone: null, method: 'email', deviceId: null } },
    ]);
    expect(await mfa.inboxOf(service, user.email, 2)).toEqual(['svc.two_factor_code_sent', 'svc.two_factor_enabled']);
    // A second proof enrols nothing and sends no further message.
    expect((await service.admin('GET', `${USERS}/${user.id}`)).body.user.isMfaEnabled).toBe(true);
    await setPolicy(own.id, null);
    expect((await service.login(user)).body.isRequiresMfa).toBe(true);
  });

  test('trusts the device from the first proof on', async () => {
    const user = await mfa.person(service, await tenant('required'));
    const otp = await mfa.challenged(service, user.tokens, 'email', user.email);
    const body = { method: 'email', otp, trustDevice: true };
    const { trustToken } = (await mfa.act(service, user.tokens, 'verify', body)).body;
    expect((await mfa.loginTrusted(service, user, trustToken)).body.isRequiresMfa).toBe(false);
  });

  test('requires an authenticator that was switched off before and rejects setting up another', async () => {
    const own = await service.tenant();
    const user = await mfa.enrolled(service, own);
    await mfa.act(service, user.tokens, 'toggle', { enabled: false });
    await setPolicy(own.id, 'required');
    const waiting = await mfa.pending(service, user);
    expect(waiting).toMatchObject({ mfaMethods: ['totp'] });
    expect(answerOf(await mfa.act(service, waiting, 'setup-totp'))).toEqual(refusal('MFA_REQUIRED'));
    const { body } = await mfa.prove(service, waiting, user.secret);
    expect((await mfa.ask(service, body, 'status')).body.isEnabled).toBe(true);
  });

  test('keeps existing sessions and requires a second factor at the next login', async () => {
    const own = await service.tenant();
    const user = await service.signup(own);
    await setPolicy(own.id, 'required');
    expect(await me(user.tokens)).toEqual(LIVE);
    expect((await service.login(user)).body.isRequiresMfa).toBe(true);
  });

  test('rejects the mailbox as second factor when it was already the first', async () => {
    const own = await tenant('required');
    const email = newEmail();
    await service.admin('POST', USERS, { tenantId: own.id, email, ...mfa.EMAIL_VERIFIED });
    await service.post('/auth/passwordless/send', { identifier: email, channel: 'email', tenantId: own.id });
    const code = await codeTo(service, 'svc.passwordless_code_requested', email);
    const credentials = { identifier: email, channels: ['email'], code };
    const login = { tenantId: own.id, providerName: 'passwordless', credentials };
    const { body } = await service.post('/auth/login', login);
    expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: [] });
    expect((await mfa.ask(service, body, 'status')).body.verifiedMethods).toEqual([]);
    const { secret } = await mfa.enrol(service, { tokens: body });
    expect((await mfa.prove(service, body, secret)).status).toBe(200);
  });
});

describe('MFA methods allowed by the tenant', () => {
  test('neither offers nor accepts a method that the tenant does not allow', async () => {
    const own = await tenant('required', ['email']);
    const user = await mfa.person(service, own, { ...mfa.phoneVerified(), ...mfa.EMAIL_VERIFIED });
    expect(user.tokens).toMatchObject({ mfaMethods: ['email'], defaultMfaMethod: 'email' });
    for (const method of ['totp', 'sms'])
      for (const operation of ['challenge', 'verify'] as const) {
        const reply = await mfa.act(service, user.tokens, operation, { method, otp: '123456' });
        expect(answerOf(reply)).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
      }
    const otp = await mfa.challenged(service, user.tokens, 'email', user.email);
    const { body: session } = await mfa.act(service, user.tokens, 'verify', { method: 'email', otp });
    expect(answerOf(await mfa.act(service, session, 'setup-totp'))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });

  test('rejects an authenticator after the tenant stopped allowing authenticators', async () => {
    const own = await service.tenant();
    const user = await mfa.person(service, own);
    const { secret } = await mfa.enrol(service, user);
    const settings = { mfa: { policy: 'optional', methods: ['email'] } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings });
    const waiting = await mfa.pending(service, user);
    expect(waiting).toMatchObject({ mfaMethods: ['email'] });
    expect(answerOf(await mfa.prove(service, waiting, secret))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });
});

describe('a pending login', () => {
  test('neither ends a full session nor counts as one, even after twelve pending logins', async () => {
    const user = await mfa.enrolled(service, await service.tenant({ session: { maxPerUser: 1 } }));
    for (let count = 0; count < 12; count++) await mfa.pending(service, user);
    expect(await me(user.tokens)).toEqual(LIVE);
    const { sid, sub } = claimsOf(user.tokens.accessToken);
    const { body } = await service.admin('GET', `${USERS}/${sub}/sessions`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([sid]);
  });

  test('stays pending when it is refreshed', async () => {
    const user = await mfa.enrolled(service, await service.tenant());
    const { refreshToken } = await mfa.pending(service, user);
    const { body } = await service.post('/auth/refresh-token', { refreshToken });
    expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
    expect(await me(body)).toEqual(refusal('MFA_REQUIRED'));
    expect((await mfa.prove(service, body, user.secret)).status).toBe(200);
  });
});
