// Logs in with the SDK through an identity provider: where to send the browser, and what to do with the returned code.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cookieHeader } from '../../support/http.ts';
import { type IdentityProvider, type Realm, startIdentityProvider } from '../../support/identity-provider.ts';
import { type Service, startService, type Tenant } from '../../support/service.ts';
import { codeIn, comeBack, HOME, PROVIDER, stranger, tenantWith } from '../../support/sso.ts';

let service: Service;
let idp: IdentityProvider;
let realm: Realm;
let tenant: Tenant;
beforeAll(async () => {
  [service, idp] = await Promise.all([startService(), startIdentityProvider()]);
  realm = idp.realm();
  tenant = await tenantWith(service, realm);
});
afterAll(async () => {
  await service.stop();
  await idp.stop();
});

test('sso.start returns the URL without calling it, and login accepts the code that the browser brings back', async () => {
  const client = service.client();
  const { location } = await client.sso.start({ provider: PROVIDER, tenantId: tenant.id, redirectUri: HOME });
  const url = new URL(location);
  expect([url.origin, url.pathname]).toEqual([service.baseUrl, '/auth/sso/acme']);
  expect(Object.fromEntries(url.searchParams)).toEqual({ tenantId: tenant.id, redirectUri: HOME });
  expect(realm.requests).toEqual([]);

  const start = await service.get(url.pathname + url.search);
  const person = stranger();
  const back = realm.logIn(start.headers.location as string, person);
  const code = codeIn(await comeBack(service, back, { cookie: cookieHeader(start) }));
  await client.authentication.login({ tenantId: tenant.id, providerName: PROVIDER, credentials: { code } });
  expect((await client.authentication.me()).email).toBe(person.email);
});
