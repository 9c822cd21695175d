// Tests DELETE /auth/admin/api/permissions/{id}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, publishedAbout, refusal } from '../../support/api.ts';
import { foreignIds, grantsOf, holder, newPermission, PERMISSIONS, ROLES, stored } from '../../support/grants.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const remove = (id: string) => service.admin('DELETE', `${PERMISSIONS}/${id}`);

describe('DELETE /auth/admin/api/permissions/{id} 200', () => {
  test('removes the permission from roles at once and for good, and frees the name', async () => {
    const [one, two] = [await newPermission(service), await newPermission(service)];
    const { user, role } = await holder(service, [one.name, two.name]);
    const reply = await remove(one.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Permission deleted.' }]);
    expect(await grantsOf(service, user)).toEqual([[role.name], [two.name]]);
    await newPermission(service, { name: one.name });
    expect(await grantsOf(service, user)).toEqual([[role.name], [two.name]]);
    expect((await stored(role.id)).role?.permissionIds).toEqual([two.id]);
  });

  test('publishes one svc.permission_deleted for twenty parallel calls', async () => {
    const { id, name } = await newPermission(service);
    const replies = await race(20, () => remove(id));
    expect(outcomes(replies)).toEqual({ 200: 1, '404 PERMISSION_NOT_FOUND': 19 });
    expect(await publishedAbout(service, 'svc.permission_deleted', { permissionId: id })).toMatchObject([
      { detail: { name, guard: 'web' } },
    ]);
    const audits = await publishedAbout(service, 'svc.admin_action', { targetId: id, action: 'permission.deleted' });
    expect(audits).toMatchObject([{ detail: { before: { name }, after: {} } }]);
  });

  test('removes the permission from a role that is saved in parallel', async () => {
    const [one, two] = [await newPermission(service), await newPermission(service)];
    const { user, role } = await holder(service, [one.name]);
    const replies = await race(21, (caller) =>
      caller === 10
        ? remove(one.id)
        : service.admin('PATCH', `${ROLES}/${role.id}`, { permissions: [one.name, two.name] }),
    );
    const saved = replies.some(({ status }, caller) => status === 200 && caller !== 10);
    expect(await grantsOf(service, user)).toEqual([[role.name], saved ? [two.name] : []]);
    const { body } = await service.admin('PATCH', `${ROLES}/${role.id}`, { isActive: true });
    expect(body.role.permissions).toEqual(saved ? [two.name] : []);
    expect((await stored(role.id)).role?.permissionIds).toEqual(saved ? [two.id] : []);
  });
});

describe('DELETE /auth/admin/api/permissions/{id} 404', () => {
  test('rejects an id that is unknown, malformed, deleted or of another kind', async () => {
    const { always, role } = await foreignIds(service);
    const { id } = await newPermission(service);
    await remove(id);
    for (const each of [...always, role, id])
      expect(answerOf(await remove(each))).toEqual(refusal('PERMISSION_NOT_FOUND'));
  });
});
