// Breaks what is between the client and the service: no connection, a proxy's page, an overloaded service, no response.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createClient, GatehouseError } from '../../../lib/packages/client/node.ts';

const started: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of started.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server between client and service, and returns a client of it. */
async function clientOf(listener: RequestListener) {
  const server = createServer(listener);
  started.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
const OVERLOADED = JSON.stringify({ statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'Try again later.' });

test('a refused connection is a GatehouseError with the code NETWORK', async () => {
  const client = await clientOf(() => {});
  started[0]?.close();
  await new Promise((resolve) => started[0]?.once('close', resolve));
  const error = await client.authentication.me().catch((each) => each);
  expect(error).toBeInstanceOf(GatehouseError);
  expect(error).toMatchObject({ name: 'GatehouseError', code: 'NETWORK', statusCode: 0, cause: expect.anything() });
});

test.each([
  [502, '<html>Bad gateway</html>'],
  [200, '<html>Sign in to this wireless network</html>'],
  [403, '{"message":"Forbidden"}'],
])('a response %i that is not of the service is UNEXPECTED_RESPONSE', async (status, text) => {
  const client = await clientOf((_, response) => response.writeHead(status, { 'x-amzn-requestid': 'r-1' }).end(text));
  await expect(client.authentication.clientConfig()).rejects.toMatchObject({
    code: 'UNEXPECTED_RESPONSE',
    statusCode: status,
    requestId: 'r-1',
  });
});

test('a read is repeated after Retry-After while the service is overloaded, and a change is not', async () => {
  const seen: string[] = [];
  const client = await clientOf((request, response) => {
    seen.push(`${request.method}`);
    if (seen.length === 1 || request.method === 'POST') {
      response.writeHead(503, { 'retry-after': '1' }).end(OVERLOADED);
    } else response.end('{"status":"ok"}');
  });
  expect(await client.discovery.health()).toEqual({ status: 'ok' });
  await expect(client.authentication.logout()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
  expect(seen).toEqual(['GET', 'GET', 'POST']);
});

test('a read is not repeated if the service asks for a long wait', async () => {
  let count = 0;
  const client = await clientOf((_, response) => {
    count++;
    response.writeHead(503, { 'retry-after': '60' }).end(OVERLOADED);
  });
  await expect(client.discovery.health()).rejects.toMatchObject({ retryAfter: 60 });
  expect(count).toBe(1);
});

test('a call ends with NETWORK when its time is up, and with the reason of its signal when the caller aborts', async () => {
  const client = await clientOf(() => {});
  await expect(client.discovery.health({}, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'NETWORK' });
  const controller = new AbortController();
  const call = client.discovery.health({}, { signal: controller.signal });
  controller.abort(new Error('left the page'));
  await expect(call).rejects.toThrow('left the page');
  await expect(client.discovery.health({}, { signal: controller.signal })).rejects.toThrow('left the page');
});

test('paths of a base URL are kept, and nothing is added to a path', async () => {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: 'https://app.example.com/gatehouse/',
    fetch: async (input) => {
      urls.push(String(input));
      return new Response('{}');
    },
  });
  await client.authentication.clientConfig();
  await client.authentication.lookupTenant({ slug: 'a b&c' });
  expect(urls).toEqual([
    'https://app.example.com/gatehouse/auth/client-config',
    'https://app.example.com/gatehouse/auth/tenants/lookup?slug=a%20b%26c',
  ]);
});
