// Makes calls of the example resources succeed.
import { permissionsOf, project, query, task, type Worker, worker } from '../../support/resources.ts';
import type { Tenant } from '../../support/service.ts';
import { asUser, type Call, newName, type Recipe, type Recipes, type World } from '../recipe.ts';

/** One user of each tenant, who may do everything. */
const workers = new WeakMap<Tenant, Promise<Worker>>();
function workerOf({ service, tenant }: World): Promise<Worker> {
  const known = workers.get(tenant) ?? worker(service, permissionsOf(['projects', 'tasks']), tenant);
  workers.set(tenant, known);
  return known;
}

const by =
  (prepare: (worker: Worker) => Promise<Omit<Call, 'headers'>>): Recipe =>
  async (world) => {
    const user = await workerOf(world);
    return { ...(await prepare(user)), ...asUser(user) };
  };

type Made = { id: string; projectId?: string };
/** What recipes need of a resource. `change` moves the row in its indexes, and changes what is unique. */
type Kind = { name: string; make: (by: Worker) => Promise<Made>; body: (like?: Made) => object; change: () => object };

const dueAt = '2026-05-04T03:02:01.000Z';
const PROJECTS: Kind = {
  name: 'projects',
  make: (by) => project(by),
  body: () => ({ name: newName(), slug: newName() }),
  change: () => ({ name: newName(), slug: newName(), dueAt }),
};
const TASKS: Kind = {
  name: 'tasks',
  make: async (by) => task(by, (await project(by)).id),
  body: (like) => ({ title: newName(), projectId: like?.projectId }),
  change: () => ({ title: newName(), dueAt }),
};

/** Has as many rows and entries in each run, so that each run writes the same. */
const several = async (user: Worker, { make }: Kind): Promise<Made[]> => [await make(user), await make(user)];
const idsOf = (rows: readonly Made[]): string[] => rows.map(({ id }) => id);
async function trashed(user: Worker, { name }: Kind, rows: readonly Made[]): Promise<string[]> {
  for (const { id } of rows) {
    const { status, text } = await user.delete(`/${name}/${id}`);
    if (status !== 200) throw new Error(`trash: ${text}`);
  }
  return idsOf(rows);
}

const withIds = (ids: readonly string[]): [string, string][] => ids.map((id) => ['ids', id]);
const parameters = (values: Record<string, unknown>): [string, string][] => [
  ...new URLSearchParams(query(values)).entries(),
];

function recipesOf(kind: Kind): Record<string, Recipes> {
  const { name, make, body, change } = kind;
  const one = (then: (id: string) => Omit<Call, 'headers' | 'params'> = () => ({})) =>
    by(async (user) => {
      const { id } = await make(user);
      return { params: { id }, ...then(id) };
    });
  const inTrash = by(async (user) => ({
    params: { id: (await trashed(user, kind, [await make(user)]))[0] as string },
  }));
  return {
    [`GET /${name}`]: {
      total: by(async (user) => {
        await make(user);
        return { query: { take: '2' } };
      }),
      index: by(async (user) => {
        await several(user, kind);
        return { query: parameters({ order: { dueAt: 'DESC' }, take: 2, cursor: '' }) };
      }),
      trash: by(async (user) => {
        await trashed(user, kind, [await make(user)]);
        return { query: parameters({ withDeleted: true, take: 2, cursor: '' }) };
      }),
    },
    [`GET /${name}/get/all`]: by(async (user) => {
      const ids = idsOf(await several(user, kind));
      return { query: parameters({ where: { id: { $in: ids } } }) };
    }),
    [`GET /${name}/get/counts`]: {
      all: by(async () => ({})),
      filter: by(async (user) => {
        const ids = idsOf(await several(user, kind));
        return { query: parameters({ filter: { where: { id: { $in: ids } } }, groupByKey: 'dueAt' }) };
      }),
    },
    [`GET /${name}/{id}`]: one(),
    [`POST /${name}`]: by(async (user) => ({ body: body(await make(user)) })),
    [`POST /${name}/bulk`]: by(async (user) => {
      const like = await make(user);
      return { body: { bulk: [body(like), body(like)] } };
    }),
    [`PUT /${name}/{id}`]: one(() => ({ body: change() })),
    [`PUT /${name}/bulk`]: by(async (user) => ({
      body: { bulk: idsOf(await several(user, kind)).map((id) => ({ id, ...change() })) },
    })),
    [`DELETE /${name}/{id}`]: one(),
    [`DELETE /${name}/delete/bulk`]: by(async (user) => ({ query: withIds(idsOf(await several(user, kind))) })),
    [`PUT /${name}/reorder`]: by(async (user) => ({ body: { ids: idsOf(await several(user, kind)) } })),
    [`DELETE /${name}/{id}/trash`]: inTrash,
    [`DELETE /${name}/trash/bulk`]: by(async (user) => ({
      query: withIds(await trashed(user, kind, await several(user, kind))),
    })),
    [`PUT /${name}/{id}/restore`]: inTrash,
    [`PUT /${name}/restore/bulk`]: by(async (user) => ({
      body: { ids: await trashed(user, kind, await several(user, kind)) },
    })),
  };
}

const related = by(async (user) => {
  const { id } = await project(user);
  await task(user, id, { hours: 3 });
  const aggregates = [{ fn: 'sum', field: 'tasks.hours', as: 'effort' }];
  return { query: parameters({ where: { id }, relations: ['tasks'], aggregates }) };
});

/** Reorder is left out of resources without an order: `operations` has no such route. */
export const recipes: Record<string, Recipes> = {
  ...recipesOf(TASKS),
  ...recipesOf(PROJECTS),
};
recipes['GET /projects'] = { ...(recipes['GET /projects'] as Record<string, Recipe>), related };
