// Threat: in a tenant that verifies addresses first, a provider that does not verify them gives a stranger an account and
// a session with another person's address.
import { expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, claimsOf, expectWellFormed, refusal } from '../../support/api.ts';
import { challengeOf, VERIFIER } from '../../support/binding.ts';
import { cookieHeader } from '../../support/http.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { prepared } from '../../support/prepared.ts';
import {
  comeBack,
  exchange,
  leave,
  logIn,
  newToken,
  roundTrip,
  startPath,
  stranger,
  tenantWith,
  useSso,
} from '../../support/sso.ts';

const { service, realm } = useSso();
const strict = prepared(() => tenantWith(service, realm, { signup: { mode: 'verifyFirst' } }));

const REQUESTED = 'svc.passwordless_code_requested';
const refused = refusal('EMAIL_VERIFICATION_REQUIRED');
const unproved = (more: Record<string, unknown> = {}) => stranger({ email_verified: false, ...more });

const loginByCode = async (email: string, more: Record<string, unknown>, headers = {}) => {
  const code = (more.code as string) ?? (await codeTo(service, REQUESTED, email));
  const credentials = { identifier: email, channels: ['email'], code, ...more };
  return service.post('/auth/login', { tenantId: strict.id, providerName: 'passwordless', credentials }, { headers });
};

test('a person with an unproved address gets a code instead of a session, and keeps the identity with it', async () => {
  const person = unproved();
  const reply = await roundTrip(service, strict, realm, person);
  expectWellFormed(reply);
  expect([answerOf(reply), reply.setCookies]).toEqual([refused, []]);
  const code = await codeTo(service, REQUESTED, person.email as string);
  // Not by any later way either, until the address is proved.
  expect(answerOf(await roundTrip(service, strict, realm, person, { mode: 'cookie' }))).toEqual(refused);
  const token = await newToken(service, strict, realm, person);
  expect(answerOf(await exchange(service, strict, { token }))).toEqual(refused);
  const opened = await loginByCode(person.email as string, { code, codeVerifier: VERIFIER });
  expect(opened.status).toBe(200);
  const { sub } = claimsOf(opened.body.accessToken);
  expect(claimsOf((await logIn(service, strict, realm, person)).body.accessToken).sub).toBe(sub);
});

test('in cookie mode the cookie of the start binds the code', async () => {
  const person = unproved();
  const start = await service.get(startPath(strict, { mode: 'cookie' }));
  const cookie = cookieHeader(start);
  const back = realm.logIn(start.headers.location as string, person);
  expect(answerOf(await comeBack(service, back, { cookie }))).toEqual(refused);
  const headers = { 'x-access-token-type': 'cookie' };
  const without = await loginByCode(person.email as string, {}, headers);
  expect(answerOf(without)).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  expect((await loginByCode(person.email as string, {}, { ...headers, cookie })).status).toBe(200);
  expect((await roundTrip(service, strict, realm, person, { mode: 'cookie' })).status).toBe(302);
});

test("a stranger's identity is shut out when the owner proves the address", async () => {
  const person = unproved();
  await leaveAndReturn(person, 'x'.repeat(43));
  const email = person.email as string;
  const send = { tenantId: strict.id, identifier: email, channel: 'email' };
  await service.post('/auth/passwordless/send', send);
  await messagesTo(service, REQUESTED, email, 2);
  const opened = await loginByCode(email, {});
  expect(opened.status).toBe(200);
  expect(answerOf(await roundTrip(service, strict, realm, person))).toEqual(refused);
  const { sub } = claimsOf(opened.body.accessToken);
  expect((await service.admin('GET', `/auth/admin/api/users/${sub}`)).body.identities).toEqual([]);
});

async function leaveAndReturn(person: ReturnType<typeof unproved>, verifier: string) {
  const trip = await leave(service, strict, { codeChallenge: challengeOf(verifier) });
  const reply = await comeBack(service, realm.logIn(trip.location, person), trip);
  expect(answerOf(reply)).toEqual(refused);
}

test('the response is the same for an address that has a proved account, whose owner is told', async () => {
  const owner = await createUser(service, strict, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const free = await roundTrip(service, strict, realm, unproved());
  const taken = await roundTrip(service, strict, realm, unproved({ email: owner.email }));
  expect([taken.status, taken.text]).toEqual([free.status, free.text]);
  expect(await messagesTo(service, 'svc.signup_attempted', owner.email)).toHaveLength(1);
});

test('an account made before the tenant began to verify first opens only after its address is proved', async () => {
  const own = await tenantWith(service, realm);
  const person = unproved();
  expect((await logIn(service, own, realm, person)).status).toBe(200);
  await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { signup: { mode: 'verifyFirst' } } });
  for (const mode of ['header', 'cookie'])
    expect(answerOf(await roundTrip(service, own, realm, person, { mode }))).toEqual(refused);
});

test('a person with a proved address or none logs in at once', async () => {
  for (const more of [{}, { email: undefined }])
    expect((await logIn(service, strict, realm, stranger(more))).status).toBe(200);
});

test('an owner whose provider proves the address gets the account of a pending sign-up, without its password', async () => {
  const person = stranger();
  const [email, password] = [person.email as string, 'Kq7-stranger-chose-this'];
  await service.post('/auth/signup', {
    tenantId: strict.id,
    email,
    password,
    codeChallenge: challengeOf('x'.repeat(43)),
  });
  const code = await codeTo(service, REQUESTED, email);
  expect((await logIn(service, strict, realm, person)).status).toBe(200);
  const credentials = { identifier: email, channels: ['email'], code, codeVerifier: 'x'.repeat(43) };
  const late = await service.post('/auth/login', { tenantId: strict.id, providerName: 'passwordless', credentials });
  expect(answerOf(late)).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  expect(answerOf(await service.login({ tenant: strict, email, password }))).toEqual(refusal('INVALID_CREDENTIALS'));
});
