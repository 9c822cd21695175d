// The compiler rejects queries and bodies that do not fit the declaration of a resource, and knows what rows have.
// `npm run check` compiles this file: a line below `@ts-expect-error` that compiles is an error itself.
import { expect, test } from '@jest/globals';
import { resourcesOf } from '../../../lib/packages/client/resources.ts';
import type { resources } from '../../../lib/records/resources/index.ts';

const sent: string[] = [];
const { projects, tasks } = resourcesOf<typeof resources>({
  request: async ({ method, path }) => {
    sent.push(`${method} ${path.split('?')[0]}`);
    return { items: [], total: 0, next: null };
  },
});

/** Compiles if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._: Same<A, B> extends true ? [] : ['the types differ']): void => {};
type Status = 'planned' | 'active' | 'done';

test('a filter with a misspelt field or a wrong operand does not compile', async () => {
  await projects.findMany({ where: { status: 'active', budget: { $gte: 10 }, dueAt: { $lt: new Date() } } });
  await projects.findMany({ where: { $or: [{ name: { $iLike: '%a%' } }, { tags: { $contArr: ['x'] } }] } });
  await projects.findMany({
    where: { tasks: { $exists: true }, 'tasks.hours': { $gt: 3 } },
    relations: { tasks: true },
  });
  // @ts-expect-error The field is misspelt.
  await projects.findMany({ where: { staus: 'active' } });
  // @ts-expect-error The field is misspelt, beside one that is not.
  await projects.findMany({ where: { name: 'x', staus: 'active' } });
  // @ts-expect-error The field is misspelt, below $or.
  await projects.findMany({ where: { $or: [{ name: 'x', staus: 'active' }] } });
  // @ts-expect-error The choice has no such value.
  await projects.findMany({ where: { status: 'activ' } });
  // @ts-expect-error The operand is of another type.
  await projects.findMany({ where: { budget: { $gte: '10' } } });
  // @ts-expect-error The operator is misspelt.
  await projects.findMany({ where: { budget: { $gtee: 10 } } });
  // @ts-expect-error A number has no text operators.
  await projects.findMany({ where: { budget: { $like: '1%' } } });
  // @ts-expect-error Booleans have no order.
  await projects.findMany({ where: { isPublic: { $gt: false } } });
  // @ts-expect-error A list has no equality.
  await projects.findMany({ where: { tags: 'x' } });
  // @ts-expect-error The field is hidden.
  await projects.findMany({ where: { costCentre: 'A1' } });
  // @ts-expect-error The relation does not exist.
  await projects.findMany({ where: { members: { $exists: true } } });
  // @ts-expect-error The column of the relation is hidden.
  await projects.findMany({ where: { 'tasks.reviewNote': 'x' } });
  // @ts-expect-error The operand fits another column of the relation.
  await projects.findMany({ where: { 'tasks.hours': 'x' } });
  // @ts-expect-error null is no operand: { $isNull: true } is.
  await projects.findMany({ where: { budget: null } });
  expect(sent.splice(0)).toEqual(Array(17).fill('GET /projects'));
});

test('an order, a selection or a relation of something that does not exist does not compile', async () => {
  await tasks.findMany({ order: { dueAt: 'ASC', 'project.name': 'DESC' }, relations: { project: true } });
  // @ts-expect-error The direction is in lower case.
  await tasks.findMany({ order: { dueAt: 'asc' } });
  // @ts-expect-error The field is hidden.
  await tasks.findMany({ order: { reviewNote: 'ASC' } });
  // @ts-expect-error A list has no order.
  await projects.findMany({ order: { tags: 'ASC' } });
  // @ts-expect-error A relation to many has no order.
  await projects.findMany({ order: { 'tasks.dueAt': 'ASC' } });
  // @ts-expect-error The field is misspelt.
  await projects.findMany({ select: ['name', 'staus'] });
  // @ts-expect-error The field is hidden.
  await projects.findMany({ select: ['costCentre'] });
  // @ts-expect-error The relation does not exist.
  await projects.findMany({ relations: { members: true } });
  // @ts-expect-error The relation does not exist, beside one that does.
  await projects.findMany({ relations: { tasks: true, members: true } });
  // @ts-expect-error The column of the relation does not exist.
  await projects.findMany({ relations: { tasks: { select: ['titel'] } } });
  // @ts-expect-error The filter of the relation has a misspelt field.
  await projects.findMany({ relations: { tasks: { where: { isDone: true, hors: 3 } } } });
  // @ts-expect-error The parameter is misspelt.
  await projects.findMany({ limt: 3 });
  // @ts-expect-error A single row has no order.
  await projects.findOne('prj_1', { order: { name: 'ASC' } });
  expect(sent.splice(0)).toHaveLength(13);
});

test('an aggregate or a condition on it that does not fit does not compile', async () => {
  const aggregates = [{ fn: 'sum', field: 'tasks.hours', as: 'hours' }] as const;
  await projects.findMany({ aggregates, having: { hours: { $gt: 3 } }, order: { hours: 'DESC', name: 'ASC' } });
  await projects.findMany({
    aggregates: [{ fn: 'count', field: 'tasks.id', as: 'open', distinct: true, where: { isDone: false } }],
    having: { $or: [{ open: 1 }, { open: { $isNull: true } }] },
  });
  // @ts-expect-error The alias is misspelt.
  await projects.findMany({ aggregates, having: { hour: 3 } });
  // @ts-expect-error The operand is of another type.
  await projects.findMany({ aggregates, having: { hours: { $gt: '3' } } });
  // @ts-expect-error The alias is misspelt.
  await projects.findMany({ aggregates, order: { hour: 'ASC' } });
  // @ts-expect-error A text has no sum.
  await projects.findMany({ aggregates: [{ fn: 'sum', field: 'tasks.title', as: 'x' }] });
  // @ts-expect-error The relation does not exist.
  await projects.findMany({ aggregates: [{ fn: 'count', field: 'members.id', as: 'x' }] });
  // @ts-expect-error The column is hidden.
  await projects.findMany({ aggregates: [{ fn: 'min', field: 'tasks.reviewNote', as: 'x' }] });
  // @ts-expect-error Booleans have no least value.
  await projects.findMany({ aggregates: [{ fn: 'min', field: 'tasks.isDone', as: 'x' }] });
  // @ts-expect-error There is no such function.
  await projects.findMany({ aggregates: [{ fn: 'median', field: 'tasks.hours', as: 'x' }] });
  const count = { fn: 'count', field: 'tasks.id', as: 'x' } as const;
  // @ts-expect-error The filter of the aggregate has a misspelt field.
  await projects.findMany({ aggregates: [{ ...count, where: { isDone: true, hors: 3 } }] });
  // @ts-expect-error The member is misspelt.
  await projects.findMany({ aggregates: [{ ...count, distnct: true }] });
  // @ts-expect-error A list is no key of groups.
  await projects.counts({ groupByKey: 'tags' });
  expect(sent.splice(0)).toHaveLength(13);
});

test('a body with a misspelt, missing, hidden or read-only field does not compile', async () => {
  await projects.create({ name: 'Site', slug: 'site', dueAt: new Date(), costCentre: 'A1' });
  await projects.update('prj_1', { budget: null, status: 'done' }, { ifVersion: 3 });
  await tasks.updateMany([{ id: 'tsk_1', isDone: true }]);
  // @ts-expect-error The slug is missing.
  await projects.create({ name: 'Site' });
  // @ts-expect-error The field is misspelt.
  await projects.create({ name: 'Site', slug: 'site', bugdet: 3 });
  // @ts-expect-error A system field is not written.
  await projects.create({ name: 'Site', slug: 'site', id: 'prj_1' });
  // @ts-expect-error The field is hidden, and clients may not write it.
  await tasks.update('tsk_1', { reviewNote: 'x' });
  // @ts-expect-error The type is another one.
  await projects.update('prj_1', { budget: '3' });
  // @ts-expect-error The field is not optional.
  await projects.update('prj_1', { name: null });
  // @ts-expect-error The id is missing.
  await tasks.updateMany([{ isDone: true }]);
  expect(sent.splice(0)).toHaveLength(10);
});

test('a method that the resource does not have does not compile', async () => {
  await projects.reorder(['prj_1']);
  await tasks.restore('tsk_1');
  // @ts-expect-error Tasks have no order of their own.
  await tasks.reorder(['tsk_1']);
  type Untrashed = {
    resources: typeof resources & { notes: Omit<typeof resources.tasks, 'softDelete'> & { softDelete: false } };
  };
  const { notes } = resourcesOf<Untrashed['resources']>({ request: async () => ({}) });
  // @ts-expect-error Notes have no trash.
  await notes.restore('x');
  // @ts-expect-error Notes have no trash.
  await notes.findMany({ onlyDeleted: true });
  // @ts-expect-error There is no such resource.
  void resourcesOf<typeof resources>({ request: async () => ({}) }).members;
  expect(sent.splice(0)).toHaveLength(3);
});

test('rows have the columns, relations and aggregates that the query asks for', async () => {
  const all = await tasks.findMany();
  type Task = (typeof all.items)[number];
  same<
    Task,
    {
      id: string;
      createdAt: string;
      updatedAt: string;
      version: number;
      deletedAt: string | null;
      projectId: string;
      title: string;
      isDone: boolean;
      hours: number | null;
      dueAt: string | null;
    }
  >();

  const narrow = await projects.findMany({ select: ['name', 'status'] });
  same<(typeof narrow.items)[number], { id: string; name: string; status: Status }>();

  const rich = await projects.findMany({
    select: ['name'],
    relations: { tasks: { select: ['title'] } },
    aggregates: [
      { fn: 'count', field: 'tasks.id', as: 'count' },
      { fn: 'avg', field: 'tasks.hours', as: 'mean' },
      { fn: 'max', field: 'tasks.dueAt', as: 'last' },
    ],
  });
  same<
    (typeof rich.items)[number],
    {
      id: string;
      name: string;
      tasks: { id: string; title: string }[];
      count: number;
      mean: number | null;
      last: string | null;
    }
  >();

  const nested = () =>
    tasks.findOne('tsk_1', {
      select: ['title'],
      relations: { project: { select: ['name'] }, 'project.tasks': { select: ['hours'] } },
    });
  same<
    Awaited<ReturnType<typeof nested>>,
    {
      id: string;
      title: string;
      project: { id: string; name: string; tasks: { id: string; hours: number | null }[] } | null;
    }
  >();

  const groups = () => projects.counts({ filter: { where: { isPublic: true } }, groupByKey: ['status'] });
  same<Awaited<ReturnType<typeof groups>>['data'][number], { count: number } & { status: Status }>();
  for await (const row of projects.rows({ select: ['order'] })) same<typeof row, { id: string; order: number }>();
  expect(sent.splice(0)).toHaveLength(4);
});
