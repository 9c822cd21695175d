// Tests how a machine gets a token with which it acts for a user (RFC 8693).
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ACCESS_TOKEN } from '../../../lib/domain/oauth/token/token-exchange.ts';
import type { ProtectedResource } from '../../../lib/store/applications/protected-resources.ts';
import { claimsOf, later, SECOND } from '../../support/api.ts';
import { basicOf, type Known, postForm } from '../../support/applications.ts';
import { recordedAbout } from '../../support/audit.ts';
import { newProofKey, tokenWith } from '../../support/dpop.ts';
import { codeOf, newServer, type SignedIn, signedIn, tokensOf } from '../../support/oauth-browser.ts';
import { newResource, newUri, scopeOf } from '../../support/protected-resources.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';
import { actedBy, actingToken, exchangeAs, exchangeWith, newActor } from '../../support/token-exchange.ts';
import { headerOf, signedByService } from '../../support/tokens.ts';
import { refusal, verifierOf } from '../../support/verifier.ts';

const service = useService();
let tenant: Tenant;
let browser: SignedIn;
let known: Known;
let notes: ProtectedResource;
let machine: Known;
let letters: ProtectedResource;
let subject: string;
const idOf = ({ application }: Known) => application.id;
const introspect = async (token: string) =>
  (await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(known) })).body;
beforeAll(async () => {
  tenant = await service.tenant();
  browser = await signedIn(service, tenant);
  known = await newServer();
  notes = await newResource();
  machine = await newActor(tenant);
  letters = await actedBy([machine], { scopes: [scopeOf('notes:read'), scopeOf('letters:send')] });
  subject = (await subjectFor(known)).access_token;
});
const subjectFor = (application: Known, scope = 'openid offline_access notes:read notes:write') =>
  tokensOf(service, browser.jar, application, { scope, resource: notes.uri });

describe('POST /oauth2/token, token exchange, 200', () => {
  test('gives a token of the same user for another resource, with the machine as actor and no scope more', async () => {
    const reply = await exchangeAs(service, machine, subject, letters);
    const { access_token: token, ...others } = reply.body;
    expect([reply.status, others]).toEqual([
      200,
      { issued_token_type: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 300, scope: 'notes:read' },
    ]);
    const of = claimsOf(subject);
    const claims = claimsOf(token);
    expect(claims).toEqual({
      ...{ iss: service.baseUrl, sub: of.sub, tid: tenant.id, sid: of.sid, auth_time: of.auth_time, amr: ['pwd'] },
      aud: letters.uri,
      client_id: idOf(machine),
      act: { sub: idOf(machine) },
      scope: 'notes:read',
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    expect([Number(claims.exp) - Number(claims.iat), claims.jti === of.jti]).toEqual([300, false]);
    const { auth_time: _, amr: __, ...told } = claims;
    expect(await introspect(token)).toEqual({ active: true, token_type: 'Bearer', ...told });
  });

  test('names the earlier machine in the actor when a second one exchanges the token again', async () => {
    const second = await newActor(tenant);
    const archive = await actedBy([second]);
    const first = await actingToken(service, machine, subject, letters);
    const { body } = await exchangeAs(service, second, first, archive);
    expect(claimsOf(body.access_token)).toMatchObject({
      client_id: idOf(second),
      act: { sub: idOf(second), act: { sub: idOf(machine) } },
      scope: 'notes:read',
    });
    expect((await introspect(body.access_token)).act).toEqual({ sub: idOf(second), act: { sub: idOf(machine) } });
  });

  test('lives no longer than the subject token and what the resource, the machine and the tenant allow', async () => {
    const lifetime = async (by: Known, at: ProtectedResource) =>
      (await exchangeAs(service, by, subject, at)).body.expires_in;
    expect(await lifetime(machine, await actedBy([machine], { accessTtlSeconds: 60 }))).toBe(60);
    const short = await newActor(tenant, { accessTtlSeconds: 30 });
    expect(await lifetime(short, await actedBy([short]))).toBe(30);
    const { exp, iat } = claimsOf(subject);
    await later((Number(exp) - Number(iat) - 20) * SECOND, async () => {
      const { access_token: token, expires_in: left } = (await exchangeAs(service, machine, subject, letters)).body;
      expect([claimsOf(token).exp, left > 0 && left <= 20]).toEqual([exp, true]);
    });
  });

  test('takes the audience for the resource, and the scope that is asked for', async () => {
    const form = { resource: '', audience: letters.uri, scope: 'notes:read', requested_token_type: ACCESS_TOKEN };
    const { body } = await exchangeAs(service, machine, subject, letters, form);
    expect([body.scope, claimsOf(body.access_token).aud]).toEqual(['notes:read', letters.uri]);
  });

  test('binds the token to the key of the machine, and a bound subject token is exchanged for nothing else', async () => {
    const [theirs, own] = [await newProofKey(), await newProofKey()];
    const code = await codeOf(browser.jar, known, { scope: 'notes:read', resource: notes.uri });
    const form = { grant_type: 'authorization_code', code: code.code, code_verifier: code.verifier };
    const bound = (await tokenWith(service, known, theirs, form)).body.access_token;
    const bare = await exchangeAs(service, machine, bound, letters);
    expect([bare.status, bare.body.error]).toEqual([400, 'invalid_dpop_proof']);
    for (const from of [bound, subject]) {
      const { body } = await exchangeWith(service, machine, own, from, letters);
      expect([body.token_type, claimsOf(body.access_token).cnf]).toEqual(['DPoP', { jkt: own.jkt }]);
      expect((await introspect(body.access_token)).cnf).toEqual({ jkt: own.jkt });
    }
  });

  test('uses a proof up once', async () => {
    const key = await newProofKey();
    const proof = await key.prove('POST', `${service.baseUrl}/oauth2/token`);
    expect((await exchangeWith(service, machine, proof, subject, letters)).status).toBe(200);
    const again = await exchangeWith(service, machine, proof, subject, letters);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_dpop_proof']);
  });

  test('is in the audit log of the user, once in a minute', async () => {
    const { user, jar } = await signedIn(service, tenant);
    const { access_token: token } = await tokensOf(service, jar, known, { scope: 'notes:read', resource: notes.uri });
    for (let times = 0; times < 3; times++) await actingToken(service, machine, token, letters);
    const id = claimsOf(user.tokens.accessToken).sub;
    const recorded = await recordedAbout(service, tenant, id, 'machine.token_exchanged');
    expect(recorded).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ type: 'application', id: idOf(machine) }),
        tenantId: tenant.id,
        detail: { applicationId: idOf(machine), resource: letters.uri, scopes: ['notes:read'] },
      }),
    ]);
  });
});

describe('POST /oauth2/token, token exchange, 400', () => {
  const cases: [string, () => Record<string, string> | Promise<Record<string, string>>, string, string][] = [
    ['without a subject token', () => ({ subject_token: '' }), 'invalid_request', 'INVALID_INPUT'],
    ['without its type', () => ({ subject_token_type: '' }), 'invalid_request', 'INVALID_INPUT'],
    ['of another type', () => ({ subject_token_type: `${ACCESS_TOKEN}x` }), 'invalid_request', 'INVALID_INPUT'],
    [
      'for a refresh token',
      () => ({ requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }),
      'invalid_request',
      'INVALID_INPUT',
    ],
    [
      'with an actor token',
      () => ({ actor_token: subject, actor_token_type: ACCESS_TOKEN }),
      'invalid_request',
      'INVALID_INPUT',
    ],
    ['without a resource', () => ({ resource: '' }), 'invalid_request', 'INVALID_INPUT'],
    ['for two resources', () => ({ audience: notes.uri }), 'invalid_target', 'INVALID_TARGET'],
    ['for an unknown resource', () => ({ resource: newUri() }), 'invalid_target', 'INVALID_TARGET'],
    ['for what is no URI', () => ({ resource: 'letters' }), 'invalid_target', 'INVALID_TARGET'],
    ['for this service', () => ({ resource: service.baseUrl }), 'invalid_target', 'INVALID_TARGET'],
    ['where the machine may not act', () => ({ resource: notes.uri }), 'invalid_target', 'INVALID_TARGET'],
    ['with a malformed scope', () => ({ scope: 'a"b' }), 'invalid_scope', 'INVALID_SCOPE'],
    ['with text for a token', () => ({ subject_token: 'x' }), 'invalid_request', 'INVALID_SUBJECT_TOKEN'],
  ];
  test.each(cases)('refuses a request %s', async (_, fields, error, code) => {
    const { status, body } = await exchangeAs(service, machine, subject, letters, await fields());
    expect([status, body.error, body.code]).toEqual([400, error, code]);
  });

  test('refuses a machine without the grant, and an application of another kind', async () => {
    const plain = await newActor(tenant, { grants: ['client_credentials'] });
    for (const application of [plain, known]) {
      const { status, body } = await exchangeAs(service, application, subject, await actedBy([application]));
      expect([status, body.error]).toEqual([400, 'unauthorized_client']);
    }
  });

  test('counts what a machine does for one user', async () => {
    const { jar } = await signedIn(service, tenant);
    const { access_token: token } = await tokensOf(service, jar, known, { scope: 'notes:read', resource: notes.uri });
    const statuses = [];
    for (let times = 0; times < 61; times++) statuses.push((await exchangeAs(service, machine, token, letters)).status);
    expect([statuses.indexOf(429), (await exchangeAs(service, machine, subject, letters)).status]).toEqual([60, 200]);
  });
});

describe('the server package', () => {
  const verifier = (options = {}) => verifierOf(service, { audience: letters.uri, ...options });

  test('refuses the token of a machine that acts, unless its option admits each machine of the chain', async () => {
    const token = await actingToken(service, machine, subject, letters);
    const second = await newActor(tenant);
    const both = await actedBy([machine, second], { scopes: letters.scopes });
    const chained = await actingToken(service, second, token, both);
    const at = (options: object) => verifierOf(service, { audience: both.uri, ...options }).verify(chained);
    expect(await refusal(verifier().verify(token))).toBe('403 FORBIDDEN');
    expect(await refusal(verifier({ acting: true }).verify(token))).toBe('403 FORBIDDEN');
    expect(await refusal(verifier({ delegated: [idOf(second)] }).verify(token))).toBe('403 FORBIDDEN');
    expect(await refusal(at({ delegated: [idOf(second)] }))).toBe('403 FORBIDDEN');
    expect(await verifier({ delegated: true }).verify(token)).toMatchObject({
      userId: claimsOf(subject).sub,
      actorId: idOf(machine),
      actors: [idOf(machine)],
      applicationId: idOf(machine),
      scopes: ['notes:read'],
    });
    expect((await at({ delegated: [idOf(machine), idOf(second)] })).actors).toEqual([idOf(second), idOf(machine)]);
  });

  test('refuses an actor that it cannot read: to ignore it would make the user the caller', async () => {
    const token = await actingToken(service, machine, subject, letters);
    const act = { sub: idOf(machine) };
    const longer = { ...act, act: { ...act, act: { ...act, act } } };
    for (const each of [{}, null, 'app_x', { sub: 1 }, { ...act, act: {} }, longer]) {
      const forged = await signedByService(headerOf(token), { ...claimsOf(token), act: each });
      expect(await refusal(verifier({ delegated: true, acting: true }).verify(forged))).toBe('401 INVALID_TOKEN');
      expect(await introspect(forged)).toEqual({ active: false });
    }
  });

  test.each([['app'], ['x', 'app_1']])('takes no option that names what is no machine', (...ids) => {
    expect(() => verifier({ delegated: ids })).toThrow('delegated');
  });
});

test('a token with which a machine acts opens nothing of this service', async () => {
  const token = await actingToken(service, machine, subject, letters);
  for (const path of ['/auth/me', '/auth/verify-session', '/auth/sessions', '/oauth2/userinfo'])
    expect([path, (await service.get(path, { headers: bearer(token) })).status]).toEqual([path, 401]);
});

test('discovery names the grant', async () => {
  const { body } = await service.get('/.well-known/oauth-authorization-server');
  expect(body.grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:token-exchange');
});
