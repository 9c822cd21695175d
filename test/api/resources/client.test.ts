// Uses resources through the client, as an application would: rows, pages, long queries, versions, cookies.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from '../../../lib/packages/client/node.ts';
import { query } from '../../../lib/packages/client/query.ts';
import { resourcesOf } from '../../../lib/packages/client/resources.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { holder, PERMISSIONS } from '../../support/grants.ts';
import { type User, unique, useService } from '../../support/service.ts';

const service = useService();
let user: User;
beforeAll(async () => {
  const permissions = Object.values(resources).flatMap((each) => Object.values(each.permissions) as string[]);
  for (const name of permissions) await service.admin('POST', PERMISSIONS, { name });
  user = (await holder(service, permissions)).user;
});

/** The resources for the user, and the methods of the requests that were sent. */
async function connected(delivery?: 'cookie') {
  const methods: string[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    delivery,
    fetch: (input, init) => {
      methods.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
  });
  const { tenant, email, password } = user;
  await client.authentication.login({ tenantId: tenant.id, credentials: { email, password } });
  methods.length = 0;
  return { ...typed(client), methods };
}
const typed = (client: ReturnType<typeof createClient>) => {
  const { projects, tasks } = resourcesOf<typeof resources>(client);
  return { projects, tasks };
};
const named = (name: string) => ({ name, slug: unique('site') });

describe('resources in the client', () => {
  test('rows have what the query asks for', async () => {
    const { projects, tasks } = await connected();
    const name = unique('Site');
    const [site, page] = await projects.createMany([{ ...named(name), dueAt: new Date(0) }, named(name)]);
    await tasks.createMany([
      { projectId: site?.id ?? '', title: 'Draw', hours: 3 },
      { projectId: site?.id ?? '', title: 'Build', hours: 5, isDone: true },
    ]);
    const found = await projects.findMany({
      where: { name, 'tasks.hours': { $gt: 1 } },
      select: ['name'],
      relations: { tasks: { select: ['title'], where: { isDone: false } }, 'tasks.project': { select: ['dueAt'] } },
      aggregates: [{ fn: 'sum', field: 'tasks.hours', as: 'hours' }],
      having: { hours: { $gte: 8 } },
      order: { hours: 'DESC' },
    });
    const task = {
      id: expect.any(String),
      title: 'Draw',
      project: { id: site?.id, dueAt: '1970-01-01T00:00:00.000Z' },
    };
    expect(found).toEqual({ items: [{ id: site?.id, name, tasks: [task], hours: 8 }], total: 1 });

    const built = query<typeof resources, 'projects'>()
      .where({ name })
      .where((group) => group.where('dueAt', null).orWhere('id', [site?.id ?? '']))
      .addOrder('id', 'DESC')
      .addSelect('name');
    const ids = (await projects.findMany(built.toObject())).items.map(({ id }) => id);
    expect(ids).toEqual([page?.id, site?.id]);
    expect(await projects.counts({ filter: { where: { name } }, groupByKey: ['name', 'status'] })).toEqual({
      total: 2,
      data: [{ count: 2, name, status: 'planned' }],
    });
    expect(await projects.findAll({ where: { name }, select: ['slug'] })).toHaveLength(2);
    expect((await tasks.findOne((await tasks.findAll({ take: 1 }))[0]?.id ?? '', { select: ['title'] })).title).toBe(
      'Draw',
    );
  });

  test('every row is yielded once, page by page', async () => {
    const { projects, methods } = await connected();
    const name = unique('Page');
    const made = await projects.createMany(Array.from({ length: 7 }, () => named(name)));
    methods.length = 0;
    const ids: string[] = [];
    for await (const { id } of projects.rows({ where: { name }, order: { name: 'ASC' }, take: 3 })) ids.push(id);
    expect(ids.sort()).toEqual(made.map(({ id }) => id).sort());
    expect(methods).toEqual(Array(3).fill('GET /projects'));
  });

  test.each([undefined, 'cookie'] as const)(
    'a query longer than a URL has the same rows (delivery: %s)',
    async (delivery) => {
      const { projects, methods } = await connected(delivery);
      const { id } = await projects.create(named('Long'));
      const ids = [id, ...Array.from({ length: 150 }, (_, at) => `${id.slice(0, -3)}${String(at).padStart(3, '0')}`)];
      methods.length = 0;
      const where = { id: { $in: ids } };
      const { items, total } = await projects.findMany({ where, select: ['name'] });
      expect(items).toContainEqual({ id, name: 'Long' });
      expect(total).toBe(items.length);
      expect(await projects.findAll({ where, select: ['name'] })).toEqual(items);
      expect(await projects.counts({ filter: { where } })).toEqual({ total });
      expect(methods).toEqual(['POST /projects', 'POST /projects/get/all', 'POST /projects/get/counts']);
    },
  );

  test('an update with the version of another change is refused', async () => {
    const { projects } = await connected();
    const { id, version } = await projects.create(named('Versions'));
    await projects.update(id, { budget: 1 }, { ifVersion: version });
    await expect(projects.update(id, { budget: 2 }, { ifVersion: version })).rejects.toMatchObject({
      code: 'CRUD_CONFLICT',
      statusCode: 409,
    });
    expect((await projects.update(id, { budget: 3 })).version).toBe(3);
  });

  test('a row goes to the trash and back, with cookies as well', async () => {
    const { projects } = await connected('cookie');
    const { id } = await projects.create(named('Trash'));
    expect(await projects.delete(id)).toEqual({ success: true, message: 'Successfully deleted' });
    expect((await projects.findMany({ where: { id }, onlyDeleted: true })).total).toBe(1);
    expect(await projects.restoreMany([id])).toEqual({ success: true, message: 'Successfully restored' });
    expect(await projects.reorder([id])).toEqual({ success: true, message: 'Successfully reordered' });
    expect((await projects.findOne(id)).order).toBe(0);
    await projects.deleteMany([id]);
    await projects.deleteFromTrashMany([id]);
    await expect(projects.findOne(id, { withDeleted: true })).rejects.toMatchObject({ code: 'CRUD_NOT_FOUND' });
    expect(await projects.deleteMany([])).toEqual({ success: true, message: 'No items to delete' });
  });
});
