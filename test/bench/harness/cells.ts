// Measures the cells of the throughput tables: operations at a concurrency, in rounds that alternate with the bare SDK.
import { createCaller } from './caller.ts';
import { createFloor } from './floor.ts';
import { type Load, load } from './load.ts';
import { createOperations, type OperationName } from './operations.ts';
import { cpuMs } from './proc.ts';
import { type Own, scoped } from './scope.ts';
import { FAST, startService } from './service.ts';
import { startTable } from './table.ts';
import { createWorld } from './world.ts';

/** `cpu` is the CPU time of the service and `engineCpu` that of the engine, in ms per request. */
export type Sample = Load & { cpu: number; engineCpu: number };
export type CellName = `${OperationName | 'GetItem' | 'BatchGetItem'} ${number}`;
export type Round = Partial<Record<CellName, Sample>>;
export type Variant = { operations: readonly OperationName[]; rounds: number; stream: boolean; limits: 'on' | 'off' };

/** Calls in a cell, by concurrency. A cell takes one or two seconds. */
const COUNTS: Record<number, number> = { 1: 100, 16: 240 };
const USERS = 100;

/** Returns the measured rounds. The first round warms up and is left out. */
export const measureCells = (variant: Variant): Promise<Round[]> =>
  scoped(async (own) => {
    const { operations, act, pids } = await start(own, variant);
    const rounds: Round[] = [];
    for (let round = 0; round <= variant.rounds; round++) {
      const cells: Round = {};
      for (const [concurrency, count] of Object.entries(COUNTS)) {
        for (const name of operations) {
          const pid = name === 'GetItem' || name === 'BatchGetItem' ? process.pid : pids.service;
          const before = [cpuMs(pid), cpuMs(pids.engine)] as const;
          const result = await load(count, Number(concurrency), act[name]);
          const [cpu, engineCpu] = [(cpuMs(pid) - before[0]) / count, (cpuMs(pids.engine) - before[1]) / count];
          cells[`${name} ${Number(concurrency)}`] = { ...result, cpu, engineCpu };
        }
      }
      if (round) rounds.push(cells);
    }
    return rounds;
  });

async function start(own: Own, { operations, stream, limits }: Variant) {
  const engine = own(await startTable({ stream }));
  const settings = { ...FAST, GATEHOUSE_LIMITS: limits, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
  const service = own(await startService(settings));
  const caller = own(createCaller(service.baseUrl));
  const { tenantId } = await createWorld(caller, service);
  const floor = own(await createFloor(engine.endpoint));
  const act = {
    GetItem: floor.getItem,
    BatchGetItem: floor.batchGet,
    ...(await createOperations(caller, tenantId, { count: USERS, name: String, existing: false })),
  };
  const names = ['GetItem', ...operations, 'BatchGetItem'] as const;
  return { operations: names, act, pids: { service: service.pid, engine: engine.pid } };
}
