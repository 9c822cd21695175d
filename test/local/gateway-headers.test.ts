// Checks which headers get through the gateway: what a client sends to a function, and what a function returns.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createGateway } from '../../infra/tools/local/gateway/gateway.ts';
import { asDelivered } from '../../infra/tools/local/gateway/headers.ts';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { SECURITY_HEADERS } from '../../lib/http/headers.ts';
import { type Send, send } from '../support/http.ts';

let received: APIGatewayProxyEvent;
const handle = async (event: APIGatewayProxyEvent) => {
  received = event;
  const headers = { 'www-authenticate': 'Bearer', date: 'never', server: 'own', via: 'x', 'retry-after': '2' };
  return { statusCode: 401, headers, multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] }, body: '{}' };
};
const gateway = createGateway(Promise.resolve({ handle, stage: '', loadPages: async () => async () => undefined }));
let baseUrl: string;
beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listen(gateway, 0)}`;
});
afterAll(() => close(gateway));

const headersAt = async (headers: Send['headers']) => {
  await send(baseUrl, 'GET', '/auth/me', { ...(headers && { headers }) });
  return Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name.toLowerCase(), value]));
};

describe('a request', () => {
  test.each(['content-md5', 'max-forwards', 'proxy-authenticate', 'server', 'te', 'www-authenticate'])(
    'reaches the function without %s',
    async (name) => {
      expect(await headersAt({ [name]: 'x', 'x-other': 'y' })).toMatchObject({ 'x-other': 'y' });
      expect(await headersAt({ [name.toUpperCase()]: 'x' })).not.toHaveProperty(name);
    },
  );

  test.each(['accept', 'authorization', 'cookie', 'origin', 'referer', 'user-agent', 'via', 'x-csrf-token'])(
    'reaches the function with %s',
    async (name) => {
      expect(await headersAt({ [name]: 'x' })).toMatchObject({ [name]: 'x' });
    },
  );

  test('reaches the function without connection headers and without a signature of AWS', async () => {
    const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=x', connection: 'close' };
    const headers = await headersAt(signed);
    expect([headers.authorization, headers.connection, headers.host]).toEqual([
      undefined,
      undefined,
      expect.any(String),
    ]);
  });
});

test('a response reaches the client with renamed and without dropped headers', async () => {
  const { headers } = await send(baseUrl, 'GET', '/auth/me');
  expect(headers).toMatchObject({
    'x-amzn-remapped-www-authenticate': 'Bearer',
    'x-amzn-remapped-date': 'never',
    'x-amzn-remapped-server': 'own',
    'retry-after': '2',
    'set-cookie': ['a=1', 'b=2'],
  });
  expect(headers).not.toHaveProperty('www-authenticate');
  expect(headers).not.toHaveProperty('via');
  expect(headers.date).not.toBe('never');
});

test('every response header that the service promises is delivered under its name', () => {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const promised = new Set<string>(Object.keys(SECURITY_HEADERS));
  JSON.stringify(document, (key, value) => {
    if (key === 'headers' && value) for (const name of Object.keys(value)) promised.add(name);
    return value;
  });
  // A REST API renames it (decision 48); libraries of OAuth read the body.
  promised.delete('WWW-Authenticate');
  expect(promised.size).toBeGreaterThan(Object.keys(SECURITY_HEADERS).length);
  const headers = Object.fromEntries([...promised].map((name) => [name, 'x']));
  expect(asDelivered({ statusCode: 200, headers, multiValueHeaders: {}, body: '' }).headers).toEqual(headers);
});
