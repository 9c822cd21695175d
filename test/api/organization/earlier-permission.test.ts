// Tests what becomes of a permission that an application made before this service had one of the same name.
import { expect, test } from '@jest/globals';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import * as permissions from '../../../lib/store/tenants/permissions.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { MEMBERS, managerWith, ORGANIZATION, roleWith } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const PERMISSIONS = '/auth/admin/api/permissions';

test('it grants nothing here until it has another name, and is the only one of that name', async () => {
  const name = 'organization.members';
  const earlier = permissions.newPermission({ name, guard: 'web', description: null, category: null });
  const events = outboxWrite(
    null,
    [event('svc.permission_created', { permissionId: earlier.id, name, guard: 'web' })],
    1,
  );
  expect(await permissions.create(earlier, events)).toBe(true);
  const tenant = await service.tenant();
  const before = await roleWith(service, tenant, [name]);
  const user = await managerWith(service, tenant, [before]);
  expect((await user.ask('GET', ORGANIZATION)).body.permissions).toEqual([]);
  expect(answerOf(await user.ask('GET', MEMBERS))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  const listed = async () => {
    const { data } = (await service.admin('GET', `${PERMISSIONS}?search=${name}`)).body;
    return data.map(({ id }: { id: string }) => id);
  };
  expect(await listed()).toEqual([earlier.id]);
  const renamed = { name: 'members.manage', description: 'Of the application' };
  expect((await service.admin('PATCH', `${PERMISSIONS}/${earlier.id}`, renamed)).status).toBe(200);
  expect(await listed()).toEqual([expect.not.stringMatching(earlier.id)]);
  expect((await user.ask('GET', ORGANIZATION)).body.permissions).toEqual([]);
  const now = await managerWith(service, tenant, [await roleWith(service, tenant, [name])]);
  expect((await now.ask('GET', ORGANIZATION)).body.permissions).toEqual([name]);
});
