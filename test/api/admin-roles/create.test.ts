// Tests POST /auth/admin/api/roles.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import * as store from '../../../lib/store/tenants/roles.ts';
import { answerOf, published, publishedAbout, refusal } from '../../support/api.ts';
import { newName, newPermission, ROLES } from '../../support/grants.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const create = (more: Record<string, unknown> = {}) => service.admin('POST', ROLES, { name: newName(), ...more });

describe('POST /auth/admin/api/roles 201', () => {
  test('returns the role with its defaults', async () => {
    const { status, body } = await create({ name: ' Editor ' });
    expect([status, body]).toEqual([
      201,
      {
        role: {
          id: expect.stringMatching(/^rol_[0-9A-Za-z]{44}$/),
          name: ' Editor ',
          guard: 'web',
          isSystem: false,
          isActive: true,
          tenantId: null,
          tenant: null,
          permissions: [],
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: body.role.createdAt,
        },
      },
    ]);
  });

  test('stores the fields that were sent and a repeated permission once', async () => {
    const { id, name, slug } = await service.tenant();
    const [one, two] = [await newPermission(service, { guard: 'api' }), await newPermission(service, { guard: 'api' })];
    const known = { name: 'Rôle #1 🔥', guard: 'api', tenantId: id, isActive: false };
    const { body } = await create({ ...known, permissions: [two.name, one.name, two.name] });
    const permissions = [one.name, two.name].sort();
    expect(body.role).toMatchObject({ ...known, isSystem: false, tenant: { id, name, slug }, permissions });
  });

  test('creates a system role without a tenant even if the caller names one', async () => {
    for (const tenantId of [(await service.tenant()).id, 'nobody', null]) {
      const { status, body } = await create({ isSystem: true, tenantId });
      expect([status, body.role.isSystem, body.role.tenantId]).toEqual([201, true, null]);
    }
  });

  test('creates another role for the same name in another tenant, in none or under another guard', async () => {
    const [one, two] = [await service.tenant(), await service.tenant()];
    const name = newName();
    const scopes = [
      { tenantId: one.id },
      { tenantId: two.id },
      {},
      { tenantId: one.id, guard: 'api' },
      { guard: 'api' },
    ];
    const replies = await Promise.all(scopes.map((scope) => create({ name, ...scope })));
    expect(outcomes(replies)).toEqual({ 201: 5 });
  });

  test('publishes svc.role_created and an audit event', async () => {
    const { id: tenantId } = await service.tenant();
    const { name: permission } = await newPermission(service);
    const { id: roleId, name } = (await create({ tenantId, permissions: [permission] })).body.role;
    expect(await published(service, 'svc.role_created', tenantId)).toMatchObject([
      { detail: { roleId, name, guard: 'web' } },
    ]);
    const [audit] = await publishedAbout(service, 'svc.admin_action', { targetId: roleId });
    expect(audit?.detail).toMatchObject({
      action: 'role.created',
      targetType: 'role',
      tenantId,
      before: {},
      after: { name, isActive: true, permissions: [permission] },
    });
  });
});

describe('POST /auth/admin/api/roles 400', () => {
  test.each([{ name: undefined }, { name: '' }, { name: ' \u00a0 ' }])(
    'rejects %j with ROLE_NAME_REQUIRED',
    async (more) => {
      expect(answerOf(await create(more))).toEqual(refusal('ROLE_NAME_REQUIRED'));
    },
  );

  test.each([
    { name: 'x'.repeat(121) },
    { name: 'a\u202eb' },
    { name: null },
    { guard: '' },
    { guard: 'Web' },
    { permissions: Array(201).fill('a.b') },
    { permissions: 'a.b' },
    { permissions: [null] },
    { permissions: ['x'.repeat(256)] },
    { isSystem: 'true' },
  ])('rejects %j', async (more) => {
    expect(answerOf(await create(more))).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects a permission that is unknown, of another guard or named by id', async () => {
    const [known, foreign] = [await newPermission(service), await newPermission(service, { guard: 'api' })];
    for (const name of [
      newName(),
      foreign.name,
      known.id,
      '',
      '*',
      known.name.slice(0, -1),
      `${known.name}#`,
      '__proto__',
    ]) {
      const reply = await create({ permissions: [known.name, name] });
      expect(answerOf(reply)).toEqual(refusal('ROLE_PERMISSION_VALIDATION_FAILED'));
      expect(reply.body.message).toBe('permissions.1: does not exist under the guard of the role');
    }
  });
});

test('POST /auth/admin/api/roles 400 rejects a permission whose name is too long for a key', async () => {
  // zod counts code points: 255 of them are 1020 bytes.
  const reply = await create({ permissions: ['😀'.repeat(255)] });
  expect(answerOf(reply)).toEqual(refusal('ROLE_PERMISSION_VALIDATION_FAILED'));
});

describe('POST /auth/admin/api/roles 404', () => {
  test('rejects a tenant that is unknown, malformed or deleted', async () => {
    const { id, slug } = await service.tenant();
    await service.admin('DELETE', `/auth/admin/api/tenants/${id}`);
    for (const tenantId of [id, slug, '', `ten_${'0'.repeat(22)}`, '__proto__', 'ten_#'])
      expect(answerOf(await create({ tenantId }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test('stores no role in a tenant that was deleted in the meantime', async () => {
    const { id } = await service.tenant();
    const { body } = await create({ tenantId: id });
    await service.admin('DELETE', `/auth/admin/api/tenants/${id}`);
    const of = id as TenantId;
    const { id: _, ...known } = body.role;
    const none = { permissionIds: [], permissionNames: [], permissionsEpoch: 0 };
    const late = store.newRole({ ...known, ...none, tenantId: of, name: newName() });
    const created = event('svc.role_created', { tenantId: of, roleId: late.id, name: late.name, guard: late.guard });
    const write = outboxWrite(of, [created], Date.now());
    expect(await store.create(late, write)).toBe('tenant-gone');
  });
});

describe('POST /auth/admin/api/roles 409', () => {
  test.each(['a tenant', 'no tenant'])('creates one role in %s from 20 parallel calls with one name', async (scope) => {
    const tenantId = scope === 'a tenant' ? (await service.tenant()).id : null;
    const name = newName();
    const replies = await race(20, () => create({ name, tenantId }));
    expect(outcomes(replies)).toEqual({ 201: 1, '409 ROLE_ALREADY_EXISTS': 19 });
  });

  test('rejects the name of a system role for a role without a tenant', async () => {
    const name = newName();
    expect((await create({ name, isSystem: true })).status).toBe(201);
    expect(answerOf(await create({ name }))).toEqual(refusal('ROLE_ALREADY_EXISTS'));
  });
});
