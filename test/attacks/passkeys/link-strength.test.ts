// Attacks what a link gives: more than the account's second factors allow, more passkeys than an account may have, and what
// stays open after its use.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { newPassword, useService } from '../../support/service.ts';

const service = useService();
const OVER = refusal('PASSWORD_RESET_TOKEN_INVALID');
const VERIFIED = '2026-01-01T00:00:00Z';
const REQUIRED = { mfa: { policy: 'required' } };

const look = async (token: string) => (await service.post('/auth/invitation', { token })).body;

describe('an invitation', () => {
  async function invited(settings: Record<string, unknown>, more: Record<string, unknown>) {
    const tenant = await service.tenant(settings);
    const user = await createUser(service, tenant, { password: undefined, emailVerifiedAt: VERIFIED, ...more });
    const body = { tenantId: tenant.id, email: user.email };
    expect((await service.admin('POST', '/auth/admin/api/invitations', body)).status).toBe(201);
    const [{ token }] = await messagesTo(service, 'svc.user_invited', user.email);
    return { tenant, token: token as string };
  }
  test('adds no passkey where the login would ask for a code to a proved phone number', async () => {
    const { token } = await invited(REQUIRED, mfa.phoneVerified());
    expect(await look(token)).toMatchObject({ methods: ['password'] });
    expect(answerOf(await passkeys.linkOptions(service, token))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
  });

  test.each([
    ['the tenant requires no second factor', {}, mfa.phoneVerified()],
    ['the account has no other address', REQUIRED, {}],
  ])('adds a passkey where %s', async (_, settings, more) => {
    const { token, tenant } = await invited(settings, more);
    const authenticator = passkeys.authenticatorFor(service);
    expect((await passkeys.addByLink(service, token, authenticator)).status).toBe(200);
    expect((await passkeys.login(service, tenant, authenticator)).status).toBe(200);
  });
});

describe('a recovery link', () => {
  test('adds no more passkeys than an account may have, and replaces as many', async () => {
    const user = await createUser(service, await service.tenant(), { emailVerifiedAt: VERIFIED });
    const add = async (body: object = {}) => {
      const token = await passkeys.recoveryLink(service, user.id, body);
      return { token, authenticator: passkeys.authenticatorFor(service, { alg: -8 }) };
    };
    for (let round = 0; round < 19; round++) {
      const { token, authenticator } = await add();
      passkeys.done(await passkeys.addByLink(service, token, authenticator));
    }
    const { token, authenticator } = await add();
    const credential = authenticator.create(passkeys.done(await passkeys.linkOptions(service, token)).body.options);
    const tokens = (await service.login(user)).body;
    await passkeys.addPasskey(service, { tokens }, passkeys.authenticatorFor(service, { alg: -8 }));
    expect(answerOf(await passkeys.linkOptions(service, token))).toEqual(refusal('PASSKEY_LIMIT_REACHED'));
    expect(answerOf(await passkeys.sendLink(service, token, credential))).toEqual(refusal('PASSKEY_LIMIT_REACHED'));
    const fresh = await add({ removePasskeys: true });
    expect((await passkeys.addByLink(service, fresh.token, fresh.authenticator)).status).toBe(200);
    expect((await service.admin('GET', `${USERS}/${user.id}/passkeys`)).body.data).toHaveLength(1);
  });

  test('is made by no admin of another tenant and by none who only reads', async () => {
    const user = await createUser(service, await service.tenant());
    const path = `${USERS}/${user.id}/recovery-links`;
    const other = await scopedAdmin(service, 'owner', [(await service.tenant()).id]);
    expect(answerOf(await other.send('POST', path, {}))).toEqual(refusal('USER_NOT_FOUND'));
    for (const role of ['auditor', 'support'])
      expect(answerOf(await (await scopedAdmin(service, role)).send('POST', path, {}))).toEqual(refusal('FORBIDDEN'));
    const own = await scopedAdmin(service, 'operator', [user.tenant.id]);
    expect((await own.send('POST', path, {})).status).toBe(201);
  });

  test('is replaced by nothing else: the token of a reset adds no passkey', async () => {
    const user = await createUser(service, await service.tenant(), { emailVerifiedAt: VERIFIED });
    await service.post('/auth/forgot-password', { tenantId: user.tenant.id, email: user.email });
    const otp = await codeTo(service, 'svc.password_reset_requested', user.email);
    const shown = { tenantId: user.tenant.id, email: user.email, code: otp, otp };
    const reply = await service.post('/auth/verify-forgot-password-otp', shown);
    const token = reply.body.resetToken ?? reply.text;
    expect(answerOf(await passkeys.linkOptions(service, token))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
    expect(answerOf(await passkeys.linkOptions(service, token.replace('rst_', 'rec_')))).toEqual(OVER);
    expect((await service.post('/auth/reset-password', { token, newPassword: newPassword() })).status).toBe(200);
  });

  test('is not used up by a look at its page, which has its secret after the number sign alone', async () => {
    const user = await createUser(service, await service.tenant(), { emailVerifiedAt: VERIFIED });
    const reply = await service.admin('POST', `${USERS}/${user.id}/recovery-links`, {});
    const link = new URL(reply.body.link);
    expect([link.search, link.hash.slice(0, 7)]).toEqual(['', '#token=']);
    const page = await service.get(link.pathname);
    expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    const token = link.hash.slice(7);
    for (let round = 0; round < 3; round++) await look(token);
    await passkeys.linkOptions(service, token);
    expect((await passkeys.addByLink(service, token, passkeys.authenticatorFor(service))).status).toBe(200);
  });

  test('ends the sessions and the trusted devices of the account, and keeps its authenticator', async () => {
    const user = await mfa.trusting(service);
    expect((await mfa.loginTrusted(service, user, user.trustToken)).body.nextStep).toBeNull();
    const token = await passkeys.recoveryLink(service, user.id);
    expect((await passkeys.list(service, user.session)).status).toBe(200);
    const authenticator = passkeys.authenticatorFor(service);
    expect((await passkeys.addByLink(service, token, authenticator)).status).toBe(200);
    expect((await passkeys.list(service, user.session)).status).toBe(401);
    const { refreshToken } = user.session;
    expect((await service.post('/auth/refresh-token', { refreshToken })).status).toBe(401);
    expect((await mfa.loginTrusted(service, user, user.trustToken)).body.nextStep).toBe('mfa');
    await mfa.complete(service, user);
    expect((await passkeys.login(service, user.tenant, authenticator)).status).toBe(200);
  });
});
