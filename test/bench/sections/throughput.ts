// Measures throughput, latency and CPU per request of the local run, without the password hash.
import { type CellName, measureCells, type Round, type Sample } from '../harness/cells.ts';
import { OPERATIONS, type OperationName } from '../harness/operations.ts';
import { atLeast, atMost, type Section, type Table } from '../harness/report.ts';
import { median, medians } from '../harness/stats.ts';

/** Latency in multiples of one GetItem through the SDK. */
const LATENCY: Record<OperationName, number> = {
  signup: 5,
  login: 3.5,
  'verify-session': 1.6,
  me: 2,
  'refresh-token': 3,
  logout: 2,
};
/** CPU goals in ms: the time of two comparable servers, each times an allowed fraction. The stricter one counts. */
const CPU: Record<OperationName, number> = {
  signup: Math.min(0.3 * 10.3, 0.7 * 4.5),
  login: Math.min(0.3 * 9.2, 0.85 * 3.1),
  'verify-session': Math.min(0.6 * 1.5, 0.45 * 2.2),
  me: Math.min(0.35 * 3.5, 0.55 * 2.2),
  'refresh-token': Math.min(0.35 * 6.2, 0.6 * 3.8),
  logout: Math.min(0.5 * 2.5, 0.35 * 3.8),
};
/** CPU ms of one GetItem through the SDK on the machine where those two servers were measured. */
const REFERENCE_GET_ITEM = 0.554;
const ROUNDS = 5;

export async function throughput(): Promise<Section> {
  const plain = await measureCells({ operations: OPERATIONS, rounds: ROUNDS, stream: false, limits: 'off' });
  const subset = ['signup', 'login'] as const;
  const limited = await measureCells({ operations: subset, rounds: 3, stream: false, limits: 'on' });
  const fed = await measureCells({ operations: subset, rounds: 3, stream: true, limits: 'off' });
  return {
    tables: [
      loads(plain),
      latency(plain),
      cpu([
        ...OPERATIONS.map((name) => cpuRow(name, name, plain)),
        ...subset.map((name) => cpuRow(`${name}, limits on`, name, limited)),
        ...subset.map((name) => cpuRow(`${name}, change feed on`, name, fed)),
      ]),
    ],
  };
}

const samples = (rounds: Round[], cell: CellName): Sample[] => rounds.map((round) => round[cell] as Sample);
/** Returns the median of the ratios within each round. */
const ratio = (rounds: Round[], [a, b]: [CellName, CellName], measure: keyof Sample): number =>
  median(rounds.map((round) => (round[a] as Sample)[measure] / (round[b] as Sample)[measure]));

function loads(rounds: Round[]): Table {
  const cells = Object.keys(rounds[0] ?? {}) as CellName[];
  const rows = cells.map((cell) => {
    const [name = '', concurrency = ''] = cell.split(' ');
    const { rps, p50, p95, p99, cpu: own, engineCpu } = medians(samples(rounds, cell));
    return { operation: name, concurrency, rps, p50, p95, p99, 'CPU ms': own, 'engine CPU ms': engineCpu };
  });
  const notes = ['CPU: of the service, gateway included; GetItem and BatchGetItem: the bare SDK in the load generator'];
  return { title: 'Throughput (fast hash, limits off, no change feed), ms', rows, notes };
}

function latency(rounds: Round[]): Table {
  const rows = OPERATIONS.map((operation) => {
    const multiple = ratio(rounds, [`${operation} 1`, 'GetItem 1'], 'p50');
    return { what: `${operation}, p50 in GetItems`, measured: multiple, ...atMost(multiple, LATENCY[operation]) };
  });
  const share = ratio(rounds, ['verify-session 16', 'BatchGetItem 16'], 'rps');
  const last = { what: 'verify-session, req/s at 16 in BatchGetItems', measured: share, ...atLeast(share, 0.5) };
  return { title: 'Compared with the bare SDK', rows: [...rows, last] };
}

function cpuRow(what: string, name: OperationName, rounds: Round[]) {
  const measured = median(samples(rounds, `${name} 16`).map((sample) => sample.cpu));
  const getItems = ratio(rounds, [`${name} 16`, 'GetItem 16'], 'cpu');
  // The goal is scaled to the speed of this machine at this moment.
  const scaled = CPU[name] * (measured / getItems / REFERENCE_GET_ITEM);
  return { what, 'CPU ms': measured, 'x GetItem': getItems, 'reference goal': CPU[name], ...atMost(measured, scaled) };
}

function cpu(rows: ReturnType<typeof cpuRow>[]): Table {
  const notes = [
    `goal: CPU of comparable servers, scaled by the SDK's GetItem (${REFERENCE_GET_ITEM} ms on the reference machine)`,
  ];
  return { title: 'CPU per request at 16', rows, notes };
}
