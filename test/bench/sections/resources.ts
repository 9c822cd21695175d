// Measures lists of resources with a hundred, ten thousand and a hundred thousand rows. Units and trips of a page that an
// index serves must be the same (asserted), the times about the same (reported). Also: aggregates over ten thousand
// children, and how many rows the evaluator filters in a second.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projects } from '../../../lib/records/resources/projects.ts';
import { tasks } from '../../../lib/records/resources/tasks.ts';
import { type Caller, createCaller } from '../harness/caller.ts';
import { load } from '../harness/load.ts';
import { type Cost, startProxy } from '../harness/proxy.ts';
import { atMost, type Section } from '../harness/report.ts';
import { writeRows } from '../harness/resource-rows.ts';
import { scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { median } from '../harness/stats.ts';
import { startTable } from '../harness/table.ts';
import { createWorld, login, signup } from '../harness/world.ts';
import { evaluatorTable } from './evaluator.ts';

const SIZES = [100, 10_000, 100_000];
const CHILDREN = 10_000;
const COUNT = 12;
const ROUNDS = 7;
const MAX_RATIO = 1.3;
const TAKE = 50;

const LIST = `GET /tasks?take=${TAKE}`;
const parameter = (value: object): string => encodeURIComponent(JSON.stringify(value));

/**
 * The most units that a case may read, 5 of authentication and roles included. A page of 50 rows of some 300 bytes is
 * four units if it is read as a part of the collection, and one for each row if an index leads to them. `from`: the
 * smallest size with which others are compared. With a hundred rows, ten are without a time; with more, a page of rows
 * without a time is read twice, because its last row is in the middle of equal values.
 */
const CASES = {
  'by key': { most: 6, from: 100, path: ({ middle }: Place) => `GET /tasks/${middle}` },
  'first page, total': { most: 18, from: 100, path: () => LIST },
  'next page': { most: 10, from: 100, path: ({ cursors }: Place) => `${LIST}&cursor=${cursors.default}` },
  'index, next page': {
    most: 59,
    from: 100,
    path: ({ cursors }: Place) => `${LIST}&${INDEXED}&cursor=${cursors.indexed}`,
  },
  'index, page of ten': { most: 19, from: 100, path: () => `GET /tasks?take=10&${INDEXED}&cursor=` },
  'index, equal values': {
    most: 114,
    from: 10_000,
    path: () => `${LIST}&order=${parameter({ dueAt: 'DESC' })}&cursor=`,
  },
} as const;
type CaseName = keyof typeof CASES;
const NAMES = Object.keys(CASES) as CaseName[];
const INDEXED = `order=${parameter({ dueAt: 'ASC' })}`;

type Place = { middle: string; cursors: { default: string; indexed: string } };
type Size = { rows: number; seconds: number; tenantId: string; bearer: string; place: Place; parent: string };

export const resources = (): Promise<Section> =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: false }));
    const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
    own({ stop: () => rm(directory, { recursive: true, force: true }) });
    const settings = { ...FAST, GATEHOUSE_DATA: directory };
    const sizes: Size[] = [];
    const costs: Record<string, Cost> = {};
    let aggregates: Cost | undefined;

    await scoped(async (ownForUnits) => {
      const proxy = ownForUnits(await startProxy(engine.endpoint));
      const service = ownForUnits(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint }));
      const caller = ownForUnits(createCaller(service.baseUrl));
      const { adminCookie } = await createWorld(caller, service);
      const permissions = await createPermissions(caller, adminCookie);
      for (const rows of SIZES) {
        const size = await prepare(caller, adminCookie, permissions, engine.endpoint, rows);
        sizes.push(size);
        for (const name of NAMES) {
          const act = () => caller.ok(CASES[name].path(size.place), { bearer: size.bearer });
          await act();
          costs[`${name} ${rows}`] = await proxy.cost(act);
        }
        if (rows !== CHILDREN) continue;
        const path = aggregateOf(size.parent);
        aggregates = await proxy.cost(() => caller.ok(path, { bearer: size.bearer }));
      }
    });

    const service = own(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
    const caller = own(createCaller(service.baseUrl));
    // Tokens are of the service that issued them.
    for (const size of sizes) size.bearer = (await login(caller, size.tenantId, nameOf(size.rows))).accessToken;
    const times: Record<string, number[]> = {};
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of NAMES) {
        for (const { rows, place, bearer } of sizes) {
          const { p50 } = await load(COUNT, 1, () => caller.ok(CASES[name].path(place), { bearer }));
          const key = `${name} ${rows}`;
          if (round) times[key] = [...(times[key] ?? []), p50];
        }
      }
    }
    const big = sizes.find(({ rows }) => rows === CHILDREN) as Size;
    const { p50 } = await load(5, 1, () => caller.ok(aggregateOf(big.parent), { bearer: big.bearer }));
    const evaluator = evaluatorTable();
    const exceeded = [...NAMES.flatMap((name) => complaints(name, costs)), ...tooManyUnits(aggregates)];
    const rows = NAMES.flatMap((name) => sizes.map((size) => rowOf(name, size, costs, times)));
    const notes = [
      'read: units, authentication included; asserted to be at most those of the case, and the same at all sizes but for the',
      '  rounding of pages. The default list has a total, from eight counters; cursors have none.',
      ...sizes.map(({ rows: count, seconds }) => `${count} rows were written in ${seconds.toFixed(1)} s`),
    ];
    const ofChildren = { children: CHILDREN, trips: aggregates?.trips, read: aggregates?.read, 'p50 ms': p50 };
    return {
      tables: [
        { title: 'Resources by number of rows', rows, notes },
        { title: 'Two aggregates over the children of a row', rows: [ofChildren] },
        evaluator,
      ],
      exceeded,
    };
  });

function rowOf(name: CaseName, { rows }: Size, costs: Record<string, Cost>, times: Record<string, number[]>) {
  const { trips, read } = costs[`${name} ${rows}`] as Cost;
  const own = times[`${name} ${rows}`] as number[];
  const { from } = CASES[name];
  const first = times[`${name} ${from}`] as number[];
  const ratio = median(own.map((time, at) => time / (first[at] as number)));
  const measured = { list: name, rows, trips, read, 'p50 ms': median(own), ratio };
  return rows <= from ? measured : { ...measured, ...atMost(ratio, MAX_RATIO) };
}

function complaints(name: CaseName, costs: Record<string, Cost>): string[] {
  const { from } = CASES[name];
  const first = costs[`${name} ${from}`] as Cost;
  return SIZES.filter((rows) => rows >= from).flatMap((rows) => {
    const { trips, read } = costs[`${name} ${rows}`] as Cost;
    return [
      ...(read > CASES[name].most ? [`${name} with ${rows} rows: ${read} units, not ${CASES[name].most}`] : []),
      ...(read > first.read * MAX_RATIO || trips > first.trips
        ? [
            `${name} with ${rows} rows: ${read} units and ${trips} trips, with ${from}: ${first.read} and ${first.trips}`,
          ]
        : []),
    ];
  });
}

/** One unit for each child, to which an index leads, and those for its entries. A request may read 20 000 items. */
const MOST_OF_AGGREGATES = 11_000;
const tooManyUnits = (cost: Cost | undefined): string[] =>
  cost && cost.read <= MOST_OF_AGGREGATES ? [] : [`aggregates: ${cost?.read} units, not ${MOST_OF_AGGREGATES}`];

const aggregateOf = (parent: string): string => {
  const specs = [
    { fn: 'count', field: 'tasks.id', as: 'n' },
    { fn: 'sum', field: 'tasks.hours', as: 'effort' },
  ];
  return `GET /projects?where=${parameter({ id: parent })}&aggregates=${parameter(specs)}`;
};

const RIGHTS = ['projects.read', 'tasks.read'];
async function createPermissions(caller: Caller, cookie: string): Promise<string[]> {
  for (const name of RIGHTS) await caller.ok('POST /auth/admin/api/permissions', { cookie, body: { name } });
  return RIGHTS;
}

const nameOf = (rows: number): string => `size-${rows}`;

/** A tenant with a user who may read, one project, and its tasks: one in ten has no time, the others share a hundred. */
async function prepare(
  caller: Caller,
  cookie: string,
  permissions: readonly string[],
  endpoint: string,
  count: number,
): Promise<Size> {
  const name = nameOf(count);
  const body = { name, slug: name };
  const { tenant } = (await caller.ok('POST /auth/admin/api/tenants', { cookie, body })) as { tenant: { id: string } };
  const { accessToken } = await signup(caller, tenant.id, name);
  const { sub } = JSON.parse(Buffer.from(accessToken.split('.')[1] as string, 'base64url').toString());
  const role = { name, tenantId: tenant.id, permissions };
  const made = (await caller.ok('POST /auth/admin/api/roles', { cookie, body: role })) as { role: { id: string } };
  await caller.ok(`PATCH /auth/admin/api/users/${sub}`, { cookie, body: { roleIds: [made.role.id] } });

  const started = performance.now();
  const [parent] = await writeRows(endpoint, tenant.id, projects, 1, () => PROJECT);
  const ids = await writeRows(endpoint, tenant.id, tasks, count, (index) => taskAt(parent as string, index));
  const seconds = (performance.now() - started) / 1000;
  const middle = ids[Math.floor(count / 2)] as string;
  const cursorAfter = async (query: string, pages: number): Promise<string> => {
    let cursor = '';
    for (let page = 0; page < pages; page++) {
      const { next } = await caller.ok(`${query}&cursor=${cursor}`, { bearer: accessToken });
      cursor = next as string;
    }
    return cursor;
  };
  const cursors = { default: await cursorAfter(LIST, 1), indexed: await cursorAfter(`${LIST}&${INDEXED}`, 1) };
  return {
    rows: count,
    seconds,
    tenantId: tenant.id,
    bearer: accessToken,
    parent: parent as string,
    place: { middle, cursors },
  };
}

const PROJECT = { name: 'Parent', slug: 'parent', status: 'active', isPublic: false, tags: [] };
const DAY_MS = 86_400_000;
const taskAt = (projectId: string, index: number) => ({
  projectId,
  title: `Task number ${index} of the benchmark`,
  isDone: index % 2 === 0,
  hours: index % 40,
  ...(index % 10 ? { dueAt: new Date(Date.UTC(2026, 0, 1) + (index % 100) * DAY_MS).toISOString() } : {}),
});
