// Tests POST /auth/mfa/challenge.
import { describe, expect, test } from '@jest/globals';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { findCode } from '../../../lib/store/people/codes.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { act, challenged, EMAIL_VERIFIED, enrol, pending, person, phoneVerified } from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const required = prepared(() => service.tenant({ mfa: { policy: 'required' } }));

type Tokens = User['tokens'];
const SENT = 'svc.two_factor_code_sent';
const challenge = (tokens: Tokens, method: unknown) => act(service, tokens, 'challenge', { method });
/** Finds the code that is on its way to the user's mailbox. */
const findPendingCode = ({ id, tenant: { id: t } }: { id: string; tenant: Tenant }) =>
  findCode(t as TenantId, id as UserId, 'mfa-email');
const verify = (tokens: Tokens, method: string, otp: string) => act(service, tokens, 'verify', { method, otp });

describe('POST /auth/mfa/challenge 200', () => {
  test('sends a six-digit code by e-mail that completes this login', async () => {
    const user = await person(service, required);
    const reply = await challenge(user.tokens, 'email');
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    const code = await service.code(user.email);
    expect(service.inbox(user.email)).toMatchObject([{ channel: 'email', event: SENT }]);
    expect(reply.text).not.toContain(code);
    expect((await verify(user.tokens, 'email', code)).status).toBe(200);
  });

  test('sends a code by SMS to the phone number only', async () => {
    const { phone, ...more } = phoneVerified();
    const user = await person(service, required, { phone, ...more });
    expect((await challenge(user.tokens, 'sms')).status).toBe(200);
    const code = await service.code(phone);
    expect(service.inbox(phone)).toMatchObject([{ channel: 'sms', event: SENT }]);
    expect(service.inbox(user.email)).toEqual([]);
    expect((await verify(user.tokens, 'sms', code)).status).toBe(200);
  });

  test('sends nothing when the method is an authenticator', async () => {
    const user = await person(service, tenant);
    await enrol(service, user);
    const reply = await challenge(await pending(service, user), 'totp');
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await findPendingCode(user)).toBeUndefined();
  });

  test('replaces the first code with a second one a minute later', async () => {
    const user = await person(service, required);
    const first = await challenged(service, user.tokens, 'email', user.email);
    await later(MINUTE, async () => {
      const second = await challenged(service, user.tokens, 'email', user.email, 2);
      if (first !== second)
        expect(answerOf(await verify(user.tokens, 'email', first))).toEqual(refusal('MFA_CODE_INVALID'));
      expect((await verify(user.tokens, 'email', second)).status).toBe(200);
    });
  });

  test('sends a code to a full session that proves its second factor again', async () => {
    const user = await person(service, tenant);
    await enrol(service, user);
    const code = await challenged(service, user.tokens, 'email', user.email);
    expect((await verify(user.tokens, 'email', code)).body.message).toBe('Verified.');
  });
});

describe('POST /auth/mfa/challenge 400', () => {
  test.each([undefined, null, '', 'EMAIL', 'phone', 'webauthn', '__proto__', 7, ['email'], { email: true }])(
    'rejects the unknown method %j',
    async (method) => {
      const { tokens } = await person(service, required);
      expect(answerOf(await challenge(tokens, method))).toEqual(refusal('INVALID_INPUT'));
    },
  );

  test('rejects a method that the account does not have, for a pending login and for a full session', async () => {
    const user = await person(service, required);
    for (const method of ['totp', 'sms'])
      expect(answerOf(await challenge(user.tokens, method))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
    const other = await person(service, tenant, {});
    for (const method of ['totp', 'email', 'sms'])
      expect(answerOf(await challenge(other.tokens, method))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
    for (const each of [user, other]) expect(await findPendingCode(each)).toBeUndefined();
  });

  test('rejects a method whose address is not verified', async () => {
    const user = await person(service, required, { phone: phoneVerified().phone });
    for (const method of ['email', 'sms'])
      expect(answerOf(await challenge(user.tokens, method))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });

  test('rejects a method that the tenant does not allow', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required', methods: ['totp', 'sms'] } });
    const user = await person(service, strict);
    expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });

  test('rejects e-mail as the second factor after a login with an e-mailed code', async () => {
    const { phone, ...more } = phoneVerified();
    const user = await person(service, required, { ...EMAIL_VERIFIED, phone, ...more });
    await service.post('/auth/passwordless/send', {
      identifier: user.email,
      channel: 'email',
      tenantId: required.id,
    });
    const code = await codeTo(service, 'svc.passwordless_code_requested', user.email);
    const credentials = { identifier: user.email, channels: ['email'], code };
    const login = { tenantId: required.id, providerName: 'passwordless', credentials };
    const { body } = await service.post('/auth/login', login);
    expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['sms'], defaultMfaMethod: 'sms' });
    expect(answerOf(await challenge(body, 'email'))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
    expect((await challenge(body, 'sms')).status).toBe(200);
  });
});

test('POST /auth/mfa/challenge 401 rejects a login that is already complete', async () => {
  const user = await person(service, required);
  await verify(user.tokens, 'email', await challenged(service, user.tokens, 'email', user.email));
  expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('SESSION_NOT_FOUND'));
});

describe('POST /auth/mfa/challenge 403', () => {
  test('rejects a full session of an account that needs no second factor', async () => {
    const user = await person(service, tenant);
    expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('rejects a pending login after the tenant switched second factors off', async () => {
    const own = await service.tenant({ mfa: { policy: 'required' } });
    const user = await person(service, own);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { mfa: { policy: 'off' } } });
    expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('MFA_NOT_ENABLED'));
    const me = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect(answerOf(me)).toEqual(refusal('MFA_REQUIRED'));
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });
});

describe('POST /auth/mfa/challenge 429', () => {
  test('sends one of ten parallel codes and allows one a minute across all logins of the account', async () => {
    const user = await person(service, required);
    const other = await pending(service, user);
    const replies = await race(10, (caller) => challenge(caller % 2 ? user.tokens : other, 'email'));
    expect(outcomes(replies)).toEqual({ 200: 1, '429 RATE_LIMITED': 9 });
    const reply = await challenge(user.tokens, 'email');
    expect([...answerOf(reply), reply.headers['retry-after']]).toEqual([...refusal('RATE_LIMITED'), '60']);
    expect(await messagesTo(service, SENT, user.email)).toHaveLength(1);
  });

  test('allows three codes in ten minutes', async () => {
    const user = await person(service, required, EMAIL_VERIFIED);
    const statuses: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      const reply = await later(minute * 2 * MINUTE, () => challenge(user.tokens, 'email'));
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('keeps the previous code valid when a request is rate limited', async () => {
    const user = await person(service, required);
    const code = await challenged(service, user.tokens, 'email', user.email);
    expect((await challenge(user.tokens, 'email')).status).toBe(429);
    expect((await verify(user.tokens, 'email', code)).status).toBe(200);
  });
});
