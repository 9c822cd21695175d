// Creates generated rows through the service, trashes and orders some, and returns them as replies must show them.
import type { Reply } from '../../support/http.ts';
import type { Population, Row, Rows } from './rows.ts';
import type { TableName } from './tables.ts';

export type Api = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Rows in one request. A transaction holds 100 writes; a row with its indexes and claims is four or five. */
const BULK = 15;
const SYSTEM = ['id', 'createdAt', 'updatedAt', 'deletedAt', 'version'];
const DEFAULTS = {
  projects: { status: 'planned', budget: null, isPublic: false, dueAt: null, tags: [] },
  tasks: { isDone: false, hours: null, dueAt: null },
};

/** Stores the rows. What clients sent comes from the population; ids, times and versions come from the service. */
export async function storePopulation(api: Api, { projects, tasks }: Population): Promise<Rows> {
  const projectIds = await createAll(
    api,
    'projects',
    projects.map(({ body }) => body),
  );
  const bodies = tasks.map(({ body, project }) => ({ ...body, projectId: projectIds[project]! }));
  const taskIds = await createAll(api, 'tasks', bodies);
  const ordered = projectIds.filter((_, at) => projects[at]!.isReordered && !projects[at]!.isTrashed);
  await ok(api('PUT', '/projects/reorder', { ids: ordered }));
  await trashAll(
    api,
    'tasks',
    taskIds.filter((_, at) => tasks[at]!.isTrashed),
  );
  await trashAll(
    api,
    'projects',
    projectIds.filter((_, at) => projects[at]!.isTrashed),
  );

  const order = new Map(ordered.map((id, at) => [id, at]));
  const shown = { projects: await listAll(api, 'projects'), tasks: await listAll(api, 'tasks') };
  const row = (table: TableName, id: string, values: object, isTrashed: boolean): Row => {
    const stored = shown[table].get(id);
    if (!stored || (stored.deletedAt !== null) !== isTrashed) throw new Error(`${id} is not as it was stored`);
    const system = Object.fromEntries(SYSTEM.map((name) => [name, stored[name]]));
    return { ...system, ...DEFAULTS[table], ...values } as unknown as Row;
  };
  return {
    projects: projects.map(({ body, isTrashed }, at) =>
      row('projects', projectIds[at]!, { ...body, order: order.get(projectIds[at]!) ?? 0 }, isTrashed),
    ),
    tasks: bodies.map((body, at) => row('tasks', taskIds[at]!, body, tasks[at]!.isTrashed)),
  };
}

async function createAll(api: Api, table: TableName, bodies: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < bodies.length; from += BULK) {
    const { body } = await ok(api('POST', `/${table}/bulk`, { bulk: bodies.slice(from, from + BULK) }));
    ids.push(...(body as Row[]).map(({ id }) => id));
  }
  return ids;
}

async function trashAll(api: Api, table: TableName, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BULK) {
    const search = new URLSearchParams(ids.slice(from, from + BULK).map((id) => ['ids', id]));
    await ok(api('DELETE', `/${table}/delete/bulk?${search}`));
  }
}

async function listAll(api: Api, table: TableName): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let skip = 0; ; skip += 200) {
    const { body } = await ok(api('GET', `/${table}?withDeleted=true&take=200&skip=${skip}`));
    for (const row of body.items as Row[]) rows.set(row.id, row);
    if (rows.size >= body.total || body.items.length === 0) return rows;
  }
}

async function ok(reply: Promise<Reply>): Promise<Reply> {
  const received = await reply;
  if (received.status >= 300) throw new Error(`${received.status} ${received.text}`);
  return received;
}
