// Executes and type-checks the function of docs/guides/send-your-own-emails.md: the service calls it with real messages.
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { close, createServer, listen } from '../../../infra/tools/local/ports.ts';
import { type MessageRequest, messageSender } from '../../../lib/packages/server/index.ts';
import { RECEIVES } from '../../../lib/workers/message-retries.ts';
import { executableBlocks } from '../../journeys/code-blocks.ts';
import { compileBlocks } from '../../support/compile-blocks.ts';
import { bearer, newPassword, type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guides/send-your-own-emails.md');

type Posted = { key: string | undefined; to: string; subject: string; text: string };
const posted: Posted[] = [];
let isDown = false;
let provider: Server;
let service: Service;
let page: string;

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posted.push({ key: request.headers['idempotency-key'] as string | undefined, ...JSON.parse(body) });
    response.writeHead(isDown ? 503 : 202).end();
  });
  const url = `http://127.0.0.1:${await listen(provider, 0)}`;
  page = await readFile(GUIDE, 'utf8');
  const [{ code = '' } = {}, ...more] = executableBlocks(page);
  expect(more).toEqual([]);
  const text = code
    .replace('https://mail.example.com', url)
    .replace(/^import .*$/gm, '')
    .replace(/^export /gm, '');
  const { code: script } = transformSync(`function run() { ${text}; return handler; }`, { loader: 'ts' });
  const handler = new Function('messageSender', `${script}; return run();`)(messageSender);
  service = await startService({}, { messageSender: handler });
});
afterAll(async () => {
  await service.stop();
  await close(provider);
});

test('the function of the guide sends codes by its provider, and Gatehouse sends what it leaves', async () => {
  const tenant = await service.tenant();
  const { email, password, tokens } = await service.signup(tenant);
  await service.post('/auth/forgot-password', { email, tenantId: tenant.id });
  service.local.followChanges();
  const mail = await until(() => posted.find(({ to }) => to === email), 'a message at the provider');
  expect(mail).toMatchObject({ key: expect.stringMatching(/^evt_/), subject: `Hello from ${tenant.name}` });
  expect(mail.text).toMatch(/^Your code is \S+\.$/);
  expect(service.inbox(email)).toEqual([]);

  const change = { currentPassword: password, newPassword: newPassword() };
  expect((await service.post('/auth/change-password', change, { headers: bearer(tokens) })).status).toBe(200);
  const own = await until(() => service.inbox(email)[0], 'a message in the inbox');
  expect(own.event).toBe('svc.password_changed');
});

test('a code arrives when the provider is up again, under the same key', async () => {
  const tenant = await service.tenant();
  const { email } = await service.signup(tenant);
  const tries = () => posted.filter(({ to }) => to === email);
  isDown = true;
  await service.post('/auth/forgot-password', { email, tenantId: tenant.id });
  service.local.followChanges();
  await until(() => tries().length > 0, 'a first try');
  isDown = false;
  await until(() => tries().length > 1, 'another try');
  expect(new Set(tries().map(({ key, text }) => `${key} ${text}`)).size).toBe(1);
});

test('the function of the guide compiles in strict mode', async () => {
  expect(await compileBlocks(executableBlocks(page).map(({ code }) => code))).toBe('');
});

test('the guide names every field of a message, and the time of its retries is that of the queue', () => {
  const fields: Record<keyof MessageRequest, true> = {
    version: true,
    messageId: true,
    template: true,
    channel: true,
    to: true,
    locale: true,
    tenant: true,
    userId: true,
    code: true,
    link: true,
    links: true,
    keyName: true,
    expiresAt: true,
    subject: true,
    text: true,
    html: true,
  };
  const table = page.slice(page.indexOf('| Field'), page.indexOf('| Result'));
  expect([...table.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(RECEIVES).toBe(30);
});
