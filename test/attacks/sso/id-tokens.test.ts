// A provider, or somebody who sits between it and us, sends id tokens that are not what they should be: by the redirect and
// by login directly. None opens anything.
import { describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import type { Behaviour } from '../../support/identity-provider.ts';
import { codeIn, comeBack, exchange, leave, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';

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
  ['an access token', { header: { typ: 'at+jwt' } }],
  ['a logout token', { header: { typ: 'logout+jwt' } }],
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['no audience', { claims: { aud: undefined } }],
  ['an empty audience', { claims: { aud: [] } }],
  ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['no issuer', { claims: { iss: undefined } }],
  ['an hour old', { claims: { iat: now - 7200, exp: now - 3600 } }],
  ['from the future', { claims: { iat: now + 3600, exp: now + 7200 } }],
  ['not valid yet', { claims: { nbf: now + 3600 } }],
  ['without end', { claims: { exp: undefined } }],
  ['for a year', { claims: { exp: now + 365 * 86_400 } }],
  ['without beginning', { claims: { iat: undefined } }],
  ['a text as time', { claims: { exp: 'tomorrow' } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['a number as subject', { claims: { sub: 42 } }],
  ['a subject with a line break', { claims: { sub: 'a\nb' } }],
  ['an endless subject', { claims: { sub: 'x'.repeat(256) } }],
];

describe.each(evil)('%s', (_, behaviour) => {
  test('401 by the redirect, in both modes, without a cookie', async () => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    for (const mode of ['header', 'cookie']) {
      const reply = await roundTrip(service, tenant, realm, stranger(), { mode });
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
      expect(reply.setCookies).toEqual([]);
    }
  });

  test('401 by login', async () => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    const reply = await exchange(service, tenant, { token: realm.idToken(stranger()) });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

describe('several audiences', () => {
  test.each([
    ['ours alone, in a list', (us: string) => ({ aud: [us] }), true],
    ['two, made for us', (us: string) => ({ aud: [us, 'other'], azp: us }), true],
    ['two, made for the other', (us: string) => ({ aud: [us, 'other'], azp: 'other' }), false],
    ['two, made for nobody in particular', (us: string) => ({ aud: [us, 'other'] }), false],
  ])('%s', async (_, claims, isGood) => {
    const realm = idp.realm();
    const tenant = await tenantWith(service, realm);
    realm.behaviour.claims = claims(realm.clientId);
    const byRedirect = await roundTrip(service, tenant, realm, stranger());
    const byToken = await exchange(service, tenant, { token: realm.idToken(stranger()) });
    expect([byRedirect.status, byToken.status]).toEqual(isGood ? [302, 200] : [401, 401]);
  });
});

test('the nonce of another flow, or none: the token was made for somebody else', async () => {
  const realm = idp.realm();
  const tenant = await tenantWith(service, realm);
  for (const nonce of ['another', undefined]) {
    realm.behaviour.claims = { nonce };
    expect(answerOf(await roundTrip(service, tenant, realm, stranger()))).toEqual(refusal('SSO_TOKEN_INVALID'));
  }
});

test('garbage as a token', async () => {
  const tenant = await tenantWith(service, idp.realm());
  for (const token of ['x', '..', 'a.b.c', 'e30.e30.e30', `${'x'.repeat(4000)}`, 'a.b.c.d.e', '__proto__']) {
    expect(answerOf(await exchange(service, tenant, { token }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  }
});

describe('the answer through the browser', () => {
  test.each([
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['of none, where the provider promised to say it', { iss: null }],
  ] as [string, Behaviour][])('401: %s, and the code is not sent anywhere', async (_, behaviour) => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    expect(answerOf(await roundTrip(service, tenant, realm, stranger()))).toEqual(refusal('SSO_TOKEN_INVALID'));
    expect(realm.requests.filter(({ step }) => step === 'token')).toEqual([]);
  });

  test('of a provider that is another one by now: the code goes to the one that the flow is of', async () => {
    const [honest, evilRealm] = [idp.realm(), idp.realm()];
    const tenant = await tenantWith(service, honest, {
      ssoProviders: [honest.settings('acme'), evilRealm.settings('evil')],
    });
    // Mix-up (RFC 9700 4.4): the browser was sent to the honest one, and comes back to the path of the evil one.
    const trip = await leave(service, tenant);
    const back = honest.logIn(trip.location, stranger());
    back.pathname = '/auth/callback/evil';
    expect(answerOf(await comeBack(service, back, trip))).toEqual(refusal('SSO_STATE_INVALID'));
    expect(evilRealm.requests.filter(({ step }) => step === 'token')).toEqual([]);
  });
});

test('of a flow whose provider means another one by now: neither code nor verifier is sent there', async () => {
  const [before, after] = [idp.realm(), idp.realm()];
  const tenant = await tenantWith(service, before);
  const trip = await leave(service, tenant);
  const settings = { ssoProviders: [after.settings('acme')] };
  await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });
  const reply = await comeBack(service, before.logIn(trip.location, stranger()), trip);
  expect(answerOf(reply)).toEqual(refusal('SSO_STATE_INVALID'));
  expect(after.requests).toEqual([]);
});

describe('the token endpoint', () => {
  test.each([
    ['no id token', { token: { id_token: undefined } }],
    ['an id token that is none', { token: { id_token: 'x' } }],
    ['no access token', { token: { access_token: undefined } }],
    ['another kind of token', { token: { token_type: 'mac' } }],
    ['a refusal', { fault: { token: 'refuse' } }],
    ['half a document', { fault: { token: 'garbage' } }],
  ] as [string, Behaviour][])('answers %s', async (_, behaviour) => {
    const realm = idp.realm(behaviour);
    const tenant = await tenantWith(service, realm);
    const reply = await roundTrip(service, tenant, realm, stranger());
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
    expect(reply.text).not.toContain('script');
  });
});

describe('metadata', () => {
  test.each([
    ['of another issuer', { issuer: 'https://accounts.google.com' }],
    ['with a slash more', (issuer: string) => ({ issuer: `${issuer}/` })],
    ['without token endpoint', { token_endpoint: undefined }],
    ['with a script for a login page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['with plain http elsewhere', { token_endpoint: 'http://10.0.0.1/token' }],
    ['with the metadata of the cloud as keys', { jwks_uri: 'https://169.254.169.254/latest/meta-data' }],
    ['with a password in it', { authorization_endpoint: 'https://user:pass@evil.example/' }],
  ] as [string, Record<string, unknown> | ((issuer: string) => Record<string, unknown>)][])(
    '503: %s',
    async (_, metadata) => {
      const realm = idp.realm();
      realm.behaviour.metadata = typeof metadata === 'function' ? metadata(realm.issuer) : metadata;
      const tenant = await tenantWith(service, realm);
      await expect(leave(service, tenant)).rejects.toThrow(/503/);
      const reply = await exchange(service, tenant, { token: realm.idToken(stranger()) });
      expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
    },
  );

  test('503: endpoints that lead into a network of ours, by name', async () => {
    const realm = idp.realm();
    realm.behaviour.metadata = { token_endpoint: 'https://ip6-allnodes/token' };
    const tenant = await tenantWith(service, realm);
    const reply = await roundTrip(service, tenant, realm, stranger());
    expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
  });
});

test('a code is bound to the verifier: one that was stolen on the way is of no use in another flow', async () => {
  const realm = idp.realm();
  const tenant = await tenantWith(service, realm);
  const [victim, thief] = [await leave(service, tenant), await leave(service, tenant)];
  const stolen = realm.logIn(victim.location, stranger()).searchParams.get('code') as string;
  const back = realm.logIn(thief.location, stranger());
  back.searchParams.set('code', stolen);
  expect(answerOf(await comeBack(service, back, thief))).toEqual(refusal('SSO_TOKEN_INVALID'));
});

test('neither codes nor tokens of the provider show up anywhere we hand on', async () => {
  const realm = idp.realm();
  const tenant = await tenantWith(service, realm);
  const trip = await leave(service, tenant);
  const back = realm.logIn(trip.location, stranger());
  const reply = await comeBack(service, back, trip);
  const handed = `${reply.headers.location} ${reply.setCookies.join()}`;
  for (const name of ['code', 'state']) expect(handed).not.toContain(back.searchParams.get(name));
  expect(codeIn(reply)).not.toBe(back.searchParams.get('code'));
});
