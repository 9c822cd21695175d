// Threat: a person who sees an id token (the operator of another tenant, a log, a script in an app) logs in with it. A
// token is good once in the whole deployment, and only for the client and tenant that its nonce was issued to.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, later, MINUTE, refusal } from '../../support/api.ts';
import { CHALLENGE, challengeOf } from '../../support/binding.ts';
import { cookieHeader } from '../../support/http.ts';
import { exchange, newNonce, newToken, PROVIDER, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, idp, realm, tenant } = useSso();
const refused = refusal('SSO_TOKEN_INVALID');

test('an id token used at one tenant opens no account at another that shares the provider and the client id', async () => {
  const other = await tenantWith(service, realm);
  const person = stranger();
  const token = await newToken(service, tenant, realm, person);
  expect((await exchange(service, tenant, { token })).status).toBe(200);
  for (const where of [other, tenant]) expect(answerOf(await exchange(service, where, { token }))).toEqual(refused);
});

test('an unused id token whose nonce was issued for another tenant is refused, and still works where it belongs', async () => {
  const other = await tenantWith(service, realm);
  const token = await newToken(service, tenant, realm, stranger());
  expect(answerOf(await exchange(service, other, { token }))).toEqual(refused);
  expect((await exchange(service, tenant, { token })).status).toBe(200);
});

test('four tenants and twenty parallel callers get one session from one id token', async () => {
  const tenants = [tenant, await tenantWith(service, realm), await tenantWith(service, realm), tenant];
  const token = await newToken(service, tenant, realm, stranger());
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => exchange(service, tenants[at % 4]!, { token })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('two id tokens with one nonce open one session', async () => {
  const nonce = await newNonce(service, tenant);
  const tokens = [realm.idToken(stranger(), { nonce }), realm.idToken(stranger(), { nonce })];
  const replies = [];
  for (const token of tokens) replies.push(answerOf(await exchange(service, tenant, { token })));
  expect(replies).toEqual([[200, undefined], refused]);
});

test.each([
  ['none', undefined],
  ['one that the app made up', 'app-a-nonce'],
  ['an empty one', ''],
])('an id token with a nonce that the service did not issue is refused: %s', async (_, nonce) => {
  const token = realm.idToken(stranger(), { nonce });
  for (const more of [{}, { nonce: nonce || undefined }]) {
    expect(answerOf(await exchange(service, tenant, { token, ...more }))).toEqual(refused);
  }
});

test('an id token seen by another client is refused there and still works for its own', async () => {
  const token = await newToken(service, tenant, realm, stranger());
  for (const codeVerifier of [undefined, '', 'w'.repeat(43), CHALLENGE]) {
    expect(answerOf(await exchange(service, tenant, { token, codeVerifier }))).toEqual(refused);
  }
  expect((await exchange(service, tenant, { token })).status).toBe(200);
});

test('a nonce that was issued to a browser needs its HttpOnly cookie', async () => {
  const reply = await service.post(`/auth/sso/${PROVIDER}/nonce`, { tenantId: tenant.id }, { headers: COOKIES });
  const cookie = cookieHeader(reply);
  expect(cookie).toMatch(/^svc_binding=[\w-]{43}$/);
  const token = realm.idToken(stranger(), { nonce: reply.body.nonce });
  const login = (headers: Record<string, string>) =>
    exchange(service, tenant, { token, codeVerifier: undefined }, {}, { headers: { ...COOKIES, ...headers } });
  expect(answerOf(await login({}))).toEqual(refused);
  expect(answerOf(await login({ cookie: `svc_binding=${'x'.repeat(43)}` }))).toEqual(refused);
  // A cookie sent twice is ambiguous: one of them may have been planted.
  expect(answerOf(await login({ cookie: `${cookie}; svc_binding=${'x'.repeat(43)}` }))).toEqual(refused);
  expect((await login({ cookie })).status).toBe(200);
});

test('a nonce expires after ten minutes, and is good for the provider that it was issued for alone', async () => {
  const two = await tenantWith(service, realm, { ssoProviders: [realm.settings(PROVIDER), realm.settings('second')] });
  const token = await newToken(service, two, realm, stranger());
  expect(answerOf(await exchange(service, two, { token }, { providerName: 'second' }))).toEqual(refused);
  expect(answerOf(await later(11 * MINUTE, () => exchange(service, two, { token })))).toEqual(refused);
});

describe('another token of the provider with our client id, a right signature and a nonce of ours', () => {
  test.each([
    ['an access token that says JWT', { header: { typ: 'JWT' }, claims: { scope: 'openid', client_id: 'us' } }],
    ['an access token without a type', { claims: { scp: ['openid'] } }],
    ['an access token of Keycloak', { header: { typ: 'JWT' }, claims: { typ: 'Bearer' } }],
    ['a token that another client requested', { claims: { azp: 'another-client' } }],
    ['a logout token', { claims: { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } } }],
  ])('does not log anyone in: %s', async (_, behaviour) => {
    const own = idp.realm(behaviour);
    const owner = await tenantWith(service, own);
    const token = await newToken(service, owner, own, stranger());
    expect(answerOf(await exchange(service, owner, { token }))).toEqual(refused);
  });
});

test('a verifier of its own lets each of two clients log in with its own token', async () => {
  const person = stranger();
  const subjects = [];
  for (const codeVerifier of ['a'.repeat(43), 'b'.repeat(64)]) {
    const token = realm.idToken(person, { nonce: await newNonce(service, tenant, challengeOf(codeVerifier)) });
    const reply = await exchange(service, tenant, { token, codeVerifier });
    subjects.push(claimsOf(reply.body.accessToken).sub);
  }
  expect(new Set(subjects).size).toBe(1);
});
