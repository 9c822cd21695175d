// Measures the service under a load that lasts: how late the slowest requests are, whether memory grows, and what blocks
// the event loop. A process that does nothing but serve the same JSON runs beside it, and shows what the machine adds.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createCaller } from '../harness/caller.ts';
import { load } from '../harness/load.ts';
import { BLOCK_MS, type LoopReport } from '../harness/loop-watch.ts';
import { type Acts, createOperations, type OperationName } from '../harness/operations.ts';
import { rssMb } from '../harness/proc.ts';
import { atMost, type Section, type Table } from '../harness/report.ts';
import { type Own, scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { median, quantile } from '../harness/stats.ts';
import { type SteadyLoad, sendSteadily } from '../harness/steady-load.ts';
import { startTable } from '../harness/table.ts';
import { type WatchedLoop, watchLoop } from '../harness/watched-loop.ts';
import { createWorld, login, signup } from '../harness/world.ts';

const USERS = 500;
/** Of a hundred requests, as applications make them. As many logouts as logins. */
const MIX: Partial<Record<OperationName, number>> = {
  'verify-session': 60,
  me: 20,
  'refresh-token': 10,
  login: 5,
  logout: 5,
};
/** Requests in which code is compiled, and caches and the heap are filled. */
const WARM_UP = 20_000;
const MEASURED = 100_000;
/** Requests that find the saturation, 16 at a time. */
const SATURATING = 6000;
const SHARE = 0.7;
const CONTROL_SHARE = 0.1;
const MAX_TAIL = 4;
const MAX_GROWTH = 10;
const SAMPLE_MS = 250;
const HASHED = 64;
/** Requests one after the other, so that a block is the work of one of them and no queue. */
const ALONE = 3000;

type Control = { url: string; pid: number; stop: () => void };

export const steady = (minutes: number): Promise<Section> =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: false }));
    const settings = { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
    const watched = own(watchLoop());
    const service = own(await startService({ ...FAST, ...settings }, watched.flags));
    const caller = own(createCaller(service.baseUrl));
    const { tenantId } = await createWorld(caller, service);
    const acts = await createOperations(caller, tenantId, { count: USERS, name: String, existing: false });
    const next = mixOf(acts);
    await load(WARM_UP, 16, () => next().run());
    const { rps } = await load(SATURATING, 16, () => next().run());

    await watched.read(service.pid);
    await load(ALONE, 1, () => next().run());
    const alone = await watched.read(service.pid);

    const watchedControl = own(watchLoop());
    const control = own(await startControl(watchedControl.flags));
    const other = own(createCaller(control.url));
    const rate = rps * SHARE;
    const until = performance.now() + minutes * 60_000;
    let sent = 0;
    const memory: { sent: number; mb: number }[] = [];
    await Promise.all([watched.read(service.pid), watchedControl.read(control.pid)]);
    const sampling = setInterval(() => memory.push({ sent, mb: rssMb(service.pid) }), SAMPLE_MS);
    const [main, beside] = await Promise.all([
      sendSteadily(rate, next, (count) => {
        sent = count;
        return performance.now() >= until;
      }),
      sendSteadily(
        rate * CONTROL_SHARE,
        () => ({ name: 'static JSON', run: () => other.call('GET /') }),
        () => performance.now() >= until,
      ),
    ]);
    clearInterval(sampling);
    const loops = {
      'service, one caller': alone,
      'service, at 70 %': await watched.read(service.pid),
      'static JSON, a tenth of the rate': await watchedControl.read(control.pid),
      'service, logins with the real hash': await hashing(own, settings),
    };
    const tables = [tails(main, beside, { rps, minutes }), flatness(memory), blocks(loops)];
    return { tables };
  });

/** Returns a function that returns the next request of the mix. */
function mixOf(acts: Acts) {
  const names = Object.entries(MIX).flatMap(([name, share]) => Array<OperationName>(share).fill(name as OperationName));
  const counts: Partial<Record<OperationName, number>> = {};
  let at = 0;
  return () => {
    // 37 has no divisor in common with the hundred, so that operations alternate.
    const name = names[(at++ * 37) % names.length] as OperationName;
    const index = counts[name] ?? 0;
    counts[name] = index + 1;
    return { name, run: () => acts[name](index) };
  };
}

async function startControl(flags: string[]): Promise<Control> {
  const file = fileURLToPath(new URL('../harness/static-server.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [...flags, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (data) => resolve(String(data).trim())),
  );
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => child.kill() };
}

/** Watches a service of its own while users log in with the hash that deployments use. */
async function hashing(own: Own, settings: Record<string, string>): Promise<LoopReport> {
  const watched: WatchedLoop = own(watchLoop());
  const engine = own(await startTable({ stream: false }));
  const more = { ...settings, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint, GATEHOUSE_LIMITS: 'off' };
  const service = own(await startService(more, watched.flags));
  const caller = own(createCaller(service.baseUrl));
  const { tenantId } = await createWorld(caller, service);
  await load(8, 4, (user) => signup(caller, tenantId, user));
  const logins = () => load(HASHED, 8, (index) => login(caller, tenantId, index % 8));
  await logins();
  await watched.read(service.pid);
  await logins();
  return watched.read(service.pid);
}

function tails(main: SteadyLoad, beside: SteadyLoad, { rps, minutes }: { rps: number; minutes: number }): Table {
  const row = (operation: string, times: number[]) => {
    const [p50, p99] = [median(times), quantile(times, 0.99)];
    return { operation, requests: times.length, p50, p95: quantile(times, 0.95), p99, 'p99 / p50': p99 / p50 };
  };
  const rows = [
    ...Object.entries(main.times).map(([operation, times]) => {
      const each = row(operation, times);
      return { ...each, ...atMost(each['p99 / p50'], MAX_TAIL) };
    }),
    row('control: static JSON', beside.times['static JSON'] ?? []),
  ];
  const notes = [
    `${minutes} minutes at ${Math.round(rps * SHARE)} requests a second, 70 % of the ${Math.round(rps)} that 16 callers reached; hash removed, limits off; ms`,
    'load generator, service and engine share the machine',
    ...(main.failed.length ? [`${main.failed.length} requests failed, the first one as ${main.failed[0]}`] : []),
  ];
  return { title: 'Tails at 70 % of saturation', rows, notes };
}

/** Compares memory at the beginning, after the warm-up, with memory after `MEASURED` requests and at the end. */
function flatness(memory: { sent: number; mb: number }[]): Table {
  const last = memory.at(-1)?.sent ?? 0;
  const around = (sent: number): number =>
    median(memory.filter((each) => Math.abs(each.sent - sent) <= Math.max(last / 20, 1000)).map(({ mb }) => mb));
  const begin = around(0);
  const points = [0, Math.min(MEASURED, last), ...(last > MEASURED ? [last] : [])];
  const rows = points.map((sent) => ({
    'requests after the warm-up': sent,
    'resident MB': around(sent),
    ...(sent > 0 && { 'growth, %': (around(sent) / begin - 1) * 100 }),
    ...(sent > 0 && atMost((around(sent) / begin - 1) * 100, MAX_GROWTH)),
  }));
  return { title: 'Memory of the service', rows, notes: [`after ${WARM_UP + SATURATING} requests that warm up`] };
}

function blocks(loops: Record<string, LoopReport>): Table {
  const rows = Object.entries(loops).map(([process, { p50, p99, max, blocks: all, gcMax, heapMb }]) => {
    const own = all.filter(({ cpu }) => cpu > BLOCK_MS);
    const verdict = atMost(own.length, 0);
    return {
      process,
      'delay p50': p50,
      'delay p99': p99,
      'delay max': max,
      [`blocks > ${BLOCK_MS} ms`]: all.length,
      'with as much CPU of its own': own.length,
      'of these with garbage collection': own.filter(({ gc }) => gc > BLOCK_MS / 2).length,
      'longest own CPU': Math.max(0, ...all.map(({ cpu }) => cpu)),
      'longest collection': gcMax,
      'heap MB': heapMb,
      ...(process.startsWith('service') && verdict),
    };
  });
  const notes = [
    `ms; one caller: ${ALONE} requests one after the other, so no block is a queue that is worked off`,
    'a block in which the thread had little CPU time is the machine, which ran something else; the goal counts the others',
    `hash: ${HASHED} logins, 8 at a time; hashing runs beside the event loop`,
  ];
  return { title: 'Event loop', rows, notes };
}
