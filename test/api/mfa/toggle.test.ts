// Tests POST /auth/mfa/toggle.
import { describe, expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import { answerOf, MINUTE, published, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import {
  act,
  ask,
  EMAIL_VERIFIED,
  enrolled,
  inboxOf,
  laterOn,
  pending,
  person,
  phoneVerified,
  prove,
} from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newEmail, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Holder = Pick<User, 'tokens'>;
const toggle = ({ tokens }: Holder, enabled: unknown) => act(service, tokens, 'toggle', { enabled });
const me = async ({ tokens }: Holder) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));
const LIVE = [200, undefined];

/** Creates a user without a password who is logged in with an e-mailed code. */
async function createPasswordlessUser(more: Record<string, unknown> = {}): Promise<Holder> {
  const email = newEmail();
  await service.admin('POST', USERS, { tenantId: tenant.id, email, ...EMAIL_VERIFIED, ...more });
  await service.post('/auth/passwordless/send', { identifier: email, channel: 'email', tenantId: tenant.id });
  const code = await codeTo(service, 'svc.passwordless_code_requested', email);
  const credentials = { identifier: email, channels: ['email'], code };
  const login = { tenantId: tenant.id, providerName: 'passwordless', credentials };
  return { tokens: (await service.post('/auth/login', login)).body };
}

describe('POST /auth/mfa/toggle 200', () => {
  test('switches the second factor off, keeps the authenticators and switches it on again', async () => {
    const user = await enrolled(service, tenant);
    const reply = await toggle(user, false);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Two-factor authentication is off.' }]);
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
    expect((await ask(service, user.tokens, 'status')).body).toMatchObject({
      isEnabled: false,
      verifiedMethods: ['totp'],
      totpDevices: [{ id: user.deviceId, verified: true }],
    });
    expect((await toggle(user, true)).body).toEqual({ message: 'Two-factor authentication is on.' });
    expect((await prove(service, await pending(service, user), user.secret)).status).toBe(200);
  });

  test('switches the second factor on with only a verified address', async () => {
    const user = await person(service, tenant);
    expect((await toggle(user, true)).status).toBe(200);
    expect((await service.login(user)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['email'] });
  });

  test('switches the second factor on without a password when a second channel is verified', async () => {
    const user = await createPasswordlessUser(phoneVerified());
    expect((await toggle(user, true)).status).toBe(200);
  });

  test("ends every other session and keeps the caller's", async () => {
    const user = await enrolled(service, tenant);
    const { body: other } = await prove(service, await pending(service, user), user.secret);
    await toggle(user, false);
    expect([await me(user), await me({ tokens: other })]).toEqual([LIVE, refusal('SESSION_NOT_FOUND')]);
    const { body: another } = await service.login(user);
    await toggle(user, true);
    expect([await me(user), await me({ tokens: another })]).toEqual([LIVE, refusal('SESSION_NOT_FOUND')]);
  });

  test('ends no session and sends no message when the state does not change', async () => {
    const own = await service.tenant();
    const user = await enrolled(service, own);
    const { body: other } = await prove(service, await pending(service, user), user.secret);
    expect((await toggle(user, true)).status).toBe(200);
    expect(await me({ tokens: other })).toEqual(LIVE);
    const plain = await service.signup(own);
    expect((await toggle(plain, false)).status).toBe(200);
    // The inbox holds only the message of the next real change.
    await toggle(user, false);
    expect(await inboxOf(service, user.email, 2)).toEqual(['svc.mfa_device_added', 'svc.two_factor_disabled']);
    expect(service.inbox(plain.email)).toEqual([]);
  });

  test('accepts twenty parallel calls and makes the change once', async () => {
    const own = await service.tenant();
    const user = await enrolled(service, own);
    const replies = await race(20, () => toggle(user, false));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    expect(await published(service, 'svc.two_factor_disabled', own.id)).toHaveLength(1);
    expect(await me(user)).toEqual(LIVE);
  });

  test('publishes an event and sends one message for each change', async () => {
    const own = await service.tenant();
    const user = await person(service, own);
    const about = { userId: user.id, email: user.email, phone: null, deviceId: null };
    await toggle(user, true);
    expect(await published(service, 'svc.two_factor_enabled', own.id)).toMatchObject([
      { detail: { ...about, method: 'email' } },
    ]);
    await toggle(user, false);
    expect(await published(service, 'svc.two_factor_disabled', own.id)).toMatchObject([{ detail: about }]);
    expect(await inboxOf(service, user.email, 2)).toEqual(['svc.two_factor_disabled', 'svc.two_factor_enabled']);
  });
});

test.each([undefined, null, 'true', 1, [true], {}])('POST /auth/mfa/toggle 400 rejects value %j', async (enabled) => {
  const user = await person(service, tenant);
  expect(answerOf(await toggle(user, enabled))).toEqual(refusal('INVALID_INPUT'));
});

test('POST /auth/mfa/toggle 401 rejects a pending login', async () => {
  const tokens = await pending(service, await enrolled(service, tenant));
  expect(answerOf(await toggle({ tokens }, false))).toEqual(refusal('MFA_REQUIRED'));
});

describe('POST /auth/mfa/toggle 403', () => {
  test('rejects switching on without a verified factor, so that the user can still log in', async () => {
    const user = await service.signup(tenant);
    expect(answerOf(await toggle(user, true))).toEqual(refusal('MFA_CANNOT_ENABLE_WITHOUT_METHOD'));
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });

  test('rejects switching on when one mailbox would be both factors', async () => {
    const user = await createPasswordlessUser();
    expect(answerOf(await toggle(user, true))).toEqual(refusal('MFA_CANNOT_ENABLE_WITHOUT_METHOD'));
  });

  test("rejects switching on when the tenant allows none of the account's methods", async () => {
    const strict = await service.tenant({ mfa: { policy: 'optional', methods: ['totp'] } });
    expect(answerOf(await toggle(await person(service, strict), true))).toEqual(
      refusal('MFA_CANNOT_ENABLE_WITHOUT_METHOD'),
    );
  });

  test('rejects switching off when the tenant requires a second factor', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required' } });
    const user = await enrolled(service, strict);
    const { body: tokens } = await prove(service, user.tokens, user.secret);
    expect(answerOf(await toggle({ tokens }, false))).toEqual(refusal('MFA_TOGGLING_NOT_ALLOWED'));
    expect((await toggle({ tokens }, true)).status).toBe(200);
    expect((await ask(service, tokens, 'status')).body.isEnabled).toBe(true);
  });

  test('rejects the call when the tenant has switched second factors off', async () => {
    const user = await person(service, await service.tenant({ mfa: { policy: 'off' } }));
    for (const enabled of [true, false])
      expect(answerOf(await toggle(user, enabled))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('rejects a proof of more than 15 minutes ago', async () => {
    const [enrolledUser, plain] = [await enrolled(service, tenant), await person(service, tenant)];
    for (const { tokens } of [enrolledUser, plain])
      await laterOn(service, tokens, 16 * MINUTE, async (fresh) => {
        for (const enabled of [true, false])
          expect(answerOf(await toggle({ tokens: fresh }, enabled))).toEqual(refusal('REAUTH_REQUIRED'));
      });
  });
});
