// Loopback ports.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from './http.ts';

/** Listens on loopback; port 0 takes a free one. Answers the port; rejects with the system's error. */
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

/** A port that was free a moment ago, for a child process that must be told one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await close(server);
  return port;
}
