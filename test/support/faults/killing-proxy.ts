// Runs a proxy in front of the engine that counts each function's calls of the store and kills its process at a chosen
// one: before the call is passed on, or after it was carried out and before its response is returned.
import { Agent, type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { close, listen } from '../../../infra/tools/local/ports.ts';

export type When = 'before' | 'after';
export type Plan = { at: number; when: When };
export type KillingProxy = {
  endpoint: string;
  /** Kills the process that calls under this name (it is in the signature) at its `at`-th call from now on. */
  arm: (name: string, plan: Plan, kill: () => void) => void;
  /** Cancels the plan. Returns whether it was carried out. */
  disarm: (name: string) => boolean;
  kills: () => number;
  stop: () => Promise<void>;
};

type Armed = Plan & { kill: () => void; calls: number; fired: boolean };

export async function startKillingProxy(engine: string): Promise<KillingProxy> {
  const agent = new Agent({ keepAlive: true });
  const armed = new Map<string, Armed>();
  /** Connections of processes that were killed: what still comes over them was never sent. */
  const dead = new WeakSet<Socket>();
  const open = new Map<string, Set<Socket>>();
  let kills = 0;

  const nameOf = ({ headers }: IncomingMessage): string =>
    /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
  const strike = (name: string, plan: Armed): void => {
    plan.fired = true;
    kills++;
    for (const socket of open.get(name) ?? []) dead.add(socket);
    plan.kill();
  };

  const server = createServer((incoming, outgoing) => {
    const name = nameOf(incoming);
    const { socket } = incoming;
    const sockets = open.get(name) ?? new Set();
    open.set(name, sockets);
    if (!sockets.has(socket)) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    if (dead.has(socket)) return void socket.destroy();
    const plan = armed.get(name);
    const isIt = plan && !plan.fired && ++plan.calls === plan.at;
    if (isIt && plan.when === 'before') {
      strike(name, plan);
      return void socket.destroy();
    }
    const { method, headers } = incoming;
    const forward: ClientRequest = request(engine, { agent, method, headers }, (reply) => {
      if (isIt) {
        reply.resume().once('end', () => {
          strike(name, plan);
          socket.destroy();
        });
        return;
      }
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    arm: (name, plan, kill) => void armed.set(name, { ...plan, kill, calls: 0, fired: false }),
    disarm: (name) => {
      const fired = armed.get(name)?.fired ?? false;
      armed.delete(name);
      return fired;
    },
    kills: () => kills,
    stop: async () => {
      agent.destroy();
      await close(server);
    },
  };
}
