// Walks every pathway that proves an address of an unclaimed account, and looks at what its creator is left with.
// Threat: a stranger signs up with another person's address, prepares every credential there is, and waits.
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import type { Operation } from '../../../lib/contract/operation.ts';
import { type ProvingPathway, pathways } from '../../../lib/contract/pathways.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { operations } from '../../support/ledger.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { act, complete, enrol } from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
let inviter: Record<string, string>;
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const body = { name: 'Host', tenantId: tenant.id, permissions: ['users.invite'] };
  const { role } = (await service.admin('POST', '/auth/admin/api/roles', body)).body;
  inviter = bearer((await service.login(await createUser(service, tenant, { roleIds: [role.id] }))).body);
});

/** An account with another person's address, whose creator has prepared everything. */
async function squat() {
  const account = { tenant, email: newEmail(), phone: newPhone(), password: newPassword() };
  const { email, phone, password } = account;
  const { body: tokens } = await service.post('/auth/signup', { tenantId: tenant.id, email, phone, password });
  const { secret } = await enrol(service, { tokens });
  const { codes } = (await act(service, tokens, 'generate-recovery-code')).body;
  const session = await complete(service, { ...account, secret }, { trustDevice: true });
  return { ...account, tokens, session, codes: codes as string[], id: claimsOf(tokens.accessToken).sub as string };
}
type Squatted = Awaited<ReturnType<typeof squat>>;

const EVERYTHING = { password: true, phone: true, authenticators: 1, recoveryCodes: true, needsSecondFactor: true };
const NOTHING = { password: false, phone: false, authenticators: 0, recoveryCodes: false, needsSecondFactor: false };

/** What the creator prepared and still has. */
async function leftOf({ id, email, phone, password }: Squatted) {
  const { user, mfa } = (await service.admin('GET', `${USERS}/${id}`)).body;
  return {
    password: (await service.login({ tenant, email, password })).status === 200,
    phone: user.phone === phone,
    authenticators: mfa.totpDevices.length,
    recoveryCodes: mfa.hasRecoveryCode,
    needsSecondFactor: user.isMfaEnabled,
  };
}
const isAlive = async (tokens: Squatted['tokens']): Promise<boolean> =>
  (await service.get('/auth/verify-session', { headers: bearer(tokens) })).status === 200;

const loginByCode = async (email: string, more: Record<string, unknown> = {}) => {
  const code = await codeTo(service, 'svc.passwordless_code_requested', email);
  const credentials = { identifier: email, channels: ['email'], code, ...more };
  return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
};

/** The owner of the address comes along each pathway. `verificationCode`: the creator was the owner all along. */
const walks: Record<Exclude<ProvingPathway, 'signupCode' | 'providerAddress'>, (a: Squatted) => Promise<unknown>> = {
  loginCode: async ({ email }) => {
    await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' });
    expect((await loginByCode(email)).status).toBe(200);
  },
  verificationCode: async ({ email, tokens }) => {
    const headers = bearer(tokens);
    await service.post('/auth/send-email-verification', {}, { headers });
    const code = await codeTo(service, 'svc.email_verification_requested', email);
    expect((await service.post('/auth/verify-email', { code }, { headers })).status).toBe(200);
    expect(await isAlive(tokens)).toBe(true);
  },
  // To the person who made the account, their own new address is as good as the one that they verify.
  addressChange: async (account) => {
    const { tokens } = account;
    account.email = newEmail();
    const [headers, address] = [bearer(tokens), { email: account.email }];
    expect((await service.post('/auth/address', address, { headers })).status).toBe(200);
    const code = await codeTo(service, 'svc.email_verification_requested', account.email);
    expect((await service.post('/auth/address/confirm', { ...address, code }, { headers })).status).toBe(200);
    expect(await isAlive(tokens)).toBe(true);
  },
  reset: async ({ email }) => {
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email });
    const code = await codeTo(service, 'svc.password_reset_requested', email);
    const { body } = await service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, email, code });
    const reset = await service.post('/auth/reset-password', { token: body.resetToken, newPassword: newPassword() });
    expect(reset.status).toBe(200);
  },
  invitation: async (account) => {
    const { email } = account;
    const reply = await service.post('/auth/invite', { email }, { headers: inviter });
    expect([reply.status, reply.body.isNewUser]).toEqual([201, true]);
    // At once: what the inviter gives to the account from now on is not for its creator.
    expect([await isAlive(account.session), await leftOf(account)]).toEqual([false, NOTHING]);
    const [{ token }] = await messagesTo(service, 'svc.user_invited', email);
    const password = newPassword();
    expect((await service.post('/auth/reset-password', { token, newPassword: password })).status).toBe(200);
    expect((await service.login({ tenant, email, password })).body.isRequiresMfa).toBe(false);
  },
  invitationPasskey: async ({ email }) => {
    expect((await service.post('/auth/invite', { email }, { headers: inviter })).status).toBe(201);
    const [{ token }] = await messagesTo(service, 'svc.user_invited', email);
    const authenticator = passkeys.authenticatorFor(service);
    expect((await passkeys.addByLink(service, token, authenticator)).status).toBe(200);
    expect((await passkeys.login(service, tenant, authenticator)).body.isRequiresMfa).toBe(false);
  },
  admin: async ({ id }) => {
    const body = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
    expect((await service.admin('PATCH', `${USERS}/${id}`, body)).status).toBe(200);
  },
};

describe('an unclaimed account whose address is proved', () => {
  test.each(Object.entries(walks))(
    'along %s leaves its creator what docs/explanation/proofs.md says',
    async (name, walk) => {
      const account = await squat();
      await walk(account);
      const left = pathways[name as keyof typeof walks].keepsCredentials ? EVERYTHING : NOTHING;
      // An admin sees the other address, and decides.
      expect(await leftOf(account)).toEqual(name === 'admin' ? { ...left, phone: true } : left);
      // Sessions and trusted devices from before the proof end in any case.
      expect(await isAlive(account.session)).toBe(false);
      expect((await service.admin('GET', `${USERS}/${account.id}`)).body.trustedDevices).toEqual([]);
    },
  );

  test('by an admin who sets the password leaves its creator nothing', async () => {
    const account = await squat();
    const password = newPassword();
    expect((await service.admin('PATCH', `${USERS}/${account.id}`, { password })).status).toBe(200);
    expect([await isAlive(account.session), await leftOf(account)]).toEqual([false, { ...NOTHING, phone: true }]);
    expect((await service.login({ ...account, password })).body.isRequiresMfa).toBe(false);
  });
});

describe('an inert address', () => {
  const send = (identifier: string) =>
    service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier, channel: 'sms' });

  test('that an inviter typed opens nothing before or after the invited person accepts', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const { body } = await service.post('/auth/invite', { email, phone }, { headers: inviter });
    for (const step of ['invited', 'accepted']) {
      await send(phone);
      await service.post('/auth/forgot-password', { tenantId: tenant.id, phone });
      if (step === 'accepted') break;
      const [{ token }] = await messagesTo(service, 'svc.user_invited', email);
      expect((await service.post('/auth/reset-password', { token, newPassword: newPassword() })).status).toBe(200);
    }
    // Everything above has been published once this later message has.
    await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' });
    await messagesTo(service, 'svc.passwordless_code_requested', email);
    const sent = service.local.events().filter(({ detail }) => JSON.stringify(detail).includes(`"to":"${phone}"`));
    expect(sent).toEqual([]);
    expect((await service.admin('GET', `${USERS}/${body.userId}`)).body.user).toMatchObject({ phoneVerifiedAt: null });
  });

  test('is taken from the account, not joined to it, when its owner is invited', async () => {
    const account = await squat();
    await walks.loginCode(account);
    const second = await squat();
    for (const { id, phone } of [account, second]) {
      const reply = await service.post('/auth/invite', { phone }, { headers: inviter });
      expect(reply.body).toMatchObject({ isNewUser: true });
      expect(reply.body.userId).not.toBe(id);
      const [{ token, userId }] = await messagesTo(service, 'svc.user_invited', phone);
      expect(userId).toBe(reply.body.userId);
      expect((await service.post('/auth/reset-password', { token, newPassword: newPassword() })).status).toBe(200);
      expect((await service.admin('GET', `${USERS}/${id}`)).body.user.phone).toBeNull();
      expect((await service.admin('GET', `${USERS}/${reply.body.userId}`)).body.user).toMatchObject({
        phone,
        email: null,
      });
    }
  });
});

test('twenty parallel invitations of a squatted address, or of an inert one, make one account and send one link', async () => {
  const account = await squat();
  for (const address of [{ phone: account.phone }, { email: account.email }]) {
    const replies = await race(20, () => service.post('/auth/invite', address, { headers: inviter }));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = new Set(replies.map(({ body }) => body.userId));
    expect(ids.size).toBe(1);
    expect(ids.has(account.id)).toBe('email' in address);
    const sent = await messagesTo(service, 'svc.user_invited', Object.values(address)[0] as string);
    expect(sent.filter(({ token }) => token !== null)).toHaveLength(1);
  }
});

test('verifying one of two new addresses keeps the code of the other', async () => {
  const [email, phone, password] = [newEmail(), newPhone(), newPassword()];
  const { body: tokens } = await service.post('/auth/signup', { tenantId: tenant.id, email, phone, password });
  const headers = bearer(tokens);
  await service.post('/auth/send-email-verification', {}, { headers });
  await service.post('/auth/send-phone-verification', {}, { headers });
  for (const [kind, to] of [
    ['email', email],
    ['phone', phone],
  ] as const) {
    const code = await codeTo(service, `svc.${kind}_verification_requested`, to);
    expect((await service.post(`/auth/verify-${kind}`, { code }, { headers })).status).toBe(200);
  }
});

test('an account with a proved address completes a login with it before it may set up an authenticator', async () => {
  const own = await service.tenant({ mfa: { policy: 'required' } });
  const user = await createUser(service, own, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const { body: thief } = await service.login(user);
  expect(thief.mfaMethods).toEqual(['email']);
  expect(answerOf(await act(service, thief, 'setup-totp'))).toEqual(refusal('MFA_REQUIRED'));
});

test('every operation that gives a session or sets a password is part of a pathway', () => {
  const named = new Set<string>(Object.values(pathways).flatMap(({ operations }) => [...operations]));
  const isOpening = ({ reply }: Operation): boolean =>
    reply instanceof z.ZodMiniObject && 'refreshToken' in reply.def.shape;
  const opening = operations.filter(({ operation }) => isOpening(operation)).map(({ route }) => route);
  expect(opening).toContain('POST /auth/login');
  expect([...opening, 'POST /auth/reset-password'].filter((route) => !named.has(route))).toEqual([]);
});
