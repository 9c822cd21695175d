// Threat: an application acts for a person whose identity provider did not say so, or goes on when the tenant has ended it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { seconds } from '../../../lib/platform/clock.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import type { ProtectedResource } from '../../../lib/store/applications/protected-resources.ts';
import { claimsOf, later, MINUTE, SECOND } from '../../support/api.ts';
import { basicOf, type Known, newApplication, postForm } from '../../support/applications.ts';
import { recordedAbout } from '../../support/audit.ts';
import { newProofKey, tokenWith } from '../../support/dpop.ts';
import { newPermission, newRole } from '../../support/grants.ts';
import { admittingTenant, assertionFor, member, newAgent, showAs } from '../../support/id-jag.ts';
import type { Person, Realm } from '../../support/identity-provider.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { newServer } from '../../support/oauth-browser.ts';
import { newResource, newUri, scopeOf } from '../../support/protected-resources.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newPassword, running, type Tenant, useService } from '../../support/service.ts';
import * as sso from '../../support/sso.ts';
import { actedBy, exchangeAs, newActor } from '../../support/token-exchange.ts';
import { refusal, verifierOf } from '../../support/verifier.ts';

const service = useService({ GATEHOUSE_LIMITS: 'off' });
const idp = running(() => startIdentityProvider());
let realm: Realm;
let tenant: Tenant;
let person: Person;
let id: string;
let agent: Known;
let notes: ProtectedResource;
let caller: Known;
beforeAll(async () => {
  realm = idp.realm();
  tenant = await admittingTenant(service, realm);
  ({ person, id } = await member(service, tenant, realm));
  agent = await newAgent(tenant);
  notes = await newResource();
  caller = await newServer();
});

const PATH = '/auth/admin/api';
const patch = async (path: string, body: object) => {
  const reply = await service.admin('PATCH', `${PATH}/${path}`, body);
  if (reply.status !== 200) throw new Error(reply.text);
};
const introspect = async (token: string) =>
  (await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(caller) })).body;
const assertion = (more: Record<string, unknown> = {}, header?: Record<string, unknown>) =>
  assertionFor({ service, realm, agent, person, resource: notes }, more, header);
const refused = async (sent: string, more: Record<string, string> = {}, by = agent) => {
  const { status, body } = await showAs(service, by, sent, more);
  return `${status} ${body.error}`;
};
const GRANT = '400 invalid_grant';

describe('an assertion', () => {
  test('of a connection that may admit agents gives a token for its resource, and nothing else', async () => {
    const { status, body } = await showAs(service, agent, assertion());
    const { access_token: token, ...others } = body;
    expect([status, others]).toEqual([200, { token_type: 'Bearer', expires_in: 900, scope: 'notes:read notes:write' }]);
    const claims = claimsOf(token);
    expect(claims).toEqual({
      ...{ iss: service.baseUrl, aud: notes.uri, sub: id, tid: tenant.id, client_id: agent.application.id },
      ...{ idp: realm.issuer, epoch: expect.any(Number), scope: 'notes:read notes:write' },
      ...{ jti: expect.any(String), iat: expect.any(Number), exp: expect.any(Number) },
    });
    const { idp: _, epoch: __, ...told } = claims;
    expect(await introspect(token)).toEqual({ active: true, token_type: 'Bearer', ...told });
    const verifier = verifierOf(service, { audience: notes.uri });
    expect(await verifier.verify(token)).toMatchObject({
      ...{ userId: id, sessionId: null, applicationId: agent.application.id, actorId: null, methods: [] },
      authenticatedAt: new Date(0),
    });
    expect(await refusal(verifierOf(service).verify(token))).toBe('401 INVALID_TOKEN');
    for (const path of ['/auth/me', '/auth/sessions', '/oauth2/userinfo'])
      expect([path, (await service.get(path, { headers: bearer(token) })).status]).toEqual([path, 401]);
  });

  test('works once: of twenty racers one gets a token', async () => {
    const sent = assertion();
    const replies = await race(20, () => showAs(service, agent, sent));
    expect(tally(replies.map(({ status, body }) => body.error ?? status))).toEqual({ 200: 1, invalid_grant: 19 });
  });

  test('that is refused for its resource or scope is not used up', async () => {
    const sent = assertion();
    expect(await refused(sent, { resource: newUri() })).toBe('400 invalid_target');
    expect(await refused(sent, { scope: 'notes:delete' })).toBe('400 invalid_scope');
    expect(await refused(sent, { scope: 'a"b' })).toBe('400 invalid_scope');
    expect((await showAs(service, agent, sent, { resource: notes.uri, scope: 'notes:read' })).body.scope).toBe(
      'notes:read',
    );
  });

  const at = () => seconds();
  const cases: [string, () => string | Promise<string>][] = [
    ['without the type of an ID-JAG', () => assertion({}, { typ: 'JWT' })],
    ['that is an id token', () => realm.idToken(person, { aud: service.baseUrl, client_id: agent.application.id })],
    ['for another audience', () => assertion({ aud: 'https://other.example' })],
    ['for two audiences', () => assertion({ aud: [service.baseUrl, 'https://other.example'] })],
    ['without an audience', () => assertion({ aud: undefined })],
    ['for the client id that we have at the provider', () => assertion({ aud: realm.clientId })],
    ['for another application', async () => assertion({ client_id: (await newAgent(tenant)).application.id })],
    ['without a client', () => assertion({ client_id: undefined })],
    ['of another issuer', () => assertion({ iss: 'https://other.example' })],
    ['without an issuer', () => assertion({ iss: undefined })],
    ['of a person without an account', () => assertion({ sub: 'sub-unknown' })],
    ['without a person', () => assertion({ sub: undefined })],
    ['without an id', () => assertion({ jti: undefined })],
    ['with a long id', () => assertion({ jti: 'x'.repeat(257) })],
    ['that has expired', () => assertion({ iat: at() - 300, exp: at() - 1 })],
    ['that lives long', () => assertion({ exp: at() + 3600 })],
    ['without an end', () => assertion({ exp: undefined })],
    ['without a beginning', () => assertion({ iat: undefined })],
    ['of tomorrow', () => assertion({ iat: at() + 200 })],
    ['that is not valid yet', () => assertion({ nbf: at() + 200 })],
    ['without a resource', () => assertion({ resource: undefined })],
    ['without a scope', () => assertion({ scope: undefined })],
    ['that names an actor', () => assertion({ act: { sub: 'someone' } })],
    ['with limits that are not kept', () => assertion({ authorization_details: [] })],
    ['with an extension', () => assertion({}, { crit: ['x'] })],
    ['with a malformed key', () => assertion({ cnf: {} })],
    ['for another tenant', async () => assertion({ aud_tenant: (await service.tenant()).id })],
    ['that is text', () => 'x'],
    ['that is no JWT', () => 'a.b.c'],
  ];
  test.each(cases)('%s is refused', async (name, make) => {
    const sent = await make();
    const isAboutTenant = name === 'for another tenant';
    expect(await refused(sent, isAboutTenant ? { tenant: tenant.id } : {})).toBe(GRANT);
  });

  test.each(['none', 'hmac', 'other-key', 'broken'] as const)('with the signature %s is refused', async (signature) => {
    realm.behaviour.signature = signature;
    const sent = assertion();
    realm.behaviour = {};
    expect(await refused(sent)).toBe(GRANT);
  });

  test('for two resources needs the request to name one of them', async () => {
    const other = await newResource();
    const resource = [notes.uri, other.uri];
    expect(await refused(assertion({ resource }))).toBe('400 invalid_target');
    expect(await refused(assertion({ resource }), { resource: newUri() })).toBe('400 invalid_target');
    const { body } = await showAs(service, agent, assertion({ resource }), { resource: other.uri });
    expect(claimsOf(body.access_token).aud).toBe(other.uri);
  });

  test('for a resource that is unknown, off, of another tenant or for first parties alone is refused', async () => {
    const foreign = (await service.tenant()).id as TenantId;
    const third = await newAgent(tenant, { party: 'third' });
    const about = { client_id: third.application.id };
    expect(await refused(assertion({ resource: newUri() }))).toBe('400 invalid_target');
    for (const given of [{ status: 'disabled' as const }, { tenantIds: [foreign] }])
      expect(await refused(assertion({ resource: (await newResource(given)).uri }))).toBe('400 invalid_target');
    expect(await refused(assertion(about), {}, third)).toBe('400 invalid_target');
    const open = await newResource({ isFirstPartyOnly: false });
    expect((await showAs(service, third, assertion({ ...about, resource: open.uri }))).status).toBe(200);
  });

  test('that is bound to a key works with a proof of it alone, and a proof binds the token', async () => {
    const [key, other] = [await newProofKey(), await newProofKey()];
    const bound = () => assertion({ cnf: { jkt: key.jkt } });
    expect(await refused(bound())).toBe(GRANT);
    const form = (sent: string) => ({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: sent });
    expect((await tokenWith(service, agent, other, form(bound()))).body.error).toBe('invalid_grant');
    for (const sent of [bound(), assertion()]) {
      const { body } = await tokenWith(service, agent, key, form(sent));
      expect([body.token_type, claimsOf(body.access_token).cnf]).toEqual(['DPoP', { jkt: key.jkt }]);
    }
  });
});

describe('the tenant', () => {
  test('is the one that the form or the assertion names, and the application serves it', async () => {
    const own = await newAgent(tenant, { tenantIds: null });
    const about = { client_id: own.application.id };
    expect(await refused(assertion(about), {}, own)).toBe('400 invalid_request');
    expect((await showAs(service, own, assertion(about), { tenant: tenant.id })).status).toBe(200);
    expect((await showAs(service, own, assertion({ ...about, aud_tenant: tenant.id }))).status).toBe(200);
    expect(await refused(assertion(), { tenant: (await service.tenant()).id })).toBe('400 unauthorized_client');
    expect(await refused(assertion({ aud_tenant: 'x' }))).toBe('400 unauthorized_client');
  });

  test('must have switched it on for the connection: another tenant of the same provider has not', async () => {
    const off = await sso.tenantWith(service, realm);
    const { person: theirs } = await member(service, off, realm);
    const own = await newAgent(off);
    const about = { client_id: own.application.id, sub: theirs.sub };
    expect(await refused(assertion(about), {}, own)).toBe(GRANT);
    await patch(`tenants/${off.id}`, {
      settings: { ssoProviders: [realm.settings(sso.PROVIDER, { admitsAgents: true })] },
    });
    expect((await showAs(service, own, assertion(about))).status).toBe(200);
    // The person of one tenant is none of another.
    expect(await refused(assertion({ ...about, sub: person.sub }), {}, own)).toBe(GRANT);
  });

  test('is told in its audit log', async () => {
    const own = await member(service, tenant, realm);
    await showAs(service, agent, assertion({ sub: own.person.sub }));
    expect(await recordedAbout(service, tenant, own.id, 'application.admitted')).toMatchObject([
      {
        actor: { type: 'application', id: agent.application.id },
        detail: { resource: expect.stringMatching(/^https:/) },
      },
    ]);
  });
});

test('the application needs the grant, and proves itself', async () => {
  const plain = await newAgent(tenant, { grants: ['client_credentials'] });
  expect(await refused(assertion({ client_id: plain.application.id }), {}, plain)).toBe('400 unauthorized_client');
  expect(await refused(assertion(), {}, { ...agent, secret: 'x'.repeat(43) })).toBe('401 invalid_client');
  const native = await newApplication({ kind: 'native' });
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertion({ client_id: native.application.id }),
    client_id: native.application.id,
  };
  expect((await postForm(service, '/oauth2/token', form)).body.error).toBe('unauthorized_client');
  expect(await refused('')).toBe('400 invalid_request');
});

test('while the keys of the provider cannot be read, the reply is 503', async () => {
  const other = idp.realm({ fault: { keys: 'error' } });
  const own = await admittingTenant(service, other);
  const theirs = await newAgent(own);
  const sent = assertionFor({ service, realm: other, agent: theirs, person, resource: notes });
  expect((await showAs(service, theirs, sent)).status).toBe(503);
});

describe('a scope', () => {
  test('is what the assertion, the resource and the application allow, and the user may do now', async () => {
    const permission = (await newPermission(service)).name;
    const scopes = [
      scopeOf('notes:read'),
      scopeOf('notes:write', { permission }),
      scopeOf('notes:delete', { needsRecentLogin: true }),
      scopeOf('notes:list'),
    ];
    const resource = await newResource({ scopes });
    const scope = 'notes:read notes:write notes:delete openid account';
    const own = await member(service, tenant, realm);
    const sent = () => assertion({ sub: own.person.sub, resource: resource.uri, scope });
    const { body } = await showAs(service, agent, sent());
    expect(body.scope).toBe('notes:read');
    const role = await newRole(service, { permissions: [permission] });
    await patch(`users/${own.id}`, { roleIds: [role.id] });
    const wide = (await showAs(service, agent, sent())).body;
    expect(wide.scope).toBe('notes:read notes:write');
    await patch(`users/${own.id}`, { roleIds: [] });
    expect((await introspect(wide.access_token)).scope).toBe('notes:read');
    const limited = await newAgent(tenant, { scopes: ['notes:list'] });
    const about = { client_id: limited.application.id, resource: resource.uri };
    expect(await refused(assertion({ ...about, scope: 'notes:read' }), {}, limited)).toBe('400 invalid_scope');
    expect(await refused(assertion({ scope: '' }))).toBe('400 invalid_scope');
  });
});

describe('what ends the token', () => {
  type Scene = { tenant: Tenant; id: string; agent: Known; resource: ProtectedResource; token: string };
  const settings = (more: Record<string, unknown>) => ({
    settings: { ssoProviders: [realm.settings(sso.PROVIDER, more)] },
  });
  const off: [string, (scene: Scene) => Promise<unknown>][] = [
    ['the switch of the connection', (it) => patch(`tenants/${it.tenant.id}`, settings({ admitsAgents: false }))],
    ['the removal of the connection', (it) => patch(`tenants/${it.tenant.id}`, { settings: { ssoProviders: [] } })],
    ['the deactivation of the user', (it) => patch(`users/${it.id}`, { isActive: false })],
    ['the deletion of the user', (it) => service.admin('DELETE', `${PATH}/users/${it.id}`)],
    ['the end of the sessions of the user', (it) => service.admin('DELETE', `${PATH}/users/${it.id}/sessions`)],
    ['the tenant', (it) => patch(`tenants/${it.tenant.id}`, { isActive: false })],
    ['the application', (it) => patch(`applications/${it.agent.application.id}`, { isActive: false })],
    [
      'the grant of the application',
      (it) => patch(`applications/${it.agent.application.id}`, { grants: ['client_credentials'] }),
    ],
    [
      'the deletion of the application',
      (it) => service.admin('DELETE', `${PATH}/applications/${it.agent.application.id}`),
    ],
    ['the resource', (it) => patch(`protected-resources/${it.resource.id}`, { isActive: false })],
    [
      'a revocation by the application',
      (it) => postForm(service, '/oauth2/revoke', { token: it.token }, { headers: basicOf(it.agent) }),
    ],
  ];
  test.each(off)('%s does', async (_, switchOff) => {
    const own = await admittingTenant(service, realm);
    const [theirs, agentOf, resource] = [await member(service, own, realm), await newAgent(own), await newResource()];
    const about = { service, realm, agent: agentOf, person: theirs.person, resource };
    const token = (await showAs(service, agentOf, assertionFor(about))).body.access_token;
    expect((await introspect(token)).active).toBe(true);
    await later(2 * SECOND, async () => {
      await switchOff({ tenant: own, id: theirs.id, agent: agentOf, resource, token });
      expect(await introspect(token)).toEqual({ active: false });
    });
  });

  test('the grant of the application does, and it stays so once it is given back, which counts for new tokens', async () => {
    const own = await newAgent(tenant);
    const about = { client_id: own.application.id };
    const token = (await showAs(service, own, assertion(about))).body.access_token;
    expect((await introspect(token)).active).toBe(true);
    await later(2 * SECOND, async () => {
      await patch(`applications/${own.application.id}`, { grants: ['client_credentials'] });
      await patch(`applications/${own.application.id}`, { grants: own.application.grants });
      expect(await introspect(token)).toEqual({ active: false });
      const next = (await showAs(service, own, assertion(about))).body.access_token;
      expect((await introspect(next)).active).toBe(true);
    });
  });

  test('its time does, and no machine exchanges it for another one', async () => {
    const { body } = await showAs(service, agent, assertion());
    const machine = await newActor(tenant);
    const exchanged = await exchangeAs(service, machine, body.access_token, await actedBy([machine]));
    expect(exchanged.body.code).toBe('INVALID_SUBJECT_TOKEN');
    await later(16 * MINUTE, async () => expect(await introspect(body.access_token)).toEqual({ active: false }));
  });
});

test('a user who must change the password is not acted for, and neither is one whose identity was unlinked', async () => {
  const [one, two] = [await member(service, tenant, realm), await member(service, tenant, realm)];
  const shown = (of: Person) => refused(assertion({ sub: of.sub }));
  await patch(`users/${one.id}`, { password: newPassword(), mustChangePassword: true });
  expect(await shown(one.person)).toBe(GRANT);
  await patch(`users/${two.id}`, { password: newPassword(), mustChangePassword: false });
  const headers = bearer((await sso.logIn(service, tenant, realm, two.person)).body);
  expect((await showAs(service, agent, assertion({ sub: two.person.sub }))).status).toBe(200);
  const [identity] = (await service.get('/auth/identities', { headers })).body.identities;
  expect((await service.send('DELETE', `/auth/identities/${identity.id}`, { headers })).status).toBe(200);
  expect(await shown(two.person)).toBe(GRANT);
});

test('discovery names grant and profile', async () => {
  const { body } = await service.get('/.well-known/oauth-authorization-server');
  expect(body.grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:jwt-bearer');
  expect(body.authorization_grant_profiles_supported).toEqual(['urn:ietf:params:oauth:grant-profile:id-jag']);
});
