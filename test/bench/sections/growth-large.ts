// Measures logins, sessions, lists, searches and figures in a table with very many users, beside one with a thousand: with
// the same units (asserted) and about the same times (reported). A tenant has a hundred users. Says how much of a time is
// the engine's, because one process with one file slows down with its size where DynamoDB does not.
import { createCaller } from '../harness/caller.ts';
import { startKept } from '../harness/kept.ts';
import { CASE_NAMES, CASES, listCalls, mostOf } from '../harness/list-cases.ts';
import { load } from '../harness/load.ts';
import { type Cost, startProxy } from '../harness/proxy.ts';
import { atMost, type Section } from '../harness/report.ts';
import { type Own, scoped } from '../harness/scope.ts';
import { FAST, type Service, startService } from '../harness/service.ts';
import { median } from '../harness/stats.ts';
import { openAdmin, PASSWORD, type Tokens } from '../harness/world.ts';

const FEW = 1000;
const COUNT = 20;
const ROUNDS = 7;
const MAX_RATIO = 1.3;

type Act = (index: number) => Promise<unknown>;
type Acts = Record<string, Act>;
type Size = {
  users: number;
  seconds: number;
  costs: Record<string, Cost>;
  acts: Acts;
  /** Returns the median of a call's time outside the engine, and that inside it, in ms. */
  split: (name: string) => Promise<Split>;
};
type Split = { inside: number; outside: number };
type Times = Split & { all: number };

export const growthLarge = (users: number): Promise<Section> =>
  scoped(async (own) => {
    if (users % FEW || users <= FEW) throw new Error(`--users must be a multiple of ${FEW}`);
    const few = await prepare(own, FEW);
    const many = await prepare(own, users);
    const names = Object.keys(few.acts);
    const rounds: Record<string, { few: Times; many: Times }>[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const times: Record<string, { few: Times; many: Times }> = {};
      for (const name of names) times[name] = { few: await timesOf(few, name), many: await timesOf(many, name) };
      if (round) rounds.push(times);
    }
    const rows = names.map((name) => {
      const of = (size: 'few' | 'many', part: keyof Times) => rounds.map((round) => round[name]![size][part]);
      const ratio = (part: keyof Times) => median(of('many', part).map((time, at) => time / of('few', part)[at]!));
      return {
        operation: name,
        ...unitsOf(many.costs[name]!),
        [`p50 ms, ${FEW}`]: median(of('few', 'all')),
        [`p50 ms, ${users}`]: median(of('many', 'all')),
        ratio: ratio('all'),
        'in the engine': ratio('inside'),
        'outside it': ratio('outside'),
        ...atMost(ratio('all'), MAX_RATIO),
      };
    });
    const notes = [
      'calls, trips and units are asserted to be the same at both sizes, or to be below the limit of a list that reads all matches',
      'in the engine, outside it: the ratios of the two parts of a call, in a run through a proxy that measures them',
      `fast hash, limits off, one request at a time; ${users} users in ${users / 100} tenants were built in ${Math.round(many.seconds)} s and kept`,
    ];
    const title = `Growth from ${FEW} to ${users} users`;
    return { tables: [{ title, rows, notes }], exceeded: names.flatMap((name) => complaints(name, few, many)) };
  });

const unitsOf = ({ calls, trips, read, write }: Cost) => ({ calls: calls.length, trips, read, write });

async function timesOf(size: Size, name: string): Promise<Times> {
  const { p50 } = await load(COUNT, 1, size.acts[name] as Act);
  return { all: p50, ...(await size.split(name)) };
}

function complaints(name: string, few: Size, many: Size): string[] {
  const [before, after] = [few.costs[name], many.costs[name]].map((cost) => unitsOf(cost as Cost)) as [
    ReturnType<typeof unitsOf>,
    ReturnType<typeof unitsOf>,
  ];
  const most = name in CASES ? mostOf(name as keyof typeof CASES) : undefined;
  const isSame =
    most === undefined ? JSON.stringify(before) === JSON.stringify(after) : after.read <= most && after.write === 0;
  return isSame ? [] : [`${name}: ${JSON.stringify(after)} with ${many.users} users, ${JSON.stringify(before)} before`];
}

/** Two services on one table: one is timed, and one runs behind a proxy that counts units and the engine's own time. */
async function prepare(own: Own, users: number): Promise<Size> {
  const { kept, engine, newFolder } = await startKept(own, users);
  const start = async (endpoint: string) => {
    const settings = { ...FAST, GATEHOUSE_DATA: await newFolder(), AWS_ENDPOINT_URL_DYNAMODB: endpoint };
    const service = own(await startService(settings));
    return actsOn(own, service, users, kept);
  };
  const proxy = own(await startProxy(engine.endpoint));
  const counted = await start(proxy.endpoint);
  const costs: Record<string, Cost> = {};
  for (const [name, act] of Object.entries(counted)) {
    await act(0);
    costs[name] = await proxy.cost(() => act(0));
  }
  const split = async (name: string): Promise<Split> => {
    const act = counted[name] as Act;
    const all: Split[] = [];
    for (let index = 0; index < COUNT; index++) {
      const started = performance.now();
      const inside = await proxy.timeInside(() => act(index));
      all.push({ inside, outside: performance.now() - started - inside });
    }
    return { inside: median(all.map((each) => each.inside)), outside: median(all.map((each) => each.outside)) };
  };
  return { users, seconds: kept.seconds, costs, acts: await start(engine.endpoint), split };
}

type Kept = Awaited<ReturnType<typeof startKept>>['kept'];

async function actsOn(own: Own, service: Service, users: number, kept: Kept): Promise<Acts> {
  const caller = own(createCaller(service.baseUrl));
  const cookie = await openAdmin(caller, service);
  const person = (index: number) => kept.people[index % kept.people.length]!;
  const login = async (index: number): Promise<Tokens> => {
    const { tenantId, email } = person(index);
    const body = { tenantId, credentials: { email, password: PASSWORD } };
    return (await caller.ok('POST /auth/login', { body })) as Tokens;
  };
  const sessions: Tokens[] = [];
  for (let index = 0; index < COUNT; index++) sessions.push(await login(index));
  const lists = await listCalls(caller, cookie, kept, users);
  const stats = (query = '') => caller.ok(`GET /auth/admin/api/stats${query}`, { cookie });
  return {
    login: (index) => login(COUNT + index),
    'verify-session': (index) => caller.ok('GET /auth/verify-session', { bearer: sessions[index]!.accessToken }),
    'refresh-token': async (index) => {
      const { refreshToken } = sessions[index]!;
      sessions[index] = (await caller.ok('POST /auth/refresh-token', { body: { refreshToken } })) as Tokens;
    },
    ...Object.fromEntries(CASE_NAMES.map((name) => [name, () => lists.act(name)])),
    stats: () => stats(),
    'stats of a tenant': () => stats(`?tenantId=${kept.tenantId}`),
  };
}
