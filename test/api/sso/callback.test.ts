// Tests GET /auth/callback/{provider}, and POST /auth/sso/{provider} for a form: the browser returns from the provider.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, expectWellFormed, later, MINUTE, refusal } from '../../support/api.ts';
import { cookieHeader, cookieOf } from '../../support/http.ts';
import { bearer } from '../../support/service.ts';
import {
  codeIn,
  comeBack,
  exchange,
  HOME,
  leave,
  logIn,
  roundTrip,
  startPath,
  stranger,
  tenantWith,
  useSso,
} from '../../support/sso.ts';

const { service, idp, realm, tenant } = useSso();

describe('GET /auth/callback/{provider} 302', () => {
  test('redirects to the app with a code that opens one session', async () => {
    const person = stranger();
    const reply = await roundTrip(service, tenant, realm, person);
    expectWellFormed(reply);
    expect([reply.status, reply.text]).toEqual([302, '']);
    expect(reply.headers.location).toMatch(/^https:\/\/app\.example\.com\/signed-in\?from=sso&code=[\w-]{43}$/);
    expect(reply.setCookies).toEqual(['svc_sso=; Path=/; SameSite=Lax; HttpOnly; Max-Age=0']);

    const tokens = await exchange(service, tenant, { code: codeIn(reply) });
    expect([tokens.status, tokens.body]).toEqual([
      200,
      {
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        message: 'Logged in.',
        isRequiresMfa: false,
        nextStep: null,
      },
    ]);
    expect(claimsOf(tokens.body.accessToken)).toMatchObject({ tid: tenant.id, amr: ['fed'] });
    const me = await service.get('/auth/me', { headers: bearer(tokens.body) });
    expect(me.body).toMatchObject({ email: person.email, metadata: { name: 'Ada Lovelace' } });
    expect(Date.parse(me.body.emailVerifiedAt)).toBeGreaterThan(0);
    expect(answerOf(await exchange(service, tenant, { code: codeIn(reply) }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  });

  test('opens the same account for the same identity every time', async () => {
    const person = stranger();
    const logins = [await logIn(service, tenant, realm, person), await logIn(service, tenant, realm, person)];
    expect(new Set(logins.map(({ body }) => claimsOf(body.accessToken).sub)).size).toBe(1);
  });

  test('sets session cookies in cookie mode and adds nothing to the URL', async () => {
    const reply = await roundTrip(service, tenant, realm, stranger(), { mode: 'cookie' });
    expectWellFormed(reply);
    expect([reply.status, reply.headers.location, reply.text]).toEqual([302, HOME, '']);
    expect(reply.setCookies.map((line) => line.split('=')[0]).sort()).toEqual(
      ['svc_access', 'svc_csrf', 'svc_refresh', 'svc_sso'].sort(),
    );
    const headers = { ...COOKIES, cookie: cookieHeader(reply) };
    expect((await service.get('/auth/verify-session', { headers })).status).toBe(200);
    const again = await service.post('/auth/refresh-token', {}, { headers });
    expect([again.status, cookieOf(again, 'svc_refresh')]).toEqual([200, expect.any(String)]);
  });

  test('opens the same account for the same identity in cookie mode', async () => {
    const person = stranger();
    const accounts = [];
    for (let round = 0; round < 2; round++) {
      const reply = await roundTrip(service, tenant, realm, person, { mode: 'cookie' });
      accounts.push(claimsOf(cookieOf(reply, 'svc_access') as string).sub);
    }
    expect(new Set(accounts).size).toBe(1);
  });

  test('sends the code verifier and the client secret to the provider only', async () => {
    const before = realm.requests.length;
    const trip = await leave(service, tenant);
    await comeBack(service, realm.logIn(trip.location, stranger()), trip);
    const { form, headers } = realm.requests.slice(before).find(({ step }) => step === 'token')!;
    expect(form).toMatchObject({
      grant_type: 'authorization_code',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(form.redirect_uri).toBe(`${service.baseUrl}/auth/callback/acme`);
    const basic = Buffer.from((headers.authorization as string).replace(/^Basic /, ''), 'base64').toString();
    expect(basic.split(':').map(decodeURIComponent)).toEqual([realm.clientId, realm.clientSecret]);
    expect(trip.location).not.toContain(form.code_verifier);
  });
});

describe('POST /auth/sso/{provider} 303', () => {
  const form = (fields: Record<string, string>) => ({
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const post = (fields: Record<string, string>, provider = 'acme') =>
    service.send('POST', `/auth/sso/${provider}`, form(fields));

  test('redirects a form from the provider to the callback as a query, where the browser sends its cookies', async () => {
    const trip = await leave(service, tenant);
    const back = realm.logIn(trip.location, stranger());
    const fields = { ...Object.fromEntries(back.searchParams), user: '{"name":"x"}', other: 'x' };
    const reply = await post(fields);
    expectWellFormed(reply);
    expect([reply.status, reply.text, reply.setCookies]).toEqual([303, '', []]);
    const onward = new URL(reply.headers.location as string);
    expect([onward.origin, onward.pathname]).toEqual([service.baseUrl, '/auth/callback/acme']);
    expect(Object.fromEntries(onward.searchParams)).toEqual(Object.fromEntries(back.searchParams));
    expect((await comeBack(service, onward, trip)).status).toBe(302);
  });

  test('rejects another media type, a large body, an invalid field and an unknown provider', async () => {
    const path = '/auth/sso/acme';
    expect(answerOf(await service.post(path, { state: 'x' }))).toEqual(refusal('UNSUPPORTED_MEDIA_TYPE'));
    expect(answerOf(await post({ state: 'x'.repeat(70_000) }))).toEqual(refusal('PAYLOAD_TOO_LARGE'));
    expect(answerOf(await post({ state: 'x'.repeat(1000) }))).toEqual(refusal('INVALID_INPUT'));
    // As an address it would have 18 000 characters.
    expect(answerOf(await post({ code: '€'.repeat(2000) }))).toEqual(refusal('PAYLOAD_TOO_LARGE'));
    const twice = await service.send('POST', path, { ...form({}), raw: 'state=a&state=b' });
    expect(answerOf(twice)).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await post({ state: 'x' }, 'Acme'))).toEqual(refusal('PROVIDER_NOT_FOUND'));
  });
});

describe('GET /auth/callback/{provider} 400 SSO_STATE_INVALID', () => {
  const refused = refusal('SSO_STATE_INVALID');

  test('rejects a state that is missing, altered or used', async () => {
    const trip = await leave(service, tenant);
    const back = realm.logIn(trip.location, stranger());
    const without = new URL(back);
    without.searchParams.delete('state');
    const altered = new URL(back);
    altered.searchParams.set('state', `${back.searchParams.get('state')?.slice(0, -1)}x`);
    for (const url of [without, altered]) expect(answerOf(await comeBack(service, url, trip))).toEqual(refused);
    expect((await comeBack(service, back, trip)).status).toBe(302);
    expect(answerOf(await comeBack(service, back, trip))).toEqual(refused);
  });

  test('rejects a callback in another browser without using up the state', async () => {
    const [trip, other] = [await leave(service, tenant), await leave(service, tenant)];
    const back = realm.logIn(trip.location, stranger());
    const requestCount = realm.requests.length;
    expect(answerOf(await comeBack(service, back, other))).toEqual(refused);
    expect(answerOf(await comeBack(service, back, { cookie: '' }))).toEqual(refused);
    expect(realm.requests).toHaveLength(requestCount);
    expect((await comeBack(service, back, trip)).status).toBe(302);
  });

  test('rejects a state after ten minutes', async () => {
    const trip = await leave(service, tenant);
    const back = realm.logIn(trip.location, stranger());
    expect(answerOf(await later(11 * MINUTE, () => comeBack(service, back, trip)))).toEqual(refused);
  });

  test('rejects a callback of another provider of the tenant', async () => {
    const twoProviders = await tenantWith(service, realm, {
      ssoProviders: [realm.settings('acme'), realm.settings('other')],
    });
    const trip = await leave(service, twoProviders);
    const back = realm.logIn(trip.location, stranger());
    back.pathname = '/auth/callback/other';
    expect(answerOf(await comeBack(service, back, trip))).toEqual(refused);
  });

  test('rejects a redirect target that is no longer allowed', async () => {
    const own = await tenantWith(service, realm);
    const trip = await leave(service, own);
    const back = realm.logIn(trip.location, stranger());
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { redirectUris: [] } });
    expect(answerOf(await comeBack(service, back, trip))).toEqual(refused);
  });
});

test('GET /auth/callback/{provider} 400 rejects the SSO cookie sent twice', async () => {
  const trip = await leave(service, tenant);
  const back = realm.logIn(trip.location, stranger());
  const reply = await comeBack(service, back, { cookie: `${trip.cookie}; ${trip.cookie}` });
  expect(answerOf(reply)).toEqual(refusal('CONFLICTING_CREDENTIALS'));
});

test('GET /auth/callback/{provider} 400 rejects a state that is too long', async () => {
  const reply = await service.get(`/auth/callback/acme?state=${'x'.repeat(200)}`);
  expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
});

describe('GET /auth/callback/{provider} with our own page', () => {
  const toOwnPage = () => leave(service, tenant, { redirectUri: `${service.baseUrl}/login/back`, mode: 'cookie' });

  test('redirects to the page with the cookies of a session and nothing in the address', async () => {
    const trip = await toOwnPage();
    const reply = await comeBack(service, realm.logIn(trip.location, stranger()), trip);
    expect(reply.headers.location).toBe(`${service.baseUrl}/login/back`);
    expect(reply.setCookies.join()).toMatch(/svc_access=ey/);
  });

  test('redirects to the page with the code of the error and without a session when the provider refuses', async () => {
    const trip = await toOwnPage();
    const back = realm.logIn(trip.location, stranger());
    back.searchParams.set('code', 'not-a-code');
    const reply = await comeBack(service, back, trip);
    expect([reply.status, reply.headers.location]).toEqual([
      302,
      `${service.baseUrl}/login/back?error=SSO_TOKEN_INVALID`,
    ]);
    expect(reply.setCookies.join()).not.toMatch(/svc_access=ey/);
  });

  test('rejects a state that this browser did not begin, without a redirect', async () => {
    const trip = await toOwnPage();
    const reply = await comeBack(service, realm.logIn(trip.location, stranger()), await toOwnPage());
    expect(answerOf(reply)).toEqual(refusal('SSO_STATE_INVALID'));
  });
});

describe('GET /auth/callback/{provider} 401 SSO_TOKEN_INVALID', () => {
  test('rejects an error of the provider without repeating its text', async () => {
    const trip = await leave(service, tenant);
    const back = realm.logIn(trip.location, stranger());
    back.searchParams.delete('code');
    back.searchParams.set('error', '<script>alert(1)</script>');
    back.searchParams.set('error_description', '<script>alert(2)</script>');
    const reply = await comeBack(service, back, trip);
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
    expect(reply.text).not.toContain('alert');
  });

  test('rejects a code that the provider does not accept', async () => {
    const trip = await leave(service, tenant);
    const back = realm.logIn(trip.location, stranger());
    back.searchParams.set('code', 'another');
    expect(answerOf(await comeBack(service, back, trip))).toEqual(refusal('SSO_TOKEN_INVALID'));
  });

  test('rejects a disabled account', async () => {
    const person = stranger();
    const { sub } = claimsOf((await logIn(service, tenant, realm, person)).body.accessToken);
    await service.admin('PATCH', `/auth/admin/api/users/${sub}`, { isActive: false });
    for (const mode of ['header', 'cookie'])
      expect(answerOf(await roundTrip(service, tenant, realm, person, { mode }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

describe('GET /auth/callback/{provider} 404 PROVIDER_NOT_FOUND', () => {
  test.each(['nobody', 'Acme', '__proto__', 'constructor', 'google'])('rejects the provider %s', async (name) => {
    const reply = await service.get(`/auth/callback/${name}?state=x&code=x`);
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('PROVIDER_NOT_FOUND'));
  });

  test('rejects a provider or a tenant that was removed since the login began', async () => {
    const [one, two] = [await tenantWith(service, realm), await tenantWith(service, realm)];
    const trips = [await leave(service, one), await leave(service, two)];
    await service.admin('PATCH', `/auth/admin/api/tenants/${one.id}`, { settings: { ssoProviders: [] } });
    await service.admin('PATCH', `/auth/admin/api/tenants/${two.id}`, { isActive: false });
    for (const trip of trips) {
      const reply = await comeBack(service, realm.logIn(trip.location, stranger()), trip);
      expect(answerOf(reply)).toEqual(refusal('PROVIDER_NOT_FOUND'));
    }
  });
});

describe('GET /auth/callback/{provider} 503', () => {
  test.each(['hang', 'error', 'html', 'huge', 'redirect', 'cut'] as const)(
    "responds within five seconds when the provider's fault is: %s",
    async (fault) => {
      for (const step of ['metadata', 'token', 'keys'] as const) {
        const faulty = idp.realm({ fault: { [step]: fault } });
        const own = await tenantWith(service, faulty);
        const started = Date.now();
        const reply =
          step === 'metadata' ? await service.get(startPath(own)) : await roundTrip(service, own, faulty, stranger());
        expectWellFormed(reply);
        expect([step, ...answerOf(reply)]).toEqual([step, ...refusal('SERVICE_UNAVAILABLE')]);
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
        expect(Date.now() - started).toBeLessThan(5000);
      }
    },
  );
});
