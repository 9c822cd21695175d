// Checks how admins list, make, rotate and revoke the API keys of a tenant.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, auditedAction, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { ADMIN_KEYS, countRows, grant, keysOfTenant, keyUser, newKey, PROJECTS, use } from '../../support/api-keys.ts';
import { newApplication, newMachine } from '../../support/applications.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, type Tenant, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant({ apiKeys: { users: true } }));
const machine = prepared(async () =>
  newMachine(tenant, { roleIds: [(await grant(service, tenant, PROJECTS)) as never] }),
);
const bodyOf = (more: Record<string, unknown> = {}) => ({
  applicationId: machine.application.id,
  name: 'Robot',
  scopes: ['projects.read'],
  ...more,
});
const make = (more?: Record<string, unknown>, within = tenant) =>
  service.admin('POST', keysOfTenant(within), bodyOf(more));
const rotate = (id: string, body = {}) => service.admin('POST', `${ADMIN_KEYS}/${id}/rotate`, body);
const revoke = (id: string) => service.admin('DELETE', `${ADMIN_KEYS}/${id}`);

describe('the key of a machine', () => {
  test('is shown once, and recorded', async () => {
    const made = await make();
    expect(made.status).toBe(201);
    const { apiKey, key } = made.body;
    expect(apiKey).toMatchObject({ tenantId: tenant.id, ownerId: machine.application.id, scopes: ['projects.read'] });
    expect((await use(service, key)).status).toBe(200);
    const listed = await service.admin('GET', keysOfTenant(tenant));
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(apiKey.id);
    expect(listed.text).not.toContain(key.slice(59));
    const audited = await auditedAction(service, 'application.api_key_created', tenant.id);
    expect(audited).toContainEqual(
      expect.objectContaining({ targetId: machine.application.id, after: { keyId: apiKey.id } }),
    );
  });

  test('is listed with those of its machine alone', async () => {
    const [own, other] = [await newMachine(tenant), await newMachine(tenant)];
    const of = async (id: string, within = tenant) => {
      const { status, body } = await service.admin('GET', `${keysOfTenant(within)}?applicationId=${id}`);
      return [status, body.nextCursor, ...body.data.map(({ name }: { name: string }) => name)];
    };
    await service.admin('PATCH', `/auth/admin/api/applications/${own.application.id}`, {
      roleIds: machine.application.roleIds,
    });
    for (const name of ['First', 'Second']) await make({ applicationId: own.application.id, name });
    expect(await of(own.application.id)).toEqual([200, null, 'Second', 'First']);
    for (const id of [other.application.id, 'app_1', '']) expect(await of(id)).toEqual([200, null]);
    expect(await of(own.application.id, await service.tenant())).toEqual([200, null]);
  });

  test('is renamed, which is recorded; that of a user is its own affair', async () => {
    const { apiKey, key } = (await make()).body;
    const rename = (id: string, name: string) => service.admin('PATCH', `${ADMIN_KEYS}/${id}`, { name });
    const renamed = await rename(apiKey.id, 'Import of orders');
    expect([renamed.status, renamed.body.apiKey]).toMatchObject([
      200,
      { ...apiKey, name: 'Import of orders', updatedAt: expect.any(String) },
    ]);
    expect((await use(service, key)).status).toBe(200);
    const audited = await auditedAction(service, 'application.api_key_updated', tenant.id);
    expect(audited).toContainEqual(
      expect.objectContaining({ targetId: machine.application.id, after: { keyId: apiKey.id } }),
    );
    const { id } = await newKey(await keyUser(service, tenant));
    for (const each of [id, 'key_1'])
      expect(answerOf(await rename(each, 'Mine'))).toEqual(refusal('API_KEY_NOT_FOUND'));
    expect(answerOf(await rename(apiKey.id, ' '))).toEqual(refusal('INVALID_INPUT'));
  });

  test('needs a machine that serves the tenant, and scopes that it has', async () => {
    const other = await newMachine(await service.tenant());
    const server = await newApplication({ kind: 'server' });
    for (const { application } of [other, server])
      expect(answerOf(await make({ applicationId: application.id }))).toEqual(refusal('APPLICATION_NOT_FOUND'));
    expect(answerOf(await make({ applicationId: 'app_1' }))).toEqual(refusal('APPLICATION_NOT_FOUND'));
    expect(answerOf(await make({ scopes: ['no.such'] }))).toEqual(refusal('INVALID_SCOPE'));
    const gone = await service.tenant();
    await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
    for (const within of [gone, { ...gone, id: 'ten_1' }])
      expect(answerOf(await make({}, within))).toEqual(refusal('TENANT_NOT_FOUND'));
    expect(answerOf(await service.admin('GET', keysOfTenant(gone)))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test('is one of ten at most', async () => {
    const full = await newMachine(tenant, { roleIds: machine.application.roleIds });
    const replies = await race(20, () => make({ applicationId: full.application.id }));
    expect(outcomes(replies)).toEqual({ 201: 10, '400 API_KEY_LIMIT_REACHED': 10 });
  });

  test('gets a new secret by one of twenty admins, and the one before it ends by itself', async () => {
    const { apiKey, key } = (await make()).body;
    const replies = await race(20, () => rotate(apiKey.id));
    expect(outcomes(replies)).toEqual({ 201: 1, '409 API_KEY_ROTATED': 19 });
    expect((await use(service, key)).status).toBe(200);
    await later(DAY + MINUTE, async () => expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN')));
  });

  test('is revoked with its next use', async () => {
    const { apiKey, key } = (await make()).body;
    expect((await revoke(apiKey.id)).status).toBe(200);
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
    expect(answerOf(await revoke(apiKey.id))).toEqual(refusal('API_KEY_NOT_FOUND'));
    expect(answerOf(await rotate(apiKey.id))).toEqual(refusal('API_KEY_NOT_FOUND'));
  });
});

describe('the keys of users', () => {
  test('are listed and revoked, and not rotated', async () => {
    const user = await keyUser(service, tenant);
    const { sub } = claimsOf(user.tokens.accessToken);
    const { id, key } = await newKey(user);
    await use(service, key);
    const path = `/auth/admin/api/users/${sub}/api-keys`;
    expect((await service.admin('GET', path)).body.data).toMatchObject([
      { id, ownerId: sub, tenantId: tenant.id, lastUsedAt: expect.any(String) },
    ]);
    expect(answerOf(await rotate(id))).toEqual(refusal('API_KEY_NOT_FOUND'));
    expect((await revoke(id)).status).toBe(200);
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
    expect(await auditedAction(service, 'user.api_key_revoked', tenant.id)).toMatchObject([
      { targetId: sub, before: { keyId: id } },
    ]);
    expect((await service.admin('GET', path)).body.data).toEqual([]);
    expect(answerOf(await service.admin('GET', '/auth/admin/api/users/usr_1/api-keys'))).toEqual(
      refusal('USER_NOT_FOUND'),
    );
  });
});

test('the list of a tenant has pages, newest first', async () => {
  const own = await service.tenant({ apiKeys: { users: true } });
  const user = await keyUser(service, own);
  const made: string[] = [];
  for (let at = 0; at < 3; at++) {
    await later(at * MINUTE, async () => made.unshift((await newKey(user)).id));
  }
  const first = (await service.admin('GET', `${keysOfTenant(own)}?limit=2`)).body;
  const more = (await service.admin('GET', `${keysOfTenant(own)}?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.data, ...more.data].map(({ id }: { id: string }) => id)).toEqual(made);
  expect(more.nextCursor).toBeNull();
  expect(answerOf(await service.admin('GET', `${keysOfTenant(tenant)}?cursor=${first.nextCursor}`))).toEqual(
    refusal('CURSOR_INVALID'),
  );
});

/** Waits until no key of the tenant is stored. */
async function expectNoRows(own: Tenant): Promise<void> {
  service.local.followChanges();
  for (let left = 200; left > 0 && (await countRows(own)) > 0; left--)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await countRows(own)).toBe(0);
}

test('the keys of a deleted machine are removed with their last uses, also where it served no longer', async () => {
  const [first, second] = [await service.tenant(), await service.tenant()];
  const roleIds = [await grant(service, first, PROJECTS), await grant(service, second, PROJECTS)];
  const { application } = await newMachine(first, { tenantIds: null, roleIds: roleIds as never });
  const body = { applicationId: application.id };
  const keys = [await make(body, first), await make({ ...body, name: 'Other' }, first), await make(body, second)];
  const other = await newMachine(first, { roleIds: roleIds.slice(0, 1) as never });
  const kept = (await make({ applicationId: other.application.id }, first)).body;
  expect((await use(service, keys[0]?.body.key)).status).toBe(200);
  const path = `/auth/admin/api/applications/${application.id}`;
  await service.admin('PATCH', path, { tenantIds: [second.id] });
  expect([await countRows(first), await countRows(second)]).toEqual([4, 1]);
  expect((await service.admin('DELETE', path)).status).toBe(200);
  await expectNoRows(second);
  for (let left = 200; left > 0 && (await countRows(first)) > 1; left--)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const { data } = (await service.admin('GET', keysOfTenant(first))).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([kept.apiKey.id]);
  expect((await use(service, kept.key)).status).toBe(200);
});

test('no key outlives its machine that is deleted meanwhile', async () => {
  const own = await service.tenant();
  const robot = await newMachine(own, { roleIds: [(await grant(service, own, PROJECTS)) as never] });
  const { id } = robot.application;
  await race(20, (caller) =>
    caller ? make({ applicationId: id }, own) : service.admin('DELETE', `/auth/admin/api/applications/${id}`),
  );
  await expectNoRows(own);
});

test('the keys of a deleted tenant are removed', async () => {
  const own = await service.tenant();
  const robot = await newMachine(own, { roleIds: [(await grant(service, own, PROJECTS)) as never] });
  await make({ applicationId: robot.application.id }, own);
  expect(await countRows(own)).toBe(1);
  await service.admin('DELETE', `/auth/admin/api/tenants/${own.id}`);
  await expectNoRows(own);
});
