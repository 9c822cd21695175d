// Tests DELETE /auth/admin/api/roles/{id}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, publishedAbout, refusal } from '../../support/api.ts';
import { foreignIds, grantsOf, holder, newPermission, newRole, ROLES } from '../../support/grants.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const remove = (id: string) => service.admin('DELETE', `${ROLES}/${id}`);

describe('DELETE /auth/admin/api/roles/{id} 200', () => {
  test('takes the role from its holders at once and for good', async () => {
    const { name } = await newPermission(service);
    const { user, role } = await holder(service, [name]);
    const reply = await remove(role.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Role deleted.' }]);
    expect(await grantsOf(service, user)).toEqual([[], []]);
    await newRole(service, { name: role.name, tenantId: user.tenant.id, permissions: [name] });
    expect(await grantsOf(service, user)).toEqual([[], []]);
  });

  test('deletes the role once in twenty parallel calls and publishes one svc.role_deleted', async () => {
    const { id: tenantId } = await service.tenant();
    const { id, name } = await newRole(service, { tenantId });
    const replies = await race(20, () => remove(id));
    expect(outcomes(replies)).toEqual({ 200: 1, '404 ROLE_NOT_FOUND': 19 });
    expect(await publishedAbout(service, 'svc.role_deleted', { roleId: id })).toMatchObject([
      { detail: { tenantId, name, guard: 'web' } },
    ]);
    const audits = await publishedAbout(service, 'svc.admin_action', { targetId: id, action: 'role.deleted' });
    expect(audits).toMatchObject([{ detail: { tenantId, before: { name }, after: {} } }]);
  });

  test('deletes a role that is changed in parallel and frees its name', async () => {
    const { user, role } = await holder(service, []);
    const replies = await race(21, (caller) =>
      caller === 10 ? remove(role.id) : service.admin('PATCH', `${ROLES}/${role.id}`, { isActive: true }),
    );
    expect(replies[10]?.status).toBe(200);
    expect(await grantsOf(service, user)).toEqual([[], []]);
    expect((await newRole(service, { name: role.name, tenantId: user.tenant.id })).id).not.toBe(role.id);
  });
});

describe('DELETE /auth/admin/api/roles/{id} 403', () => {
  test('rejects the removal of a system role', async () => {
    const { id } = await newRole(service, { isSystem: true });
    expect(answerOf(await remove(id))).toEqual(refusal('FORBIDDEN'));
    expect((await service.admin('PATCH', `${ROLES}/${id}`, { isActive: false })).status).toBe(200);
  });
});

describe('DELETE /auth/admin/api/roles/{id} 404', () => {
  test('rejects an id that is unknown, malformed, deleted or of another kind', async () => {
    const { always, permission } = await foreignIds(service);
    const { id } = await newRole(service);
    await remove(id);
    for (const each of [...always, permission, id])
      expect(answerOf(await remove(each))).toEqual(refusal('ROLE_NOT_FOUND'));
  });
});
