// Checks clients that describe themselves by a document: what they get, what their user is told, and who decides about them.
import { describe, expect, test } from '@jest/globals';
import { config } from '../../../lib/platform/settings/config.ts';
import { later, MINUTE, publishedAbout } from '../../support/api.ts';
import { basicOf, type Known, newApplication, postForm } from '../../support/applications.ts';
import { clientAt, exchangeAs, tokenAs, tokensAs, useDocuments } from '../../support/client-documents.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { agree, ask, codeOf, loggedIn, type Query, signedIn, targetOf, userinfo } from '../../support/oauth-browser.ts';
import { newResource, scopeOf } from '../../support/protected-resources.ts';
import { bearer, prepared, type Tenant, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const documents = useDocuments();
const LOOPBACK = 'http://127.0.0.1/callback';
const listed = () => ({ policy: 'listed', hosts: [documents.host] });
const withPolicy = (unregisteredClients: unknown) => service.tenant({ unregisteredClients });
const tenant = prepared(() => withPolicy(listed()));
const api = prepared(() => newApplication({ kind: 'server' }));
const back = (): Query => ({ redirect_uri: documents.callback });
const consentOf = async (jar: Jar, known: Known, more: Query = back()) => {
  const { to, query } = await ask(jar, known, more);
  expect(to).toBe(`${service.baseUrl}/consent`);
  return { resume: query.resume as string, body: (await jar.get(`/oauth2/consent?resume=${query.resume}`)).body };
};
const isActive = async (token: string): Promise<boolean> =>
  (await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(api) })).body.active;
const refresh = (known: Known, refreshToken: string) =>
  tokenAs(service, known, { grant_type: 'refresh_token', refresh_token: refreshToken });
const grantsOf = async (jar: Jar) => (await jar.get('/auth/grants')).body.grants;
const sessionsOf = async (jar: Jar): Promise<string[]> =>
  (await jar.get('/auth/sessions')).body.sessions.flatMap(({ application }: { application: string | null }) =>
    application === null ? [] : [application],
  );

test('discovery says that clients may describe themselves by a document', async () => {
  for (const path of ['openid-configuration', 'oauth-authorization-server']) {
    const { body } = await service.get(`/.well-known/${path}`);
    expect(body).toMatchObject({ client_id_metadata_document_supported: true });
    expect(body).not.toHaveProperty('registration_endpoint');
  }
});

describe('a client that is not registered', () => {
  test('gets tokens that name it by its address, and no roles', async () => {
    const known = documents.publish();
    const { jar } = await signedIn(service, tenant);
    const tokens = await tokensAs(service, jar, known, back());
    const { id } = known.application;
    expect(claimsOf(tokens.access_token)).toMatchObject({
      client_id: id,
      aud: config().audience,
      roles: [],
      permissions: [],
      scope: 'openid email offline_access',
    });
    expect(claimsOf(tokens.id_token)).toMatchObject({ aud: id });
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(true);
    const renewed = await refresh(known, tokens.refresh_token);
    expect([renewed.status, claimsOf(renewed.body.access_token).client_id]).toEqual([200, id]);
  });

  test('never has the account of its user', async () => {
    const { jar } = await signedIn(service, tenant);
    const tokens = await tokensAs(service, jar, documents.publish(), { ...back(), scope: 'openid account' });
    expect(claimsOf(tokens.access_token).scope).toBe('openid');
    expect((await service.get('/auth/me', { headers: bearer(tokens.access_token) })).status).toBe(403);
  });

  test('gets no refresh token if its document does not name the grant', async () => {
    const { jar } = await signedIn(service, tenant);
    const known = documents.publish({ grant_types: ['authorization_code'] });
    const tokens = await tokensAs(service, jar, known, back());
    expect([tokens.refresh_token, claimsOf(tokens.access_token).scope]).toEqual([undefined, 'openid email']);
  });

  test('gets tokens for a protected resource that is open to others, and for no other', async () => {
    const { jar } = await signedIn(service, tenant);
    const known = documents.publish();
    const open = await newResource({ scopes: [scopeOf('tools:call')], isFirstPartyOnly: false });
    const closed = await newResource({ scopes: [scopeOf('tools:call')] });
    const more = { ...back(), scope: 'tools:call' };
    const tokens = await tokensAs(service, jar, known, { ...more, resource: open.uri });
    expect(claimsOf(tokens.access_token)).toMatchObject({ aud: open.uri, scope: 'tools:call' });
    expect(await isActive(tokens.access_token)).toBe(true);
    const { to, query } = await ask(jar, known, { ...more, resource: closed.uri });
    expect([to, query.error]).toEqual([documents.callback, 'invalid_target']);
  });

  test('must use PKCE', async () => {
    const { jar } = await signedIn(service, tenant);
    const { to, query } = await ask(jar, documents.publish(), { ...back(), code_challenge: undefined });
    expect([to, query.error]).toEqual([documents.callback, 'invalid_request']);
  });

  test('has no secret, and pushes no requests', async () => {
    const { id } = documents.publish().application;
    const secret = await tokenAs(service, clientAt(id), { grant_type: 'authorization_code', client_secret: 'x' });
    expect([secret.status, secret.body.error]).toEqual([401, 'invalid_client']);
    const pushed = await postForm(service, '/oauth2/par', { client_id: id, redirect_uri: documents.callback });
    expect([pushed.status, pushed.body.error]).toEqual([400, 'unauthorized_client']);
    const asked = await postForm(service, '/oauth2/introspect', { client_id: id, token: 'x' });
    expect([asked.status, asked.body.error]).toEqual([400, 'unauthorized_client']);
  });

  test('revokes its own tokens, and those of no other', async () => {
    const { jar } = await signedIn(service, tenant);
    const [known, other] = [documents.publish(), documents.publish()];
    const tokens = await tokensAs(service, jar, known, back());
    const revoke = ({ application }: Known) =>
      postForm(service, '/oauth2/revoke', { client_id: application.id, token: tokens.refresh_token });
    expect((await revoke(other)).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(true);
    expect((await revoke(known)).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(false);
  });

  test('cannot use the code of another one', async () => {
    const { jar } = await signedIn(service, tenant);
    const code = await codeOf(jar, documents.publish(), back());
    expect((await exchangeAs(service, documents.publish(), code)).body.error).toBe('invalid_grant');
  });
});

describe('before anyone has signed in, a client', () => {
  test('leads to the login page, which knows its host and no tenant', async () => {
    const known = documents.publish();
    const { to, query } = await ask(createJar(service), known, { redirect_uri: 'https://evil.example/callback' });
    expect(to).toBe(`${service.baseUrl}/login`);
    const { body } = await service.get(`/oauth2/request?resume=${query.resume}`);
    expect(body).toMatchObject({
      application: { id: known.application.id, name: documents.host },
      tenant: null,
      refusal: null,
    });
    expect(documents.fetches(known)).toBe(0);
  });

  test('may name a tenant, which says on the login page whether it lets the client in', async () => {
    const off = await service.tenant();
    const asked = async ({ slug }: Tenant) => {
      const { query } = await ask(createJar(service), documents.publish(), { ...back(), tenant: slug });
      return (await service.get(`/oauth2/request?resume=${query.resume}`)).body;
    };
    expect(await asked(tenant)).toMatchObject({ tenant: { id: tenant.id }, refusal: null });
    expect(await asked(off)).toMatchObject({ tenant: null, refusal: { reason: 'tenant_not_served' } });
  });

  test('goes on where it was after the login', async () => {
    const known = documents.publish();
    const jar = createJar(service);
    const { query, verifier } = await ask(jar, known, back());
    await loggedIn(service, await service.signup(tenant), jar);
    const { to, query: next } = targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}`));
    expect(to).toBe(`${service.baseUrl}/consent`);
    const { code } = (await agree(jar, next.resume as string)).query;
    expect((await exchangeAs(service, known, { code: code as string, verifier })).status).toBe(200);
  });

  test.each([
    ['an address of others', { redirect_uri: 'https://evil.example/callback' }, ''],
    ['an address of others, and goes back', { redirect_uri: 'https://evil.example/callback' }, '&cancel=1'],
  ])('with %s is refused on a page after the login', async (_, more, suffix) => {
    const jar = createJar(service);
    const { query } = await ask(jar, documents.publish(), more);
    await loggedIn(service, await service.signup(tenant), jar);
    const { to } = targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}${suffix}`));
    expect(to).toBe(`${service.baseUrl}/login/error`);
  });

  test.each([
    ['prompt none', { prompt: 'none' }],
    ['no challenge', { code_challenge: undefined }],
    ['another response type', { response_type: 'token' }],
  ])('learns nothing by a redirect: %s', async (_, more) => {
    const known = documents.publish();
    const { to, query } = await ask(createJar(service), known, { ...back(), ...more });
    expect([to, query.cause, documents.fetches(known)]).toEqual([`${service.baseUrl}/login/error`, 'client_unread', 0]);
  });
});

describe('the user of a client that is not registered', () => {
  test('is told its host, and its name as what it calls itself', async () => {
    const known = documents.publish({ client_name: 'Trusty', logo_uri: `https://${documents.host}/logo.png` });
    const { jar } = await signedIn(service, tenant);
    const { body } = await consentOf(jar, known);
    expect(JSON.stringify(body)).not.toContain('logo.png');
    expect(body).toMatchObject({
      application: { id: known.application.id, name: documents.host },
      isThirdParty: true,
      unregistered: { host: documents.host, claimedName: 'Trusty' },
    });
  });

  test.each([
    ['is absent', undefined],
    ['hides characters', 'Trus\u202ety'],
    ['is long', 'x'.repeat(61)],
  ])('is told no name that %s', async (_, name) => {
    const { jar } = await signedIn(service, tenant);
    const { body } = await consentOf(jar, documents.publish({ client_name: name }));
    expect(body.unregistered.claimedName).toBeNull();
  });

  test('agrees once at an address of its host', async () => {
    const known = documents.publish();
    const { jar } = await signedIn(service, tenant);
    await codeOf(jar, known, back());
    expect((await ask(jar, known, back())).query.code).toBeDefined();
    expect((await ask(jar, known, { ...back(), prompt: 'none' })).query.code).toBeDefined();
  });

  test('agrees each time at a port of the device, which may be any', async () => {
    const known = documents.publish({ redirect_uris: [LOOPBACK] });
    const { jar } = await signedIn(service, tenant);
    const more = { redirect_uri: 'http://127.0.0.1:49152/callback' };
    await codeOf(jar, known, more);
    expect((await consentOf(jar, known, more)).body.destination).toBe('127.0.0.1');
    expect((await ask(jar, known, { ...more, prompt: 'none' })).query.error).toBe('consent_required');
  });

  test('is asked again when its document has other addresses, for a new grant', async () => {
    const known = documents.publish();
    const { jar } = await signedIn(service, tenant);
    await codeOf(jar, known, back());
    const [before] = await grantsOf(jar);
    documents.change(known, { redirect_uris: [documents.callback, `${documents.callback}/2`] });
    // Until it is fetched again.
    expect((await ask(jar, known, back())).query.code).toBeDefined();
    await later(6 * MINUTE, async () => {
      expect((await ask(jar, known, { ...back(), prompt: 'none' })).query.error).toBe('consent_required');
      await agree(jar, (await consentOf(jar, known)).resume);
    });
    const [after, ...others] = await grantsOf(jar);
    expect([others, after.id === before.id]).toEqual([[], false]);
  });

  test('is not asked again when its document has another name or order', async () => {
    const two = (uris: string[]) => ({ redirect_uris: uris });
    const uris = [documents.callback, LOOPBACK];
    const known = documents.publish(two(uris));
    const { jar } = await signedIn(service, tenant);
    await codeOf(jar, known, back());
    documents.change(known, { ...two(uris.toReversed()), client_name: 'Other' });
    await later(6 * MINUTE, async () => expect((await ask(jar, known, back())).query.code).toBeDefined());
  });

  test('sees the grant, and ends its sessions with it', async () => {
    const known = documents.publish();
    const { jar } = await signedIn(service, tenant);
    const tokens = await tokensAs(service, jar, known, back());
    const [grant] = await grantsOf(jar);
    expect(grant).toMatchObject({
      application: { id: known.application.id, name: documents.host },
      isThirdParty: true,
    });
    expect(await sessionsOf(jar)).toEqual([documents.host]);
    expect((await jar.send('DELETE', `/auth/grants/${grant.id}`)).status).toBe(200);
    expect([await grantsOf(jar), await sessionsOf(jar)]).toEqual([[], []]);
    expect(await isActive(tokens.access_token)).toBe(false);
    expect((await refresh(known, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('is in the event of the agreement with the address of the client', async () => {
    const known = documents.publish();
    const { jar } = await signedIn(service, tenant);
    await codeOf(jar, known, back());
    const { id } = (await jar.get('/auth/me')).body;
    const about = { userId: id, applicationId: known.application.id };
    expect(await publishedAbout(service, 'svc.application_allowed', about)).toHaveLength(1);
  });

  test('is shown to admins, who take the grant back', async () => {
    const known = documents.publish();
    const { jar } = await signedIn(service, tenant);
    const tokens = await tokensAs(service, jar, known, back());
    const { id } = (await jar.get('/auth/me')).body;
    const path = `/auth/admin/api/users/${id}/grants`;
    const [grant] = (await service.admin('GET', path)).body.data;
    expect(grant.application).toEqual({ id: known.application.id, name: documents.host });
    expect((await service.admin('DELETE', `${path}/${grant.id}`)).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(false);
  });
});
