// Records what each operation costs each key, with a proxy between the handlers and the engine. The shipped code does not
// know about the proxy.
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import type { Item } from './item-size.ts';
import { isCounted, type Reply, type Sent, storedItems, type Touch, Touches } from './touches.ts';

/** `stored`: the items that were stored as a whole, in order. */
export type Recording = { touches: Touch[]; stored: Item[] };
export type HeatRecorder = {
  endpoint: string;
  /** Returns what the calls cost that reached the engine while `act` ran. */
  during: (act: () => Promise<unknown>) => Promise<Recording>;
  stop: () => Promise<void>;
};

const API = 'DynamoDB_20120810.';

/** Starts the proxy on a free port. Streams and table administration pass through unrecorded. */
export async function startHeatRecorder(engine: string): Promise<HeatRecorder> {
  const agent = new Agent({ keepAlive: true });
  const touches = new Touches();
  let recording: Recording = { touches: [], stored: [] };

  const server = createServer(async (incoming, outgoing) => {
    const text = await textOf(incoming);
    const operation = String(incoming.headers['x-amz-target']).replace(API, '');
    const counted = isCounted(operation);
    const body = counted ? JSON.stringify({ ...JSON.parse(text), ReturnConsumedCapacity: 'INDEXES' }) : text;
    const headers = { ...incoming.headers, 'content-length': Buffer.byteLength(body) };
    const forward = request(engine, { agent, method: incoming.method, headers }, async (reply) => {
      const received = await textOf(reply);
      if (counted) {
        const [sent, replied] = [JSON.parse(text) as Sent, JSON.parse(received) as Reply];
        recording.touches.push(...touches.of(operation, sent, replied));
        recording.stored.push(...storedItems(operation, sent, replied));
      }
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(received);
    });
    forward.on('error', () => outgoing.destroy());
    forward.end(body);
  });

  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    during: async (act) => {
      const own: Recording = { touches: [], stored: [] };
      recording = own;
      await act();
      recording = { touches: [], stored: [] };
      return own;
    },
    stop: async () => {
      agent.destroy();
      await close(server);
    },
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
