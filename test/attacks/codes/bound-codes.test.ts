// Threat: a person who sees a code (over a shoulder, in a shared mailbox, by a phone call) uses it from another device.
// A code that a client bound to itself is of use to that client alone, and strangers cannot use it up.
import { describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, COOKIES, refusal } from '../../support/api.ts';
import { CHALLENGE, challengeOf, VERIFIER } from '../../support/binding.ts';
import { cookieHeader, freshIp } from '../../support/http.ts';
import { codeTo, otherThan } from '../../support/messages.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const LOGIN = 'svc.passwordless_code_requested';
const RESET = 'svc.password_reset_requested';
const wrong = refusal('VERIFICATION_CODE_INVALID');
type More = Record<string, unknown>;

const kinds = [
  {
    kind: 'login',
    event: LOGIN,
    send: (email: string, more: More = {}, headers = {}) =>
      service.post(
        '/auth/passwordless/send',
        { tenantId: tenant.id, identifier: email, channel: 'email', ...more },
        { headers },
      ),
    use: (email: string, code: string, more: More = {}, headers = {}) =>
      service.post(
        '/auth/login',
        {
          tenantId: tenant.id,
          providerName: 'passwordless',
          credentials: { identifier: email, channels: ['email'], code, ...more },
        },
        { headers, ip: freshIp() },
      ),
  },
  {
    kind: 'password reset',
    event: RESET,
    send: (email: string, more: More = {}, headers = {}) =>
      service.post('/auth/forgot-password', { tenantId: tenant.id, email, ...more }, { headers }),
    use: (email: string, code: string, more: More = {}, headers = {}) =>
      service.post(
        '/auth/verify-forgot-password-otp',
        { tenantId: tenant.id, email, code, ...more },
        { headers, ip: freshIp() },
      ),
  },
];

describe.each(kinds)('a code of $kind', ({ event, send, use }) => {
  test('that was asked for with a challenge works only with the verifier', async () => {
    const { email } = await createUser(service, tenant);
    await send(email, { codeChallenge: CHALLENGE });
    const code = await codeTo(service, event, email);
    for (const codeVerifier of [undefined, '', CHALLENGE, 'w'.repeat(43)])
      expect(answerOf(await use(email, code, { codeVerifier }))).toEqual(wrong);
    expect(answerOf(await use(email, code, {}, COOKIES))).toEqual(wrong);
    expect((await use(email, code, { codeVerifier: VERIFIER })).status).toBe(200);
    expect(answerOf(await use(email, code, { codeVerifier: VERIFIER }))).toEqual(wrong);
  });

  test('that a browser asked for in cookie mode works only with its cookie', async () => {
    const { email } = await createUser(service, tenant);
    const cookie = cookieHeader(await send(email, {}, COOKIES));
    const code = await codeTo(service, event, email);
    const other = cookieHeader(await send(newEmail(), {}, COOKIES));
    expect(other).not.toBe(cookie);
    expect(answerOf(await use(email, code))).toEqual(wrong);
    expect(answerOf(await use(email, code, {}, COOKIES))).toEqual(wrong);
    expect(answerOf(await use(email, code, {}, { ...COOKIES, cookie: other }))).toEqual(wrong);
    expect((await use(email, code, {}, { ...COOKIES, cookie })).status).toBe(200);
  });

  test('that was asked for without either works without, and not with a verifier', async () => {
    const { email } = await createUser(service, tenant);
    await send(email);
    const code = await codeTo(service, event, email);
    expect(answerOf(await use(email, code, { codeVerifier: VERIFIER }))).toEqual(wrong);
    expect((await use(email, code)).status).toBe(200);
  });

  test('survives requests and wrong guesses of strangers', async () => {
    const { email } = await createUser(service, tenant);
    await send(email, { codeChallenge: CHALLENGE });
    const code = await codeTo(service, event, email);
    // The stranger asks for codes of their own, a moment later, and guesses until their attempts are used up.
    await send(email);
    await send(email, { codeChallenge: challengeOf('w'.repeat(43)) });
    for (let guess = 0; guess < 16; guess++) {
      expect(answerOf(await use(email, code))).toEqual(wrong);
      expect(answerOf(await use(email, code, { codeVerifier: 'w'.repeat(43) }))).toEqual(wrong);
    }
    expect((await use(email, code, { codeVerifier: VERIFIER })).status).toBe(200);
  });

  test('that a stranger asked for a moment earlier does not hold back the code of the owner', async () => {
    const { email } = await createUser(service, tenant);
    await send(email);
    await send(email, { codeChallenge: CHALLENGE });
    const code = await codeTo(service, event, email, 2);
    expect((await use(email, code, { codeVerifier: VERIFIER })).status).toBe(200);
  });

  test('takes five tries of its own client', async () => {
    const { email } = await createUser(service, tenant);
    await send(email, { codeChallenge: CHALLENGE });
    const code = await codeTo(service, event, email);
    for (let guess = 0; guess < 5; guess++)
      expect(answerOf(await use(email, otherThan(code), { codeVerifier: VERIFIER }))).toEqual(wrong);
    expect(answerOf(await use(email, code, { codeVerifier: VERIFIER }))).toEqual(wrong);
  });

  test('opens one thing when twenty callers of its client send it at once', async () => {
    const { email } = await createUser(service, tenant);
    await send(email, { codeChallenge: CHALLENGE });
    const code = await codeTo(service, event, email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => use(email, code, { codeVerifier: VERIFIER })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('a tenant that requires bound codes refuses requests that name no client, and names the field', async () => {
  const strict = await service.tenant({ binding: { codes: 'required' }, signup: { mode: 'verifyFirst' } });
  const bodies: [string, More][] = [
    ['/auth/passwordless/send', { identifier: newEmail(), channel: 'email' }],
    ['/auth/forgot-password', { email: newEmail() }],
    ['/auth/signup', { email: newEmail(), password: newPassword() }],
  ];
  for (const [path, body] of bodies) {
    const plain = await service.post(path, { tenantId: strict.id, ...body });
    expect([...answerOf(plain), plain.body.message]).toEqual([
      ...refusal('INVALID_INPUT'),
      'codeChallenge: is required (S256, RFC 7636), except in cookie mode',
    ]);
    const bound = await service.post(path, { tenantId: strict.id, ...body, codeChallenge: CHALLENGE });
    const byCookie = await service.post(path, { tenantId: strict.id, ...body }, { headers: COOKIES });
    expect([bound.status, byCookie.status]).toEqual([200, 200]);
  }
});
