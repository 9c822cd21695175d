// Measures all servers in turns: one cell after another, so that other work on the machine meets all of them.
import { load } from '../harness/load.ts';
import { cpuMs } from '../harness/proc.ts';
import { CONNECTIONS, COUNTS, type Connections, type Tasks, WORK, type WorkName } from './work.ts';

export type Contender = { name: string; pid: number; tasks: Record<Connections, Tasks> };
/** CPU ms of the server and the median response time in ms, for one request. */
export type Sample = { cpu: number; p50: number };
export type Cell = `${WorkName} ${Connections}`;
/** The samples of a round, by server. */
export type Round = Record<string, Record<Cell, Sample>>;

/** Rounds until V8 has compiled what is called. */
const WARM_UPS = 2;
const ROUNDS = 5;

/** Work that follows a response, such as that of the change feed, is over when a process takes less than this. */
const QUIET = { cpuMs: 4, perMs: 40, withinMs: 10_000 };

async function untilQuiet(pid: number): Promise<void> {
  const end = Date.now() + QUIET.withinMs;
  for (let before = cpuMs(pid); Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, QUIET.perMs));
    const now = cpuMs(pid);
    if (now - before < QUIET.cpuMs) return;
    before = now;
  }
}

async function measureCell({ pid, tasks }: Contender, name: WorkName, connections: Connections): Promise<Sample> {
  const { prepare, act } = tasks[connections][name];
  await prepare?.();
  await untilQuiet(pid);
  const count = COUNTS[connections];
  const before = cpuMs(pid);
  const { p50 } = await load(count, connections, act);
  await untilQuiet(pid);
  return { cpu: (cpuMs(pid) - before) / count, p50 };
}

/** Returns the measured rounds. Each begins with another server. */
export async function measure(contenders: readonly Contender[]): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const first = (round + WARM_UPS) % contenders.length;
    const order = [...contenders.slice(first), ...contenders.slice(0, first)];
    const samples = Object.fromEntries(contenders.map(({ name }) => [name, {}])) as Round;
    for (const connections of CONNECTIONS)
      for (const name of WORK)
        for (const each of order) {
          const cells = samples[each.name] as Record<Cell, Sample>;
          cells[`${name} ${connections}`] = await measureCell(each, name, connections);
        }
    if (round >= 0) rounds.push(samples);
  }
  return rounds;
}
