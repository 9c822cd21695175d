// Threat: an admin of one tenant reads or changes another one: by id, cursor, search, filter, count or reference.
// Every call is confined to the admin's tenants before it runs, and what is outside does not exist for it.
import { describe, expect, test } from '@jest/globals';
import { createUser, idsOf } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { type ScopedAdmin, scopedAdmin } from '../../support/scoped-admins.ts';
import { newEmail, newPassword, prepared, type Tenant, unique, useService } from '../../support/service.ts';

const API = '/auth/admin/api';
const service = useService({}, { changeFeed: true });
const word = unique('shared').replace('-', '');
type Side = { tenant: Tenant; users: Awaited<ReturnType<typeof createUser>>[]; role: string };

const created = async (path: string, body: unknown, noun: string) => {
  const reply = await service.admin('POST', `${API}/${path}`, body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body[noun];
};
const side = async (): Promise<Side> => {
  const tenant = await service.tenant();
  const permission = await created('permissions', { name: `${unique('p')}.read` }, 'permission');
  const role = await created('roles', { name: word, tenantId: tenant.id, permissions: [permission.name] }, 'role');
  const users = [];
  for (const _ of [1, 2, 3])
    users.push(await createUser(service, tenant, { metadata: { name: `Ada ${word}` }, roleIds: [role.id] }));
  return { tenant, users, role: role.id };
};
const own = prepared(() => side());
const foreign = prepared(() => side());
const operator = prepared(() => scopedAdmin(service, 'operator', [own.tenant.id]));

/** What names the other tenant: its id, and every id that contains it. */
const trace = () => new RegExp(foreign.tenant.id.slice(4));

describe('lists, searches and counts', () => {
  test.each([
    ['no filter', () => ''],
    ['a search', () => `?search=${word}`],
    ['a role that both tenants have', () => `?roleName=${word}`],
    ['a search in a role', () => `?roleName=${word}&search=${word}`],
    ['an empty tenant', () => '?tenantId='],
    ['its own tenant', () => `?tenantId=${own.tenant.id}`],
  ])('contain users of its tenant alone: %s', async (_, query) => {
    const { status, body, text } = await operator.get(`${API}/users${query()}`);
    expect(status).toBe(200);
    expect(idsOf({ body }).sort()).toEqual(own.users.map(({ id }) => id).sort());
    expect(body.meta).toMatchObject({ total: 3, totalPages: 1, totalCapped: false, nextCursor: null });
    expect(text).not.toMatch(trace());
  });

  test.each([
    ['a search for the address of a user of another tenant', () => `?search=${foreign.users[0]?.email}`],
    ['another tenant', () => `?tenantId=${foreign.tenant.id}`],
    ['another tenant and a search', () => `?tenantId=${foreign.tenant.id}&search=${word}`],
  ])('are empty, as for a tenant that does not exist: %s', async (_, query) => {
    const reply = await operator.get(`${API}/users${query()}`);
    const absent = await operator.get(`${API}/users${query().replace(/ten_\w+/, `ten_${'x'.repeat(22)}`)}`);
    expect(reply.body).toMatchObject({ data: [], meta: { total: 0 } });
    expect(reply.text).toBe(absent.text);
  });

  test('respond to the name of another tenant once, as they do to each parameter that is repeated', async () => {
    for (const more of [`tenantId=${own.tenant.id}`, 'tenantId[]=x', 'tenantID=x'])
      expect(answerOf(await operator.get(`${API}/users?tenantId=${foreign.tenant.id}&${more}`))).toEqual(
        refusal('INVALID_INPUT'),
      );
  });

  test('list its tenant, and the roles of it and of all tenants', async () => {
    expect(idsOf(await operator.get(`${API}/tenants`))).toEqual([own.tenant.id]);
    const everywhere = await created('roles', { name: unique('all') }, 'role');
    const roles = idsOf(await operator.get(`${API}/roles`));
    expect(roles).toEqual(expect.arrayContaining([own.role, everywhere.id]));
    expect(roles).not.toContain(foreign.role);
    expect(idsOf(await operator.get(`${API}/roles?tenantId=${foreign.tenant.id}`))).not.toContain(foreign.role);
  });

  test('count the users, roles and sign-ups of its tenant', async () => {
    const { stats, activityData } = (await operator.get(`${API}/stats`)).body;
    expect(stats).toEqual({
      totalUsers: 3,
      activeUsers: 3,
      verifiedUsers: 0,
      totalRoles: 1,
      totalTenants: 1,
      recentSignups: 3,
    });
    expect(activityData.at(-1).users).toBe(3);
    const { body } = await operator.get(`${API}/stats?tenantId=${foreign.tenant.id}`);
    expect(Object.values(body.stats)).toEqual([0, 0, 0, 0, 0, 0]);
    // Failed logins at tenants that do not exist are counted.
    const absent = { id: `ten_${'x'.repeat(22)}`, slug: '', name: '' };
    await service.login({ tenant: absent, email: newEmail(), password: newPassword() });
    const { totals } = (await operator.get(`${API}/activity?tenantId=${foreign.tenant.id}`)).body;
    expect(totals).toEqual({ signUps: 0, signIns: 0, failedSignIns: 0 });
  });
});

describe('cursors', () => {
  test('continue the list that they come from, and no list of another tenant or admin', async () => {
    const both = await scopedAdmin(service, 'support', [own.tenant.id, foreign.tenant.id]);
    const path = (tenant: Tenant, cursor = '') => `${API}/users?limit=1&tenantId=${tenant.id}${cursor}`;
    const cursorOf = async (who: ScopedAdmin, tenant: Tenant) =>
      `&cursor=${(await who.get(path(tenant))).body.meta.nextCursor}`;
    const cursor = await cursorOf(both, foreign.tenant);
    expect((await both.get(path(foreign.tenant, cursor))).body.data).toHaveLength(1);
    expect(answerOf(await both.get(path(own.tenant, cursor)))).toEqual(refusal('CURSOR_INVALID'));
    expect(answerOf(await operator.get(path(own.tenant, cursor)))).toEqual(refusal('CURSOR_INVALID'));
    expect(answerOf(await operator.get(path(foreign.tenant, cursor)))).toEqual(refusal('CURSOR_INVALID'));
    // The same admin, after the tenant was taken away.
    await service.admin('PATCH', `/auth/admin/admins/${both.id}`, { tenants: [own.tenant.id] });
    expect(answerOf(await both.get(path(foreign.tenant, cursor)))).toEqual(refusal('CURSOR_INVALID'));
    expect(answerOf(await both.get(`${API}/users?limit=1${cursor}`))).toEqual(refusal('CURSOR_INVALID'));
  });
});

describe('references', () => {
  test('give no role of another tenant, in any field', async () => {
    const user = { email: newEmail(), password: newPassword(), tenantId: own.tenant.id };
    const path = `${API}/users/${own.users[0]?.id}`;
    const roles = [foreign.role];
    for (const [method, at, body] of [
      ['POST', `${API}/users`, user],
      ['PATCH', path, {}],
    ] as const) {
      expect(answerOf(await operator.send(method, at, { ...body, roleIds: roles }))).toEqual(refusal('ROLE_NOT_FOUND'));
      const inOwn = [{ tenantId: own.tenant.id, roleIds: roles }];
      expect(answerOf(await operator.send(method, at, { ...body, tenantRoles: inOwn }))).toEqual(
        refusal('ROLE_NOT_FOUND'),
      );
      const inOther = [{ tenantId: foreign.tenant.id, roleIds: roles }];
      expect(answerOf(await operator.send(method, at, { ...body, tenantRoles: inOther }))).toEqual(
        refusal('TENANT_NOT_FOUND'),
      );
    }
  });

  test('reach nothing of a user of another tenant below one of its own', async () => {
    const [mine, theirs] = [own.users[1], foreign.users[1]];
    const login = await service.login({ tenant: foreign.tenant, email: theirs!.email, password: theirs!.password });
    const session = (await service.admin('GET', `${API}/users/${theirs?.id}/sessions`)).body.data[0].id;
    const path = `${API}/users/${mine?.id}/sessions/${session}`;
    expect(answerOf(await operator.send('DELETE', path))).toEqual(refusal('USER_SESSION_NOT_FOUND'));
    const headers = { authorization: `Bearer ${login.body.accessToken}` };
    expect((await service.get('/auth/me', { headers })).status).toBe(200);
  });

  test('make no role of another tenant or of all, and change none', async () => {
    const names = () => ({ name: unique('role') });
    const make = (more: object) => operator.send('POST', `${API}/roles`, { ...names(), ...more });
    expect(answerOf(await make({ tenantId: foreign.tenant.id }))).toEqual(refusal('TENANT_NOT_FOUND'));
    expect(answerOf(await make({ tenantId: null }))).toEqual(refusal('FORBIDDEN'));
    expect(answerOf(await make({ tenantId: own.tenant.id, isSystem: true }))).toEqual(refusal('FORBIDDEN'));
    const everywhere = await created('roles', names(), 'role');
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? names() : undefined;
      expect(answerOf(await operator.send(method, `${API}/roles/${everywhere.id}`, body))).toEqual(
        refusal('FORBIDDEN'),
      );
      expect(answerOf(await operator.send(method, `${API}/roles/${foreign.role}`, body))).toEqual(
        refusal('ROLE_NOT_FOUND'),
      );
    }
  });

  test('give only permissions that users of the tenant can have already', async () => {
    const hidden = `${unique('p')}.read`;
    await created('permissions', { name: hidden }, 'permission');
    const make = (permissions: string[]) =>
      operator.send('POST', `${API}/roles`, { name: unique('role'), tenantId: own.tenant.id, permissions });
    const unknown = await make([`${unique('p')}.read`]);
    expect(answerOf(unknown)).toEqual(refusal('ROLE_PERMISSION_VALIDATION_FAILED'));
    expect((await make([hidden])).text).toBe(unknown.text);
    expect((await operator.send('PATCH', `${API}/roles/${own.role}`, { permissions: [hidden] })).text).toBe(
      unknown.text,
    );
    // Only an admin of the deployment can activate it.
    const everywhere = await created('roles', { name: unique('all'), permissions: [hidden], isActive: false }, 'role');
    expect((await make([hidden])).text).toBe(unknown.text);
    await service.admin('PATCH', `${API}/roles/${everywhere.id}`, { isActive: true });
    expect((await make([hidden])).status).toBe(201);
  });
});

test('nothing of another tenant is in any response, with its ids in every path', async () => {
  const ids = [foreign.tenant.id, foreign.role, foreign.users[0]?.id as string];
  const paths = [
    'users/@',
    'users/@/sessions',
    'roles/@',
    'tenants/@',
    'tenants/@/logo',
    'permissions/@',
    'applications/@',
  ];
  for (const path of paths) {
    for (const id of ids) {
      for (const method of ['GET', 'PATCH', 'DELETE', 'PUT', 'POST']) {
        const reply = await operator.send(method, `${API}/${path.replace('@', id)}`, method === 'GET' ? undefined : {});
        expect([path, method, reply.status < 400]).toEqual([path, method, false]);
        expect(reply.status).toBeLessThan(500);
        expect(reply.text).not.toMatch(trace());
      }
    }
  }
  const { users } = foreign;
  for (const { id } of users) expect((await service.admin('GET', `${API}/users/${id}`)).status).toBe(200);
});

test('a change of the tenants counts on the next request, and ends no session', async () => {
  const auditor = await scopedAdmin(service, 'auditor', [own.tenant.id]);
  const listed = async () => idsOf(await auditor.get(`${API}/tenants`));
  expect(await listed()).toEqual([own.tenant.id]);
  await service.admin('PATCH', `/auth/admin/admins/${auditor.id}`, { tenants: [foreign.tenant.id] });
  expect(await listed()).toEqual([foreign.tenant.id]);
  expect(answerOf(await auditor.get(`${API}/users/${own.users[0]?.id}`))).toEqual(refusal('USER_NOT_FOUND'));
});
