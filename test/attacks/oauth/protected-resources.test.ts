// Threat: a token for one API opens another one, or this service; or it opens more there than its user may do now.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import type { ProtectedResource } from '../../../lib/store/applications/protected-resources.ts';
import { claimsOf, giveRoles, later, MINUTE } from '../../support/api.ts';
import { basicOf, type Known, newMachine, postForm } from '../../support/applications.ts';
import { newPermission, newRole } from '../../support/grants.ts';
import type { Reply } from '../../support/http.ts';
import {
  ask,
  codeOf,
  exchange,
  loggedIn,
  newServer,
  pathOf,
  type Query,
  refreshAs,
  requestOf,
  type SignedIn,
  signedIn,
  targetOf,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { newResource, newUri, scopeOf } from '../../support/protected-resources.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';
import { refusal, verifierOf } from '../../support/verifier.ts';

const service = useService({ GATEHOUSE_LIMITS: 'off' });
const PATH = '/auth/admin/api/protected-resources';
const SCOPE = 'openid offline_access notes:read notes:write';
let tenant: Tenant;
let browser: SignedIn;
let known: Known;
let notes: ProtectedResource;
beforeAll(async () => {
  tenant = await service.tenant();
  browser = await signedIn(service, tenant);
  known = await newServer();
  notes = await newResource();
});

const at = ({ uri }: ProtectedResource, more: Query = {}): Query => ({ scope: SCOPE, resource: uri, ...more });
const oauthError = ({ status, body }: Reply) => [status, body.error];
const change = async ({ id }: ProtectedResource, body: object) => {
  const reply = await service.admin('PATCH', `${PATH}/${id}`, body);
  if (reply.status !== 200) throw new Error(reply.text);
};
const introspect = async (token: string) =>
  (await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(known) })).body;
const machineToken = (machine: Known, fields: Record<string, string>) =>
  postForm(service, '/oauth2/token', { grant_type: 'client_credentials', ...fields }, { headers: basicOf(machine) });

describe('a token for a protected resource', () => {
  test('has its URI as audience, its scopes alone, and no roles and permissions', async () => {
    const { body } = await exchange(service, known, await codeOf(browser.jar, known, at(notes)));
    expect(body.scope).toBe('openid offline_access notes:read notes:write');
    const claims = claimsOf(body.access_token);
    expect(claims).toEqual({
      iss: service.baseUrl,
      aud: notes.uri,
      sub: expect.stringMatching(/^usr_/),
      client_id: known.application.id,
      tid: tenant.id,
      sid: expect.stringMatching(/^ses_/),
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      auth_time: expect.any(Number),
      amr: ['pwd'],
      scope: 'notes:read notes:write',
    });
    expect(body.id_token).toBeDefined();
    const { amr: _, auth_time: __, ...told } = claims;
    expect(await introspect(body.access_token)).toEqual({ active: true, token_type: 'Bearer', ...told });
  });

  test('passes the verifier of its API, and no other door', async () => {
    const { access_token: token } = await tokensOf(service, browser.jar, known, at(notes));
    const other = await newResource();
    expect((await verifierOf(service, { audience: notes.uri }).verify(token)).scopes).toEqual([
      'notes:read',
      'notes:write',
    ]);
    expect(await refusal(verifierOf(service, { audience: other.uri }).verify(token))).toBe('401 INVALID_TOKEN');
    expect(await refusal(verifierOf(service).verify(token))).toBe('401 INVALID_TOKEN');
    for (const path of ['/auth/me', '/auth/verify-session', '/auth/sessions'])
      expect([path, (await service.get(path, { headers: bearer(token) })).status]).toEqual([path, 401]);
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await service.get('/auth/session', { headers: bearer(token) })).body.session ?? null).toBeNull();
    const own = await tokensOf(service, browser.jar, known);
    expect(await refusal(verifierOf(service, { audience: notes.uri }).verify(own.access_token))).toBe(
      '401 INVALID_TOKEN',
    );
  });

  test('lives as long as its resource says', async () => {
    const short = await newResource({ accessTtlSeconds: 60 });
    const { body } = await exchange(service, known, await codeOf(browser.jar, known, at(short)));
    const { exp, iat } = claimsOf(body.access_token);
    expect([body.expires_in, Number(exp) - Number(iat)]).toEqual([60, 60]);
  });

  test('is inactive after it was revoked, and takes a place of its own beside that of another resource', async () => {
    const scope = 'openid notes:read';
    const other = await newResource();
    const first = await tokensOf(service, browser.jar, known, at(notes, { scope }));
    const same = await tokensOf(service, browser.jar, known, at(notes, { scope }));
    const second = await tokensOf(service, browser.jar, known, at(other, { scope }));
    const sids = [first, same, second].map(({ access_token }) => claimsOf(access_token).sid);
    expect([sids[0] === sids[1], sids[0] === sids[2]]).toEqual([true, false]);
    await postForm(service, '/oauth2/revoke', { token: first.access_token }, { headers: basicOf(known) });
    expect(await introspect(first.access_token)).toEqual({ active: false });
    expect((await introspect(second.access_token)).active).toBe(true);
  });
});

test('a refresh for a scope that its user lost is refused, also if the application has the account by default', async () => {
  const permission = (await newPermission(service)).name;
  const role = await newRole(service, { tenantId: tenant.id, permissions: [permission] });
  const user = await service.signup(tenant);
  await giveRoles(user, [role.id]);
  const own = await newServer({ accountByDefault: true });
  const resource = await newResource({ scopes: [scopeOf('notes:read', { permission })] });
  const scope = 'notes:read offline_access';
  const { refresh_token } = await tokensOf(service, await loggedIn(service, user), own, at(resource, { scope }));
  await giveRoles(user, []);
  const refused = await refreshAs(service, own, refresh_token, { scope: 'notes:read' });
  expect(oauthError(refused)).toEqual([400, 'invalid_scope']);
});

describe('a request for a resource', () => {
  const cases: [string, () => Promise<Query> | Query, string][] = [
    ['that is unknown', () => ({ resource: newUri() }), 'invalid_target'],
    ['that is no URI', () => ({ resource: 'notes' }), 'invalid_target'],
    ['with a fragment', () => ({ resource: `${notes.uri}#x` }), 'invalid_target'],
    ['that is this service', () => ({ resource: service.baseUrl }), 'invalid_target'],
    ['that is switched off', async () => at(await newResource({ status: 'disabled' })), 'invalid_target'],
    [
      'of another tenant',
      async () => at(await newResource({ tenantIds: [(await service.tenant()).id as TenantId] })),
      'invalid_target',
    ],
    ['with a scope of another resource', () => at(notes, { scope: 'letters:read' }), 'invalid_scope'],
    ['with the scope of the account alone', () => at(notes, { scope: 'account' }), 'invalid_scope'],
  ];
  test.each(cases)('%s goes back to the application with its error', async (_, more, error) => {
    const { query } = await ask(browser.jar, known, { scope: SCOPE, ...(await more()) });
    expect([query.error, query.state, query.code]).toEqual([error, 'the-state', undefined]);
  });

  test('of first parties is invalid_target for a third party, which gets those that are open to it', async () => {
    const third = await newServer({ party: 'third' });
    expect((await ask(browser.jar, third, at(notes))).query.error).toBe('invalid_target');
    const open = await newResource({ isFirstPartyOnly: false });
    expect((await codeOf(browser.jar, third, at(open))).code).toBeDefined();
  });

  test('that names two is invalid_target at authorize, PAR and the token endpoint', async () => {
    const two = [...requestOf(known, 'x'.repeat(43), at(notes)), ['resource', newUri()]] as [string, string][];
    expect(targetOf(await browser.jar.get(pathOf(two))).query.error).toBe('invalid_target');
    expect(oauthError(await postForm(service, '/oauth2/par', two, { headers: basicOf(known) }))).toEqual([
      400,
      'invalid_target',
    ]);
    const form = [
      ['grant_type', 'client_credentials'],
      ['resource', 'a'],
      ['resource', 'b'],
    ] as [string, string][];
    expect(oauthError(await postForm(service, '/oauth2/token', form))).toEqual([400, 'invalid_target']);
  });

  test('may be pushed, and in another spelling of the same address', async () => {
    const spelling = notes.uri.replace('https://', 'HTTPS://').replace('.example', '.EXAMPLE:443');
    const form = requestOf(known, 'x'.repeat(43), at(notes, { resource: spelling }));
    const { body } = await postForm(service, '/oauth2/par', form, { headers: basicOf(known) });
    const pushed = { client_id: known.application.id, request_uri: body.request_uri };
    const { query } = targetOf(await browser.jar.get(pathOf(Object.entries(pushed))));
    const tokens = await exchange(service, known, { code: query.code as string, verifier: 'x'.repeat(43) });
    expect(claimsOf(tokens.body.access_token).aud).toBe(notes.uri);
    const unknown = requestOf(known, 'x'.repeat(43), at(notes, { resource: newUri() }));
    expect(oauthError(await postForm(service, '/oauth2/par', unknown, { headers: basicOf(known) }))).toEqual([
      400,
      'invalid_target',
    ]);
  });

  test('gives an application only those scopes that it may have', async () => {
    const limited = await newServer({ scopes: ['openid', 'offline_access', 'notes:read'] });
    const { body } = await exchange(service, limited, await codeOf(browser.jar, limited, at(notes)));
    expect(body.scope).toBe('openid offline_access notes:read');
    expect(claimsOf(body.access_token).scope).toBe('notes:read');
  });
});

describe('the token endpoint', () => {
  test('refuses another resource than that of the code, which still works', async () => {
    const other = await newResource();
    const code = await codeOf(browser.jar, known, at(notes));
    expect(oauthError(await exchange(service, known, code, { resource: other.uri }))).toEqual([400, 'invalid_target']);
    expect((await exchange(service, known, code, { resource: notes.uri })).status).toBe(200);
    const own = await codeOf(browser.jar, known);
    expect(oauthError(await exchange(service, known, own, { resource: notes.uri }))).toEqual([400, 'invalid_target']);
  });

  test('gives one of twenty racers the tokens of a code', async () => {
    const code = await codeOf(browser.jar, known, at(notes));
    const replies = await race(20, () => exchange(service, known, code, { resource: notes.uri }));
    expect(tally(replies.map(({ status, body }) => body.error ?? status))).toEqual({ 200: 1, invalid_grant: 19 });
  });

  test('narrows at a refresh and never widens, and a refused refresh changes nothing', async () => {
    const other = await newResource();
    const scope = 'openid offline_access notes:read';
    const { refresh_token: token } = await tokensOf(service, browser.jar, known, at(notes, { scope }));
    const refused = (more: Record<string, string>) => refreshAs(service, known, token, more).then(oauthError);
    expect(await refused({ scope: 'notes:write' })).toEqual([400, 'invalid_scope']);
    expect(await refused({ scope: 'notes:read notes:write' })).toEqual([400, 'invalid_scope']);
    expect(await refused({ scope: 'unknown' })).toEqual([400, 'invalid_scope']);
    expect(await refused({ resource: other.uri })).toEqual([400, 'invalid_target']);
    expect(await refused({ resource: service.baseUrl })).toEqual([400, 'invalid_target']);
    const narrow = await refreshAs(service, known, token, { scope: 'openid', resource: notes.uri });
    expect([narrow.body.scope, claimsOf(narrow.body.access_token)]).toEqual([
      'openid',
      expect.not.objectContaining({ scope: expect.anything() }),
    ]);
    expect(claimsOf(narrow.body.access_token).aud).toBe(notes.uri);
    const again = await refreshAs(service, known, narrow.body.refresh_token);
    expect([again.body.scope, claimsOf(again.body.access_token).scope]).toEqual([scope, 'notes:read']);
    const own = await tokensOf(service, browser.jar, known);
    expect(oauthError(await refreshAs(service, known, own.refresh_token, { resource: notes.uri }))).toEqual([
      400,
      'invalid_target',
    ]);
  });

  test('asks at each issue what the user may do: a scope comes and goes with its permission', async () => {
    const permission = (await newPermission(service)).name;
    const scopes = [scopeOf('notes:read'), scopeOf('notes:write', { permission })];
    const resource = await newResource({ scopes });
    const { jar, user } = await signedIn(service, tenant);
    const first = await exchange(service, known, await codeOf(jar, known, at(resource)));
    expect(first.body.scope).toBe('openid offline_access notes:read');
    const only = await codeOf(jar, known, at(resource, { scope: 'notes:write' }));
    expect(oauthError(await exchange(service, known, only))).toEqual([400, 'invalid_scope']);
    const refused = await refreshAs(service, known, first.body.refresh_token, { scope: 'notes:write' });
    expect(oauthError(refused)).toEqual([400, 'invalid_scope']);

    const role = await newRole(service, { permissions: [permission] });
    await giveRoles(user, [role.id]);
    const second = await refreshAs(service, known, first.body.refresh_token);
    expect(second.body.scope).toBe('openid offline_access notes:read notes:write');
    expect((await introspect(second.body.access_token)).scope).toBe('notes:read notes:write');
    expect((await exchange(service, known, only)).body.scope).toBe('notes:write');

    await giveRoles(user, []);
    expect((await introspect(second.body.access_token)).scope).toBe('notes:read');
    const third = await refreshAs(service, known, second.body.refresh_token);
    expect(third.body.scope).toBe('openid offline_access notes:read');
    expect(claimsOf(third.body.access_token)).not.toHaveProperty('permissions');
    // A code that was used is no good code without scopes.
    expect(oauthError(await exchange(service, known, only))).toEqual([400, 'invalid_grant']);
  });

  test('leaves out a scope that needs a recent login, and authorize asks for one', async () => {
    const scopes = [scopeOf('notes:read'), scopeOf('notes:delete', { needsRecentLogin: true })];
    const resource = await newResource({ scopes });
    const { jar, user } = await signedIn(service, tenant);
    const asked = at(resource, { scope: 'offline_access notes:read notes:delete' });
    const first = (await exchange(service, known, await codeOf(jar, known, asked))).body;
    expect(first.scope).toBe('offline_access notes:read notes:delete');
    await later(16 * MINUTE, async () => {
      const alone = await refreshAs(service, known, first.refresh_token, { scope: 'notes:delete' });
      expect(oauthError(alone)).toEqual([400, 'invalid_scope']);
      const next = await refreshAs(service, known, first.refresh_token);
      expect(next.body.scope).toBe('offline_access notes:read');
      expect((await ask(jar, known, { ...asked, scope: 'notes:read', prompt: 'none' })).query.code).toBeDefined();
      expect((await ask(jar, known, { ...asked, prompt: 'none' })).query.error).toBe('login_required');
      expect((await ask(jar, known, asked)).to).toBe(`${service.baseUrl}/login`);
      const fresh = await loggedIn(service, user);
      expect((await ask(fresh, known, { ...asked, prompt: 'none' })).query.code).toBeDefined();
    });
  });
});

describe('a protected resource that is switched off', () => {
  const off: [
    string,
    (resource: ProtectedResource) => Promise<void>,
    (resource: ProtectedResource) => Promise<void>,
  ][] = [
    ['by its status', (it) => change(it, { isActive: false }), (it) => change(it, { isActive: true })],
    [
      'for the tenant',
      async (it) => change(it, { tenantIds: [(await service.tenant()).id] }),
      (it) => change(it, { tenantIds: null }),
    ],
    [
      'by its deletion',
      async (it) => void (await service.admin('DELETE', `${PATH}/${it.id}`)),
      async ({ uri, scopes }) => void (await service.admin('POST', PATH, { uri, name: 'Notes', scopes })),
    ],
  ];
  test.each(off)(
    '%s gives no tokens, those that live are inactive, and they stay so',
    async (_, switchOff, switchOn) => {
      const resource = await newResource();
      const scope = 'notes:read';
      const machine = await newMachine(tenant);
      const ofMachine = (await machineToken(machine, { resource: resource.uri })).body.access_token;
      const tokens = await tokensOf(service, browser.jar, known, at(resource));
      const code = await codeOf(browser.jar, known, at(resource, { scope }));
      const active = () =>
        Promise.all([tokens.access_token, ofMachine].map(async (it) => (await introspect(it)).active));
      expect(await active()).toEqual([true, true]);
      const doors = async () => [
        (await active()).join(),
        (await refreshAs(service, known, tokens.refresh_token)).status,
        (await exchange(service, known, code)).status,
      ];
      await later(2000, async () => {
        await switchOff(resource);
        expect(await doors()).toEqual(['false,false', 400, 400]);
        expect((await ask(browser.jar, known, at(resource))).query.error).toBe('invalid_target');
        expect((await machineToken(machine, { resource: resource.uri })).body.error).toBe('invalid_target');
      });
      await later(4000, async () => {
        await switchOn(resource);
        expect(await doors()).toEqual(['false,false', 400, 400]);
        expect((await ask(browser.jar, known, at(resource))).query.code).toBeDefined();
      });
    },
  );
});

describe('a machine', () => {
  test('gets the scopes that its roles open, and no more', async () => {
    const permission = (await newPermission(service)).name;
    const scopes = [
      scopeOf('notes:read', { permission }),
      scopeOf('notes:write', { permission: 'none.such' }),
      scopeOf('notes:list'),
      scopeOf('notes:delete', { needsRecentLogin: true }),
    ];
    const { uri } = await newResource({ scopes });
    const role = await newRole(service, { permissions: [permission] });
    const machine = await newMachine(tenant, { roleIds: [role.id as never] });
    const { status, body } = await machineToken(machine, { resource: uri });
    expect([status, body.scope]).toEqual([200, 'notes:read notes:list']);
    expect(claimsOf(body.access_token)).toMatchObject({
      aud: uri,
      scope: 'notes:read notes:list',
      sub: machine.application.id,
    });
    expect(claimsOf(body.access_token)).not.toHaveProperty('roles');
    expect(await introspect(body.access_token)).toMatchObject({
      active: true,
      aud: uri,
      scope: 'notes:read notes:list',
    });
    expect((await verifierOf(service, { audience: uri }).verifyAny(body.access_token)).kind).toBe('machine');
    expect(oauthError(await machineToken(machine, { resource: uri, scope: 'notes:write' }))).toEqual([
      400,
      'invalid_scope',
    ]);
    expect((await machineToken(machine, { resource: uri, scope: 'notes:write notes:list' })).body.scope).toBe(
      'notes:list',
    );
    expect((await service.get('/auth/me', { headers: bearer(body.access_token) })).status).toBe(401);
    await postForm(service, '/oauth2/revoke', { token: body.access_token }, { headers: basicOf(machine) });
    expect(await introspect(body.access_token)).toEqual({ active: false });
  });
});
