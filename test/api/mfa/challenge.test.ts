// POST /auth/mfa/challenge
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { findCode } from '../../../lib/store/codes.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { act, challenged, EMAIL_VERIFIED, enrol, pending, person, phoneVerified } from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
let required: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
  required = await service.tenant({ mfa: { policy: 'required' } });
});

type Tokens = User['tokens'];
const SENT = 'svc.two_factor_code_sent';
const challenge = (tokens: Tokens, method: unknown) => act(service, tokens, 'challenge', { method });
/** The code that is under way to his mailbox. */
const codeOf = ({ id, tenant: { id: t } }: { id: string; tenant: Tenant }) =>
  findCode(t as TenantId, id as UserId, 'mfa-email');
const verify = (tokens: Tokens, method: string, otp: string) => act(service, tokens, 'verify', { method, otp });

describe('200', () => {
  test('by e-mail: six digits, which complete this login', async () => {
    const user = await person(service, required);
    const reply = await challenge(user.tokens, 'email');
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    const code = await service.code(user.email);
    expect(service.inbox(user.email)).toMatchObject([{ channel: 'email', event: SENT }]);
    expect(reply.text).not.toContain(code);
    expect((await verify(user.tokens, 'email', code)).status).toBe(200);
  });

  test('by SMS, to the number alone', async () => {
    const { phone, ...more } = phoneVerified();
    const user = await person(service, required, { phone, ...more });
    expect((await challenge(user.tokens, 'sms')).status).toBe(200);
    const code = await service.code(phone);
    expect(service.inbox(phone)).toMatchObject([{ channel: 'sms', event: SENT }]);
    expect(service.inbox(user.email)).toEqual([]);
    expect((await verify(user.tokens, 'sms', code)).status).toBe(200);
  });

  test('with an authenticator there is nothing to send', async () => {
    const user = await person(service, tenant);
    await enrol(service, user);
    const reply = await challenge(await pending(service, user), 'totp');
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await codeOf(user)).toBeUndefined();
  });

  test('a second one, a minute later, replaces the first', async () => {
    const user = await person(service, required);
    const first = await challenged(service, user.tokens, 'email', user.email);
    await later(MINUTE, async () => {
      const second = await challenged(service, user.tokens, 'email', user.email, 2);
      if (first !== second)
        expect(answerOf(await verify(user.tokens, 'email', first))).toEqual(refusal('MFA_CODE_INVALID'));
      expect((await verify(user.tokens, 'email', second)).status).toBe(200);
    });
  });

  test('for a session that is to prove itself afresh', async () => {
    const user = await person(service, tenant);
    await enrol(service, user);
    const code = await challenged(service, user.tokens, 'email', user.email);
    expect((await verify(user.tokens, 'email', code)).body.message).toBe('Verified.');
  });
});

describe('400', () => {
  test.each([undefined, null, '', 'EMAIL', 'phone', 'webauthn', '__proto__', 7, ['email'], { email: true }])(
    'an unknown method: %j',
    async (method) => {
      const { tokens } = await person(service, required);
      expect(answerOf(await challenge(tokens, method))).toEqual(refusal('INVALID_INPUT'));
    },
  );

  test('a method that the account has not, in a pending login and in a full session', async () => {
    const user = await person(service, required);
    for (const method of ['totp', 'sms'])
      expect(answerOf(await challenge(user.tokens, method))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
    const other = await person(service, tenant, {});
    for (const method of ['totp', 'email', 'sms'])
      expect(answerOf(await challenge(other.tokens, method))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
    for (const each of [user, other]) expect(await codeOf(each)).toBeUndefined();
  });

  test('an address that is not verified', async () => {
    const user = await person(service, required, { phone: phoneVerified().phone });
    for (const method of ['email', 'sms'])
      expect(answerOf(await challenge(user.tokens, method))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });

  test('a method that the tenant does not allow', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required', methods: ['totp', 'sms'] } });
    const user = await person(service, strict);
    expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });

  test('the way that the first factor came: one mailbox is one factor', async () => {
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

test('401 after the login was completed', async () => {
  const user = await person(service, required);
  await verify(user.tokens, 'email', await challenged(service, user.tokens, 'email', user.email));
  expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('SESSION_NOT_FOUND'));
});

describe('403', () => {
  test('a full session of an account that needs no second factor', async () => {
    const user = await person(service, tenant);
    expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('where the tenant has switched second factors off, for a login that was waiting as well', async () => {
    const own = await service.tenant({ mfa: { policy: 'required' } });
    const user = await person(service, own);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { mfa: { policy: 'off' } } });
    expect(answerOf(await challenge(user.tokens, 'email'))).toEqual(refusal('MFA_NOT_ENABLED'));
    const me = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect(answerOf(me)).toEqual(refusal('MFA_REQUIRED'));
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });
});

describe('429', () => {
  test('one a minute, whichever login asks, of any number at once', async () => {
    const user = await person(service, required);
    const other = await pending(service, user);
    const replies = await race(10, (caller) => challenge(caller % 2 ? user.tokens : other, 'email'));
    expect(outcomes(replies)).toEqual({ 200: 1, '429 RATE_LIMITED': 9 });
    const reply = await challenge(user.tokens, 'email');
    expect([...answerOf(reply), reply.headers['retry-after']]).toEqual([...refusal('RATE_LIMITED'), '60']);
    expect(await messagesTo(service, SENT, user.email)).toHaveLength(1);
  });

  test('three in ten minutes', async () => {
    const user = await person(service, required, EMAIL_VERIFIED);
    const statuses: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      const reply = await later(minute * 2 * MINUTE, () => challenge(user.tokens, 'email'));
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('a code that was refused for want of a budget leaves the one before as it is', async () => {
    const user = await person(service, required);
    const code = await challenged(service, user.tokens, 'email', user.email);
    expect((await challenge(user.tokens, 'email')).status).toBe(429);
    expect((await verify(user.tokens, 'email', code)).status).toBe(200);
  });
});
