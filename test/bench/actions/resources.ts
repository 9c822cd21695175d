// Defines budget actions on rows of the example resources. A bulk has ten rows.
import type { Caller, Sent } from '../harness/caller.ts';
import { signup, type World } from '../harness/world.ts';
import { from } from './account.ts';
import { times } from './times.ts';

const RIGHTS = ['read', 'create', 'update', 'delete', 'trash'];
const PERMISSIONS = ['projects', 'tasks'].flatMap((resource) => RIGHTS.map((right) => `${resource}.${right}`));
/** Rows of a bulk, and of a page. */
const TEN = 10;
/** Rows in the collection, so that pages are full. */
const FILLED = 40;
/** Tasks of the project whose children are loaded and added up. */
const CHILDREN = 20;

type Made = { id: string };
const idsOf = (rows: readonly Made[]): string[] => rows.map(({ id }) => id);
const query = (values: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
const listed = (ids: readonly string[]): string => ids.map((id) => `ids=${id}`).join('&');

export async function resourceActions(common: Caller, world: World, uses: number) {
  const caller = from('127.0.0.10', common);
  const bearer = await createWorker(caller, world);
  const call = (route: string, more: Sent = {}) => caller.ok(route, { bearer, ...more });
  let made = 0;
  const project = () => ({ name: `Project ${++made}`, slug: `project-${made}` });
  const ten = <T>(of: () => T): T[] => Array.from({ length: TEN }, of);
  const one = async (): Promise<string> => ((await call('POST /projects', { body: project() })) as Made).id;
  const several = async (): Promise<string[]> =>
    idsOf((await call('POST /projects/bulk', { body: { bulk: ten(project) } })) as unknown as Made[]);
  const trashed = async (): Promise<string> => {
    const id = await one();
    await call(`DELETE /projects/${id}`);
    return id;
  };
  const trashedMany = async (): Promise<string[]> => {
    const ids = await several();
    await call(`DELETE /projects/delete/bulk?${listed(ids)}`);
    return ids;
  };

  for (let rows = 0; rows < FILLED; rows += TEN) await several();
  const parent = await one();
  const task = () => ({ projectId: parent, title: `Task ${++made}`, hours: 1 });
  for (let rows = 0; rows < CHILDREN; rows += TEN) await call('POST /tasks/bulk', { body: { bulk: ten(task) } });
  const rows = { one: await one(), ten: await several() };
  const live = { one: await times(uses, one), ten: await times(uses, several) };
  const trash = { one: await times(uses, trashed), ten: await times(uses, trashedMany) };
  const purged = { one: await times(uses, trashed), ten: await times(uses, trashedMany) };
  const page = (values: Record<string, unknown>) => () => call(`GET /projects?${query({ take: TEN, ...values })}`);
  const effort = [{ fn: 'sum', field: 'tasks.hours', as: 'effort' }];

  return {
    'row, by id': () => call(`GET /projects/${rows.one}`),
    'rows, page of 10 with total': page({}),
    'rows, page of 10 by cursor': page({ cursor: '' }),
    'rows, page of 10 by index': page({ cursor: '', where: { status: 'planned' }, order: { name: 'ASC' } }),
    'rows, 10 of 10 by id': () => call(`GET /projects/get/all?${query({ where: { id: { $in: rows.ten } } })}`),
    'rows, count': () => call('GET /projects/get/counts'),
    'row, 20 children': page({ where: { id: parent }, relations: ['tasks'] }),
    'row, sum of 20 children': page({ where: { id: parent }, aggregates: effort }),
    'row, create': () => call('POST /projects', { body: project() }),
    'row, create child': () => call('POST /tasks', { body: task() }),
    'row, update': () => call(`PUT /projects/${rows.one}`, { body: { name: `Other ${++made}` } }),
    'row, update without index': () => call(`PUT /projects/${rows.one}`, { body: { budget: ++made } }),
    'row, trash': () => call(`DELETE /projects/${live.one.pop()}`),
    'row, restore': () => call(`PUT /projects/${trash.one.pop()}/restore`),
    'row, delete for good': () => call(`DELETE /projects/${purged.one.pop()}/trash`),
    'rows, create 10': several,
    'rows, update 10': () =>
      call('PUT /projects/bulk', { body: { bulk: rows.ten.map((id) => ({ id, name: `Other ${++made}` })) } }),
    'rows, reorder 10': () => call('PUT /projects/reorder', { body: { ids: rows.ten.toReversed() } }),
    'rows, trash 10': () => call(`DELETE /projects/delete/bulk?${listed(live.ten.pop() as string[])}`),
    'rows, restore 10': () => call('PUT /projects/restore/bulk', { body: { ids: trash.ten.pop() } }),
    'rows, delete 10 for good': () => call(`DELETE /projects/trash/bulk?${listed(purged.ten.pop() as string[])}`),
  };
}

/** Returns the access token of a user who may do everything with rows, in a tenant of their own. */
async function createWorker(caller: Caller, { adminCookie: cookie }: World): Promise<string> {
  const api = '/auth/admin/api';
  for (const name of PERMISSIONS) await caller.ok(`POST ${api}/permissions`, { cookie, body: { name } });
  const body = { name: 'Rows', slug: 'rows' };
  const { tenant } = (await caller.ok(`POST ${api}/tenants`, { cookie, body })) as { tenant: Made };
  const { accessToken } = await signup(caller, tenant.id, 'worker');
  const { sub } = JSON.parse(Buffer.from(accessToken.split('.')[1] as string, 'base64url').toString());
  const worker = { name: 'Worker', tenantId: tenant.id, permissions: PERMISSIONS };
  const { role } = (await caller.ok(`POST ${api}/roles`, { cookie, body: worker })) as { role: Made };
  await caller.ok(`PATCH ${api}/users/${sub}`, { cookie, body: { roleIds: [role.id] } });
  return accessToken;
}
