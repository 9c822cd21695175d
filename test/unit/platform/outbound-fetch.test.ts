// Checks which URLs a deployment may call when an admin or a provider chose the host.
// Faults of a provider are tested with the operations; this file is about where a call may go.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { Unavailable } from '../../../lib/platform/errors.ts';
import { fetchJson, isOutboundUrl, postForm } from '../../../lib/platform/outbound/outbound-fetch.ts';
import { rootSettings } from '../../support/roots.ts';

// The configuration is read once per process: this one is a deployment's.
Object.assign(process.env, {
  GATEHOUSE_BASE_URL: 'https://auth.example.com',
  GATEHOUSE_TABLE: 'gatehouse',
  ...rootSettings('root'),
});

let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  server = createServer((_, response) => {
    requests++;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  port = await listen(server, 0);
});
afterAll(() => close(server));

describe('fetchJson in a deployment', () => {
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
  ])('refuses to call %j', async (url) => {
    expect(isOutboundUrl(url)).toBe(false);
    await expect(fetchJson(url || 'https://')).rejects.toThrow();
    await expect(postForm(url || 'https://', new URLSearchParams())).rejects.toThrow();
  });

  test.each(['https://id.example.com', 'https://id.example.com:8443/tenant/', 'https://8.8.8.8/'])(
    'may call %j',
    (url) => {
      expect(isOutboundUrl(url)).toBe(true);
    },
  );

  test('refuses to call a host name that resolves to this machine, even on a port that listens', async () => {
    // The URL itself is allowed: the refusal comes when the name is resolved.
    expect(isOutboundUrl(`https://localhost:${port}/`)).toBe(true);
    await expect(fetchJson(`https://localhost:${port}/`)).rejects.toBeInstanceOf(Unavailable);
    await expect(postForm(`https://localhost:${port}/`, new URLSearchParams())).rejects.toBeInstanceOf(Unavailable);
    expect(requests).toBe(0);
  });
});
