// Tests PATCH /auth/admin/api/permissions/{id}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, publishedAbout, refusal, SECOND } from '../../support/api.ts';
import {
  foreignIds,
  grantsOf,
  holder,
  newName,
  newPermission,
  newRole,
  PERMISSIONS,
  ROLES,
  stored,
} from '../../support/grants.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const patch = (id: string, body: unknown) => service.admin('PATCH', `${PERMISSIONS}/${id}`, body);
const findByName = async (name: string) => (await service.admin('GET', `${PERMISSIONS}?search=${name}`)).body.data;

describe('PATCH /auth/admin/api/permissions/{id} 200', () => {
  test.each([
    ['name', 'renamed.it', 'renamed.it'],
    ['description', 'New', 'New'],
    ['description', null, null],
    ['description', '', null],
    ['category', 'New', 'New'],
    ['category', '', null],
  ])('changes %s to %j and nothing else', async (field, value, expected) => {
    const permission = await newPermission(service, { description: 'Old', category: 'Old' });
    const reply = await later(SECOND, () => patch(permission.id, { [field]: value }));
    const { updatedAt } = reply.body.permission;
    expect([reply.status, reply.body]).toEqual([200, { permission: { ...permission, [field]: expected, updatedAt } }]);
    expect(updatedAt > reply.body.permission.createdAt).toBe(true);
  });

  test('frees the old name and accepts the unchanged name', async () => {
    const [one, two] = [await newPermission(service), await newPermission(service)];
    expect((await patch(one.id, { name: one.name })).status).toBe(200);
    expect((await patch(one.id, { name: newName() })).status).toBe(200);
    expect((await patch(two.id, { name: one.name })).status).toBe(200);
  });

  test('publishes svc.permission_updated and an audit event with what changed', async () => {
    const { id, name } = await newPermission(service, { category: 'Same' });
    await patch(id, { name: 'published.name', category: 'Same' });
    const [event] = await publishedAbout(service, 'svc.permission_updated', { permissionId: id });
    expect(event?.detail).toMatchObject({ name: 'published.name', updatedFields: ['name', 'category'] });
    const [audit] = await publishedAbout(service, 'svc.admin_action', { targetId: id, action: 'permission.updated' });
    expect(audit?.detail).toMatchObject({ before: { name }, after: { name: 'published.name' } });
    expect(audit?.detail.after).not.toHaveProperty('category');
  });

  test('applies a new name on the next request and refreshes the names cached in the role', async () => {
    const [one, two] = [await newPermission(service), await newPermission(service)];
    const { user, role } = await holder(service, [one.name, two.name]);
    const name = newName('renamed');
    await patch(one.id, { name });
    const before = await stored(role.id);
    expect(before.role?.permissionsEpoch).toBeLessThan(before.epoch);
    expect(await grantsOf(service, user)).toEqual([[role.name], [two.name, name].sort()]);
    const after = await stored(role.id);
    expect([after.role?.permissionsEpoch, after.role?.permissionNames]).toEqual([after.epoch, [two.name, name].sort()]);
    expect(after.role?.version).toBe(before.role?.version);
  });

  test('keeps the names cached in roles when only the description changes', async () => {
    const { id, name } = await newPermission(service);
    const role = await newRole(service, { permissions: [name] });
    await patch(id, { description: 'New' });
    const { role: item, epoch } = await stored(role.id);
    expect(item?.permissionsEpoch).toBe(epoch);
  });

  test('applies two parallel changes of different fields', async () => {
    const { id } = await newPermission(service);
    await Promise.all([patch(id, { description: 'New' }), patch(id, { category: 'New' })]);
    const { body } = await service.admin('GET', `${PERMISSIONS}/${id}`);
    expect(body.permission).toMatchObject({ description: 'New', category: 'New' });
  });

  test('keeps the last of twenty parallel renames and frees the other names', async () => {
    const { id } = await newPermission(service);
    const names = Array.from({ length: 20 }, () => newName('twenty'));
    expect(outcomes(await race(20, (caller) => patch(id, { name: names[caller] })))).toEqual({ 200: 20 });
    const [{ name }] = await findByName('twenty.');
    const again = await race(20, (caller) => service.admin('POST', PERMISSIONS, { name: names[caller] }));
    expect(outcomes(again)).toEqual({ 201: 19, '409 PERMISSION_ALREADY_EXISTS': 1 });
    expect(again[names.indexOf(name)]?.status).toBe(409);
  });

  test('gives the new name to a role that is saved in parallel', async () => {
    const { id, name } = await newPermission(service);
    const { user, role } = await holder(service, []);
    const renamed = newName('renamed');
    const replies = await race(21, (caller) =>
      caller === 10
        ? patch(id, { name: renamed })
        : service.admin('PATCH', `${ROLES}/${role.id}`, { permissions: [name] }),
    );
    const saved = replies.some(({ status }, caller) => status === 200 && caller !== 10);
    expect((await grantsOf(service, user))[1]).toEqual(saved ? [renamed] : []);
    const roles = (await service.admin('GET', `${ROLES}?tenantId=${user.tenant.id}`)).body.data;
    const listed = roles.find(({ id }: { id: string }) => id === role.id);
    expect(listed.permissions).toEqual(saved ? [renamed] : []);
  });
});

describe('PATCH /auth/admin/api/permissions/{id} 400', () => {
  test.each([
    [{}],
    [{ guard: 'api' }],
    [{ name: '' }],
    [{ name: 'one' }],
    [{ name: null }],
    [{ category: 'x'.repeat(101) }],
  ])('rejects the body %j', async (body) => {
    const { id } = await newPermission(service);
    expect(answerOf(await patch(id, body))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('PATCH /auth/admin/api/permissions/{id} 404', () => {
  test('rejects an id that is unknown, malformed, deleted or of another kind', async () => {
    const { always, role } = await foreignIds(service);
    const { id } = await newPermission(service);
    await service.admin('DELETE', `${PERMISSIONS}/${id}`);
    for (const each of [...always, role, id])
      expect(answerOf(await patch(each, { name: newName() }))).toEqual(refusal('PERMISSION_NOT_FOUND'));
  });
});

describe('PATCH /auth/admin/api/permissions/{id} 409', () => {
  test('rejects the name of another permission, which keeps it', async () => {
    const [one, two] = [await newPermission(service), await newPermission(service)];
    expect(answerOf(await patch(one.id, { name: two.name }))).toEqual(refusal('PERMISSION_ALREADY_EXISTS'));
    expect(await findByName(one.name)).toHaveLength(1);
  });

  test('gives one name to one of twenty permissions in parallel calls', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => newPermission(service)));
    const name = newName();
    const replies = await race(20, (caller) => patch(all[caller]!.id, { name }));
    expect(outcomes(replies)).toEqual({ 200: 1, '409 PERMISSION_ALREADY_EXISTS': 19 });
    expect(tally((await findByName(name)).map(({ id }: { id: string }) => id))).toEqual({
      [all[replies.findIndex(({ status }) => status === 200)]!.id]: 1,
    });
  });
});
