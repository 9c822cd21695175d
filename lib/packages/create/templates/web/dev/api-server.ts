import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Handler } from '../api/handler.ts';

/** Calls the function for each request, as an HTTP API does. Listens on a free port. */
export async function startApi(handler: Handler): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const event = {
      version: '2.0',
      routeKey: `${request.method} ${pathname}`,
      rawPath: pathname,
      rawQueryString: search.slice(1),
      headers: request.headers,
      requestContext: { http: { method: request.method, path: pathname } },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString() }),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2;
    const reply = await handler(event, {} as Context).catch((error: unknown) => {
      console.error(error);
      return { statusCode: 500, headers: {}, body: '' };
    });
    response.writeHead(reply.statusCode ?? 200, reply.headers as Record<string, string>).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
