// Checks which clients that are not registered a tenant lets in, and what ends when it shuts them out.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { later } from '../../support/api.ts';
import { basicOf, type Known, newApplication, postForm } from '../../support/applications.ts';
import { exchangeAs, tokenAs, tokensAs, useDocuments } from '../../support/client-documents.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { ask, codeOf, loggedIn, type Query, signedIn, targetOf, userinfo } from '../../support/oauth-browser.ts';
import { newResource, scopeOf } from '../../support/protected-resources.ts';
import { bearer, prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const documents = useDocuments();
const TENANTS = '/auth/admin/api/tenants';
const listed = () => ({ policy: 'listed', hosts: [documents.host] });
const withPolicy = (unregisteredClients: unknown) => service.tenant({ unregisteredClients });
const setPolicy = async ({ id }: Tenant, unregisteredClients: unknown) => {
  const reply = await service.admin('PATCH', `${TENANTS}/${id}`, { settings: { unregisteredClients } });
  expect(reply.status).toBe(200);
};
const tenant = prepared(() => withPolicy(listed()));
const api = prepared(() => newApplication({ kind: 'server' }));
const back = (): Query => ({ redirect_uri: documents.callback });
const isActive = async (token: string): Promise<boolean> =>
  (await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(api) })).body.active;
const refresh = (known: Known, refreshToken: string) =>
  tokenAs(service, known, { grant_type: 'refresh_token', refresh_token: refreshToken });
const sessionsOf = async (jar: Jar): Promise<string[]> =>
  (await jar.get('/auth/sessions')).body.sessions.flatMap(({ application }: { application: string | null }) =>
    application === null ? [] : [application],
  );

describe('the setting of the tenant', () => {
  /** Everything that a client has of a user, and how each is seen to be good. */
  async function held(own: Tenant) {
    const known = documents.publish();
    const resource = await newResource({ scopes: [scopeOf('tools:call')], isFirstPartyOnly: false });
    const { jar } = await signedIn(service, own);
    const [plain, other] = [await tokensAs(service, jar, known, back()), { ...back(), scope: 'tools:call' }];
    const atResource = await tokensAs(service, jar, known, { ...other, resource: resource.uri });
    const code = await codeOf(jar, known, back());
    const verify = async () =>
      (await service.get('/auth/verify-session', { headers: bearer(plain.access_token) })).status === 200;
    return {
      known,
      jar,
      doors: async (): Promise<Record<string, boolean>> => ({
        session: await verify(),
        userinfo: (await userinfo(service, plain.access_token)).status === 200,
        introspection: await isActive(plain.access_token),
        resource: await isActive(atResource.access_token),
        list: (await sessionsOf(jar)).length > 0,
      }),
      refresh: () => refresh(known, plain.refresh_token),
      exchange: () => exchangeAs(service, known, code),
    };
  }
  const all = (value: boolean) =>
    Object.fromEntries(['session', 'userinfo', 'introspection', 'resource', 'list'].map((name) => [name, value]));

  test.each<[string, () => unknown]>([
    ['is reset', () => null],
    ['is off', () => ({ policy: 'off', hosts: [documents.host] })],
    ['has lost the host', () => ({ policy: 'listed', hosts: ['client.example.com'] })],
  ])('ends all that clients have on the next request when it %s, for good', async (_, to) => {
    const own = await withPolicy(listed());
    const client = await held(own);
    expect(await client.doors()).toEqual(all(true));
    await setPolicy(own, to());
    expect(await client.doors()).toEqual(all(false));
    expect((await client.refresh()).body.error).toBe('invalid_grant');
    expect((await client.exchange()).body.error).toBe('invalid_grant');
    const before = documents.fetches(client.known);
    const { to: page } = await ask(client.jar, client.known, back());
    expect([page, documents.fetches(client.known)]).toEqual([`${service.baseUrl}/login`, before]);
    await later(2000, async () => {
      await setPolicy(own, listed());
      expect(await client.doors()).toEqual(all(false));
      expect((await client.refresh()).body.error).toBe('invalid_grant');
      // What the user allowed stays allowed, as with applications.
      expect((await ask(client.jar, client.known, back())).query.code).toBeDefined();
    });
  });

  test('keeps what clients have of a host that it goes on to name', async () => {
    const own = await withPolicy(listed());
    const client = await held(own);
    for (const to of [
      { policy: 'listed', hosts: ['client.example.com', documents.host] },
      { policy: 'any', hosts: [documents.host] },
      { policy: 'listed', hosts: [documents.host] },
    ])
      await later(2000, () => setPolicy(own, to));
    expect(await client.doors()).toEqual(all(true));
    expect((await client.refresh()).status).toBe(200);
  });

  test('is off for a new tenant', async () => {
    const { jar } = await signedIn(service, await service.tenant());
    const known = documents.publish();
    expect((await ask(jar, known, back())).to).toBe(`${service.baseUrl}/login`);
    expect(documents.fetches(known)).toBe(0);
  });

  test('counts for its own users alone', async () => {
    const [off, any] = [await service.tenant(), await withPolicy({ policy: 'any' })];
    const known = documents.publish();
    const { jar } = await signedIn(service, any);
    await codeOf(jar, known, back());
    expect((await ask((await signedIn(service, off)).jar, known, back())).to).toBe(`${service.baseUrl}/login`);
  });

  test.each<[string, Query]>([
    ['of a request that is not valid', { response_type: 'token' }],
    ['of a user who would have to agree', { prompt: 'none' }],
  ])('sends browsers with an error %s only to hosts that it lists, and to the device', async (_, more) => {
    const device = { redirect_uri: 'http://127.0.0.1:1/callback' };
    const known = documents.publish({ redirect_uris: [documents.callback, 'http://127.0.0.1/callback'] });
    const all = await withPolicy({ policy: 'any', hosts: [documents.host] });
    const [{ jar }, { jar: other }] = [await signedIn(service, all), await signedIn(service, tenant)];
    expect((await ask(jar, known, { ...back(), ...more })).query.cause).toBe('client_not_listed');
    expect((await ask(jar, known, { ...device, ...more })).to).toBe(device.redirect_uri);
    expect((await ask(other, known, { ...back(), ...more })).to).toBe(documents.callback);
    // With a click.
    await codeOf(jar, known, back());
  });

  test('ends the way with a page after a login that the client was not let in for', async () => {
    const off = await service.tenant();
    const jar = createJar(service);
    const { query } = await ask(jar, documents.publish(), back());
    await loggedIn(service, await service.signup(off), jar);
    const { to, query: shown } = targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}`));
    expect([to, shown.code]).toEqual([`${service.baseUrl}/login/error`, 'tenant_not_served']);
  });

  test.each([
    ['a scheme', 'https://client.example.com'],
    ['capitals', 'Client.example.com'],
    ['a path', 'client.example.com/x'],
    ['a wildcard', '*.example.com'],
    ['a user', 'me@client.example.com'],
    ['the usual port', 'client.example.com:443'],
  ])('takes no host with %s', async (_, host) => {
    const { id } = tenant;
    const settings = { unregisteredClients: { policy: 'listed', hosts: [host] } };
    expect((await service.admin('PATCH', `${TENANTS}/${id}`, { settings })).body.code).toBe('INVALID_INPUT');
  });

  test('changes nothing for registered applications', async () => {
    const { jar } = await signedIn(service, await service.tenant());
    const served = [(await jar.get('/auth/me')).body.tenantId as TenantId];
    const known = await newApplication({ kind: 'server', tenantIds: served, redirectUris: [documents.callback] });
    expect((await ask(jar, known, back())).query.code).toBeDefined();
  });
});
