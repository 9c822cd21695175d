// Tests what people see of themselves in the directory of their organization.
import { beforeAll, expect, test } from '@jest/globals';
import { directoryOf, person } from '../../support/scim.ts';
import { bearer, newPassword, prepared, unique, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const directory = prepared(() => directoryOf(service, tenant));

/** Gives the account a password, and returns what reads the directory with a session of it. */
async function reader(id: string, email: string) {
  const password = newPassword();
  await service.admin('PATCH', `/auth/admin/api/users/${id}`, { password, mustChangePassword: false });
  const headers = bearer((await service.login({ tenant, email, password })).body);
  return async () => (await service.get('/auth/directory', { headers })).body.directory;
}

test('a user whom no directory brought reads that none did', async () => {
  const headers = bearer((await service.signup(tenant)).tokens);
  expect((await service.get('/auth/directory', { headers })).body).toEqual({ directory: null });
});

test('a user reads all that their directory says of them, the attributes without a use here included', async () => {
  const sent = person({ title: 'Engineer', addresses: [{ type: 'work', locality: 'Bern' }] });
  const { id } = await directory.create(sent);
  const displayName = unique('group');
  await directory.ask('POST', '/Groups', { displayName, members: [{ value: id }] });
  const read = await reader(id, sent.userName);
  const { userName, externalId, title, addresses } = sent;
  const record = { id, userName, externalId, title, addresses, active: true };
  expect(await read()).toMatchObject({ name: directory.name, hasLeft: false, groups: [displayName], record });
});

test('a user whom the directory gave up reads what it still says', async () => {
  const sent = person();
  const { id } = await directory.create(sent);
  await directory.ask('DELETE', `/Users/${id}`);
  await service.admin('PATCH', `/auth/admin/api/users/${id}`, { isActive: true });
  const read = await reader(id, sent.userName);
  expect(await read()).toMatchObject({ hasLeft: true, groups: [], record: { userName: sent.userName } });
});
