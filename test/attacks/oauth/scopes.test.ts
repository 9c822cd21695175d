// Attacks by an application that has less than its user: at every operation, after it lost a right, and without the proofs
// that it must send. What a token opens is decided on each request.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf, type Operation } from '../../../lib/contract/operation.ts';
import { answerOf, claimsOf, pathFor, refusal } from '../../support/api.ts';
import { basicOf, type Known, newMachine, postForm } from '../../support/applications.ts';
import { newProofKey, tokenWith } from '../../support/dpop.ts';
import { holder, newPermission } from '../../support/grants.ts';
import { operations } from '../../support/ledger.ts';
import {
  ask,
  challengeOf,
  codeOf,
  exchange,
  loggedIn,
  newServer,
  refreshAs,
  requestOf,
  type SignedIn,
  signedIn,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { bearer, type Service, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const ALL_BUT_ACCOUNT = 'openid profile email phone offline_access';
let tenant: Tenant;
let browser: SignedIn;
beforeAll(async () => {
  tenant = await service.tenant();
  browser = await signedIn(service, tenant);
});

const call = (route: string, token: string) =>
  service.send(methodOf(route), pathFor(route), {
    headers: bearer(token),
    ...(methodOf(route) !== 'GET' && { body: {} }),
  });
const change = async ({ application }: Known, body: object) => {
  const reply = await service.admin('PATCH', `/auth/admin/api/applications/${application.id}`, body);
  if (reply.status !== 200) throw new Error(reply.text);
};

/** The operations of a session, with those of resources. */
const ofSessions = operations.filter(({ operation: { access } }) => ['user', 'pending', 'enrolling'].includes(access));
const scopeOf = ({ admits }: Operation) => admits?.application;

describe('a token without the scope account', () => {
  let token: string;
  beforeAll(async () => {
    token = (await tokensOf(service, browser.jar, await newServer(), { scope: ALL_BUT_ACCOUNT })).access_token;
  });

  test('is refused by every operation of a session but those for its scopes', async () => {
    const refused = ofSessions.filter(({ operation }) => scopeOf(operation) !== 'openid');
    expect(refused.length).toBeGreaterThan(40);
    for (const { route, operation } of refused) {
      const expected = refusal(scopeOf(operation) ? 'INSUFFICIENT_SCOPE' : 'FORBIDDEN');
      expect([route, ...answerOf(await call(route, token))]).toEqual([route, ...expected]);
    }
  });

  test('is no session where not even openid was granted', async () => {
    const { access_token } = await tokensOf(service, browser.jar, await newServer(), { scope: 'email' });
    expect(answerOf(await call('GET /auth/verify-session', access_token))).toEqual(refusal('INSUFFICIENT_SCOPE'));
  });

  test('learns which scope it needs', async () => {
    const { headers } = await call('GET /auth/me', token);
    expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="account"');
  });

  test('visits as a stranger, and is a session at the operation that checks one', async () => {
    expect((await call('GET /auth/session', token)).body).toEqual({ session: null });
    expect((await call('GET /auth/verify-session', token)).status).toBe(200);
  });
});

test('a token with the scope account opens every read that is declared for it', async () => {
  const { access_token } = await tokensOf(service, browser.jar, await newServer(), { scope: 'account' });
  const reads = ofSessions.filter(
    ({ route, operation }) =>
      scopeOf(operation) === 'account' &&
      methodOf(route) === 'GET' &&
      /^\S+ [^{]*$/.test(route) &&
      !operation.input?.structured,
  );
  expect(reads.length).toBeGreaterThan(7);
  for (const { route } of reads) expect([route, (await call(route, access_token)).status]).toEqual([route, 200]);
  const { scope } = claimsOf(access_token);
  expect(scope).toBe('account');
});

test('a narrower token of a refresh opens less than its session has', async () => {
  const known = await newServer();
  const scope = 'openid email offline_access account';
  const { refresh_token } = await tokensOf(service, browser.jar, known, { scope });
  const narrow = (await refreshAs(service, known, refresh_token, { scope: 'openid' })).body;
  expect(narrow.scope).toBe('openid');
  expect((await userinfo(service, narrow.access_token)).body.email).toBeUndefined();
  expect(answerOf(await call('GET /auth/me', narrow.access_token))).toEqual(refusal('INSUFFICIENT_SCOPE'));
  const whole = (await refreshAs(service, known, narrow.refresh_token)).body;
  expect(whole.scope).toBe(scope);
  expect((await call('GET /auth/me', whole.access_token)).status).toBe(200);
});

describe('an application that others made', () => {
  test('has no roles, permissions or account in its tokens, in what introspection says, or after a refresh', async () => {
    const { name } = await newPermission(service);
    const { user } = await holder(service, [name]);
    const jar = await loggedIn(service as Service, user);
    const known = await newServer();
    const before = claimsOf((await tokensOf(service, jar, known, { scope: 'openid' })).access_token);
    expect([before.permissions, before.scope]).toEqual([[name], `openid ${name}`]);
    const asked = { scope: 'openid account offline_access' };
    const own = await tokensOf(service, jar, known, asked);
    await change(known, { party: 'third' });
    for (const reply of [
      await exchange(service, known, await codeOf(jar, known, asked)),
      await refreshAs(service, known, own.refresh_token),
    ]) {
      const { access_token, scope } = reply.body;
      expect(claimsOf(access_token)).toMatchObject({ roles: [], permissions: [], scope: 'openid offline_access' });
      expect(scope).toBe('openid offline_access');
      const introspected = await postForm(
        service,
        '/oauth2/introspect',
        { token: access_token },
        { headers: basicOf(known) },
      );
      expect(introspected.body).toMatchObject({ active: true, roles: [], permissions: [], scope });
    }
    expect(answerOf(await call('GET /auth/me', own.access_token))).toEqual(refusal('INSUFFICIENT_SCOPE'));
  });

  test('gets no code for the account alone', async () => {
    const known = await newServer({ party: 'third' });
    expect((await ask(browser.jar, known, { scope: 'account' })).query.error).toBe('invalid_scope');
    const declared = await service.admin('POST', '/auth/admin/api/applications', {
      name: 'M',
      kind: 'machine',
      party: 'third',
    });
    expect(answerOf(declared)).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('a right that an application loses', () => {
  test('is not in what a code gives, nor in what introspection says of its tokens', async () => {
    const { name } = await newPermission(service);
    const { user } = await holder(service, [name]);
    const jar = await loggedIn(service as Service, user);
    const known = await newServer();
    const claims = JSON.stringify({ userinfo: { phone_number: null, email: null }, id_token: { email: null } });
    const asked = { scope: 'openid email account offline_access', claims };
    const own = await tokensOf(service, jar, known, asked);
    const code = await codeOf(jar, known, asked);
    await change(known, { scopes: ['openid'], party: 'third' });
    const { body } = await exchange(service, known, code);
    expect(body).toMatchObject({ scope: 'openid', id_token: expect.any(String) });
    expect([body.refresh_token, claimsOf(body.id_token).email]).toEqual([undefined, undefined]);
    expect(claimsOf(body.access_token)).toMatchObject({ scope: 'openid', permissions: [] });
    for (const token of [own.access_token, body.access_token]) {
      const { email } = (await userinfo(service, token)).body;
      expect(email).toBeUndefined();
      const reply = await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(known) });
      expect(reply.body).toMatchObject({ active: true, scope: 'openid', roles: [], permissions: [] });
    }
  });

  test('is refused at a refresh, which uses nothing up', async () => {
    const known = await newServer();
    const { refresh_token } = await tokensOf(service, browser.jar, known, { scope: 'openid account offline_access' });
    await change(known, { scopes: ['openid', 'offline_access'] });
    const refused = await refreshAs(service, known, refresh_token, { scope: 'account' });
    expect(answerOf(refused)).toEqual(refusal('INVALID_SCOPE'));
    expect((await refreshAs(service, known, refresh_token)).body.scope).toBe('openid offline_access');
  });

  test('cannot be asked for claim by claim', async () => {
    const known = await newServer({ scopes: ['openid'] });
    const claims = JSON.stringify({ userinfo: { email: null }, id_token: { phone_number: null, email: null } });
    const tokens = await tokensOf(service, browser.jar, known, { scope: 'openid', claims });
    expect(claimsOf(tokens.id_token).email).toBeUndefined();
    expect(Object.keys((await userinfo(service, tokens.access_token)).body)).toEqual(['sub', 'tid']);
  });

  test('counts no more from the next request on: a scope', async () => {
    const known = await newServer();
    const { access_token, refresh_token } = await tokensOf(service, browser.jar, known, {
      scope: 'openid email account offline_access',
    });
    await change(known, { scopes: ['openid', 'offline_access'] });
    expect((await userinfo(service, access_token)).body.email).toBeUndefined();
    expect(answerOf(await call('GET /auth/me', access_token))).toEqual(refusal('INSUFFICIENT_SCOPE'));
    const narrowed = (await refreshAs(service, known, refresh_token)).body;
    expect(narrowed.scope).toBe('openid offline_access');
    // What was taken away by mistake is there again: the session was granted it.
    await change(known, { scopes: null });
    expect((await refreshAs(service, known, narrowed.refresh_token)).body.scope).toBe(
      'openid email account offline_access',
    );
  });

  test('counts no more from the next request on: the account without asking', async () => {
    const known = await newServer({ accountByDefault: true });
    const { access_token } = await tokensOf(service, browser.jar, known, { scope: 'openid' });
    expect(claimsOf(access_token).scope).toBe('openid account');
    expect((await call('GET /auth/me', access_token)).status).toBe(200);
    await change(known, { scopes: ['openid'] });
    expect(answerOf(await call('GET /auth/me', access_token))).toEqual(refusal('INSUFFICIENT_SCOPE'));
  });

  test('is there at once for sessions that began before: the account without asking', async () => {
    const known = await newServer();
    const { access_token } = await tokensOf(service, browser.jar, known, { scope: 'openid' });
    await change(known, { accountByDefault: true });
    expect((await call('GET /auth/me', access_token)).status).toBe(200);
  });
});

describe('an application that must prove more', () => {
  test('has no token without a key, and those that it had before are refused', async () => {
    const known = await newServer();
    const before = (await tokensOf(service, browser.jar, known)).access_token;
    await change(known, { requiresDpop: true });
    expect((await userinfo(service, before)).status).toBe(401);
    const code = await codeOf(browser.jar, known);
    expect(answerOf(await exchange(service, known, code))).toEqual(refusal('INVALID_DPOP_PROOF'));
    const form = { grant_type: 'authorization_code', code: code.code, code_verifier: code.verifier };
    const reply = await tokenWith(service, known, await newProofKey(), form);
    expect([reply.status, reply.body.token_type]).toEqual([200, 'DPoP']);
  });

  test('is refused at introspection with a machine token from before', async () => {
    const machine = await newMachine(tenant);
    const token = await postForm(
      service,
      '/oauth2/token',
      { grant_type: 'client_credentials' },
      { headers: basicOf(machine) },
    );
    await change(machine, { requiresDpop: true });
    const { body } = await postForm(
      service,
      '/oauth2/introspect',
      { token: token.body.access_token },
      { headers: basicOf(machine) },
    );
    expect(body).toEqual({ active: false });
  });

  test('gets no code for a request that it did not push', async () => {
    const known = await newServer({ requiresPar: true });
    expect((await ask(browser.jar, known)).query).toMatchObject({ error: 'invalid_request', state: 'the-state' });
    const request = requestOf(known, 'x'.repeat(43), { code_challenge: challengeOf('x'.repeat(43)) });
    const { body } = await postForm(service, '/oauth2/par', request, { headers: basicOf(known) });
    const { headers } = await browser.jar.get(
      `/oauth2/authorize?${new URLSearchParams({ client_id: known.application.id, request_uri: body.request_uri })}`,
    );
    expect(headers.location).toContain('code=');
  });

  test('cannot authenticate by a secret if it has refused them', async () => {
    const machine = await newMachine(tenant);
    await change(machine, { refusesSecrets: true });
    const reply = await postForm(
      service,
      '/oauth2/token',
      { grant_type: 'client_credentials' },
      { headers: basicOf(machine) },
    );
    expect(answerOf(reply)).toEqual(refusal('INVALID_CLIENT'));
  });
});
