// Tests the hooks of a resource: their order, what they may change, and that a scope narrows every action.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fail } from '../../../lib/contract/errors.ts';
import {
  belongsTo,
  dateTime,
  type Hooks,
  integer,
  reference,
  registry,
  resource,
  text,
} from '../../../lib/records/index.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { serveOwn, type Worker, worker } from '../../support/resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let owner: Worker;

/** What the hooks of this test do now. */
// biome-ignore lint/suspicious/noExplicitAny: hooks of a resource of the test's own
let hooks: any = {};
let called: string[] = [];
const NAMES: (keyof Hooks<never, never, never>)[] = [
  'beforeSave',
  'beforeCreate',
  'beforeUpdate',
  'afterSave',
  'afterCreate',
  'afterUpdate',
  'beforeFindMany',
  'beforeFindOne',
  'beforeCounts',
  'allowSoftDeleteFilter',
  'beforeMutate',
  'beforeDelete',
  'afterDelete',
  'beforeDeleteFromTrash',
  'afterDeleteFromTrash',
  'beforeRestore',
  'afterRestore',
  'beforeDeleteMany',
  'afterDeleteMany',
  'beforeDeleteFromTrashMany',
  'afterDeleteFromTrashMany',
  'beforeRestoreMany',
  'afterRestoreMany',
  'beforeReorder',
  'afterReorder',
];

const open = { read: null, create: null, update: null, delete: null, trash: null } as const;
const notes = resource({
  name: 'notes',
  singular: 'note',
  prefix: 'nte',
  description: 'Notes of a test.',
  fields: {
    title: text({ max: 40, description: 'A title.' }),
    team: text({ max: 40, optional: true, description: 'Who may change it.' }),
    parentId: reference('notes', { optional: true, description: 'Another note.' }),
    due: dateTime({ optional: true, description: 'A time.' }),
    secret: text({ max: 40, optional: true, hidden: true, description: 'Hidden.' }),
    grade: integer({ optional: true, writes: 'never', description: 'Set by hooks.' }),
  },
  relations: { parent: belongsTo('notes', 'parentId') },
  softDelete: true,
  reorder: true,
  permissions: open,
  hooks: Object.fromEntries(
    NAMES.map((name) => [
      name,
      (...args: unknown[]) => {
        called.push(name);
        return hooks[name]?.(...args);
      },
    ]),
  ),
});
const call = serveOwn(registry({ notes }));

const at = (method: string, path: string, body?: unknown) => call(owner, method, `/notes${path}`, { body });
const note = async (more: object = {}) => {
  const { status, body, text } = await at('POST', '', { title: 't', ...more });
  if (status !== 201) throw new Error(text);
  called = [];
  return body;
};

beforeAll(async () => {
  owner = await worker(service, []);
});
beforeEach(() => {
  hooks = {};
  called = [];
});

describe('the order of hooks', () => {
  test('of changes is that of the description of the component', async () => {
    const steps: [string, string, unknown, string[]][] = [];
    const step = async (method: string, path: string, body: unknown) => {
      called = [];
      const { status, text } = await at(method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
      steps.push([method, path, body, called]);
      return called;
    };
    expect(await step('POST', '', { title: 'x' })).toEqual(['beforeSave', 'beforeCreate', 'afterSave', 'afterCreate']);
    const { id } = await note();
    expect(await step('PUT', `/${id}`, { title: 'y' })).toEqual([
      'beforeMutate',
      'beforeSave',
      'beforeUpdate',
      'afterSave',
      'afterUpdate',
    ]);
    const both = [
      ['DELETE', `/${id}`, 'Delete'],
      ['PUT', `/${id}/restore`, 'Restore'],
      ['DELETE', `/delete/bulk?ids=${id}`, 'DeleteMany'],
      ['PUT', '/restore/bulk', 'RestoreMany'],
      ['PUT', '/reorder', 'Reorder'],
      ['DELETE', `/${id}`, 'Delete'],
      ['DELETE', `/${id}/trash`, 'DeleteFromTrash'],
    ] as const;
    for (const [method, path, name] of both) {
      const body = method === 'PUT' && !path.startsWith(`/${id}`) ? { ids: [id] } : undefined;
      expect(await step(method, path, body)).toEqual(['beforeMutate', `before${name}`, `after${name}`]);
    }
    const other = await note();
    await at('DELETE', `/${other.id}`);
    expect(await step('DELETE', `/trash/bulk?ids=${other.id}`, undefined)).toEqual([
      'beforeMutate',
      'beforeDeleteFromTrashMany',
      'afterDeleteFromTrashMany',
    ]);
  });

  test('of reads is one hook for each, and one more for the trash', async () => {
    const { id } = await note();
    const reads = [
      ['', ['beforeFindMany']],
      ['/get/all', ['beforeFindMany']],
      [`/${id}`, ['beforeFindOne']],
      ['/get/counts', ['beforeCounts']],
      ['?withDeleted=1', ['allowSoftDeleteFilter', 'beforeFindMany']],
    ] as const;
    for (const [path, expected] of reads) {
      called = [];
      await at('GET', path);
      expect([path, called]).toEqual([path, expected]);
    }
  });
});

describe('values of hooks', () => {
  test('are stored instead of those of the client, hidden and read-only fields included', async () => {
    hooks.beforeSave = (values: object) => ({ ...values, secret: 'from-hook', due: '2026-01-01T00:00:00Z' });
    hooks.beforeCreate = (values: object) => ({ ...values, grade: 7 });
    let seen: unknown;
    hooks.afterCreate = (row: unknown) => {
      seen = row;
    };
    const { status, body, text } = await at('POST', '', { title: 'x' });
    expect([status, body.grade, body.due]).toEqual([201, 7, '2026-01-01T00:00:00.000Z']);
    expect(text).not.toContain('from-hook');
    expect(seen).toMatchObject({ secret: 'from-hook', grade: 7 });
  });

  test.each([
    ['of the wrong type', { grade: 'x' }],
    ['of a field that does not exist', { nope: 1 }],
    ['that refer to no row', { parentId: 'nte_nope' }],
  ])('%s are a fault of the service, or refused, and nothing is stored', async (_, more) => {
    hooks.beforeCreate = (values: object) => ({ ...values, title: 'invalid', ...more });
    const { status } = await at('POST', '', { title: 'x' });
    expect(status).toBe('parentId' in more ? 400 : 500);
    hooks = {};
    expect((await at('GET', '/get/counts?filter={"where":{"title":"invalid"}}')).body).toEqual({ total: 0 });
  });

  test('are computed anew when the row was changed meanwhile', async () => {
    const { id } = await note({ title: '0' });
    let rounds = 0;
    hooks.beforeUpdate = async (values: object, _: unknown, before: { grade: number | null }) => {
      if (rounds++ === 0) {
        const outer = hooks;
        hooks = { beforeUpdate: (inner: object) => ({ ...inner, grade: 5 }) };
        await at('PUT', `/${id}`, { team: 'meanwhile' });
        hooks = outer;
      }
      return { ...values, grade: (before.grade ?? 0) + 1 };
    };
    const { body } = await at('PUT', `/${id}`, { title: '1' });
    expect(body).toMatchObject({ title: '1', team: 'meanwhile', grade: 6, version: 3 });
    expect(rounds).toBe(2);
  });
});

describe('a hook that throws', () => {
  test('before the change refuses it with its error of the catalogue', async () => {
    const { id } = await note();
    for (const name of ['beforeSave', 'beforeDelete', 'beforeDeleteMany', 'beforeReorder'])
      hooks[name] = () => fail('FORBIDDEN', { message: `${name} says no.` });
    const replies = [
      await at('PUT', `/${id}`, { title: 'x' }),
      await at('DELETE', `/${id}`),
      await at('DELETE', `/delete/bulk?ids=${id}`),
      await at('PUT', '/reorder', { ids: [id] }),
    ];
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
      [403, 'beforeSave says no.'],
      [403, 'beforeDelete says no.'],
      [403, 'beforeDeleteMany says no.'],
      [403, 'beforeReorder says no.'],
    ]);
    hooks = {};
    expect((await at('GET', `/${id}`)).body.version).toBe(1);
  });

  test('after the change leaves it stored and the reply as it is', async () => {
    for (const name of NAMES.filter((each) => each.startsWith('after')))
      hooks[name] = () => {
        throw new Error('late');
      };
    const { id } = await note();
    const replies = [
      await at('PUT', `/${id}`, { title: 'x' }),
      await at('PUT', '/reorder', { ids: [id] }),
      await at('DELETE', `/${id}`),
      await at('PUT', `/${id}/restore`),
      await at('DELETE', `/delete/bulk?ids=${id}`),
      await at('DELETE', `/${id}/trash`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await at('GET', `/${id}?withDeleted=1`)).status).toBe(404);
  });
});

describe('the scope of beforeMutate', () => {
  const outside = async () => {
    const [own, other] = [await note({ team: 'a' }), await note({ team: 'b' })];
    hooks.beforeMutate = () => ({ team: 'a', secret: { $isNull: true } });
    return [own.id, other.id] as [string, string];
  };

  test('hides other rows from every change of one row', async () => {
    const [own, other] = await outside();
    const changes = [
      ['PUT', '', { title: 'x' }],
      ['DELETE', '', undefined],
      ['DELETE', '/trash', undefined],
      ['PUT', '/restore', undefined],
    ] as const;
    for (const [method, path, body] of changes)
      expect(answerOf((await at(method, `/${other}${path}`, body)) as never)).toEqual(refusal('CRUD_NOT_FOUND'));
    expect((await at('PUT', `/${own}`, { title: 'x' })).status).toBe(200);
    hooks = {};
    expect((await at('GET', `/${other}`)).body.version).toBe(1);
  });

  test('T-27: leaves other rows out of every bulk change', async () => {
    const [own, other] = await outside();
    const affected: unknown[] = [];
    hooks.afterDeleteMany = (ids: unknown) => affected.push(ids);
    hooks.afterRestoreMany = (ids: unknown) => affected.push(ids);
    hooks.afterReorder = (ids: unknown) => affected.push(ids);
    const ids = [other, own];
    const bulk = ids.map((id) => ({ id, title: 'x' }));
    expect((await at('PUT', '/bulk', { bulk })).body.map(({ id }: { id: string }) => id)).toEqual([own]);
    await at('PUT', '/reorder', { ids });
    await at('DELETE', `/delete/bulk?ids=${other}&ids=${own}`);
    await at('PUT', '/restore/bulk', { ids });
    expect(affected).toEqual([[own], [own], [own]]);
    hooks = {};
    expect((await at('GET', `/${other}`)).body.version).toBe(1);
  });

  test('T-22: refuses a change that would move a row out of it, and stores nothing', async () => {
    const [own] = await outside();
    expect(answerOf((await at('PUT', `/${own}`, { team: 'b' })) as never)).toEqual(refusal('CRUD_NOT_FOUND'));
    const bulk = [{ id: own, team: null }];
    expect(answerOf((await at('PUT', '/bulk', { bulk })) as never)).toEqual(refusal('CRUD_NOT_FOUND'));
    expect((await at('GET', `/${own}`)).body).toMatchObject({ team: 'a', version: 1 });
  });

  test('may ask for related rows', async () => {
    const parent = await note();
    const [child, orphan] = [await note({ parentId: parent.id }), await note()];
    hooks.beforeMutate = () => ({ parent: { $exists: true } });
    expect((await at('PUT', `/${child.id}`, { title: 'x' })).status).toBe(200);
    expect((await at('PUT', `/${orphan.id}`, { title: 'x' })).status).toBe(404);
  });
});

describe('the scope of a read', () => {
  test('T-32: narrows lists, aggregates, counts and single rows, and a filter of the caller cannot widen it', async () => {
    const by = owner;
    owner = await worker(service, []);
    const [a, b] = [await note({ team: 'a' }), await note({ team: 'b' })];
    const scope = () => ({ team: 'a' });
    Object.assign(hooks, { beforeFindMany: scope, beforeFindOne: scope, beforeCounts: scope });
    const wide = encodeURIComponent(JSON.stringify({ $or: [{ team: 'a' }, { team: 'b' }] }));
    expect((await at('GET', `?where=${wide}`)).body).toEqual({ items: [a], total: 1 });
    expect((await at('GET', '?cursor=')).body).toEqual({ items: [a], next: null });
    expect((await at('GET', '/get/all')).body).toEqual([a]);
    expect((await at('GET', '/get/counts?groupByKey=team')).body).toEqual({
      total: 1,
      data: [{ count: 1, team: 'a' }],
    });
    expect([(await at('GET', `/${a.id}`)).status, (await at('GET', `/${b.id}`)).status]).toEqual([200, 404]);
    const posted = await call(owner, 'POST', '/notes', {
      body: { where: { team: 'b' } },
      headers: { 'x-http-method-override': 'GET' },
    });
    expect(posted.body).toEqual({ items: [], total: 0 });
    owner = by;
  });

  test('that is no filter is a fault of the service', async () => {
    hooks.beforeFindMany = () => ({ nope: 1 });
    expect((await at('GET', '')).status).toBe(500);
  });
});

test('allowSoftDeleteFilter drops the flags of callers who may not see the trash', async () => {
  const { id } = await note();
  await at('DELETE', `/${id}`);
  hooks.allowSoftDeleteFilter = () => false;
  expect((await at('GET', `/${id}?onlyDeleted=1`)).status).toBe(404);
  hooks.allowSoftDeleteFilter = () => true;
  expect((await at('GET', `/${id}?onlyDeleted=1`)).status).toBe(200);
});

test('beforeDeleteMany and its like may narrow the ids and cannot add any', async () => {
  const [a, b, c] = [await note(), await note(), await note()];
  hooks.beforeDeleteMany = (ids: string[]) => [ids[0], c.id];
  await at('DELETE', `/delete/bulk?ids=${a.id}&ids=${b.id}`);
  expect((await Promise.all([a, b, c].map(({ id }) => at('GET', `/${id}`)))).map(({ status }) => status)).toEqual([
    404, 200, 200,
  ]);
});

test('a hook learns who acts, in which tenant, by which action', async () => {
  let seen: unknown;
  hooks.beforeCreate = (_: unknown, context: unknown) => {
    seen = context;
  };
  await at('POST', '', { title: 'x' });
  expect(seen).toEqual({
    tenantId: owner.tenant.id,
    userId: expect.stringMatching(/^usr_/),
    action: 'create',
    permissions: [],
  });
});
