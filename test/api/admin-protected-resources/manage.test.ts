// Tests the operations that create, read, change and delete protected resources.
import { describe, expect, test } from '@jest/globals';
import { config } from '../../../lib/platform/settings/config.ts';
import { answerOf, audited, expectWellFormed, refusal } from '../../support/api.ts';
import { newMachine } from '../../support/applications.ts';
import { newServer } from '../../support/oauth-browser.ts';
import { newUri } from '../../support/protected-resources.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const PATH = '/auth/admin/api/protected-resources';
const NO_ID = `prs_${'0'.repeat(22)}`;
const SCOPE = { name: 'notes:read', text: 'Read your notes' };
const create = (body: Record<string, unknown> = {}) =>
  service.admin('POST', PATH, { uri: newUri(), name: 'Notes', ...body });
const made = async (body: Record<string, unknown> = {}) => {
  const { status, text, body: reply } = await create(body);
  if (status !== 201) throw new Error(text);
  return reply.protectedResource;
};
const patch = (id: string, body: unknown) => service.admin('PATCH', `${PATH}/${id}`, body);
const get = (id: string) => service.admin('GET', `${PATH}/${id}`);
const remove = (id: string) => service.admin('DELETE', `${PATH}/${id}`);

describe('POST /auth/admin/api/protected-resources 201', () => {
  test('creates one for first parties of all tenants, without scopes', async () => {
    const uri = newUri();
    const reply = await create({ uri });
    expectWellFormed(reply);
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        protectedResource: {
          id: expect.stringMatching(/^prs_[0-9A-Za-z]{22}$/),
          uri,
          name: 'Notes',
          scopes: [],
          isFirstPartyOnly: true,
          tenantIds: null,
          accessTtlSeconds: null,
          actorIds: [],
          isActive: true,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ]);
    expect((await get(reply.body.protectedResource.id)).body).toEqual(reply.body);
  });

  test('stores every field, and writes the change into the audit log', async () => {
    const tenant = await service.tenant();
    const fields = { isFirstPartyOnly: false, tenantIds: [tenant.id], accessTtlSeconds: 60, isActive: false };
    const scope = { ...SCOPE, permission: 'notes.read', needsRecentLogin: true };
    const resource = await made({ ...fields, scopes: [SCOPE, { ...scope, name: 'notes:write' }] });
    const scopes = [
      { ...SCOPE, permission: null, needsRecentLogin: false },
      { ...scope, name: 'notes:write' },
    ];
    expect(resource).toMatchObject({ ...fields, scopes });
    const [entry] = await audited(service, resource.id);
    expect(entry).toMatchObject({
      action: 'protected_resource.created',
      targetType: 'protected-resource',
      tenantId: null,
      before: {},
      after: { uri: resource.uri, scopes },
    });
  });

  test.each(['http://localhost:8080/mcp', 'http://127.0.0.1/', 'http://[::1]:3/x?y=1'])('accepts %s', async (uri) => {
    expect((await made({ uri })).uri).toBe(uri);
  });
});

describe('POST /auth/admin/api/protected-resources 400 INVALID_INPUT', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['http', { uri: 'http://api.example/' }, 'uri'],
    ['a path alone', { uri: '/mcp' }, 'uri'],
    ['a name', { uri: 'urn:example:api' }, 'uri'],
    ['a fragment', { uri: 'https://api.example/#x' }, 'uri'],
    ['an empty fragment', { uri: 'https://api.example/#' }, 'uri'],
    ['a user', { uri: 'https://ann@api.example/' }, 'uri'],
    ['no path', { uri: 'https://api.example' }, 'uri'],
    ['another spelling', { uri: 'https://API.example:443/a/../b' }, 'uri'],
    ['a space', { uri: 'https://api.example/ ' }, 'uri'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a scope of this service', { scopes: [{ ...SCOPE, name: 'openid' }] }, 'scopes.0.name'],
    ['a scope with a space', { scopes: [{ ...SCOPE, name: 'a b' }] }, 'scopes.0.name'],
    ['a scope without a name', { scopes: [{ ...SCOPE, name: '' }] }, 'scopes.0.name'],
    ['a scope without words', { scopes: [{ ...SCOPE, text: '' }] }, 'scopes.0.text'],
    ['a scope twice', { scopes: [SCOPE, SCOPE] }, 'scopes'],
    ['a long life', { accessTtlSeconds: 3601 }, 'accessTtlSeconds'],
    ['no tenant', { tenantIds: [] }, 'tenantIds'],
  ])('refuses %s', async (_, body, field) => {
    const reply = await create(body);
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    expect(reply.body.message).toMatch(new RegExp(`^${field.replaceAll('.', '\\.')}: `));
  });

  test('refuses the audience of this service, whose tokens open its API', async () => {
    const settings = config() as { audience: string };
    const before = settings.audience;
    settings.audience = newUri();
    const reply = await create({ uri: settings.audience });
    settings.audience = before;
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/admin/api/protected-resources 404 and 409', () => {
  test('refuses a tenant that does not exist', async () => {
    expect(answerOf(await create({ tenantIds: ['ten_x'] }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test('creates one of a URI, if ten admins try', async () => {
    const uri = newUri();
    const replies = await race(10, () => create({ uri }));
    expect(outcomes(replies)).toEqual({ 201: 1, '409 PROTECTED_RESOURCE_EXISTS': 9 });
  });
});

describe('PATCH /auth/admin/api/protected-resources/{id}', () => {
  test('200 changes only what was sent', async () => {
    const { updatedAt: _, ...before } = await made({ scopes: [SCOPE] });
    const { status, body } = await patch(before.id, { name: 'Letters' });
    expect([status, body.protectedResource]).toEqual([
      200,
      { ...before, name: 'Letters', updatedAt: expect.any(String) },
    ]);
    expect((await patch(before.id, { scopes: [] })).body.protectedResource.scopes).toEqual([]);
  });

  test('200 loses no change, if four admins send a field each', async () => {
    const { id } = await made();
    const fields = [{ name: 'A' }, { isActive: false }, { accessTtlSeconds: 5 }, { isFirstPartyOnly: false }];
    expect(outcomes(await race(4, (at) => patch(id, fields[at])))).toEqual({ 200: 4 });
    expect((await get(id)).body.protectedResource).toMatchObject(Object.assign({}, ...fields));
  });

  test('400 INVALID_INPUT for an empty change and for the URI, which is its identity', async () => {
    const { id } = await made();
    expect(answerOf(await patch(id, {}))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await patch(id, { uri: newUri() }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('200 names machines that may act there, each once, and keeps one that was deleted', async () => {
    const [one, two] = [(await newMachine(tenant)).application.id, (await newMachine(tenant)).application.id];
    const { id } = await made({ actorIds: [one, one] });
    expect((await patch(id, { actorIds: [two, one] })).body.protectedResource.actorIds.toSorted()).toEqual(
      [one, two].toSorted(),
    );
    await service.admin('DELETE', `/auth/admin/api/applications/${two}`);
    expect((await patch(id, { actorIds: [two] })).body.protectedResource.actorIds).toEqual([two]);
    expect((await patch(id, { actorIds: [] })).body.protectedResource.actorIds).toEqual([]);
    expect(answerOf(await patch(id, { actorIds: [two] }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('400 INVALID_INPUT for what is no machine', async () => {
    const { id } = await made();
    for (const each of [(await newServer()).application.id, NO_ID, 'app_x', `app_${'0'.repeat(22)}`]) {
      const reply = await patch(id, { actorIds: [each] });
      expect([answerOf(reply), reply.body.message]).toEqual([
        refusal('INVALID_INPUT'),
        `actorIds: ${each} is not a machine`,
      ]);
    }
    expect(answerOf(await create({ actorIds: ['x'] }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('404 for an unknown id and an unknown tenant', async () => {
    const { id } = await made();
    expect(answerOf(await patch(NO_ID, { name: 'A' }))).toEqual(refusal('PROTECTED_RESOURCE_NOT_FOUND'));
    expect(answerOf(await patch(id, { tenantIds: ['ten_x'] }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('GET and DELETE /auth/admin/api/protected-resources/{id}', () => {
  test('200 deletes it, and its URI can be used again', async () => {
    const { id, uri } = await made();
    expect((await remove(id)).status).toBe(200);
    expect(answerOf(await get(id))).toEqual(refusal('PROTECTED_RESOURCE_NOT_FOUND'));
    expect((await made({ uri })).id).toBe(id);
  });

  test.each([NO_ID, 'x', 'app_5gJ8kM1nP4rT7vX0zB3dF6'])('404 PROTECTED_RESOURCE_NOT_FOUND for %s', async (id) => {
    expect(answerOf(await get(id))).toEqual(refusal('PROTECTED_RESOURCE_NOT_FOUND'));
    expect(answerOf(await remove(id))).toEqual(refusal('PROTECTED_RESOURCE_NOT_FOUND'));
  });
});

describe('GET /auth/admin/api/protected-resources', () => {
  test('200 lists all of them in pages, newest first', async () => {
    const made2 = [await made(), await made()].map(({ id }) => id);
    const first = await service.admin('GET', `${PATH}?limit=1`);
    expect(first.body.data).toHaveLength(1);
    const second = await service.admin('GET', `${PATH}?limit=1&cursor=${first.body.nextCursor}`);
    expect([second.body.data[0].id, first.body.data[0].id]).toEqual(made2);
  });

  test('400 CURSOR_INVALID for a cursor of another list', async () => {
    expect(answerOf(await service.admin('GET', `${PATH}?cursor=x`))).toEqual(refusal('CURSOR_INVALID'));
  });
});
