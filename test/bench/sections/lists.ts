// Measures the admin's lists with a thousand, ten thousand and a hundred thousand users. Units and round trips must be
// the same (asserted), the times about the same (reported). Counters must equal a recount (asserted).
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
/** The largest total that a list reports. */
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
      'read: units, including 2 of the guard; asserted to be the same at all sizes, with at most 5 trips',
      'page 50 reads from each of 16 partitions (4 status buckets, 4 shards) its part of 501 users and a margin: 187;',
      '  a partition with fewer entries returns less, so the page costs less with fewer users. Asserted: at most 96',
      'common name, one letter: all matches are read, here 5 and 20 in 100 users, at most 10 000. Asserted: at most 314',
      ...sizes.map(({ users, seconds }) => `${users} users were imported in ${seconds.toFixed(1)} s`),
    ];
    const rows = CASE_NAMES.flatMap((name) => sizes.map((size) => row(name, size, sizes[0] as Size, times)));
    const counters = sizes.flatMap((size) => size.counters);
    const wrong = counters.filter(({ verdict }) => verdict !== 'met').map((each) => JSON.stringify(each));
    return {
      tables: [
        { title: 'Lists by number of users', rows, notes },
        { title: 'Counters compared with a recount (asserted)', rows: counters },
      ],
      exceeded: [...sizes.flatMap((size) => complaints(size, sizes[0] as Size)), ...wrong],
    };
  });

/** Returns the median time of every round, by case and size. The sizes take turns within each round. */
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
    const isTooExpensive = most === undefined ? own.read !== expected.read : own.read > most;
    return [
      ...(own.trips > MAX_TRIPS ? [`${name} with ${users} users: ${own.trips} trips`] : []),
      ...(isTooExpensive ? [`${name} with ${users} users: ${own.read} units, not ${most ?? expected.read}`] : []),
    ];
  });
}

/**
 * Creates a table with `users` users. One service behind the proxy counts the units; a second one without the proxy is
 * timed. Both read the same secrets from a directory.
 */
async function prepare(own: Own, users: number): Promise<Size> {
  const started = performance.now();
  const population = createPopulation(users);
  const engine = own(await startImported(population.items));
  const seconds = (performance.now() - started) / 1000;
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  own({ stop: () => rm(directory, { recursive: true, force: true }) });
  const settings = { ...FAST, GATEHOUSE_DATA: directory };

  const { cookie, costs, total } = await scoped(async (ownForUnits) => {
    const proxy = ownForUnits(await startProxy(engine.endpoint));
    const service = ownForUnits(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint }));
    const caller = ownForUnits(createCaller(service.baseUrl));
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
  for (const [counter, expected, list] of subjects) {
    const { counted, listed } = await recount(engine.endpoint, list);
    const isCorrect = [counted, listed].every((numbers) => String(numbers) === String(expected));
    const verdict = isCorrect ? 'met' : 'MISSED';
    const texts = { expected: String(expected), counted: String(counted), listed: String(listed) };
    counters.push({ users, counter, ...texts, verdict });
  }
  const expectedTotal = Math.min(users, MAX_TOTAL);
  const verdict = total === expectedTotal ? 'met' : 'MISSED';
  counters.push({
    users,
    counter: 'meta.total',
    expected: String(expectedTotal),
    counted: String(total),
    listed: '',
    verdict,
  });

  const service = own(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
  const caller = own(createCaller(service.baseUrl));
  const { act } = await listCalls(caller, cookie, population, users);
  return { users, seconds, costs, act, counters };
}
