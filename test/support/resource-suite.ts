// Tests what every resource promises, from its declaration: `describeResource('projects')` in a file of
// test/api/resources. Tests of routes that the resource does not have are left out.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Action, ROUTES } from '../../lib/records/declare/actions.ts';
import { writesOf } from '../../lib/records/declare/fields.ts';
import { SYSTEM_FIELDS } from '../../lib/records/declare/resource.ts';
import { act, all, type Caller, caller, created, type Json, listPath, newBody, newPatch } from './resource-rows.ts';
import { useService } from './service.ts';

export function describeResource(name: string): void {
  const resource = all[name];
  if (!resource) throw new Error(`lib/records/resources has no ${name}`);
  const service = useService();
  let user: Caller;
  beforeAll(async () => {
    user = await caller(service, resource);
  });

  const testOf = (actions: readonly Action[], title: string, run: () => Promise<void>): void => {
    if (actions.every((action) => resource.routes.includes(action))) test(title, run);
  };
  const get = (parameters?: Json, as = user) => as.send('GET', listPath(resource, parameters));
  const find = (id: string, parameters?: Json) => user.send('GET', listPath(resource, parameters, `/${id}`));
  const only = (id: string) => ({ where: { id } });
  const done = { success: true, message: expect.any(String) };

  describe(`${name}: round trip`, () => {
    testOf(['create', 'findOne', 'findMany'], 'a row that was created is shown, listed and counted', async () => {
      const row = await created(user, resource);
      expect(row).toMatchObject({ id: expect.stringMatching(`^${resource.prefix}_`), version: 1 });
      expect((await find(row.id)).body).toEqual(row);
      expect((await get(only(row.id))).body).toEqual({ items: [row], total: 1 });
      const path = listPath(resource, { filter: only(row.id) }, '/get/counts');
      if (resource.routes.includes('counts')) expect((await user.send('GET', path)).body).toEqual({ total: 1 });
    });

    testOf(['create', 'update', 'findOne'], 'an update changes what it names and raises the version', async () => {
      const row = await created(user, resource);
      const patch = await newPatch(user, resource);
      const { status, body } = await user.send('PUT', `/${name}/${row.id}`, patch);
      expect([status, body]).toEqual([200, { ...row, ...patch, version: 2, updatedAt: expect.any(String) }]);
      expect((await find(row.id)).body).toEqual(body);
      const stale = { headers: { 'if-match': '1' } };
      expect((await user.send('PUT', `/${name}/${row.id}`, patch, stale)).body.code).toBe('CRUD_CONFLICT');
    });

    testOf(['create', 'delete', 'findOne', 'findMany'], 'a row that was deleted is not found', async () => {
      const { id } = await created(user, resource);
      expect((await user.send('DELETE', `/${name}/${id}`)).body).toEqual(done);
      expect((await find(id)).body.code).toBe('CRUD_NOT_FOUND');
      expect((await get(only(id))).body.total).toBe(0);
      expect((await user.send('DELETE', `/${name}/${id}`)).body.code).toBe('CRUD_NOT_FOUND');
    });

    testOf(
      ['delete', 'restore', 'deleteFromTrash'],
      'a row comes back from the trash, or is gone for good',
      async () => {
        const row = await created(user, resource);
        await user.send('DELETE', `/${name}/${row.id}`);
        const trash = { ...only(row.id), onlyDeleted: 'true' };
        expect((await get(trash)).body).toMatchObject({
          items: [{ id: row.id, deletedAt: expect.any(String) }],
          total: 1,
        });
        expect((await user.send('PUT', `/${name}/${row.id}/restore`)).body).toEqual(done);
        expect((await find(row.id)).body).toMatchObject({ id: row.id, deletedAt: null });
        expect((await user.send('DELETE', `/${name}/${row.id}/trash`)).body.code).toBe('CRUD_NOT_FOUND');
        await user.send('DELETE', `/${name}/${row.id}`);
        expect((await user.send('DELETE', `/${name}/${row.id}/trash`)).body).toEqual(done);
        expect((await get(trash)).body.total).toBe(0);
      },
    );

    testOf(['createMany', 'updateMany', 'deleteMany'], 'several rows are created, changed and deleted', async () => {
      const bulk = [await newBody(user, resource), await newBody(user, resource)];
      const made = await user.send('POST', `/${name}/bulk`, { bulk });
      expect([made.status, made.body.length]).toEqual([201, 2]);
      const ids: string[] = made.body.map(({ id }: { id: string }) => id);
      const patches = [
        { id: ids[1], ...(await newPatch(user, resource)) },
        { id: `${resource.prefix}_absent`, ...(await newPatch(user, resource)) },
      ];
      const changed = await user.send('PUT', `/${name}/bulk`, { bulk: patches });
      expect([changed.status, changed.body]).toMatchObject([200, [patches[0]]]);
      expect((await user.send('DELETE', `/${name}/delete/bulk?ids=${ids.join('&ids=')}`)).body).toEqual(done);
      expect((await get({ where: { id: { $in: ids } } })).body.total).toBe(0);
    });

    testOf(['reorder', 'findOne'], 'reorder gives rows their places', async () => {
      const rows = [await created(user, resource), await created(user, resource)];
      const ids = rows.map(({ id }) => id).reverse();
      expect((await user.send('PUT', `/${name}/reorder`, { ids })).body).toEqual(done);
      expect(await Promise.all(ids.map(async (id) => (await find(id)).body.order))).toEqual([0, 1]);
    });

    testOf(['create', 'findMany'], 'a query in a POST has the reply of the same query in a URL', async () => {
      const { id } = await created(user, resource);
      const query = { ...only(id), select: ['createdAt'] };
      const override = { headers: { 'x-http-method-override': 'GET' } };
      const posted = await user.send('POST', `/${name}`, query, override);
      expect([posted.status, posted.text]).toEqual([200, (await get(query)).text]);
    });

    const isUnique = Object.entries(resource.fields).filter(([, { options }]) => options.unique && !options.hidden);
    for (const [field] of isUnique) {
      testOf(['create', 'delete'], `no two rows have the same ${field}, those in the trash included`, async () => {
        const row = await created(user, resource);
        const body = { ...(await newBody(user, resource)), [field]: row[field] };
        expect((await user.send('POST', `/${name}`, body)).body.code).toBe('CRUD_CONFLICT');
        await user.send('DELETE', `/${name}/${row.id}`);
        const { status } = await user.send('POST', `/${name}`, body);
        expect(status).toBe(resource.softDelete ? 409 : 201);
      });
    }
  });

  describe(`${name}: tenants and rights`, () => {
    test.each(resource.routes)('%s reaches no row of another tenant', async (action) => {
      const stranger = await caller(service, resource);
      const row = await created(user, resource);
      const isInTrash = ROUTES[action].right === 'trash';
      if (isInTrash) await user.send('DELETE', `/${name}/${row.id}`);
      const before = (await find(row.id, isInTrash ? { onlyDeleted: 'true' } : {})).text;
      const { text, status } = await act(stranger, resource, action, row.id);
      expect(before).toContain(row.id);
      expect(text).not.toContain(row.id);
      if (ROUTES[action].path.includes('{id}')) expect(status).toBe(404);
      expect((await find(row.id, isInTrash ? { onlyDeleted: 'true' } : {})).text).toBe(before);
      expect((await get({ ...only(row.id) }, stranger)).body).toEqual({ items: [], total: 0 });
    });

    test.each(resource.routes)('%s needs a session, and its right and no other', async (action) => {
      const { right, method, path } = ROUTES[action];
      const row = await created(user, resource);
      const anonymous = await service.send(method, `/${name}${path.replace('{id}', row.id)}`);
      expect([anonymous.status, anonymous.body.code]).toEqual([401, 'NO_AUTH_PROVIDED']);
      if (resource.permissions[right] === null) return;
      const others = (['read', 'create', 'update', 'delete', 'trash'] as const).filter((each) => each !== right);
      const refused = await act(await caller(service, resource, others), resource, action, row.id);
      expect([refused.status, refused.body.code]).toEqual([403, 'MISSING_REQUIRED_PERMISSIONS']);
      const admitted = await act(await caller(service, resource, [right]), resource, action, row.id);
      expect([200, 201, 404]).toContain(admitted.status);
    });

    if (resource.softDelete && resource.permissions.trash !== null) {
      testOf(['findMany'], 'the trash is shown only to those with its right', async () => {
        const reader = await caller(service, resource, ['read']);
        for (const flag of ['withDeleted', 'onlyDeleted'])
          expect((await get({ [flag]: 'true' }, reader)).body.code).toBe('MISSING_REQUIRED_PERMISSIONS');
      });
    }
  });

  describe(`${name}: input`, () => {
    const hidden = Object.keys(resource.fields).filter((field) => resource.fields[field]?.options.hidden);
    /** A field in each place of a query that takes one. */
    const naming = (field: string): Json[] => [
      { where: { [field]: 'x' } },
      { where: { $or: [{ id: 'x' }, { [field]: { $isNull: true } }] } },
      { order: { [field]: 'ASC' } },
      { select: [field] },
      { relations: [field] },
      { aggregates: [{ fn: 'count', field, as: 'x' }] },
    ];

    for (const field of hidden) {
      testOf(
        ['findMany'],
        `a query that names ${field}, which is hidden, has the reply of one without meaning`,
        async () => {
          const unknown = naming('noSuchField');
          for (const [at, query] of naming(field).entries()) {
            const replies = [await get(query), await get(unknown[at])].map(({ status, body }) => ({ status, ...body }));
            expect(replies[0]).toMatchObject({ status: 400, code: 'CRUD_INVALID_FIELD' });
            expect(replies[0]).toEqual(replies[1]);
          }
        },
      );
    }

    test('T-01: hidden fields are in no reply', async () => {
      const id = (await created(user, resource)).id;
      const texts: string[] = [];
      for (const action of resource.routes) texts.push((await act(user, resource, action, id)).text);
      const secrets = hidden.filter((field) => writesOf(resource.fields[field] as never) !== 'never');
      const body = await newBody(user, resource);
      texts.push((await user.send('POST', `/${name}`, body)).text);
      for (const text of texts) {
        for (const field of hidden) expect(text).not.toContain(`"${field}"`);
        for (const field of secrets) expect(text).not.toContain(JSON.stringify(body[field]));
      }
    });

    testOf(['create', 'update', 'findOne'], 'a body with a field that clients do not write is refused', async () => {
      const row = await created(user, resource);
      const readOnly = Object.keys(resource.fields).filter(
        (each) => writesOf(resource.fields[each] as never) === 'never',
      );
      const body = await newBody(user, resource);
      for (const field of ['noSuchField', ...SYSTEM_FIELDS, ...readOnly, ...Object.keys(resource.relations)]) {
        const posted = await user.send('POST', `/${name}`, { ...body, [field]: row.id });
        expect([field, posted.status, posted.body.code]).toEqual([field, 400, 'INVALID_INPUT']);
        const put = await user.send('PUT', `/${name}/${row.id}`, { [field]: row.id });
        expect([field, put.status, put.body.code]).toEqual([field, 400, 'INVALID_INPUT']);
      }
      expect((await find(row.id)).body).toEqual(row);
    });

    /** What a read refuses, with the parameters that each of them has. */
    const bad: [Action, Json, string][] = [
      ...naming('noSuchField').map((query): [Action, Json, string] => ['findMany', query, 'CRUD_INVALID_FIELD']),
      ...(['findMany', 'findAll', 'findOne', 'counts'] as const).map((action): [Action, Json, string] => [
        action,
        { noSuchParameter: '1' },
        'INVALID_INPUT',
      ]),
      ...(['findMany', 'findAll'] as const).flatMap((action): [Action, Json, string][] => [
        [action, { where: '{' }, 'CRUD_INVALID_JSON'],
        [action, { where: { noSuchField: 1 } }, 'CRUD_INVALID_FIELD'],
        [action, { where: { id: { $regex: 'x' } } }, 'CRUD_INVALID_OPERATOR'],
        [action, { where: { id: { $in: [] } } }, 'CRUD_INVALID_OPERAND'],
        [action, { take: '0' }, 'INVALID_INPUT'],
        [action, { take: '100000' }, 'CRUD_PAGE_TOO_LARGE'],
      ]),
      ...(['findMany', 'findAll', 'findOne'] as const).map((action): [Action, Json, string] => [
        action,
        { relations: ['a', 'b', 'c', 'd', 'e', 'f'] },
        'CRUD_QUERY_TOO_COMPLEX',
      ]),
      ['findOne', { select: ['noSuchField'] }, 'CRUD_INVALID_FIELD'],
      ['findOne', { where: { id: 'x' } }, 'INVALID_INPUT'],
      ['counts', { filter: '{' }, 'CRUD_INVALID_JSON'],
      ['counts', { filter: { where: { noSuchField: 1 } } }, 'CRUD_INVALID_FIELD'],
      ['counts', { filter: { where: { id: { $in: [] } } } }, 'CRUD_INVALID_OPERAND'],
      ['counts', { filter: { where: { id: { $regex: 'x' } } } }, 'CRUD_INVALID_OPERATOR'],
      ['counts', { filter: { where: { $and: Array(51).fill({ id: 'x' }) } } }, 'CRUD_QUERY_TOO_COMPLEX'],
      ['counts', { groupByKey: 'noSuchField' }, 'CRUD_INVALID_FIELD'],
    ];
    const reads = resource.routes.filter((action) => ROUTES[action].method === 'GET');
    test.each(reads)(
      '%s in a POST refuses a body that is no JSON, has another type or is too large',
      async (action) => {
        const override = { 'x-http-method-override': 'GET' };
        const path = `/${name}${ROUTES[action].path.replace('{id}', 'x')}`;
        const post = (raw: string, headers = {}) =>
          user.send('POST', path, undefined, { raw, headers: { ...override, ...headers } });
        expect((await post('{')).body.code).toBe('INVALID_JSON');
        expect((await post('{}', { 'content-type': 'text/plain' })).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
        expect((await post(JSON.stringify({ where: 'x'.repeat(2 ** 20) }))).body.code).toBe('PAYLOAD_TOO_LARGE');
      },
    );

    const asked = bad.filter(([action]) => resource.routes.includes(action));
    test.each(asked)('%s refuses %j', async (action, query, code) => {
      const path = ROUTES[action].path.replace('{id}', 'x');
      const { status, body } = await user.send('GET', listPath(resource, query, path));
      expect([status, body.code]).toEqual([400, code]);
    });
  });
}
