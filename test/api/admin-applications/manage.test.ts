// Tests the operations that create, read, change and delete applications.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { answerOf, audited, expectWellFormed, HOUR, later, refusal } from '../../support/api.ts';
import { newRole } from '../../support/grants.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();
/** The audit log's entry about the application. The feed keeps no order between changes. */
const entry = async (id: string, action: string) => {
  const is = (each: { action: string }) => each.action === action;
  return (await audited(service, id, (found) => found.some(is))).find(is);
};
const PATH = '/auth/admin/api/applications';
const create = (body: Record<string, unknown> = {}) =>
  service.admin('POST', PATH, { name: 'Shop', kind: 'server', ...body });
const made = async (body: Record<string, unknown> = {}) => {
  const { status, text, body: reply } = await create(body);
  if (status !== 201) throw new Error(text);
  return reply.application;
};
const patch = (id: string, body: unknown) => service.admin('PATCH', `${PATH}/${id}`, body);
const get = (id: string) => service.admin('GET', `${PATH}/${id}`);
const jwk = (kind: 'ed25519' | 'rsa', modulusLength = 2048) =>
  (kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ed25519')) as {
    publicKey: import('node:crypto').KeyObject;
    privateKey: import('node:crypto').KeyObject;
  };
const publicJwk = (kind: 'ed25519' | 'rsa' = 'ed25519', bits = 2048) =>
  jwk(kind, bits).publicKey.export({ format: 'jwk' });

describe('POST /auth/admin/api/applications 201', () => {
  test('creates an application with the defaults of its kind', async () => {
    const reply = await create();
    expectWellFormed(reply);
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        application: {
          id: expect.stringMatching(/^app_[0-9A-Za-z]{22}$/),
          name: 'Shop',
          kind: 'server',
          isActive: true,
          grants: ['authorization_code', 'refresh_token'],
          redirectUris: [],
          postLogoutRedirectUris: [],
          backchannelLogoutUri: null,
          tenantIds: null,
          roleIds: [],
          secrets: [],
          jwks: [],
          jwksUri: null,
          pkce: 'required',
          accessTtlSeconds: null,
          refreshTtlSeconds: null,
          party: 'first',
          scopes: null,
          accountByDefault: false,
          requiresDpop: false,
          requiresPar: false,
          refusesSecrets: false,
          administers: null,
          madeIn: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ]);
    expect((await get(reply.body.application.id)).body).toEqual(reply.body);
  });

  test('stores every field', async () => {
    const [tenant, role] = [await service.tenant(), await newRole(service)];
    const machine = await made({
      kind: 'machine',
      tenantIds: [tenant.id, tenant.id],
      roleIds: [role.id],
      jwks: [{ ...publicJwk(), kid: 'a', ext: true, key_ops: ['verify'] }],
      accessTtlSeconds: 60,
    });
    expect(machine).toMatchObject({ tenantIds: [tenant.id], roleIds: [role.id], accessTtlSeconds: 60, secrets: [] });
    expect(machine.isActive).toBe(true);
    expect(Object.keys(machine.jwks[0]).sort()).toEqual(['crv', 'kid', 'kty', 'x']);
  });

  test('writes the change into the audit log', async () => {
    const { id } = await made({ redirectUris: ['https://a.example/cb'] });
    const [entry] = await audited(service, id);
    expect(entry).toMatchObject({
      action: 'application.created',
      targetType: 'application',
      tenantId: null,
      before: {},
      after: { name: 'Shop', redirectUris: ['https://a.example/cb'] },
    });
  });
});

describe('POST /auth/admin/api/applications 400 INVALID_INPUT', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown kind', { kind: 'web' }, 'kind'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a foreign grant', { grants: ['client_credentials'] }, 'grants'],
    ['a grant twice', { grants: ['refresh_token', 'refresh_token'] }, 'grants'],
    ['roles of no machine', { roleIds: ['rol_x'] }, 'roleIds'],
    ['keys of a browser', { kind: 'browser', jwks: [publicJwk()] }, 'jwks'],
    ['redirects of a machine', { kind: 'machine', redirectUris: ['https://a.example/'] }, 'redirectUris'],
    ['http', { redirectUris: ['http://a.example/cb'] }, 'redirectUris.0'],
    [
      'a bad address after a good one',
      { redirectUris: ['https://a.example/', 'javascript:alert(1)'] },
      'redirectUris.1',
    ],
    ['a bad address after a logout', { postLogoutRedirectUris: ['https://a.example/*'] }, 'postLogoutRedirectUris.0'],
    ['a back channel by scheme', { kind: 'native', backchannelLogoutUri: 'com.example:/x' }, 'backchannelLogoutUri'],
    ['a private key', { jwks: [jwk('ed25519').privateKey.export({ format: 'jwk' })] }, 'jwks.0.d'],
    ['two sources of keys', { jwks: [publicJwk()], jwksUri: 'https://a.example.com/jwks' }, 'jwksUri'],
    ['keys at an address without https', { jwksUri: 'http://a.example.com/jwks' }, 'jwksUri'],
    ['keys of a browser at an address', { kind: 'browser', jwksUri: 'https://a.example.com/jwks' }, 'jwksUri'],
    ['a private key in a set', { jwks: { keys: [{ ...publicJwk(), d: 'AAAA' }] } }, 'jwks.0.d'],
    ['a symmetric key', { jwks: [{ kty: 'oct', k: 'AAAA' }] }, 'jwks.0.k'],
    ['a short RSA key', { jwks: [publicJwk('rsa', 1024)] }, 'jwks.0'],
    ['half a key', { jwks: [{ kty: 'EC', crv: 'P-256', x: 'AAAA' }] }, 'jwks.0'],
    ['two keys without ids', { jwks: [publicJwk(), publicJwk()] }, 'jwks'],
    ['no tenant at all', { tenantIds: [] }, 'tenantIds'],
    ['a lifetime above the bound', { accessTtlSeconds: 3601 }, 'accessTtlSeconds'],
  ])('rejects %s and names the field', async (_, body, field) => {
    const reply = await create(body);
    expectWellFormed(reply);
    expect([...answerOf(reply), reply.body.message.split(': ')[0]]).toEqual([...refusal('INVALID_INPUT'), field]);
  });
});

test.each([
  ['TENANT_NOT_FOUND', { tenantIds: ['ten_x'] }],
  ['TENANT_NOT_FOUND', { tenantIds: [`ten_${'0'.repeat(22)}`] }],
  ['ROLE_NOT_FOUND', { kind: 'machine', roleIds: ['rol_x'] }],
  ['ROLE_NOT_FOUND', { kind: 'machine', roleIds: [`rol_${'0'.repeat(44)}`] }],
] as const)('POST and PATCH respond with %s to %j', async (code, body) => {
  expect(answerOf(await create(body))).toEqual(refusal(code));
  const { kind: _, ...change } = body as Record<string, unknown>;
  const { id } = await made({ kind: 'machine' });
  expect(answerOf(await patch(id, change))).toEqual(refusal(code));
});

describe('GET /auth/admin/api/applications', () => {
  test('returns every application once, newest first, page by page', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push((await later(at * 1000, () => made())).id);
    const seen: string[] = [];
    for (let query = '?limit=2'; query; ) {
      const { body, status } = await service.admin('GET', `${PATH}${query}`);
      expect([status, body.data.length <= 2]).toEqual([200, true]);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      query = body.nextCursor && `?limit=2&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
  });

  test('400 CURSOR_INVALID for a cursor that was altered', async () => {
    expect(answerOf(await service.admin('GET', `${PATH}?cursor=x.y`))).toEqual(refusal('CURSOR_INVALID'));
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'page=2'])('400 INVALID_INPUT for %s', async (query) => {
    expect(answerOf(await service.admin('GET', `${PATH}?${query}`))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('PATCH /auth/admin/api/applications/{id}', () => {
  test('200 changes what was sent and nothing else, and the kind is refused', async () => {
    const before = await made();
    expect(answerOf(await patch(before.id, { name: 'Other', kind: 'machine' }))).toEqual(refusal('INVALID_INPUT'));
    const reply = await patch(before.id, { name: 'Renamed', isActive: false });
    const { updatedAt } = reply.body.application;
    expect([reply.status, reply.body.application]).toEqual([
      200,
      { ...before, name: 'Renamed', isActive: false, updatedAt },
    ]);
    expect(await entry(before.id, 'application.updated')).toMatchObject({
      action: 'application.updated',
      before: { name: 'Shop', isActive: true },
      after: { name: 'Renamed', isActive: false },
    });
  });

  test('400 INVALID_INPUT for an empty patch', async () => {
    expect(answerOf(await patch((await made()).id, {}))).toEqual(refusal('INVALID_INPUT'));
  });

  test('a name may change long after the login; an address may not: 403 REAUTH_REQUIRED', async () => {
    const { id } = await made();
    const cookie = await service.adminCookie();
    const [name, address] = await later(HOUR / 3, async () => {
      const send = (body: unknown) => service.send('PATCH', `${PATH}/${id}`, { body, headers: { cookie } });
      return [await send({ name: 'Renamed' }), await send({ redirectUris: [] })];
    });
    expect([name?.status, address && answerOf(address)]).toEqual([200, refusal('REAUTH_REQUIRED')]);
  });

  test('loses none of twenty concurrent changes', async () => {
    const { id } = await made({ name: 'Race' });
    const changes = await race(20, (at) =>
      at % 2 ? patch(id, { accessTtlSeconds: 100 + at }) : patch(id, { name: `Race ${at}` }),
    );
    expect(outcomes(changes)).toEqual({ 200: 20 });
    const { application } = (await get(id)).body;
    expect([application.name, application.accessTtlSeconds]).toEqual([
      expect.stringMatching(/^Race \d+$/),
      expect.any(Number),
    ]);
  });
});

test('DELETE removes the application from everywhere at once', async () => {
  const { id } = await made();
  const reply = await service.admin('DELETE', `${PATH}/${id}`);
  expect([reply.status, reply.body]).toEqual([200, { message: 'Application deleted.' }]);
  const listed = (await service.admin('GET', `${PATH}?limit=100`)).body.data;
  expect(listed.filter((each: { id: string }) => each.id === id)).toEqual([]);
  expect(await entry(id, 'application.deleted')).toMatchObject({
    action: 'application.deleted',
    before: { name: 'Shop' },
    after: {},
  });
});

test.each(['nobody', `app_${'0'.repeat(22)}`])('404 APPLICATION_NOT_FOUND from every operation for %s', async (id) => {
  const path = `${PATH}/${id}`;
  for (const reply of [
    await get(id),
    await patch(id, { name: 'x' }),
    await service.admin('DELETE', path),
    await service.admin('POST', `${path}/secrets`),
    await service.admin('DELETE', `${path}/secrets/sec_x`),
  ]) {
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('APPLICATION_NOT_FOUND'));
  }
});
