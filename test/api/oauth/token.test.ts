// Tests POST /oauth2/token for machines, and how applications authenticate.
import { describe, expect, test } from '@jest/globals';
import type { RoleId, TenantId } from '../../../lib/platform/ids.ts';
import { answerOf, claimsOf, expectWellFormed, headerOf, later, MINUTE, refusal } from '../../support/api.ts';
import {
  assertionForm,
  basic,
  basicOf,
  newApplication,
  newMachine,
  newSigner,
  postForm,
} from '../../support/applications.ts';
import { recordedAbout } from '../../support/audit.ts';
import { newPermission, newRole } from '../../support/grants.ts';
import { freshIp, type Reply } from '../../support/http.ts';
import { newResource, scopeOf } from '../../support/protected-resources.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();
const CLIENT_CREDENTIALS = { grant_type: 'client_credentials' };
const token = (
  fields: Record<string, string> | [string, string][] | URLSearchParams,
  headers: Record<string, string> = {},
) => postForm(service, '/oauth2/token', fields, { headers });

function expectRefusal(reply: Reply, code: Parameters<typeof refusal>[0], error: string): void {
  expectWellFormed(reply);
  expect([...answerOf(reply), reply.body.error]).toEqual([...refusal(code), error]);
}

describe('200 for client_credentials', () => {
  test('gives a machine a token without anything of a user', async () => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const reply = await token(CLIENT_CREDENTIALS, basicOf(machine));
    expectWellFormed(reply);
    expect([reply.status, reply.headers['cache-control'], reply.headers.pragma, reply.body]).toEqual([
      200,
      'no-store',
      'no-cache',
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 },
    ]);
    const { id } = machine.application;
    expect(headerOf(reply.body.access_token)).toMatchObject({ typ: 'at+jwt' });
    expect(claimsOf(reply.body.access_token)).toEqual({
      iss: service.baseUrl,
      aud: service.baseUrl,
      sub: id,
      client_id: id,
      tid: tenant.id,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      roles: [],
      permissions: [],
    });
  });

  test('has the roles of the tenant and of all tenants, and of no other one', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const [one, two] = [await newPermission(service), await newPermission(service)];
    const roles = [
      await newRole(service, { tenantId: tenant.id, permissions: [one.name] }),
      await newRole(service, { permissions: [two.name] }),
      await newRole(service, { tenantId: other.id }),
    ];
    const machine = await newApplication({ roleIds: roles.map(({ id }) => id as RoleId) });
    const claims = async (tenantId: string, scope?: string) => {
      const fields = { ...CLIENT_CREDENTIALS, tenant: tenantId, ...(scope !== undefined && { scope }) };
      const { body } = await token(fields, basicOf(machine));
      const { tid, roles: names, permissions } = claimsOf(body.access_token);
      return { tid, roles: (names as string[]).sort(), permissions, scope: body.scope };
    };
    const permissions = [one.name, two.name].sort();
    expect(await claims(tenant.id)).toEqual({
      tid: tenant.id,
      roles: [roles[0]?.name, roles[1]?.name].sort(),
      permissions,
      scope: permissions.join(' '),
    });
    // A narrower token has no roles, which would allow more than its scope.
    expect(await claims(tenant.id, one.name)).toEqual({
      tid: tenant.id,
      roles: [],
      permissions: [one.name],
      scope: one.name,
    });
    expect(await claims(other.id)).toMatchObject({ permissions: [two.name], scope: two.name });
  });

  test('lives as long as the application says, and never longer than 15 minutes', async () => {
    const generous = await service.tenant({ session: { accessTtlSeconds: 3600 } });
    const longest = await newMachine(generous, { accessTtlSeconds: 3600 });
    expect((await token(CLIENT_CREDENTIALS, basicOf(longest))).body.expires_in).toBe(900);
    const tenant = await service.tenant({ session: { accessTtlSeconds: 300 } });
    const lifetime = async (accessTtlSeconds: number | null) =>
      (await token(CLIENT_CREDENTIALS, basicOf(await newMachine(tenant, { accessTtlSeconds })))).body.expires_in;
    expect([await lifetime(60), await lifetime(null)]).toEqual([60, 300]);
  });
});

describe('the audit log has the token of a machine', () => {
  test.each(['without a resource', 'with its resource'])('%s', async (which) => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const { uri } = await newResource({ scopes: [scopeOf('notes:read')] });
    const resource: Record<string, string> = which === 'with its resource' ? { resource: uri } : {};
    expect((await token({ ...CLIENT_CREDENTIALS, ...resource }, basicOf(machine))).status).toBe(200);
    const recorded = await recordedAbout(service, tenant, machine.application.id, 'machine.token_issued');
    expect(recorded.map(({ detail }) => detail)).toEqual([resource]);
  });
});

describe('an application authenticates by', () => {
  test('client_secret_post, and ignores empty fields', async () => {
    const { application, secret } = await newMachine(await service.tenant());
    const form = { ...CLIENT_CREDENTIALS, client_id: application.id, client_secret: secret, client_assertion: '' };
    expect((await token(form)).status).toBe(200);
  });

  test('client_secret_basic with a client_id beside it, and with encoded characters', async () => {
    const { application, secret } = await newMachine(await service.tenant());
    expect(
      (await token({ ...CLIENT_CREDENTIALS, client_id: application.id }, basic(application.id, secret))).status,
    ).toBe(200);
    const encoded = [...application.id].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('');
    const authorization = `basic ${Buffer.from(`${encoded}:${secret}`).toString('base64')}`;
    expect((await token(CLIENT_CREDENTIALS, { authorization })).status).toBe(200);
  });

  test.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('private_key_jwt with %s, for issuer or endpoint', async (alg) => {
    const { application, sign } = await newSigner(await service.tenant(), alg);
    const { baseUrl } = service;
    for (const aud of [baseUrl, `${baseUrl}/oauth2/token`]) {
      expect((await token(assertionForm(await sign(application.id, aud)))).status).toBe(200);
    }
    const both = await sign(application.id, '', { aud: [baseUrl, `${baseUrl}/oauth2/token`] });
    expect((await token(assertionForm(both))).status).toBe(200);
  });

  test('an assertion that works once; of twenty callers one succeeds', async () => {
    const { application, sign } = await newSigner(await service.tenant());
    const form = assertionForm(await sign(application.id, service.baseUrl));
    expect(outcomes(await race(20, () => token(form)))).toEqual({ 200: 1, '401 INVALID_CLIENT': 19 });
  });
});

describe('401 invalid_client for', () => {
  test.each<[string, (id: string, secret: string) => Promise<[Record<string, string>, Record<string, string>]>]>([
    ['no credential at all', async () => [{}, {}]],
    ['an id without a secret', async (id) => [{ client_id: id }, {}]],
    ['a wrong secret', async (id) => [{}, basic(id, 'gcs_x')]],
    ['a wrong secret in the form', async (id) => [{ client_id: id, client_secret: 'x' }, {}]],
    ['an unknown id', async (_, secret) => [{}, basic(`app_${'0'.repeat(22)}`, secret)]],
    ['a malformed id', async (_, secret) => [{}, basic('P#KEYS', secret)]],
    ['another id in the form', async (id, secret) => [{ client_id: 'app_x' }, basic(id, secret)]],
    ['a malformed header', async () => [{}, { authorization: 'Basic ###' }]],
    ['a broken encoding', async () => [{}, { authorization: `Basic ${Buffer.from('%zz:x').toString('base64')}` }]],
    ['a header without a colon', async (id) => [{}, { authorization: `Basic ${Buffer.from(id).toString('base64')}` }]],
    ['the token of a user', async () => [{}, bearer((await service.signup(await service.tenant())).tokens)]],
    ['an assertion without its type', async (id) => [{ client_id: id, client_assertion: 'a.b.c' }, {}]],
  ])('%s', async (_, credential) => {
    const { application, secret } = await newMachine(await service.tenant());
    const [fields, headers] = await credential(application.id, secret);
    const reply = await token({ ...CLIENT_CREDENTIALS, ...fields }, headers);
    expectRefusal(reply, 'INVALID_CLIENT', 'invalid_client');
    expect(reply.headers['www-authenticate']).toBe('Basic realm="oauth2"');
  });

  test('a disabled application, and a server without a secret', async () => {
    const disabled = await newMachine(await service.tenant(), { status: 'disabled' });
    expectRefusal(await token(CLIENT_CREDENTIALS, basicOf(disabled)), 'INVALID_CLIENT', 'invalid_client');
    const { application } = await newApplication({ kind: 'server', secrets: [] });
    const reply = await token({ ...CLIENT_CREDENTIALS, client_id: application.id });
    expectRefusal(reply, 'INVALID_CLIENT', 'invalid_client');
  });
});

describe('400', () => {
  test('invalid_request for two methods, a field twice, no grant type and no tenant', async () => {
    const machine = await newMachine(await service.tenant());
    const form = { ...CLIENT_CREDENTIALS, client_id: machine.application.id, client_secret: machine.secret };
    expectRefusal(await token(form, basicOf(machine)), 'INVALID_INPUT', 'invalid_request');
    const twice = [...Object.entries(form), ['scope', 'a'], ['scope', 'b']] as [string, string][];
    expectRefusal(await token(twice), 'INVALID_INPUT', 'invalid_request');
    expectRefusal(await token({ client_id: 'x' }), 'INVALID_INPUT', 'invalid_request');
    const everywhere = await newApplication();
    expectRefusal(await token(CLIENT_CREDENTIALS, basicOf(everywhere)), 'INVALID_INPUT', 'invalid_request');
  });

  test('invalid_request beside its own status for other bodies', async () => {
    const raw = (body: string | Buffer, type: string) =>
      service.send('POST', '/oauth2/token', { raw: body, headers: { 'content-type': type } });
    const json = await raw('{}', 'application/json');
    expectRefusal(json, 'UNSUPPORTED_MEDIA_TYPE', 'invalid_request');
    expect(json.body.error_description).toMatch('must be application/x-www-form-urlencoded');
    const long = await raw('a'.repeat(64 * 1024 + 1), 'application/x-www-form-urlencoded');
    expectRefusal(long, 'PAYLOAD_TOO_LARGE', 'invalid_request');
  });

  test('unsupported_grant_type for what no application has', async () => {
    const machine = await newMachine(await service.tenant());
    for (const type of ['password', 'toString', 'urn:ietf:params:oauth:grant-type:saml2-bearer']) {
      const reply = await token({ grant_type: type }, basicOf(machine));
      expectRefusal(reply, 'UNSUPPORTED_GRANT_TYPE', 'unsupported_grant_type');
    }
  });

  test('unauthorized_client for a grant or a tenant that the application does not have', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const browser = await newApplication({ kind: 'browser' });
    const asked = await token({ ...CLIENT_CREDENTIALS, client_id: browser.application.id });
    expectRefusal(asked, 'UNAUTHORIZED_CLIENT', 'unauthorized_client');
    const machine = await newMachine(tenant);
    for (const id of [other.id, 'nobody', `ten_${'0'.repeat(22)}`]) {
      const reply = await token({ ...CLIENT_CREDENTIALS, tenant: id }, basicOf(machine));
      expectRefusal(reply, 'UNAUTHORIZED_CLIENT', 'unauthorized_client');
    }
    const gone = await newApplication({ tenantIds: [`ten_${'0'.repeat(22)}` as TenantId] });
    expectRefusal(await token(CLIENT_CREDENTIALS, basicOf(gone)), 'UNAUTHORIZED_CLIENT', 'unauthorized_client');
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { isActive: false });
    expectRefusal(await token(CLIENT_CREDENTIALS, basicOf(machine)), 'UNAUTHORIZED_CLIENT', 'unauthorized_client');
  });

  test.each(['unknown', ' ', 'a  b', '"'])('invalid_scope for the scope %j', async (scope) => {
    const machine = await newMachine(await service.tenant());
    expectRefusal(await token({ ...CLIENT_CREDENTIALS, scope }, basicOf(machine)), 'INVALID_SCOPE', 'invalid_scope');
  });
});

describe('429 RATE_LIMITED', () => {
  test('after many refusals of one network, which keep no one else out and not the right secret', async () => {
    const machine = await newMachine(await service.tenant());
    const ip = freshIp();
    const guess = (secret: string, from = ip) =>
      postForm(service, '/oauth2/token', CLIENT_CREDENTIALS, {
        headers: basic(machine.application.id, secret),
        ip: from,
      });
    let last: Reply | undefined;
    for (let at = 0; at < 301; at++) last = await guess('gcs_wrong');
    expectRefusal(last as Reply, 'RATE_LIMITED', 'temporarily_unavailable');
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess(machine.secret)).status).toBe(200);
    expect((await guess(machine.secret, freshIp())).status).toBe(200);
    expect(answerOf(await later(16 * MINUTE, () => guess('gcs_wrong')))).toEqual(refusal('INVALID_CLIENT'));
  });
});

test('a page of any origin may ask, without cookies', async () => {
  const { application } = await newApplication({ kind: 'browser' });
  const headers = { origin: 'https://anywhere.example' };
  const reply = await token({ ...CLIENT_CREDENTIALS, client_id: application.id }, headers);
  expect([
    reply.headers['access-control-allow-origin'],
    reply.headers['access-control-allow-credentials'],
    reply.setCookies,
  ]).toEqual(['*', undefined, []]);
});
