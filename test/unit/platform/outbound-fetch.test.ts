// Calls to hosts that others name: what may be called from a deployment and from the local run, and what of an answer is
// taken. Faults of a provider are tested with the operations; here it is about where a call may go.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { close, listen } from '../../../infra/local/ports.ts';
import { Unavailable } from '../../../lib/platform/errors.ts';
import { fetchJson, isOutboundUrl } from '../../../lib/platform/outbound-fetch.ts';

// One configuration a process: a deployment's.
Object.assign(process.env, {
  GATEHOUSE_BASE_URL: 'https://auth.example.com',
  GATEHOUSE_TABLE: 'gatehouse',
  GATEHOUSE_ROOT_SECRET: 'root',
});

let server: Server;
let port: number;
let asked = 0;
beforeAll(async () => {
  server = createServer((_, response) => {
    asked++;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  port = await listen(server, 0);
});
afterAll(() => close(server));

describe('a deployment', () => {
  test.each([
    'http://id.example.com',
    'http://localhost:1',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://127.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1',
    'https://user@id.example.com',
    'https://user:pass@id.example.com',
    'ftp://id.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:application/json,{}',
    '//id.example.com',
    '',
  ])('does not call %s', async (url) => {
    expect(isOutboundUrl(url)).toBe(false);
    await expect(fetchJson(url || 'https://')).rejects.toThrow();
  });

  test.each(['https://id.example.com', 'https://id.example.com:8443/tenant/', 'https://8.8.8.8/'])(
    'may call %s',
    (url) => {
      expect(isOutboundUrl(url)).toBe(true);
    },
  );

  test('does not call a name that leads to this machine, whatever port listens there', async () => {
    // The name is allowed until it is resolved.
    expect(isOutboundUrl(`https://localhost:${port}/`)).toBe(true);
    await expect(fetchJson(`https://localhost:${port}/`)).rejects.toBeInstanceOf(Unavailable);
    expect(asked).toBe(0);
  });
});
