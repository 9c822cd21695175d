// Threat: a user who reads the audit log of their tenant learns who administers the deployment, from where, and what admins
// wrote for each other.
import { expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { adminToken, newAdministrator, withToken } from '../../support/administering.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
import { type Entry, startFeed } from '../../support/audit.ts';
import { manager, ORGANIZATION } from '../../support/organization.ts';
import { bearer, newEmail, prepared, running, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
const feed = running(() => startFeed(service));
const tenant = prepared(() => service.tenant());
const reader = prepared(() => manager(service, tenant, ['organization.audit']));
const operator = prepared(() => newAdministrator('operator'));

const BY_ADMIN = { type: 'admin', id: null, name: null };
const log = async (more = ''): Promise<Entry[]> =>
  (await reader.ask('GET', `${ORGANIZATION}/audit?limit=100${more}`)).body.data;

test('a machine that administers is an admin to members: its changes and reads name neither it nor its network', async () => {
  const member = await service.signup(tenant);
  const { id } = (await service.get('/auth/me', { headers: bearer(member.tokens) })).body;
  const headers = withToken(await adminToken(service, operator));
  const path = `${USERS}/${id}`;
  const replies = [
    await service.send('PATCH', path, { body: { name: 'Ada' }, headers }),
    await service.get(path, { headers }),
    // An empty log is read for the deployment.
    await feed.drain().then(() => service.get(`/auth/admin/api/audit?tenantId=${tenant.id}`, { headers })),
    await service.post('/auth/admin/api/invitations', { tenantId: tenant.id, email: newEmail() }, { headers }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
  await feed.drain();
  const entries = await log();
  for (const action of ['user.updated', 'user.read', 'audit.read', 'user.invited'])
    expect(entries.find((each) => each.action === action)).toMatchObject({ actor: BY_ADMIN, source: null });
  const machine = operator.application.id;
  expect(JSON.stringify(entries)).not.toContain(machine);
  expect(await log(`&actorId=${machine}`)).toEqual([]);
  const own = (await service.get('/auth/audit', { headers: bearer(member.tokens) })).body.data;
  expect(own.find(({ action }: Entry) => action === 'user.read')).toMatchObject({ by: 'admin' });
});

test('a machine of the tenant is named, and its entries are found by its id', async () => {
  const machine = await newMachine(tenant);
  const form = { grant_type: 'client_credentials' };
  expect((await postForm(service, '/oauth2/token', form, { headers: basicOf(machine) })).status).toBe(200);
  await feed.drain();
  const { id } = machine.application;
  const found = await log(`&actorId=${id}`);
  expect(found).toEqual([expect.objectContaining({ action: 'machine.token_issued' })]);
  expect(found[0]?.actor).toMatchObject({ type: 'application', id });
});

test('the note that admins keep about a tenant is not shown', async () => {
  const note = 'Pays late. Do not renew.';
  const patched = await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { description: note });
  expect(patched.status).toBe(200);
  await createUser(service, tenant);
  await feed.drain();
  const entries = await log();
  expect(entries.find(({ action }) => action === 'tenant.updated')).toMatchObject({ actor: BY_ADMIN });
  expect(JSON.stringify(entries)).not.toContain(note);
});
