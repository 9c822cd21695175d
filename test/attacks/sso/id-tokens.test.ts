// Threat: a malicious provider, or an attacker between it and the service, sends invalid id tokens: through the
// redirect or through POST /auth/login. None of them logs anyone in.
import { describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import type { Behaviour } from '../../support/identity-provider.ts';
import {
  codeIn,
  comeBack,
  exchange,
  leave,
  newToken,
  roundTrip,
  stranger,
  tenantWith,
  useSso,
} from '../../support/sso.ts';

const { service, idp } = useSso();

const now = Math.floor(Date.now() / 1000);

const evil: [string, Behaviour][] = [
  ['alg none', { signature: 'none' }],
  ['HS256 with the public key', { signature: 'hmac' }],
  ['another key', { signature: 'other-key' }],
  ['a broken signature', { signature: 'broken' }],
  ['an unknown key id', { header: { kid: 'other' } }],
  [
    'a key of its own in the header',
    { signature: 'other-key', header: { jwk: { kty: 'RSA' }, jku: 'https://evil.example' } },
  ],
  ['a critical extension', { header: { crit: ['exp'], exp: 1 } }],
  ['the type of an access token', { header: { typ: 'at+jwt' } }],
  ['the type of a logout token', { header: { typ: 'logout+jwt' } }],
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['no audience', { claims: { aud: undefined } }],
  ['an empty audience', { claims: { aud: [] } }],
  ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['no issuer', { claims: { iss: undefined } }],
  ['an expiry an hour ago', { claims: { iat: now - 7200, exp: now - 3600 } }],
  ['an issue time in the future', { claims: { iat: now + 3600, exp: now + 7200 } }],
  ['a start time in the future', { claims: { nbf: now + 3600 } }],
  ['no expiry', { claims: { exp: undefined } }],
  ['a lifetime of a year', { claims: { exp: now + 365 * 86_400 } }],
  ['no issue time', { claims: { iat: undefined } }],
  ['text as expiry', { claims: { exp: 'tomorrow' } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['a number as subject', { claims: { sub: 42 } }],
  ['a subject with a line break', { claims: { sub: 'a\nb' } }],
  ['a subject of 256 characters', { claims: { sub: 'x'.repeat(256) } }],
];

describe.each(evil)('an id token with %s', (_, behaviour) => {
  test('is refused with 401 and sets no cookie at the redirect, in both modes', async () => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    for (const mode of ['header', 'cookie']) {
      const reply = await roundTrip(service, tenant, realm, stranger(), { mode });
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
      expect(reply.setCookies).toEqual([]);
    }
  });

  test('is refused with 401 at POST /auth/login', async () => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    const reply = await exchange(service, tenant, { token: await newToken(service, tenant, realm, stranger()) });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

describe('an id token with a list of audiences', () => {
  test.each([
    ['is accepted with our client id alone', (us: string) => ({ aud: [us] }), true],
    ['is accepted with two and our client id as azp', (us: string) => ({ aud: [us, 'other'], azp: us }), true],
    ['is refused with two and another azp', (us: string) => ({ aud: [us, 'other'], azp: 'other' }), false],
    ['is refused with two and no azp', (us: string) => ({ aud: [us, 'other'] }), false],
  ])('%s', async (_, claims, isGood) => {
    const realm = idp.realm();
    const tenant = await tenantWith(service, realm);
    realm.behaviour.claims = claims(realm.clientId);
    const byRedirect = await roundTrip(service, tenant, realm, stranger());
    const byToken = await exchange(service, tenant, { token: await newToken(service, tenant, realm, stranger()) });
    expect([byRedirect.status, byToken.status]).toEqual(isGood ? [302, 200] : [401, 401]);
  });
});

test('an id token with another nonce or none is refused', async () => {
  const realm = idp.realm();
  const tenant = await tenantWith(service, realm);
  for (const nonce of ['another', undefined]) {
    realm.behaviour.claims = { nonce };
    expect(answerOf(await roundTrip(service, tenant, realm, stranger()))).toEqual(refusal('SSO_TOKEN_INVALID'));
  }
});

test('a malformed id token is refused', async () => {
  const tenant = await tenantWith(service, idp.realm());
  for (const token of ['x', '..', 'a.b.c', 'e30.e30.e30', `${'x'.repeat(4000)}`, 'a.b.c.d.e', '__proto__']) {
    expect(answerOf(await exchange(service, tenant, { token }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  }
});

describe('the callback of a provider', () => {
  test.each([
    ['with another issuer', { iss: 'https://accounts.google.com' }],
    ['without the issuer that the provider’s metadata announces', { iss: null }],
  ] as [string, Behaviour][])('%s is refused with 401, and the code is not redeemed', async (_, behaviour) => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    expect(answerOf(await roundTrip(service, tenant, realm, stranger()))).toEqual(refusal('SSO_TOKEN_INVALID'));
    expect(realm.requests.filter(({ step }) => step === 'token')).toEqual([]);
  });

  test('sent to the path of another provider is refused, and that provider does not get the code', async () => {
    const [honest, evilRealm] = [idp.realm(), idp.realm()];
    const tenant = await tenantWith(service, honest, {
      ssoProviders: [honest.settings('acme'), evilRealm.settings('evil')],
    });
    // Mix-up attack (RFC 9700 4.4): the browser is sent to the honest provider and returns to the path of the evil one.
    const trip = await leave(service, tenant);
    const back = honest.logIn(trip.location, stranger());
    back.pathname = '/auth/callback/evil';
    expect(answerOf(await comeBack(service, back, trip))).toEqual(refusal('SSO_STATE_INVALID'));
    expect(evilRealm.requests.filter(({ step }) => step === 'token')).toEqual([]);
  });
});

test('a callback is refused when the provider was reconfigured after the flow began, and the new one gets no code or verifier', async () => {
  const [before, after] = [idp.realm(), idp.realm()];
  const tenant = await tenantWith(service, before);
  const trip = await leave(service, tenant);
  const settings = { ssoProviders: [after.settings('acme')] };
  await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });
  const reply = await comeBack(service, before.logIn(trip.location, stranger()), trip);
  expect(answerOf(reply)).toEqual(refusal('SSO_STATE_INVALID'));
  expect(after.requests).toEqual([]);
});

describe('a token endpoint', () => {
  test.each([
    ['no id token', { token: { id_token: undefined } }],
    ['a malformed id token', { token: { id_token: 'x' } }],
    ['no access token', { token: { access_token: undefined } }],
    ['another kind of token', { token: { token_type: 'mac' } }],
    ['a refusal', { fault: { token: 'refuse' } }],
    ['truncated JSON', { fault: { token: 'garbage' } }],
  ] as [string, Behaviour][])('that returns %s makes the login fail with 401', async (_, behaviour) => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    const reply = await roundTrip(service, tenant, realm, stranger());
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
    expect(reply.text).not.toContain('script');
  });
});

describe('provider metadata', () => {
  test.each([
    ['of another issuer', { issuer: 'https://accounts.google.com' }],
    ['with an extra slash in the issuer', (issuer: string) => ({ issuer: `${issuer}/` })],
    ['without a token endpoint', { token_endpoint: undefined }],
    ['with a script as the login page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['with plain HTTP to another host', { token_endpoint: 'http://10.0.0.1/token' }],
    ['with the cloud’s instance metadata as key set', { jwks_uri: 'https://169.254.169.254/latest/meta-data' }],
    ['with a password in a URL', { authorization_endpoint: 'https://user:pass@evil.example/' }],
  ] as [string, Record<string, unknown> | ((issuer: string) => Record<string, unknown>)][])(
    '%s is refused with 503',
    async (_, metadata) => {
      const realm = idp.realm();
      realm.behaviour.metadata = typeof metadata === 'function' ? metadata(realm.issuer) : metadata;
      const tenant = await tenantWith(service, realm);
      await expect(leave(service, tenant)).rejects.toThrow(/503/);
      const reply = await exchange(service, tenant, { token: await newToken(service, tenant, realm, stranger()) });
      expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
    },
  );

  test('with an endpoint whose name resolves to our own network is refused with 503', async () => {
    const realm = idp.realm();
    realm.behaviour.metadata = { token_endpoint: 'https://ip6-allnodes/token' };
    const tenant = await tenantWith(service, realm);
    const reply = await roundTrip(service, tenant, realm, stranger());
    expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
  });
});

test('a provider code stolen from one flow is refused in another, because it is bound to the verifier', async () => {
  const realm = idp.realm();
  const tenant = await tenantWith(service, realm);
  const [victim, thief] = [await leave(service, tenant), await leave(service, tenant)];
  const stolen = realm.logIn(victim.location, stranger()).searchParams.get('code') as string;
  const back = realm.logIn(thief.location, stranger());
  back.searchParams.set('code', stolen);
  expect(answerOf(await comeBack(service, back, thief))).toEqual(refusal('SSO_TOKEN_INVALID'));
});

test('the final redirect and cookies contain no code or state of the provider', async () => {
  const realm = idp.realm();
  const tenant = await tenantWith(service, realm);
  const trip = await leave(service, tenant);
  const back = realm.logIn(trip.location, stranger());
  const reply = await comeBack(service, back, trip);
  const sent = `${reply.headers.location} ${reply.setCookies.join()}`;
  for (const name of ['code', 'state']) expect(sent).not.toContain(back.searchParams.get(name));
  expect(codeIn(reply)).not.toBe(back.searchParams.get('code'));
});
