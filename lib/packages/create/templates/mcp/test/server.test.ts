// The MCP server with real tokens: Gatehouse runs beside the test.

import { startGatehouse, type TestGatehouse } from '@gatehouse-auth/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '../admin/register.ts';
import { listen } from '../dev/listen.ts';
import { createServer } from '../server/server.ts';

let gatehouse: TestGatehouse;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  server = await listen((resource) => createServer({ issuer: gatehouse.url, resource }));
  await register(await gatehouse.admin(), { resource: server.resource, tenantId: gatehouse.tenant.id });
});

afterAll(async () => {
  server?.stop();
  await gatehouse?.stop();
});

/** A token for this server, with these scopes. A machine needs no browser. */
async function tokenWith(...scopes: string[]): Promise<string> {
  const admin = await gatehouse.admin();
  const { application } = await admin.adminApplications.create({
    name: 'Test',
    kind: 'machine',
    tenantIds: [gatehouse.tenant.id],
  });
  const { secret } = await admin.adminApplications.addSecret({ id: application.id });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: application.id,
    client_secret: secret.secret,
    resource: server.resource,
    scope: scopes.join(' '),
  });
  const response = await fetch(`${gatehouse.url}/oauth2/token`, { method: 'POST', body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.resource), { requestInit: { headers } }));
  return client;
}

test('strangers get 401, and learn where to get a token', async () => {
  const response = await fetch(server.resource, { method: 'POST', body: '{}' });
  const document = server.resource.replace('/mcp', '/.well-known/oauth-protected-resource/mcp');
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer scope="reports:read", resource_metadata="${document}"`,
  ]);
  expect(await (await fetch(document)).json()).toMatchObject({
    resource: server.resource,
    authorization_servers: [gatehouse.url],
  });
});

test('a client with the scopes calls the tools of its tenant', async () => {
  const client = await connect(await tokenWith('reports:read', 'reports:write'));
  await client.callTool({ name: 'create_report', arguments: { title: 'Revenue' } });
  const { content } = await client.callTool({ name: 'list_reports', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: '["Revenue"]' }]);
});

test('a tool that needs more says which scopes to ask for', async () => {
  const token = await tokenWith('reports:read');
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_report', arguments: {} } };
  for (const body of [call, [call]]) {
    const response = await fetch(server.resource, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="reports:read reports:write"'),
    ]);
  }
});
