// Serves objects as S3 does to the import: their size, ranges of them while they are what was asked for, and new ones.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ObjectStore = {
  url: string;
  /** By `/bucket/key`. */
  objects: Map<string, Buffer>;
  /** The ranges that were read, in their order. */
  ranges: string[];
  stop: () => Promise<unknown>;
};

const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

export async function startObjectStore(): Promise<ObjectStore> {
  const [objects, ranges] = [new Map<string, Buffer>(), [] as string[]];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://store').pathname;
    if (request.method === 'PUT') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      objects.set(path, Buffer.concat(parts));
      response.writeHead(200).end();
      return;
    }
    const body = objects.get(path);
    if (!body) return void response.writeHead(404).end();
    const headers = { etag: tagOf(body), 'content-type': 'application/octet-stream' };
    if (request.method === 'HEAD')
      return void response.writeHead(200, { ...headers, 'content-length': body.length }).end();
    if (request.headers['if-match'] !== tagOf(body)) return void response.writeHead(412).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    ranges.push(`${from}-${to}`);
    const part = body.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { ...headers, 'content-length': part.length }).end(part);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, objects, ranges, stop };
}
