// Starts and stops HTTP servers on loopback ports.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

// Not an ES import of node:http: that makes Node build every export of it, undici included, which is a tenth of the
// start-up time.
export const { Agent, createServer, get, request } = process.getBuiltinModule('node:http');

/** Listens on loopback and returns the port; 0 takes a free one. Rejects with the system's error. */
export function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(port, host, () => {
    server.off('error', reject);
    resolve((server.address() as AddressInfo).port);
  });
  return promise;
}

/** Stops listening and drops open connections. */
export function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}

/** Returns a port that was free a moment ago, for a child process that must be given one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await close(server);
  return port;
}
