// Counts what each operation costs with a proxy between the handlers and the engine: calls, capacity units and the
// longest chain of sequential calls. It can also make each call slower. The shipped code does not know about the proxy.
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { keyRing } from '../../../lib/store/keys.ts';

export type Call = { name: string; read: number; write: number; start: number; end: number };
export type Cost = { trips: number; read: number; write: number; calls: string[] };
export type Proxy = {
  endpoint: string;
  /** Returns the cost of the calls that reached the engine while `act` ran. */
  cost: (act: () => Promise<unknown>) => Promise<Cost>;
  /** Returns the units of the calls that reached the engine while `act` ran. Nothing is delayed. */
  units: (act: () => Promise<unknown>) => Promise<Pick<Cost, 'read' | 'write'>>;
  /**
   * Runs `act` while each call of the engine takes `ms` longer. Returns how much longer they really took, on average:
   * timers are late. `NaN` without calls.
   */
  delayed: (ms: number, act: () => Promise<unknown>) => Promise<number>;
  /** Returns the time, in ms, in which at least one call was inside the engine while `act` ran. Nothing is delayed. */
  timeInside: (act: () => Promise<unknown>) => Promise<number>;
  stop: () => Promise<void>;
};

const API = 'DynamoDB_20120810.';
const READS = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];
/** Delay of each response while counting, so that concurrent calls overlap even on a busy machine. */
const HOLD_MS = 40;

type Body = Record<string, unknown> & {
  TransactItems?: unknown[];
  Key?: Record<string, { S?: string }>;
  __type?: string;
  ConsumedCapacity?: unknown;
};

/** Starts the proxy on a free port. Streams and table administration pass through uncounted. */
export async function startProxy(engine: string): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let recording: Call[] | undefined;
  let delay: { ms: number; made: number[] } | undefined;
  let hold = HOLD_MS;

  const server = createServer(async (incoming, outgoing) => {
    const sent = await textOf(incoming);
    const name = String(incoming.headers['x-amz-target']).replace(API, '');
    const counted = (READS.includes(name) || WRITES.includes(name)) && !readsKeyRing(JSON.parse(sent));
    const calls = counted ? recording : undefined;
    const text = counted ? JSON.stringify({ ...JSON.parse(sent), ReturnConsumedCapacity: 'TOTAL' }) : sent;
    const start = performance.now();
    const headers = { ...incoming.headers, 'content-length': Buffer.byteLength(text) };
    const forward = request(engine, { agent, method: incoming.method, headers }, async (reply) => {
      const received = await textOf(reply);
      if (calls) {
        if (hold) await new Promise((resolve) => setTimeout(resolve, hold));
        calls.push({ name, ...unitsOf(name, JSON.parse(sent), JSON.parse(received)), start, end: performance.now() });
      }
      if (counted && delay) {
        const { ms, made } = delay;
        const received = performance.now();
        await new Promise((resolve) => setTimeout(resolve, ms));
        made.push(performance.now() - received);
      }
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(received);
    });
    forward.on('error', () => outgoing.destroy());
    forward.end(text);
  });

  const port = await listen(server, 0);
  const during = async (act: () => Promise<unknown>, delay: number): Promise<Call[]> => {
    const calls: Call[] = [];
    [recording, hold] = [calls, delay];
    await act();
    recording = undefined;
    return calls;
  };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    cost: async (act) => summary(await during(act, HOLD_MS)),
    units: async (act) => {
      const calls = await during(act, 0);
      return { read: sumOf(calls, ({ read }) => read), write: sumOf(calls, ({ write }) => write) };
    },
    timeInside: async (act) => lengthOf(await during(act, 0)),
    delayed: async (ms, act) => {
      const made: number[] = [];
      delay = { ms, made };
      await act();
      delay = undefined;
      return made.reduce((sum, each) => sum + each, 0) / made.length;
    },
    stop: async () => {
      agent.destroy();
      await close(server);
    },
  };
}

/**
 * An instance reads the ring of signing keys once a minute, within the request that comes first, so it is no cost of an
 * operation. Counted, it would depend on where a slow machine is when the minute is over.
 */
const readsKeyRing = ({ Key }: Body): boolean => Key?.pk?.S === keyRing.pk && Key.sk?.S === keyRing.sk;

/** Returns the units that the engine reports. For a refused write it reports none, but DynamoDB charges them. */
function unitsOf(name: string, sent: Body, reply: Body): { read: number; write: number } {
  const writes = WRITES.includes(name);
  const refused = sent.TransactItems ? 2 * sent.TransactItems.length : 1;
  const units = reply.__type ? (writes ? refused : 0) : capacity(reply.ConsumedCapacity);
  return writes ? { read: 0, write: units } : { read: units, write: 0 };
}

function capacity(consumed: unknown): number {
  const parts = [consumed].flat() as { CapacityUnits?: number }[];
  return parts.reduce((sum, part) => sum + (part?.CapacityUnits ?? Number.NaN), 0);
}

const sumOf = (calls: readonly Call[], units: (call: Call) => number): number =>
  calls.reduce((total, call) => total + units(call), 0);

function summary(calls: Call[]): Cost {
  const inOrder = calls.toSorted((a, b) => a.start - b.start);
  return {
    trips: waves(calls),
    read: sumOf(calls, ({ read }) => read),
    write: sumOf(calls, ({ write }) => write),
    calls: inOrder.map(({ name, read, write }) => `${name}(${read ? `${read}R` : `${write}W`})`),
  };
}

/** Returns the length of the longest chain in which each call began after the previous one had ended. */
function waves(calls: Call[]): number {
  let count = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of calls.toSorted((a, b) => a.end - b.end)) {
    if (start < until) continue;
    count++;
    until = end;
  }
  return count;
}

/** Returns the length of the union of the calls' times. */
function lengthOf(calls: Call[]): number {
  let length = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of calls.toSorted((a, b) => a.start - b.start)) {
    length += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return length;
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
