// Two accounts in one browser, used by the page of another origin of the same site. In a real browser, whose own rules about
// cookies and origins decide what the page gets to see.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { close, listen } from '../../infra/local/ports.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { type Service, startService, type User } from '../support/service.ts';

const title = noBrowser ? `accounts in a browser (skipped: ${noBrowser})` : 'accounts in a browser';
const describeIf = noBrowser ? describe.skip : describe;

let service: Service;
let browser: Browser;
let people: User[];
const pages: Server[] = [];

/** Somebody's app, which is an empty page: the test is its script. Answers its origin. */
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

/** What a script of the page sees of a call with cookies. */
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
  test('a listed page logs two people in, changes between them with the CSRF token, and reads refusals', async () => {
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

  test('another page in the same browser may not ask, nor read what it needs not ask for', async () => {
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
    // Without a header of its own a script needn't ask; the cookies travel, being of the same site.
    // What it is answered it can't even load; that the request was sent, the browser can't help.
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
