// Attacks resources with sessions that are not, or no longer, those of a user with rights, and without a CSRF token.
import { describe, expect, test } from '@jest/globals';
import { methodOf, pathOf } from '../../../lib/contract/operation.ts';
import { ACTIONS } from '../../../lib/records/declare/actions.ts';
import { routeOf } from '../../../lib/records/declare/group.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, cookieSession, disable, giveRoles, refusal } from '../../support/api.ts';
import { enrol, pendingLogin } from '../../support/factors.ts';
import { newRole, ROLES } from '../../support/grants.ts';
import { cookieHeader, cookieOf, type Send } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { permissionsOf, project, type Worker, worker } from '../../support/resources.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();

const owner = prepared(() => worker(service));
const row = prepared(() => project(owner));

const BODIES: Partial<Record<(typeof ACTIONS)[number], (id: string) => object>> = {
  create: () => ({ name: 'x', slug: 'x' }),
  createMany: () => ({ bulk: [{ name: 'x', slug: 'x' }] }),
  update: () => ({ name: 'x' }),
  updateMany: (id) => ({ bulk: [{ id, name: 'x' }] }),
  reorder: (id) => ({ ids: [id] }),
  restoreMany: (id) => ({ ids: [id] }),
};

/** Calls all routes of a resource and returns the replies. */
async function everyRoute(headers: Record<string, string>, id: string = row.id) {
  const all = [];
  for (const action of ACTIONS) {
    const route = routeOf(resources.projects, action);
    const path = pathOf(route).replace('{id}', id) + (/(delete|trash)\/bulk/.test(route) ? `?ids=${id}` : '');
    const more: Send = { headers, body: BODIES[action]?.(id) };
    all.push(await service.send(methodOf(route), path, more));
  }
  all.push(await service.post('/projects', {}, { headers: { ...headers, 'x-http-method-override': 'GET' } }));
  return all;
}
const codesOf = async (headers: Record<string, string>) => [
  ...new Set((await everyRoute(headers)).map(({ body }) => body.code)),
];

describe('no route of a resource accepts', () => {
  test('the session of a login that has not proved its second factor', async () => {
    const person = await enrol(service, owner.tenant);
    const codes = await codesOf(bearer(await pendingLogin(service, person)));
    expect(codes).toEqual(['MFA_REQUIRED']);
  });

  test('the session of a user who must change the password', async () => {
    const user = await createUser(service, owner.tenant, { mustChangePassword: true });
    const { body } = await service.login({ tenant: owner.tenant, email: user.email, password: user.password });
    expect(await codesOf(bearer(body))).toEqual(['MUST_CHANGE_PASSWORD']);
  });

  test('the session of an admin, a refresh token, or no session', async () => {
    expect(await codesOf({ cookie: await service.adminCookie() })).toEqual(['NO_AUTH_PROVIDED']);
    expect(await codesOf(bearer(owner.tokens.refreshToken))).toEqual(['INVALID_TOKEN']);
    expect(await codesOf({})).toEqual(['NO_AUTH_PROVIDED']);
  });
});

describe('the next request is refused', () => {
  const read = async (by: Worker) => answerOf(await by.get('/projects'));

  test('after the user was switched off, and after the tenant was deleted', async () => {
    const [user, other] = [await worker(service), await worker(service)];
    expect([await read(user), await read(other)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    await disable(user);
    await service.admin('DELETE', `/auth/admin/api/tenants/${other.tenant.id}`);
    for (const by of [user, other]) {
      const [status] = await read(by);
      expect(status).toBe(401);
    }
  });

  test('after the role was deleted, taken away or switched off', async () => {
    const user = await worker(service, []);
    const permissions = permissionsOf(['projects'], ['read']);
    for (const end of ['delete', 'take', 'off']) {
      const role = await newRole(service, { tenantId: user.tenant.id, permissions });
      await giveRoles(user, [role.id]);
      expect(await read(user)).toEqual([200, undefined]);
      if (end === 'delete') await service.admin('DELETE', `${ROLES}/${role.id}`);
      if (end === 'take') await giveRoles(user, []);
      if (end === 'off') await service.admin('PATCH', `${ROLES}/${role.id}`, { isActive: false });
      expect([end, await read(user)]).toEqual([end, refusal('MISSING_REQUIRED_PERMISSIONS')]);
    }
  });
});

test('T-29: a user without rights gets one reply from every route, whether or not the row exists', async () => {
  const nobody = await worker(service, [], owner.tenant);
  const texts = async (id: string) => (await everyRoute(bearer(nobody.tokens), id)).map(({ text }) => text);
  const [known, unknown] = [await texts(row.id), await texts('prj_nope')];
  expect(unknown).toEqual(known);
  expect(new Set(known).size).toBe(1);
  expect(known[0]).toContain('MISSING_REQUIRED_PERMISSIONS');
});

test('T-29: a row of another tenant has the reply of a row that does not exist, on every route', async () => {
  const created = ['create', 'createMany', undefined];
  const texts = async (id: string) =>
    (await everyRoute(bearer((await worker(service)).tokens), id))
      .map(({ status, text }) => [status, text.replaceAll(id, 'ID')])
      .filter((_, at) => !created.includes(ACTIONS[at]));
  expect(await texts(row.id)).toEqual(await texts(`${row.id.slice(0, -4)}0000`));
});

describe('in cookie mode', () => {
  test('a change that another site asks for needs the CSRF token, and leaves the row as it was', async () => {
    const session = await cookieSession(service, owner);
    const cookie = cookieHeader(session);
    const before = (await owner.get(`/projects/${row.id}`)).text;
    for (const site of ['cross-site', 'same-site'])
      for (const [at, reply] of (await everyRoute({ cookie, 'sec-fetch-site': site })).entries()) {
        const action = ACTIONS[at];
        const isRead = action === undefined || ['findMany', 'findAll', 'counts', 'findOne'].includes(action);
        expect([site, action, reply.status]).toEqual([site, action, isRead ? 200 : 403]);
      }
    expect((await owner.get(`/projects/${row.id}`)).text).toBe(before);
    const token = cookieOf(session, 'svc_csrf') as string;
    const headers = { cookie, 'x-csrf-token': token };
    expect((await service.send('PUT', `/projects/${row.id}`, { headers, body: { name: 'ours' } })).status).toBe(200);
  });

  test('T-75: a form of another site changes nothing, in any encoding', async () => {
    const cookie = cookieHeader(await cookieSession(service, owner));
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      for (const raw of [
        '_method=GET&name=x&slug=form',
        '{"_method":"GET","name":"x","slug":"form"}',
        '{"name":"x","slug":"form"}',
      ]) {
        const headers = { cookie, origin: 'https://evil.example', 'content-type': type };
        const { status } = await service.send('POST', '/projects', { raw, headers });
        expect([403, 415]).toContain(status);
      }
    expect((await owner.get('/projects/get/counts?filter={"where":{"slug":"form"}}')).body).toEqual({ total: 0 });
  });
});

describe('T-72: a method override has no effect on', () => {
  const posts = operations.filter(({ route }) => methodOf(route) === 'POST' && !/^POST \/(projects|tasks)/.test(route));

  test.each(posts.map(({ route }) => [route]))('%s', async (route) => {
    const path = pathOf(route).replace(/\{[^}]+\}/g, 'nobody');
    const send = async (headers: Record<string, string | string[]>, more: object = {}) => {
      const reply = await service.send('POST', path, { headers, body: { tenantId: 'x', ...more } });
      return [reply.status, reply.body?.code, reply.body?.message];
    };
    const plain = await send({});
    const values = ['GET', 'DELETE', 'PUT', ['GET', 'GET'], 'GET, DELETE', 'get '];
    for (const value of values) {
      const [status, code] = await send({ 'x-http-method-override': value, 'x-method-override': 'GET' });
      // Limits count attempts, and this is one more.
      if (code !== 'RATE_LIMITED' && plain[1] !== 'RATE_LIMITED') expect([status, code]).toEqual(plain.slice(0, 2));
    }
  });

  test('each path of the service beside those of resources is none that a gateway takes a POST for', () => {
    expect(posts.length).toBeGreaterThan(20);
  });
});
