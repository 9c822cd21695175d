// Computes from recorded units how often a second an operation can run before a key is at DynamoDB's limit, and how hot
// the keys of a mix of operations are.
import type { Recorded, Units } from './record.ts';
import { type Holder, SHAPES, type Shape } from './shapes.ts';

/**
 * Units that one partition serves in a second (DynamoDB Developer Guide, "Best practices for designing and using partition
 * keys effectively"). A split by heat gives items with one partition key partitions of their own, and a single item never
 * more than one. The same holds for an index, and a write waits for the indexes that it changes.
 */
export const PARTITION = { read: 3000, write: 1000 } as const;
/** What a new table serves at once (DynamoDB Developer Guide, "Warm throughput"). */
export const NEW_TABLE = { read: 12_000, write: 4000 } as const;

/** Calls a second, and the shape of the key that sets the limit. */
export type Ceiling = { perSecond: number; shape: string };

const shapeNamed = (name: string): Shape => {
  const shape = SHAPES.get(name);
  if (!shape) throw new Error(`no shape ${name}`);
  return shape;
};

/** Calls a second that the keys of a shape carry. */
const carried = (shape: Shape, { read, write }: { read: number; write: number }): number =>
  shape.keys * Math.min(PARTITION.read / read, PARTITION.write / write);

/** Returns how often a second the operation can run for one holder; `undefined` if no key of it sets a limit. */
export function ceilingOf(units: Units, holder: Holder): Ceiling | undefined {
  const all = [...Object.entries(units), ...accountIn(units)]
    .map(([name, each]) => ({ shape: name === ACCOUNT.name ? ACCOUNT : shapeNamed(name), each }))
    .filter(({ shape }) => shape.holder === holder)
    .map(({ shape, each }) => ({ perSecond: Math.floor(carried(shape, each)), shape: shape.name }));
  return all.toSorted((a, b) => a.perSecond - b.perSecond)[0];
}

const ACCOUNT: Shape = { name: 'partition of an account', holder: 'user', keys: 1 };

/** Returns the sum of what is in the partition of an account. */
function accountIn(units: Units): [string, Units[string]][] {
  const own = Object.entries(units).filter(([name]) => shapeNamed(name).isOfAccount);
  const sum = (what: 'read' | 'write') => own.reduce((total, [, each]) => total + each[what], 0);
  return own.length ? [[ACCOUNT.name, { read: sum('read'), write: sum('write') }]] : [];
}

/** Operations at a rate, by so many holders of each kind. */
export type Mix = {
  name: string;
  /** Calls a second, by operation. */
  rates: Readonly<Record<string, number>>;
  /** How many share the load evenly; one of a kind that is absent. */
  among: Partial<Record<Holder, number>>;
  /** Only the work of the change feed, at this many times its usual rate. */
  onlyFeed?: true;
};

/** The load of one key: units a second, and the part of what a partition serves. */
export type Heat = { shape: Shape; read: number; write: number; part: number };

/** Returns the load of the keys of each shape in the mix, the hottest first. Keys that one request makes are left out. */
export function heatOf(recorded: Recorded, { rates, among, onlyFeed }: Mix): Heat[] {
  const sums = new Map<string, { read: number; write: number }>();
  for (const [operation, rate] of Object.entries(rates)) {
    const { request, feed } = requireOperation(recorded, operation);
    for (const units of onlyFeed ? [feed] : [request, feed]) {
      for (const [name, { read, write }] of Object.entries(units)) {
        const sum = sums.get(name) ?? { read: 0, write: 0 };
        sums.set(name, { read: sum.read + read * rate, write: sum.write + write * rate });
      }
    }
  }
  return [...sums]
    .map(([name, { read, write }]) => {
      const shape = shapeNamed(name);
      const keys = shape.keys * (shape.holder === 'deployment' ? 1 : (among[shape.holder] ?? 1));
      const [perKeyRead, perKeyWrite] = [read / keys, write / keys];
      const part = Math.max(perKeyRead / PARTITION.read, perKeyWrite / PARTITION.write);
      return { shape, read: perKeyRead, write: perKeyWrite, part };
    })
    .filter(({ shape }) => shape.holder !== 'request')
    .toSorted((a, b) => b.part - a.part);
}

/** Units a second of the whole table, and the partitions that they need at least: so many shards has the stream. */
export function totalOf(recorded: Recorded, { rates, onlyFeed }: Mix) {
  let [read, write, records] = [0, 0, 0];
  for (const [operation, rate] of Object.entries(rates)) {
    const { request, feed, records: each } = requireOperation(recorded, operation);
    records += each * rate;
    for (const units of onlyFeed ? [feed] : [request, feed]) {
      for (const [name, sum] of Object.entries(units)) {
        if (name.startsWith('index')) continue;
        read += sum.read * rate;
        write += sum.write * rate;
      }
    }
  }
  const partitions = Math.max(
    Math.ceil(NEW_TABLE.write / PARTITION.write),
    Math.ceil(read / PARTITION.read),
    Math.ceil(write / PARTITION.write),
  );
  return { read, write, partitions, records };
}

const requireOperation = (recorded: Recorded, operation: string) => {
  const heat = recorded[operation];
  if (!heat) throw new Error(`${operation} is not recorded`);
  return heat;
};
