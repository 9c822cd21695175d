// Uses the packed client in a real browser: tabs that share a session, a laptop that slept, a wrong clock, no network, and
// a tab that dies while it refreshes.
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { advance } from '../../lib/platform/clock.ts';
import { useApplication } from '../support/application.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { newEmail, newPassword, type Service, startService, type Tenant } from '../support/service.ts';

const application = useApplication(['client']);
let service: Service;
let tenant: Tenant;
let browser: Browser;
let context: BrowserContext;
let app: Server;
let origin = '';
/** The refreshes that the service granted to the context. */
let refreshes = 0;

const MINUTE = 60_000;
/** Longer than an access token lives. */
const EXPIRY = 16 * MINUTE;
const REFRESH = '**/auth/refresh-token';

type Own = typeof globalThis & {
  gatehouse: typeof import('../../lib/packages/client/index.ts');
  client: import('../../lib/packages/client/index.ts').UserClient;
  ends: string[];
};

beforeAll(async () => {
  if (noBrowser) return;
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@gatehouse-auth/client';", resolveDir: application.folder },
    bundle: true,
    format: 'iife',
    globalName: 'gatehouse',
    minify: true,
    write: false,
  });
  const script = outputFiles[0]?.text;
  app = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>App</title><script>${script}</script>`);
  });
  origin = `http://localhost:${await listen(app, 0)}`;
  service = await startService({ GATEHOUSE_ALLOWED_ORIGINS: origin });
  tenant = await service.tenant();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  if (app) await close(app);
  await service?.stop();
});
beforeEach(async () => {
  if (noBrowser) return;
  context = await browser.newContext();
  refreshes = 0;
  context.on('response', (response) => {
    if (
      response.request().method() === 'POST' &&
      response.url().endsWith('/auth/refresh-token') &&
      response.status() === 200
    )
      refreshes++;
  });
});
afterEach(() => context?.close());

type Mode = 'header' | 'cookie';

/** Makes the client of a page, as its script would. */
const start = (page: Page, delivery: Mode) =>
  page.evaluate(
    ({ baseUrl, delivery }) => {
      const own = globalThis as Own;
      own.ends = [];
      own.client = own.gatehouse.createUserClient({
        baseUrl,
        delivery,
        ...(delivery === 'header' && { tokenStorage: own.gatehouse.webStorage(() => localStorage) }),
        onSessionEnd: (reason) => own.ends.push(reason),
      });
    },
    { baseUrl: service.baseUrl, delivery },
  );
async function newTab(delivery: Mode = 'header'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin);
  await start(page, delivery);
  return page;
}
const signup = (page: Page) =>
  page.evaluate(async (input) => void (await (globalThis as Own).client.authentication.signup(input)), {
    tenantId: tenant.id,
    email: newEmail(),
    password: newPassword(),
  });
/** The id of the account, or the code of the error. */
const me = (page: Page): Promise<string> =>
  page.evaluate(() =>
    (globalThis as Own).client.authentication.me().then(
      ({ id }) => id,
      ({ code }) => code,
    ),
  );
const token = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (globalThis as Own).client.accessToken().catch(({ code }) => code));
const ends = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as Own).ends);

/** Two tabs of one user. */
async function twoTabs(delivery: Mode = 'header'): Promise<[one: Page, other: Page, id: string]> {
  const tabs = [await newTab(delivery), await newTab(delivery)] as const;
  await signup(tabs[0]);
  const id = await me(tabs[0]);
  expect(id).toMatch(/^usr_/);
  expect(await me(tabs[1])).toBe(id);
  return [...tabs, id];
}

describeInBrowser('the client in a browser', () => {
  test.each(['header', 'cookie'] as const)(
    'two tabs keep one session over ten refreshes, which they cause in turn (%s mode)',
    async (delivery) => {
      const [one, other, id] = await twoTabs(delivery);
      for (let count = 0; count < 10; count++) {
        advance(EXPIRY);
        expect(await me(count % 2 ? other : one)).toBe(id);
        // The service accepts the old refresh token for 10 seconds. Now it does not.
        advance(MINUTE);
        expect(await me(count % 2 ? one : other)).toBe(id);
      }
      expect([await ends(one), await ends(other), refreshes]).toEqual([[], [], 10]);
    },
  );

  test.each(['header', 'cookie'] as const)(
    'two tabs keep one session over ten refreshes, which they cause at the same time (%s mode)',
    async (delivery) => {
      const [one, other, id] = await twoTabs(delivery);
      for (let count = 0; count < 10; count++) {
        advance(EXPIRY);
        expect(await Promise.all([me(one), me(other)])).toEqual([id, id]);
      }
      expect([await ends(one), await ends(other)]).toEqual([[], []]);
      if (delivery === 'header') expect(refreshes).toBe(10);
    },
  );

  test.each([
    ['header', 'and no other in another tab', 1],
    ['cookie', 'in each tab at most', 2],
  ] as const)('thirty calls at expiry cause one refresh (%s mode), %s', async (delivery, _, most) => {
    const [one, other, id] = await twoTabs(delivery);
    advance(EXPIRY);
    const thirty = (page: Page) =>
      page.evaluate(async (url) => {
        const { client } = globalThis as Own;
        const calls = Array.from({ length: 15 }, () => [
          client.authentication.me(),
          client.fetch(url).then((response) => response.json() as Promise<{ id: string }>),
        ]);
        return (await Promise.all(calls.flat())).map((reply) => reply.id);
      }, `${service.baseUrl}/auth/me`);
    const ids = await Promise.all([thirty(one), thirty(other)]);
    expect(ids.flat()).toEqual(Array.from({ length: 60 }, () => id));
    expect(refreshes).toBeGreaterThan(0);
    expect(refreshes).toBeLessThanOrEqual(most);
  });

  test.each(['header', 'cookie'] as const)('tabs of a laptop that slept go on (%s mode)', async (delivery) => {
    await context.clock.install();
    const [one, other, id] = await twoTabs(delivery);
    const before = await token(one);
    const night = 10 * 60 * MINUTE;
    advance(night);
    // Timers that were due fire once, as when the lid opens.
    await context.clock.fastForward(night);
    expect(await Promise.all([me(one), me(other)])).toEqual([id, id]);
    expect([await ends(one), await ends(other)]).toEqual([[], []]);
    if (delivery === 'header') expect([refreshes, (await token(one)) === before]).toEqual([1, false]);
  });

  test.each([
    ['an hour ahead', 60 * MINUTE],
    ['an hour behind', -60 * MINUTE],
  ])('a machine whose clock is %s gets tokens that are valid, and refreshes no more than others', async (_, wrong) => {
    await context.clock.install({ time: Date.now() + wrong });
    const page = await newTab();
    await signup(page);
    const first = await token(page);
    expect([await token(page), refreshes]).toEqual([first, 0]);
    const almost = 14 * MINUTE + 40_000;
    advance(almost);
    await context.clock.fastForward(almost);
    const second = await token(page);
    expect([second === first, await token(page), refreshes]).toEqual([false, second, 1]);
    const headers = { authorization: `Bearer ${second}` };
    expect(await service.get('/auth/me', { headers })).toMatchObject({ status: 200 });

    await page.reload();
    await start(page, 'header');
    advance(EXPIRY);
    await context.clock.fastForward(EXPIRY);
    const status = await page.evaluate(
      async (url) => (await (globalThis as Own).client.fetch(url)).status,
      `${service.baseUrl}/auth/me`,
    );
    expect([status, await ends(page), refreshes]).toEqual([200, [], 2]);
  });

  test.each(['header', 'cookie'] as const)(
    'a tab that is offline at expiry keeps its session until it is online again (%s mode)',
    async (delivery) => {
      const [one, other, id] = await twoTabs(delivery);
      await context.setOffline(true);
      advance(EXPIRY);
      expect(await Promise.all([me(one), me(other)])).toEqual(['NETWORK', 'NETWORK']);
      expect([await ends(one), await ends(other)]).toEqual([[], []]);
      await context.setOffline(false);
      expect(await Promise.all([me(one), me(other)])).toEqual([id, id]);
    },
  );

  describe('a tab that refreshes', () => {
    /** Lets the tab begin a refresh that never ends, before the service has seen it or after. */
    async function stuck(page: Page, seen: 'before' | 'after'): Promise<void> {
      const begun = new Promise<void>((resolve) => {
        void page.route(REFRESH, async (route) => {
          if (seen === 'after') await route.fetch();
          resolve();
        });
      });
      advance(EXPIRY);
      void me(page).catch(() => {});
      await begun;
    }
    const isWaiting = (page: Page) =>
      page.waitForFunction(async () => ((await navigator.locks.query()).pending ?? []).length > 0);

    test.each(['before', 'after'] as const)(
      'lets the others go on when it is killed %s the service has replied',
      async (seen) => {
        const [one, other, id] = await twoTabs();
        await stuck(one, seen);
        const call = me(other);
        await isWaiting(other);
        await one.close({ runBeforeUnload: false });
        expect([await call, await ends(other)]).toEqual([id, []]);
      },
    );

    test('lets the others go on after five seconds when it is frozen', async () => {
      const [one, other, id] = await twoTabs();
      await stuck(one, 'before');
      expect([await me(other), await ends(other)]).toEqual([id, []]);
    });
  });
});
