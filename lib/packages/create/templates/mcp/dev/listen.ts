import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Serve } from '../server/server.ts';

/** Serves what `serveAt` returns for the address. Default: a free port. */
export async function listen(serveAt: (resource: string) => Serve, port = 0) {
  let serve: Serve | undefined;
  const server = createHttpServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const url = new URL(incoming.url ?? '/', resource);
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const response = await serve?.(new Request(url, { method: incoming.method ?? 'GET', headers, body })).catch(
      (error: unknown) => {
        console.error(error);
        return new Response(null, { status: 500 });
      },
    );
    outgoing.writeHead(response?.status ?? 500, Object.fromEntries(response?.headers ?? []));
    outgoing.end(await response?.text());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const resource = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  serve = serveAt(resource);
  return { resource, stop: () => server.close() };
}
