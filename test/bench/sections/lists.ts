// The admin's lists with a thousand, ten thousand and a hundred thousand users: the same units and trips (asserted) and
// about the same time (reported). Counters are compared with what there is (asserted).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller } from '../harness/caller.ts';
import { startImported } from '../harness/imported.ts';
import { CASE_NAMES, type CaseName, listCalls, mostOf } from '../harness/list-cases.ts';
import { load } from '../harness/load.ts';
import { createPopulation, ROLE } from '../harness/population.ts';
import { type Cost, startProxy } from '../harness/proxy.ts';
import { recount } from '../harness/recount.ts';
import { atMost, type Section, type Table } from '../harness/report.ts';
import { type Own, scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { median } from '../harness/stats.ts';
import { createWorld } from '../harness/world.ts';

const SIZES = [1000, 10_000, 100_000];
const COUNT = 6;
const ROUNDS = 7;
const MAX_RATIO = 1.3;
const MAX_TRIPS = 5;
/** As far as totals count. */
const MAX_TOTAL = 10_000;

type Size = {
  users: number;
  seconds: number;
  costs: Record<CaseName, Cost>;
  act: (name: CaseName) => Promise<void>;
  counters: (Table['rows'][number] & { verdict: string })[];
};

export const lists = (): Promise<Section> =>
  scoped(async (own) => {
    const sizes: Size[] = [];
    for (const users of SIZES) sizes.push(await prepare(own, users));
    const times = await measure(sizes);
    const notes = [
      'read: units, the 2 of the guard included; asserted to be the same at all sizes, and trips to be at most 5',
      'page 50 asks each of 16 partitions (4 classes of users, 4 shares) for its share of 501 users and a margin: 187;',
      '  those that hold fewer answer less, so it costs less where there are fewer users. Asserted: at most 96',
      'common name, one letter: all matches are read, here 5 and 20 in 100 users, at most 10 000. Asserted: at most 314',
      ...sizes.map(({ users, seconds }) => `${users} users were in the table after ${seconds.toFixed(1)} s`),
    ];
    const rows = CASE_NAMES.flatMap((name) => sizes.map((size) => row(name, size, sizes[0] as Size, times)));
    const counters = sizes.flatMap((size) => size.counters);
    const wrong = counters.filter(({ verdict }) => verdict !== 'met').map((each) => JSON.stringify(each));
    return {
      tables: [
        { title: 'Lists by number of users', rows, notes },
        { title: 'Counters against a count (asserted)', rows: counters },
      ],
      exceeded: [...sizes.flatMap((size) => complaints(size, sizes[0] as Size)), ...wrong],
    };
  });

/** Medians of every round, by case and size; sizes take turns. */
async function measure(sizes: readonly Size[]): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of CASE_NAMES) {
      for (const { users, act } of sizes) {
        const { p50 } = await load(COUNT, 1, () => act(name));
        const key = `${name} ${users}`;
        if (round) times[key] = [...(times[key] ?? []), p50];
      }
    }
  }
  return times;
}

function row(name: CaseName, { users, costs }: Size, first: Size, times: Record<string, number[]>) {
  const { trips, calls, read } = costs[name];
  const own = times[`${name} ${users}`] as number[];
  const ratio = median(own.map((time, at) => time / (times[`${name} ${first.users}`] as number[])[at]!));
  const measured = { list: name, users, trips, calls: calls.length, read, 'p50 ms': median(own), ratio };
  return users === first.users ? measured : { ...measured, ...atMost(ratio, MAX_RATIO) };
}

function complaints({ users, costs }: Size, first: Size): string[] {
  return CASE_NAMES.flatMap((name) => {
    const [own, expected] = [costs[name], first.costs[name]];
    const most = mostOf(name);
    const dear = most === undefined ? own.read !== expected.read : own.read > most;
    return [
      ...(own.trips > MAX_TRIPS ? [`${name} with ${users} users: ${own.trips} trips`] : []),
      ...(dear ? [`${name} with ${users} users: ${own.read} units, not ${most ?? expected.read}`] : []),
    ];
  });
}

/**
 * A table with that many users. Units are counted by one service behind the proxy; the times are those of a second one
 * without it. Both have the same secrets, which a directory holds.
 */
async function prepare(own: Own, users: number): Promise<Size> {
  const started = performance.now();
  const population = createPopulation(users);
  const engine = own(await startImported(population.items));
  const seconds = (performance.now() - started) / 1000;
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  own({ stop: () => rm(directory, { recursive: true, force: true }) });
  const settings = { ...FAST, GATEHOUSE_DATA: directory };

  const { cookie, costs, total } = await scoped(async (ownHere) => {
    const proxy = ownHere(await startProxy(engine.endpoint));
    const service = ownHere(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint }));
    const caller = ownHere(createCaller(service.baseUrl));
    const { adminCookie } = await createWorld(caller, service);
    const { act, total } = await listCalls(caller, adminCookie, population, users);
    const costs = {} as Record<CaseName, Cost>;
    for (const name of CASE_NAMES) {
      await act(name);
      costs[name] = await proxy.cost(() => act(name));
    }
    return { cookie: adminCookie, costs, total };
  });

  const { counts, tenantId } = population;
  const subjects = [
    ['users', counts.users, {}],
    [ROLE, counts.members, { roleName: ROLE }],
    ['users of a tenant', counts.tenant, { tenantId }],
  ] as const;
  const counters = [];
  for (const [what, made, list] of subjects) {
    const { counted, listed } = await recount(engine.endpoint, list);
    const right = [counted, listed].every((numbers) => String(numbers) === String(made));
    const verdict = right ? 'met' : 'MISSED';
    counters.push({ users, what, made: String(made), counters: String(counted), entries: String(listed), verdict });
  }
  const expected = Math.min(users, MAX_TOTAL);
  const verdict = total === expected ? 'met' : 'MISSED';
  counters.push({ users, what: 'meta.total', made: String(expected), counters: String(total), entries: '', verdict });

  const service = own(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
  const caller = own(createCaller(service.baseUrl));
  const { act } = await listCalls(caller, cookie, population, users);
  return { users, seconds, costs, act, counters };
}
