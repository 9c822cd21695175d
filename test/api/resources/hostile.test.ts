// Sends generated queries and bodies, most of them wrong: every reply is well-formed, none is a 5xx, and none shows a
// hidden field. The seed is fixed, so that a failure can be repeated.
import { expect, test } from '@jest/globals';
import { expectWellFormed } from '../../support/api.ts';
import { project, query, task, worker } from '../../support/resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** The generator of Lehmer, as MINSTD: enough to choose among a few values. */
let state = 20_260_722;
const below = (limit: number): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % limit;
};
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const objectOf = (most: number, entry: () => [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: below(most + 1) }, entry));

const COLUMNS =
  'id name slug status budget isPublic dueAt tags createdAt version order tasks tasks.title tasks.hours n';
const ODD = [
  'costCentre',
  'reviewNote',
  '__proto__',
  'constructor',
  'toString',
  '',
  '$and',
  '$or',
  '$not',
  'a.b.c',
  'x',
];
const OPERATORS = '$eq $ne $gt $lte $in $notIn $like $iEndsWith $between $isNull $isTrue $contArr $exists $regex x';
const column = (): string => (below(8) ? pick(COLUMNS.split(' ')) : pick(ODD));
const SCALARS = [null, true, 0, -1, 1.5, 2 ** 53, 1e308, '', 'a', '_%\\', '2026-01-01T00:00:00Z', '0123', '\u0000'];
const VALUES = [...SCALARS, '9'.repeat(300), '\ud800', 'active', {}, [], ['a', 'b'], [1, 3], { $eq: 1 }];

function where(depth = 0): unknown {
  const value = (): unknown => {
    if (depth < 3 && !below(6)) return [where(depth + 1), where(depth + 1)];
    return below(3) ? { [pick(OPERATORS.split(' '))]: pick(VALUES) } : pick(VALUES);
  };
  return objectOf(2, () => [column(), value()]);
}

const aggregate = () => ({
  fn: pick(['count', 'sum', 'avg', 'min', 'max', 'x', null]),
  field: pick(['tasks.id', 'tasks.hours', 'tasks.title', 'tasks.isDone', 'tasks.reviewNote', 'tasks', 1]),
  as: pick(['n', 'n', 'toString', 'then', 'name', '__proto__', 'costCentre', 1]),
  ...(below(3) ? {} : { where: where() }),
});

const PARAMETERS: Readonly<Record<string, () => unknown>> = {
  where,
  having: where,
  order: () => objectOf(2, () => [column(), pick(['ASC', 'DESC', 'asc', null])]),
  select: () => [column(), column()],
  relations: () =>
    pick<unknown>([['tasks'], ['tasks.project'], { tasks: { where: where() } }, { tasks: 1 }, ['x'], null]),
  aggregates: () => [aggregate(), aggregate()].slice(below(2)),
  take: () => pick([1, 5, ...VALUES]),
  skip: () => pick([1, 5, ...VALUES]),
  cursor: () => pick(['', ...VALUES]),
  filter: () => ({ where: where() }),
  groupByKey: column,
  withDeleted: () => pick(['true', ...VALUES]),
  nope: () => pick(VALUES),
};

test('no query and no body brings about a 5xx, a malformed reply or a hidden field', async () => {
  const owner = await worker(service);
  const { id } = await project(owner, { budget: 3, costCentre: 'hidden-value' });
  await task(owner, id, { hours: 2 });
  const paths = ['/projects', '/projects/get/all', '/projects/get/counts', `/projects/${id}`];
  const fields = () => objectOf(3, () => [column(), pick(VALUES)]);
  const statuses = new Set<number>();
  for (let round = 0; round < 500; round++) {
    const names = Array.from({ length: 1 + below(3) }, () => pick(Object.keys(PARAMETERS)));
    const parameters = Object.fromEntries(names.map((name) => [name, PARAMETERS[name]?.()]));
    const path = pick(paths);
    const replies = [
      await owner.get(`${path}${query(parameters)}`),
      await owner.post(path, parameters, { headers: { 'x-http-method-override': 'GET' } }),
      await owner.put(`/projects/${id}`, fields()),
      await owner.post('/projects/bulk', { bulk: [fields()] }),
    ];
    for (const reply of replies) {
      expectWellFormed(reply);
      expect(reply.status).toBeLessThan(500);
      expect(reply.text).not.toMatch(/hidden-value|"reviewNote"/);
      statuses.add(reply.status);
    }
  }
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400]));
  // Nothing above has changed the prototype of all objects.
  const members: string[] = [];
  for (const member in {}) members.push(member);
  expect(members).toEqual([]);
});
