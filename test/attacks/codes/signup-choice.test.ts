// Threat: in a tenant that verifies addresses first, a stranger signs up with the owner's address. The code goes to the
// owner. It proves the mailbox, never a password: the client that signed up keeps the password it chose, no other does.
import { describe, expect, test } from '@jest/globals';
import { unseal } from '../../../lib/crypto/seal.ts';
import { rootSecret } from '../../../lib/platform/aws/secrets.ts';
import { answerOf, COOKIES, claimsOf, later, MINUTE, refusal } from '../../support/api.ts';
import { CHALLENGE, challengeOf, VERIFIER } from '../../support/binding.ts';
import { cookieHeader } from '../../support/http.ts';
import { messagesTo } from '../../support/messages.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant({ signup: { mode: 'verifyFirst' } }));

const REQUESTED = 'svc.passwordless_code_requested';
const STRANGER = 's'.repeat(43);
const wrong = refusal('VERIFICATION_CODE_INVALID');

type More = Record<string, unknown>;
const signup = async (email: string, more: More = {}, headers = {}) => {
  const password = newPassword();
  const reply = await service.post('/auth/signup', { tenantId: tenant.id, email, password, ...more }, { headers });
  if (reply.status !== 200) throw new Error(reply.text);
  return { password, reply };
};
const loginByCode = (email: string, code: string, more: More = {}, headers = {}) => {
  const credentials = { identifier: email, channels: ['email'], code, ...more };
  return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials }, { headers });
};
const byPassword = (email: string, password: string) => service.login({ tenant, email, password }).then(answerOf);
/** The codes sent to the address, oldest first. */
async function codesTo(email: string, count: number): Promise<string[]> {
  const details = await messagesTo(service, REQUESTED, email, count);
  const roots = await rootSecret('seal');
  const codes = details.map(({ id, sealed }) => JSON.parse(unseal(roots, `message|${id}`, sealed)).code as string);
  const times = details.map(({ occurredAt }) => Date.parse(occurredAt));
  return codes
    .map((code, at) => ({ code, at: times[at] as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ code }) => code);
}
const refusedPassword = refusal('INVALID_CREDENTIALS');

test("the owner who signs up seconds after a stranger gets a code of their own and keeps their own password, not the stranger's", async () => {
  const email = newEmail();
  const his = await signup(email, { codeChallenge: challengeOf(STRANGER) });
  const hers = await signup(email, { codeChallenge: CHALLENGE });
  const [first, second] = (await codesTo(email, 2)) as [string, string];
  // The stranger's code, typed into the owner's page, opens nothing.
  expect(answerOf(await loginByCode(email, first, { codeVerifier: VERIFIER }))).toEqual(wrong);
  const reply = await loginByCode(email, second, { codeVerifier: VERIFIER });
  expect(reply.status).toBe(200);
  expect(await byPassword(email, his.password)).toEqual(refusedPassword);
  expect(await byPassword(email, hers.password)).toEqual([200, undefined]);
  // The proof ended the stranger's code.
  expect(answerOf(await loginByCode(email, first, { codeVerifier: STRANGER }))).toEqual(wrong);
});

test.each([
  ['without a client', {}],
  ['for the stranger’s client', { codeChallenge: challengeOf(STRANGER) }],
])(
  "a stranger's sign-up %s gives the owner who proves the mailbox otherwise no password of the stranger",
  async (_, more) => {
    const email = newEmail();
    const his = await signup(email, more);
    await service.post('/auth/passwordless/send', {
      tenantId: tenant.id,
      identifier: email,
      channel: 'email',
      codeChallenge: CHALLENGE,
    });
    const [, code] = (await codesTo(email, 2)) as [string, string];
    expect((await loginByCode(email, code, { codeVerifier: VERIFIER })).status).toBe(200);
    expect(await byPassword(email, his.password)).toEqual(refusedPassword);
  },
);

test('the code of an unbound sign-up proves the mailbox and no password', async () => {
  const email = newEmail();
  const { password } = await signup(email);
  const [code] = (await codesTo(email, 1)) as [string];
  expect((await loginByCode(email, code)).status).toBe(200);
  expect(await byPassword(email, password)).toEqual(refusedPassword);
});

describe('a user who signs up and uses the code in the same client', () => {
  test('keeps the password in cookie mode', async () => {
    const email = newEmail();
    const { password, reply } = await signup(email, {}, COOKIES);
    const [code] = (await codesTo(email, 1)) as [string];
    const cookie = cookieHeader(reply);
    expect(answerOf(await loginByCode(email, code, {}, COOKIES))).toEqual(wrong);
    expect((await loginByCode(email, code, {}, { ...COOKIES, cookie })).status).toBe(200);
    expect(await byPassword(email, password)).toEqual([200, undefined]);
  });

  test('keeps the password when they ask for another code meanwhile', async () => {
    const email = newEmail();
    const { password } = await signup(email, { codeChallenge: CHALLENGE });
    const again = { tenantId: tenant.id, identifier: email, channel: 'email', codeChallenge: CHALLENGE };
    await service.post('/auth/passwordless/send', again);
    const [first, second] = (await codesTo(email, 2)) as [string, string];
    expect(answerOf(await loginByCode(email, first, { codeVerifier: VERIFIER }))).toEqual(wrong);
    expect((await loginByCode(email, second, { codeVerifier: VERIFIER })).status).toBe(200);
    expect(await byPassword(email, password)).toEqual([200, undefined]);
  });

  test('creates one account when both sign up at once, and one of them proves it', async () => {
    const email = newEmail();
    const clients = Array.from({ length: 3 }, (_, at) => String(at).repeat(43));
    const passwords = await Promise.all(clients.map((each) => signup(email, { codeChallenge: challengeOf(each) })));
    const codes = await codesTo(email, 3);
    const replies = [];
    for (const code of codes) {
      for (const codeVerifier of clients) replies.push(await loginByCode(email, code, { codeVerifier }));
    }
    const opened = replies.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(1);
    expect(claimsOf(opened[0]?.body.accessToken).sub).toMatch(/^usr_/);
    const works = await Promise.all(passwords.map(({ password }) => byPassword(email, password)));
    expect(works.filter(([status]) => status === 200)).toHaveLength(1);
  });
});

test('a later sign-up with an address that was proved notifies the owner and changes nothing', async () => {
  const email = newEmail();
  const { password } = await signup(email, { codeChallenge: CHALLENGE });
  const [code] = (await codesTo(email, 1)) as [string];
  await loginByCode(email, code, { codeVerifier: VERIFIER });
  const later = await signup(email, { codeChallenge: challengeOf(STRANGER) });
  expect(await messagesTo(service, 'svc.signup_attempted', email)).toHaveLength(1);
  expect(await messagesTo(service, REQUESTED, email)).toHaveLength(1);
  expect(await byPassword(email, later.password)).toEqual(refusedPassword);
  expect(await byPassword(email, password)).toEqual([200, undefined]);
});

test('after many wrong guesses the code of a sign-up is too long to guess, and opens the account', async () => {
  const email = newEmail();
  await signup(email);
  for (let hour = 0; hour < 2; hour++)
    await later(hour * 61 * MINUTE, async () => {
      for (let round = 0; round < 15; round++) await loginByCode(email, '000000');
    });
  await later(180 * MINUTE, async () => {
    await signup(email);
    const [, code = ''] = await codesTo(email, 2);
    expect(code).toMatch(/^\d{20}$/);
    expect((await loginByCode(email, code)).status).toBe(200);
  });
});
