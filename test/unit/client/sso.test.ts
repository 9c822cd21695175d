// Logs in with the SDK through an identity provider: where to send the browser, and what to do with the returned code.
import { expect, test } from '@jest/globals';
import { cookieHeader } from '../../support/http.ts';
import { codeIn, comeBack, HOME, PROVIDER, stranger, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

test('sso.start returns the URL without calling it, and login accepts the code that the browser brings back', async () => {
  const client = service.client();
  const { location } = await client.sso.start({ provider: PROVIDER, tenantId: tenant.id, redirectUri: HOME });
  const url = new URL(location);
  expect([url.origin, url.pathname]).toEqual([service.baseUrl, '/auth/sso/acme']);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenantId: tenant.id,
    redirectUri: HOME,
    codeChallenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(realm.requests).toEqual([]);

  const start = await service.get(url.pathname + url.search);
  const person = stranger();
  const back = realm.logIn(start.headers.location as string, person);
  const code = codeIn(await comeBack(service, back, { cookie: cookieHeader(start) }));
  await client.authentication.login({ tenantId: tenant.id, providerName: PROVIDER, credentials: { code } });
  expect((await client.authentication.me()).email).toBe(person.email);
});

test('sso.nonce and login accept an id token that an app got with the nonce', async () => {
  const client = service.client();
  const { nonce } = await client.sso.nonce({ provider: PROVIDER, tenantId: tenant.id });
  const person = stranger();
  const credentials = { token: realm.idToken(person, { nonce }) };
  const login = { tenantId: tenant.id, providerName: PROVIDER, credentials };
  await expect(service.client().authentication.login(login)).rejects.toMatchObject({ code: 'SSO_TOKEN_INVALID' });
  await client.authentication.login(login);
  expect((await client.authentication.me()).email).toBe(person.email);
});
