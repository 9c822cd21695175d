// Tests for each of the fifteen actions which right it needs, that it stays in the tenant, and what a declaration changes
// about its routes.
import { describe, expect, test } from '@jest/globals';
import { ACTIONS, type Action, ROUTES } from '../../../lib/records/declare/actions.ts';
import { registry, resource, text } from '../../../lib/records/index.ts';
import { answerOf, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { outcomes } from '../../support/race.ts';
import { permissionsOf, project, RIGHTS, serveOwn, type Worker, worker } from '../../support/resources.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();

const owner = prepared(() => worker(service));

let made = 0;
/** Calls an action about a row. */
function act(by: Worker, action: Action, id: string): Promise<Reply> {
  const { method, path } = ROUTES[action];
  const body = { name: 'x', slug: `rights-${++made}` };
  const bodies: Partial<Record<Action, unknown>> = {
    create: body,
    createMany: { bulk: [body] },
    update: { name: 'taken over' },
    updateMany: { bulk: [{ id, name: 'taken over' }] },
    reorder: { ids: ['other', id] },
    restoreMany: { ids: [id] },
  };
  const isBulkDeletion = action === 'deleteMany' || action === 'deleteFromTrashMany';
  return service.send(method, `/projects${path.replace('{id}', id)}${isBulkDeletion ? `?ids=${id}` : ''}`, {
    headers: { authorization: `Bearer ${by.tokens.accessToken}` },
    ...(bodies[action] === undefined ? {} : { body: bodies[action] }),
  });
}

describe('the right of an action', () => {
  test('is the only one that it needs', async () => {
    for (const right of RIGHTS) {
      const holder = await worker(service, permissionsOf(['projects'], [right]), owner.tenant);
      const others = permissionsOf(
        ['projects'],
        RIGHTS.filter((each) => each !== right),
      );
      const lacking = await worker(service, others, owner.tenant);
      for (const action of ACTIONS.filter((each) => ROUTES[each].right === right)) {
        const refused = await act(lacking, action, 'x');
        expect([action, ...answerOf(refused)]).toEqual([action, ...refusal('MISSING_REQUIRED_PERMISSIONS')]);
        expect([action, (await act(holder, action, 'x')).status]).not.toEqual([action, 403]);
      }
    }
  });

  test('of another resource does not count', async () => {
    const other = await worker(service, permissionsOf(['tasks']), owner.tenant);
    const replies = await Promise.all(ACTIONS.map((action) => act(other, action, 'x')));
    expect(outcomes(replies)).toEqual({ '403 MISSING_REQUIRED_PERMISSIONS': ACTIONS.length });
  });

  test('ends with the role', async () => {
    const user = await worker(service, permissionsOf(['projects'], ['read']));
    expect((await user.get('/projects')).status).toBe(200);
    const { body } = await service.admin('GET', `/auth/admin/api/roles?tenantId=${user.tenant.id}`);
    const role = body.data.find((each: { tenantId: string }) => each.tenantId === user.tenant.id);
    await service.admin('PATCH', `/auth/admin/api/roles/${role.id}`, { isActive: false });
    expect(answerOf(await user.get('/projects'))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  });
});

test.each(ACTIONS)('%s by a user of another tenant neither shows nor changes a row', async (action) => {
  const [live, trashed] = [await project(owner, { name: 'own-live' }), await project(owner, { name: 'own-trashed' })];
  await owner.delete(`/projects/${trashed.id}`);
  const before = await owner.get('/projects?withDeleted=true&take=200');
  const stranger = await worker(service);
  for (const { id } of [live, trashed]) {
    const reply = await act(stranger, action, id);
    expect(reply.text).not.toMatch(new RegExp(`own-live|own-trashed|${live.slug}|${owner.tenant.id}`));
  }
  expect((await owner.get('/projects?withDeleted=true&take=200')).text).toBe(before.text);
});

describe('a declaration', () => {
  const fields = { title: text({ max: 9, description: 'A title.' }) };
  const options = { description: 'Of a test.', fields, singular: 'thing' };
  const plain = resource({
    ...options,
    name: 'plain-things',
    prefix: 'plt',
    permissions: { read: null, create: null },
  });
  const few = resource({
    ...options,
    name: 'few-things',
    prefix: 'fwt',
    routes: { create: false, createMany: false, findAll: false },
    permissions: { read: 'things.see' },
  });
  const call = serveOwn(registry({ [plain.name]: plain, [few.name]: few }));

  test('without a trash deletes rows for good, and has no routes and parameters of a trash', async () => {
    const user = await worker(service, ['plain-things.delete']);
    const { body } = await call(user, 'POST', '/plain-things', { body: { title: 'x' } });
    expect(body).toEqual({
      id: expect.stringMatching(/^plt_/),
      title: 'x',
      version: 1,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    });
    const trash = await call(user, 'DELETE', `/plain-things/${body.id}/trash`);
    expect(trash.body.code).toBe('ROUTE_NOT_FOUND');
    expect((await call(user, 'GET', '/plain-things?withDeleted=1')).body.code).toBe('INVALID_INPUT');
    const deleted = await call(user, 'DELETE', `/plain-things/${body.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { success: true, message: 'Successfully deleted' }]);
    expect((await call(user, 'GET', `/plain-things/${body.id}`)).status).toBe(404);
  });

  test('with null for a permission gives the right to every user, and no other right', async () => {
    const user = await worker(service, []);
    expect((await call(user, 'GET', '/plain-things')).body).toEqual({ items: [], total: 0 });
    expect((await call(user, 'DELETE', '/plain-things/x')).body.code).toBe('MISSING_REQUIRED_PERMISSIONS');
  });

  test('names permissions and leaves out routes', async () => {
    const user = await worker(service, ['things.see', 'few-things.read']);
    expect((await call(user, 'GET', '/few-things')).status).toBe(200);
    const lacking = await worker(service, ['few-things.read']);
    expect((await call(lacking, 'GET', '/few-things')).status).toBe(403);
    const post = await call(user, 'POST', '/few-things', { body: { title: 'x' } });
    expect([post.status, post.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const read = await call(user, 'POST', '/few-things', { body: {}, headers: { 'x-method-override': 'GET' } });
    expect(read.status).toBe(200);
    expect((await call(user, 'GET', '/few-things/get/all')).body.code).toBe('ROUTE_NOT_FOUND');
  });
});
