// Tests POST /auth/login with an identity provider: by the code of its redirect, or by an id token.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, expectWellFormed, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { CHALLENGE, challengeOf, VERIFIER } from '../../support/binding.ts';
import { cookieOf } from '../../support/http.ts';
import { newEmail, type Tenant } from '../../support/service.ts';
import {
  codeIn,
  exchange,
  newNonce,
  newToken,
  PROVIDER,
  roundTrip,
  stranger,
  tenantWith,
  useSso,
} from '../../support/sso.ts';

const { service, idp, realm, tenant } = useSso();

const code = async (query: Record<string, string> = {}, owner: Tenant = tenant): Promise<string> =>
  codeIn(await roundTrip(service, owner, realm, stranger(), query));

describe('POST /auth/login 200', () => {
  test('accepts the code of a redirect and returns tokens in the body or in cookies', async () => {
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

  test('accepts a code together with the code verifier of its start', async () => {
    const codeVerifier = 'another-verifier-'.padEnd(64, 'x');
    const bound = await code({ codeChallenge: challengeOf(codeVerifier) });
    const reply = await exchange(service, tenant, { code: bound, codeVerifier });
    expect(reply.status).toBe(200);
  });

  test('accepts an id token once and logs in to the same account as the redirect', async () => {
    const person = stranger();
    const byRedirect = await exchange(service, tenant, {
      code: codeIn(await roundTrip(service, tenant, realm, person)),
    });
    const token = await newToken(service, tenant, realm, person);
    const byToken = await exchange(service, tenant, { token });
    expect(claimsOf(byToken.body.accessToken).sub).toBe(claimsOf(byRedirect.body.accessToken).sub);
    expect(answerOf(await exchange(service, tenant, { token }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  });

  test('accepts an id token only with the nonce of its request', async () => {
    const nonce = await newNonce(service, tenant);
    const token = realm.idToken(stranger(), { nonce });
    const other = await exchange(service, tenant, { token, nonce: await newNonce(service, tenant) });
    expect(answerOf(other)).toEqual(refusal('SSO_TOKEN_INVALID'));
    expect((await exchange(service, tenant, { token, nonce })).status).toBe(200);
  });
});

describe('POST /auth/login 400', () => {
  test('rejects credentials without code and token, or with both', async () => {
    for (const credentials of [{}, { code: 'x', token: 'x' }]) {
      const reply = await exchange(service, tenant, credentials);
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    }
  });

  test('rejects a passwordless code that is not six digits', async () => {
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

  test('rejects an address that its account has not verified with ACCOUNT_LINK_REQUIRED', async () => {
    const { email } = await service.signup(tenant);
    const reply = await exchange(service, tenant, {
      token: await newToken(service, tenant, realm, stranger({ email })),
    });
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LINK_REQUIRED'));
  });
});

describe('POST /auth/login 401', () => {
  test('rejects a provider name that the tenant does not have', async () => {
    const other = await service.tenant();
    for (const [owner, providerName] of [
      [tenant, 'google'],
      [tenant, 'Acme'],
      [tenant, '__proto__'],
      [tenant, 'x'.repeat(64)],
      [other, PROVIDER],
      [{ id: `ten_${'0'.repeat(22)}` }, PROVIDER],
    ] as const) {
      const reply = await exchange(service, owner, { code: 'x' }, { providerName });
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('INVALID_PROVIDER'));
    }
  });

  test('rejects a code that is wrong, a minute old, or of another provider or tenant, without using it up', async () => {
    const refused = refusal('SSO_TOKEN_INVALID');
    expect(answerOf(await exchange(service, tenant, { code: 'x'.repeat(43) }))).toEqual(refused);
    const expired = await code();
    expect(answerOf(await later(61 * SECOND, () => exchange(service, tenant, { code: expired })))).toEqual(refused);
    const twoProviders = await tenantWith(service, realm, {
      ssoProviders: [realm.settings(PROVIDER), realm.settings('other')],
    });
    const good = await code({}, twoProviders);
    expect(answerOf(await exchange(service, tenant, { code: good }))).toEqual(refused);
    expect(answerOf(await exchange(service, twoProviders, { code: good }, { providerName: 'other' }))).toEqual(refused);
    expect((await exchange(service, twoProviders, { code: good })).status).toBe(200);
  });

  test('rejects a bound code without its verifier and an unbound code with one', async () => {
    const refused = refusal('SSO_TOKEN_INVALID');
    for (const codeVerifier of [undefined, '', 'w'.repeat(43), CHALLENGE]) {
      const bound = await code({ codeChallenge: CHALLENGE });
      expect(answerOf(await exchange(service, tenant, { code: bound, codeVerifier }))).toEqual(refused);
    }
    const lenient = await tenantWith(service, realm, { binding: { redirects: 'optional' } });
    const unbound = await code({ codeChallenge: '' }, lenient);
    expect(answerOf(await exchange(service, lenient, { code: unbound, codeVerifier: VERIFIER }))).toEqual(refused);
  });

  test('rejects a code of an account that was disabled or deleted since', async () => {
    for (const change of ['PATCH', 'DELETE']) {
      const person = stranger();
      const first = await exchange(service, tenant, { code: codeIn(await roundTrip(service, tenant, realm, person)) });
      const waiting = codeIn(await roundTrip(service, tenant, realm, person));
      const { sub } = claimsOf(first.body.accessToken);
      await service.admin(change, `/auth/admin/api/users/${sub}`, change === 'PATCH' ? { isActive: false } : undefined);
      expect(answerOf(await exchange(service, tenant, { code: waiting }))).toEqual(refusal('SSO_TOKEN_INVALID'));
    }
  });

  test('rejects a code of a tenant that was switched off since', async () => {
    const own = await tenantWith(service, realm);
    const waiting = await code({}, own);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { isActive: false });
    // The provider of an inactive tenant does not exist any more either.
    expect(answerOf(await exchange(service, own, { code: waiting }))).toEqual(refusal('INVALID_PROVIDER'));
  });
});

test('POST /auth/login 403 rejects new users of a closed tenant and addresses of a blocked domain', async () => {
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
  const blocked = await exchange(service, tenant, {
    token: await newToken(service, tenant, realm, stranger({ email: 'x@blocked.example' })),
  });
  expect(answerOf(blocked)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  const closed = await tenantWith(service, realm, { signup: { mode: 'closed' } });
  const refused = await exchange(service, closed, { token: await newToken(service, closed, realm, stranger()) });
  expect(answerOf(refused)).toEqual(refusal('REGISTRATION_DISABLED'));
});

test('POST /auth/login 429 rejects an IP address that tries many codes', async () => {
  const ip = '127.9.8.7';
  const replies = await Promise.all(
    Array.from({ length: 152 }, () => exchange(service, tenant, { code: 'x'.repeat(43) }, {}, { ip })),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('POST /auth/login 503 reports that the keys of the provider cannot be fetched', async () => {
  const bad = idp.realm({ fault: { keys: 'error' } });
  const own = await tenantWith(service, bad);
  const reply = await exchange(service, own, { token: await newToken(service, own, bad, stranger()) });
  expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
});

test('POST /auth/login 200 accepts a token of a new provider key and fetches keys at most once a minute', async () => {
  const own = idp.realm();
  const owner = await tenantWith(service, own);
  expect((await exchange(service, owner, { token: await newToken(service, owner, own, stranger()) })).status).toBe(200);
  own.behaviour.header = { kid: 'unknown' };
  const keyRequests = () => own.requests.filter(({ step }) => step === 'keys').length;
  const before = keyRequests();
  for (let round = 0; round < 3; round++) {
    const reply = await exchange(service, owner, { token: await newToken(service, owner, own, stranger()) });
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  }
  expect(keyRequests()).toBe(before);
  await later(MINUTE, async () => {
    await exchange(service, owner, { token: await newToken(service, owner, own, stranger()) });
    await exchange(service, owner, { token: await newToken(service, owner, own, stranger()) });
  });
  expect(keyRequests()).toBe(before + 1);
});
