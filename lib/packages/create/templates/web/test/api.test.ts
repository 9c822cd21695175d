// The API with real tokens: Gatehouse runs beside the test.
import { createVerifier } from '@gatehouse-auth/server';
import { startGatehouse, type TestGatehouse } from '@gatehouse-auth/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHandler } from '../api/handler.ts';
import { startApi } from '../dev/api-server.ts';

let gatehouse: TestGatehouse;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  const now = () => Date.now() + gatehouse.clock.offset();
  api = await startApi(createHandler(createVerifier({ issuer: gatehouse.url, audience: gatehouse.url, now })));
  await gatehouse.createRole({ name: 'analyst', permissions: ['reports.read'] });
});

afterAll(async () => {
  api?.stop();
  await gatehouse?.stop();
});

test('strangers get 401', async () => {
  expect((await fetch(`${api.url}/api/hello`)).status).toBe(401);
});

test('a user is recognised, also after their access token has expired', async () => {
  const { client, id, tenant } = await gatehouse.createPerson();
  await gatehouse.clock.advance(60 * 60_000);
  const response = await client.fetch(`${api.url}/api/hello`);
  expect(await response.json()).toEqual({ userId: id, tenantId: tenant.id, roles: [] });
});

test('only analysts read reports', async () => {
  const ada = await gatehouse.createPerson({ roles: ['analyst'], mfa: true });
  const bob = await gatehouse.createPerson();
  expect((await ada.client.fetch(`${api.url}/api/reports`)).status).toBe(200);
  expect((await bob.client.fetch(`${api.url}/api/reports`)).status).toBe(403);
});

test('a forgotten password is replaced with the code of an e-mail', async () => {
  const { client, email, tenant } = await gatehouse.createPerson();
  await client.authentication.forgotPassword({ tenantId: tenant.id, email });
  expect(await gatehouse.inbox.code(email)).toMatch(/^\d{6}$/);
});

test('the event of a new user is published', async () => {
  const { id } = await gatehouse.createPerson();
  const { detail } = await gatehouse.events.waitFor('svc.user_created', (event) => event.detail.userId === id);
  expect(detail.tenantId).toBe(gatehouse.tenant.id);
});
