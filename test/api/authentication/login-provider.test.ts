// POST /auth/login with the name of an identity provider: by the code of its redirect, or by an id token.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, expectWellFormed, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { cookieOf } from '../../support/http.ts';
import { newEmail, type Tenant } from '../../support/service.ts';
import { codeIn, exchange, PROVIDER, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, idp, realm, tenant } = useSso();

const code = async (query: Record<string, string> = {}, of: Tenant = tenant): Promise<string> =>
  codeIn(await roundTrip(service, of, realm, stranger(), query));

const VERIFIER = 'v'.repeat(43);
const CHALLENGE = 'e4s6QTeqV8T5Q1nGTgmmXmQ93sL0d6rXJRvaY_zlYvc';

describe('200', () => {
  test('by the code of a redirect, in the body or in cookies', async () => {
    const tokens = await exchange(service, tenant, { code: await code() });
    expect(tokens.status).toBe(200);
    const cookies = await exchange(
      service,
      tenant,
      { code: await code() },
      { rememberMe: false },
      { headers: COOKIES },
    );
    expect([cookies.status, cookies.body.accessToken]).toEqual([200, undefined]);
    expect(cookies.setCookies.join()).not.toMatch(/Max-Age/);
    expect(claimsOf(cookieOf(cookies, 'svc_access') as string).amr).toEqual(['fed']);
  });

  test('by a code and the secret that its start was bound to', async () => {
    const { createHash } = await import('node:crypto');
    const codeChallenge = createHash('sha256').update(VERIFIER).digest('base64url');
    const reply = await exchange(service, tenant, { code: await code({ codeChallenge }), codeVerifier: VERIFIER });
    expect(reply.status).toBe(200);
  });

  test('by an id token, once, and into the same account as by the redirect', async () => {
    const person = stranger();
    const byRedirect = await exchange(service, tenant, {
      code: codeIn(await roundTrip(service, tenant, realm, person)),
    });
    const token = realm.idToken(person);
    const byToken = await exchange(service, tenant, { token });
    expect(claimsOf(byToken.body.accessToken).sub).toBe(claimsOf(byRedirect.body.accessToken).sub);
    expect(answerOf(await exchange(service, tenant, { token }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  });

  test('by an id token with the nonce it was asked for with', async () => {
    const token = () => realm.idToken(stranger(), { nonce: 'n-1' });
    expect((await exchange(service, tenant, { token: await token(), nonce: 'n-1' })).status).toBe(200);
    const other = await exchange(service, tenant, { token: await token(), nonce: 'n-2' });
    expect(answerOf(other)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

describe('400', () => {
  test('INVALID_INPUT without code and token, and with both', async () => {
    for (const credentials of [{}, { code: 'x', token: 'x' }]) {
      const reply = await exchange(service, tenant, credentials);
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    }
  });

  test('INVALID_INPUT: what logs in by a message stays six digits', async () => {
    for (const text of ['12345', '1234567', 'abcdef', '１２３４５６', 'x'.repeat(43)]) {
      const credentials = { identifier: newEmail(), channels: ['email'], code: text };
      const body = { tenantId: tenant.id, providerName: 'passwordless', credentials };
      const reply = await service.post('/auth/login', body);
      expect([...answerOf(reply), reply.body.message]).toEqual([
        ...refusal('INVALID_INPUT'),
        'credentials.code: is not valid',
      ]);
    }
  });

  test('ACCOUNT_LINK_REQUIRED: the address is of an account that has not proved it', async () => {
    const { email } = await service.signup(tenant);
    const reply = await exchange(service, tenant, { token: realm.idToken(stranger({ email })) });
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LINK_REQUIRED'));
  });
});

describe('401', () => {
  test('INVALID_PROVIDER for a name that is none of the tenant', async () => {
    const other = await service.tenant();
    for (const [of, providerName] of [
      [tenant, 'google'],
      [tenant, 'Acme'],
      [tenant, '__proto__'],
      [tenant, 'x'.repeat(64)],
      [other, PROVIDER],
      [{ id: `ten_${'0'.repeat(22)}` }, PROVIDER],
    ] as const) {
      const reply = await exchange(service, of, { code: 'x' }, { providerName });
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('INVALID_PROVIDER'));
    }
  });

  test('SSO_TOKEN_INVALID for a code that is wrong, a minute old, or of another provider or tenant, which use nothing up', async () => {
    const refused = refusal('SSO_TOKEN_INVALID');
    expect(answerOf(await exchange(service, tenant, { code: 'x'.repeat(43) }))).toEqual(refused);
    const old = await code();
    expect(answerOf(await later(61 * SECOND, () => exchange(service, tenant, { code: old })))).toEqual(refused);
    const two = await tenantWith(service, realm, { ssoProviders: [realm.settings(PROVIDER), realm.settings('other')] });
    const good = await code({}, two);
    expect(answerOf(await exchange(service, tenant, { code: good }))).toEqual(refused);
    expect(answerOf(await exchange(service, two, { code: good }, { providerName: 'other' }))).toEqual(refused);
    expect((await exchange(service, two, { code: good })).status).toBe(200);
  });

  test('SSO_TOKEN_INVALID for a code without the secret it is bound to, and for one that is bound to none with one', async () => {
    const refused = refusal('SSO_TOKEN_INVALID');
    for (const codeVerifier of [undefined, '', 'w'.repeat(43), CHALLENGE]) {
      const bound = await code({ codeChallenge: CHALLENGE });
      expect(answerOf(await exchange(service, tenant, { code: bound, codeVerifier }))).toEqual(refused);
    }
    const free = await code();
    expect(answerOf(await exchange(service, tenant, { code: free, codeVerifier: VERIFIER }))).toEqual(refused);
  });

  test('SSO_TOKEN_INVALID for an account that was disabled or deleted since', async () => {
    for (const change of ['PATCH', 'DELETE']) {
      const person = stranger();
      const first = await exchange(service, tenant, { code: codeIn(await roundTrip(service, tenant, realm, person)) });
      const waiting = codeIn(await roundTrip(service, tenant, realm, person));
      const { sub } = claimsOf(first.body.accessToken);
      await service.admin(change, `/auth/admin/api/users/${sub}`, change === 'PATCH' ? { isActive: false } : undefined);
      expect(answerOf(await exchange(service, tenant, { code: waiting }))).toEqual(refusal('SSO_TOKEN_INVALID'));
    }
  });

  test('SSO_TOKEN_INVALID in a tenant that was switched off since', async () => {
    const own = await tenantWith(service, realm);
    const waiting = await code({}, own);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { isActive: false });
    // Its own provider is none any more either.
    expect(answerOf(await exchange(service, own, { code: waiting }))).toEqual(refusal('INVALID_PROVIDER'));
  });
});

test('403: nobody new, and nobody of a blocked domain', async () => {
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
  const blocked = await exchange(service, tenant, {
    token: realm.idToken(stranger({ email: 'x@blocked.example' })),
  });
  expect(answerOf(blocked)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  const closed = await tenantWith(service, realm, { signup: { mode: 'closed' } });
  const refused = await exchange(service, closed, { token: realm.idToken(stranger()) });
  expect(answerOf(refused)).toEqual(refusal('REGISTRATION_DISABLED'));
});

test('429: an address that tries many codes waits', async () => {
  const ip = '127.9.8.7';
  const replies = await Promise.all(
    Array.from({ length: 102 }, () => exchange(service, tenant, { code: 'x'.repeat(43) }, {}, { ip })),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('503: the keys of the provider cannot be had', async () => {
  const bad = idp.realm({ fault: { keys: 'error' } });
  const own = await tenantWith(service, bad);
  const reply = await exchange(service, own, { token: bad.idToken(stranger()) });
  expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
});

test('a token of a new key is taken as soon as the provider has it, and asking for it is bounded', async () => {
  const own = idp.realm();
  const of = await tenantWith(service, own);
  expect((await exchange(service, of, { token: own.idToken(stranger()) })).status).toBe(200);
  own.behaviour.header = { kid: 'unknown' };
  const asked = () => own.requests.filter(({ step }) => step === 'keys').length;
  const before = asked();
  for (let round = 0; round < 3; round++) {
    const reply = await exchange(service, of, { token: own.idToken(stranger()) });
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  }
  expect(asked()).toBe(before);
  await later(MINUTE, async () => {
    await exchange(service, of, { token: own.idToken(stranger()) });
    await exchange(service, of, { token: own.idToken(stranger()) });
  });
  expect(asked()).toBe(before + 1);
});
