// Tests PATCH /auth/admin/api/roles/{id}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, published, publishedAbout, refusal, SECOND } from '../../support/api.ts';
import { foreignIds, grantsOf, holder, newName, newPermission, newRole, ROLES } from '../../support/grants.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const patch = (id: string, body: unknown) => service.admin('PATCH', `${ROLES}/${id}`, body);

describe('PATCH /auth/admin/api/roles/{id} 200', () => {
  test.each([
    ['name', 'Renamed'],
    ['isActive', false],
    ['permissions', []],
  ])('changes %s to %j and nothing else', async (field, value) => {
    const tenant = await service.tenant();
    const { name } = await newPermission(service);
    const role = await newRole(service, { tenantId: tenant.id, permissions: [name] });
    const reply = await later(SECOND, () => patch(role.id, { [field]: value }));
    const { updatedAt, createdAt } = reply.body.role;
    expect([reply.status, reply.body]).toEqual([200, { role: { ...role, [field]: value, updatedAt } }]);
    expect(updatedAt > createdAt).toBe(true);
  });

  test('frees the old name, accepts the unchanged name and changes a system role', async () => {
    const [one, two] = [await newRole(service, { isSystem: true }), await newRole(service)];
    expect((await patch(one.id, { name: one.name })).status).toBe(200);
    expect((await patch(one.id, { name: newName() })).status).toBe(200);
    expect((await patch(two.id, { name: one.name })).status).toBe(200);
    const listed = (await service.admin('GET', ROLES)).body.data;
    expect(listed.find(({ id }: { id: string }) => id === two.id).name).toBe(one.name);
  });

  test('applies every change on the next request of a live session', async () => {
    const [one, two] = [await newPermission(service), await newPermission(service)];
    const { user, role } = await holder(service, [one.name]);
    const readGrants = () => grantsOf(service, user);
    expect(await readGrants()).toEqual([[role.name], [one.name]]);
    await patch(role.id, { permissions: [two.name, two.name] });
    expect(await readGrants()).toEqual([[role.name], [two.name]]);
    await patch(role.id, { name: 'Renamed' });
    expect(await readGrants()).toEqual([['Renamed'], [two.name]]);
    await patch(role.id, { isActive: false });
    expect(await readGrants()).toEqual([[], []]);
    await patch(role.id, { isActive: true, permissions: [] });
    expect(await readGrants()).toEqual([['Renamed'], []]);
  });

  test('publishes svc.role_updated and an audit event with what changed', async () => {
    const { id: tenantId } = await service.tenant();
    const { name: permission } = await newPermission(service);
    const { id: roleId } = await newRole(service, { tenantId });
    await patch(roleId, { permissions: [permission], isActive: true });
    expect(await published(service, 'svc.role_updated', tenantId)).toMatchObject([
      { detail: { roleId, updatedFields: expect.arrayContaining(['permissions', 'isActive']) } },
    ]);
    const [audit] = await publishedAbout(service, 'svc.admin_action', { targetId: roleId, action: 'role.updated' });
    expect([audit?.detail.before, audit?.detail.after]).toEqual([{ permissions: [] }, { permissions: [permission] }]);
  });

  test('applies three parallel changes of different fields', async () => {
    const { id } = await newRole(service);
    const { name } = await newPermission(service);
    await Promise.all([
      patch(id, { permissions: [name] }),
      patch(id, { isActive: false }),
      patch(id, { name: 'Same' }),
    ]);
    const { body } = await patch(id, { isActive: false });
    expect(body.role).toMatchObject({ permissions: [name], isActive: false, name: 'Same' });
  });
});

describe('PATCH /auth/admin/api/roles/{id} 400', () => {
  test.each([{}, { guard: 'api' }, { tenantId: null, isSystem: true }])(
    'rejects a body without a field to change: %j',
    async (body) => {
      expect(answerOf(await patch((await newRole(service)).id, body))).toEqual(refusal('INVALID_INPUT'));
    },
  );

  test.each(['', ' '])('rejects the name %j', async (name) => {
    expect(answerOf(await patch((await newRole(service)).id, { name }))).toEqual(refusal('ROLE_NAME_REQUIRED'));
  });

  test('rejects a permission that is unknown or of another guard and changes nothing', async () => {
    const { user, role } = await holder(service, [(await newPermission(service)).name]);
    const { name } = await newPermission(service, { guard: 'api' });
    for (const permissions of [[name], [newName()]]) {
      const reply = await patch(role.id, { permissions, name: 'Not this' });
      expect(answerOf(reply)).toEqual(refusal('ROLE_PERMISSION_VALIDATION_FAILED'));
    }
    expect(await grantsOf(service, user)).toEqual([[role.name], role.permissions]);
  });
});

describe('PATCH /auth/admin/api/roles/{id} 404', () => {
  test('rejects an id that is unknown, malformed, deleted, of another kind or of a deleted tenant', async () => {
    const { always, permission } = await foreignIds(service);
    const { id } = await newRole(service);
    await service.admin('DELETE', `${ROLES}/${id}`);
    const tenant = await service.tenant();
    const orphan = await newRole(service, { tenantId: tenant.id });
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    for (const each of [...always, permission, id, orphan.id])
      expect(answerOf(await patch(each, { name: 'New' }))).toEqual(refusal('ROLE_NOT_FOUND'));
  });
});

describe('PATCH /auth/admin/api/roles/{id} 409', () => {
  test('gives one name to one of twenty roles in parallel calls', async () => {
    const { id: tenantId } = await service.tenant();
    const all = await Promise.all(Array.from({ length: 20 }, () => newRole(service, { tenantId })));
    const name = newName();
    const replies = await race(20, (caller) => patch(all[caller]!.id, { name }));
    expect(outcomes(replies)).toEqual({ 200: 1, '409 ROLE_ALREADY_EXISTS': 19 });
    const listed = (await service.admin('GET', `${ROLES}?tenantId=${tenantId}`)).body.data;
    const holders = listed.filter((each: { name: string }) => each.name === name);
    expect(holders).toMatchObject([{ id: all[replies.findIndex(({ status }) => status === 200)]!.id }]);
  });
});
