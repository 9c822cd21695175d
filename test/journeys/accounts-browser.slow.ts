// Uses two accounts in one browser from the page of another origin on the same site. A real browser applies its own
// rules about cookies and origins to what the page may read.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { type Service, startService, type User } from '../support/service.ts';

const title = noBrowser ? `two accounts in one browser (skipped: ${noBrowser})` : 'two accounts in one browser';
const describeIf = noBrowser ? describe.skip : describe;

let service: Service;
let browser: Browser;
let people: User[];
const pages: Server[] = [];

/** Starts an app, which is an empty page; the test acts as its script. Returns its origin. */
async function newApp(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>');
  });
  pages.push(server);
  return `http://localhost:${await listen(server, 0)}`;
}

let app: string;
let stranger: string;
beforeAll(async () => {
  if (noBrowser) return;
  [app, stranger] = [await newApp(), await newApp()];
  service = await startService({ GATEHOUSE_ALLOWED_ORIGINS: app });
  people = [await service.signup(await service.tenant()), await service.signup(await service.tenant())];
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(pages.map(close));
  await service?.stop();
});

type Seen = { status: number; code?: string; body?: Record<string, unknown> } | 'blocked';

/** Calls the service with cookies from a script of the page. Returns what the script may read. */
const call = (page: Page, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  page
    .evaluate(
      async ({ url, method, body, headers }): Promise<Seen> => {
        const sent = {
          'x-access-token-type': 'cookie',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        };
        try {
          const reply = await fetch(url, { method, credentials: 'include', headers: sent, ...(body && { body }) });
          const text = await reply.json();
          return { status: reply.status, code: text.code, body: text };
        } catch {
          return 'blocked';
        }
      },
      { url: service.baseUrl + path, method, headers, body: body === undefined ? '' : JSON.stringify(body) },
    )
    .catch(() => 'blocked' as const);

const bodyOf = (seen: Seen): Record<string, unknown> => (seen === 'blocked' ? {} : (seen.body ?? {}));
const login = (page: Page, { email, password, tenant }: User) =>
  call(page, 'POST', '/auth/login', { tenantId: tenant.id, credentials: { email, password } });

describeIf(title, () => {
  test('log in from a listed page, which switches between them with the CSRF token and reads refusals', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(app);
    expect(await call(page, 'GET', '/auth/me')).toMatchObject({ status: 401, code: 'NO_AUTH_PROVIDED' });
    for (const user of people) expect(await login(page, user)).toMatchObject({ status: 200 });
    const names = (await context.cookies(service.baseUrl)).map(({ name }) => name).sort();
    expect(names).toEqual(['svc_access', 'svc_csrf', 'svc_refresh', 'svc_refresh_1']);
    expect(bodyOf(await call(page, 'GET', '/auth/me')).email).toBe(people[1]?.email);
    const change = (headers = {}) => call(page, 'POST', '/auth/refresh-token', { slot: 1 }, headers);
    expect(await change()).toMatchObject({ status: 403, code: 'CSRF_TOKEN_INVALID' });
    const { csrfToken } = bodyOf(await call(page, 'GET', '/auth/csrf'));
    expect(await change({ 'x-csrf-token': csrfToken as string })).toMatchObject({ status: 200 });
    expect(bodyOf(await call(page, 'GET', '/auth/me')).email).toBe(people[0]?.email);
    const { accounts } = bodyOf(await call(page, 'GET', '/auth/accounts')) as { accounts: { slot: number | null }[] };
    expect(accounts.map(({ slot }) => slot)).toEqual([null, 1]);
    await context.close();
  });

  test('cannot be read or changed by an unlisted page', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(app);
    await login(page, people[0] as User);
    await page.goto(stranger);
    for (const [method, path, body] of [
      ['GET', '/auth/me', undefined],
      ['GET', '/auth/csrf', undefined],
      ['POST', '/auth/logout', undefined],
      ['POST', '/auth/refresh-token', {}],
    ] as const)
      expect(await call(page, method, path, body)).toBe('blocked');
    // A script that sets no header needs no preflight, and the browser sends cookies because the site is the same.
    // The request is sent, but the browser does not let the script load the response.
    const url = `${service.baseUrl}/auth/logout`;
    const blind = { method: 'POST', credentials: 'include', mode: 'no-cors' } as const;
    expect(await page.evaluate(([to, how]) => fetch(to, how).catch(() => 'blocked'), [url, blind] as const)).toBe(
      'blocked',
    );
    await page.goto(app);
    expect(bodyOf(await call(page, 'GET', '/auth/me')).email).toBe(people[0]?.email);
    await context.close();
  });
});
