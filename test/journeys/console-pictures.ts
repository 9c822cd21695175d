// Takes the pictures of the console for the guide, in light and in dark: `npm run pictures:console`. It
// also prints how quick the console is on a slow phone and a slow network, which docs/decisions/0057-console.md records.
import { mkdirSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Local, startLocal } from '../../infra/tools/local/run.ts';
import { createClient, type GatehouseError } from '../../lib/packages/client/node.ts';
import { advance } from '../../lib/platform/clock.ts';
import { openBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const DIRECTORY = new URL('../../docs/images/console/', import.meta.url);
const SIZE = { width: 1200, height: 700 };
/** The overview has a chart further below. */
const HEIGHTS: Readonly<Record<string, number>> = { overview: 1080, users: 600 };
const DAY = 86_400_000;
const PASSWORD = 'tangerine bicycle 41';
const ADMIN = { email: 'rosa@acme.example', password: PASSWORD };
const FIRST = ['Maya', 'Tom', 'Ines', 'Noah', 'Aiko', 'Lena', 'Omar', 'Ruth', 'Emil', 'Zoe', 'Ivan', 'Nora', 'Paul'];
const LAST = ['Weber', 'Okafor', 'Silva', 'Novak', 'Tanaka', 'Lindqvist', 'Haddad', 'Kaya', 'Moreau'];
/** Users, and what the days of the week saw. The last one is today. */
const USERS = 60;
const SIGN_INS = [14, 18, 16, 21, 19, 9, 12];
const FAILURES = [2, 1, 3, 2, 6, 1, 2];

const personOf = (at: number) => {
  const [first, last] = [FIRST[at % FIRST.length] as string, LAST[at % LAST.length] as string];
  return { name: `${first} ${last}`, email: `${first}.${last}@acme.example`.toLowerCase() };
};
const refused = (error: GatehouseError): void => {
  if (!error.code) throw error;
};

/** A deployment that a company has used for a week. Returns the tenant with branding, and a user who is locked out. */
async function populate({ baseUrl, adminSecretKey }: Local) {
  advance(-6 * DAY);
  const staff = createClient({ baseUrl });
  await staff.adminConsole.signup({ ...ADMIN, name: 'Rosa Keller', secretKey: adminSecretKey });
  await staff.adminConsole.login(ADMIN);
  const settings = { branding: { name: 'Acme Bikes', colors: { light: { accent: '#0f766e' } } } };
  const { tenant } = await staff.adminTenants.create({ name: 'Acme Bikes', slug: 'acme-bikes', settings });
  await staff.adminTenants.create({ name: 'Globex', slug: 'globex' });
  await staff.adminPermissions.create({ name: 'bikes.repair', category: 'Bikes' });
  const permissions = ['bikes.repair'];
  const roles = [];
  for (const name of ['Mechanic', 'Manager'])
    roles.push((await staff.adminRoles.create({ name, tenantId: tenant.id, permissions })).role.id);
  const emailVerifiedAt = new Date().toISOString();
  const people = Array.from({ length: USERS }, (_, at) => personOf(at));
  for (const [at, person] of people.entries()) {
    const { user } = await staff.adminUsers.create({
      ...{ tenantId: tenant.id, password: PASSWORD, mustChangePassword: false, roleIds: [roles[at % 2] as string] },
      ...person,
    });
    if (at % 7) await staff.adminUsers.update({ id: user.id, emailVerifiedAt });
  }
  const logIn = (at: number, password = PASSWORD) =>
    createClient({ baseUrl })
      .authentication.login({ tenantId: tenant.id, credentials: { email: personOf(at).email, password } })
      .catch(refused);
  for (const [day, signIns] of SIGN_INS.entries()) {
    if (day > 0) advance(DAY);
    for (let at = 0; at < signIns; at++) await logIn((day * 5 + at) % USERS);
    for (let at = 0; at < (FAILURES[day] as number); at++) await logIn(20 + day * 6 + at, 'wrong');
  }
  await staff.adminConsole.login(ADMIN);
  // One person is locked out.
  for (let at = 0; at < 10; at++) await logIn(4, 'wrong');
  const { data } = await staff.adminUsers.list({ search: personOf(4).email });
  await until(async () => (await staff.adminConsole.stats()).stats.totalUsers >= USERS, 'the counters');
  return { tenant, locked: data[0]?.id as string };
}

async function settled(page: Page): Promise<void> {
  await page.locator('#navigation').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'));
}

async function signIn(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/console`);
  await page.getByLabel('Email address').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await settled(page);
}

async function photograph(page: Page, baseUrl: string, screens: Readonly<Record<string, string>>): Promise<void> {
  mkdirSync(DIRECTORY, { recursive: true });
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(`${baseUrl}/console${path}`);
    await settled(page);
    await page.setViewportSize({ ...SIZE, height: HEIGHTS[name] ?? SIZE.height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: new URL(`${name}-${colorScheme}.png`, DIRECTORY).pathname });
    }
  }
}

/** RTT of 150 ms and 1.6 Mbit/s: "slow 4G" of Lighthouse. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** Milliseconds from the start of the page to its largest part, with nothing in the cache. */
async function largestPaint(page: Page, session: CDPSession, url: string): Promise<number> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'));
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

/** Milliseconds from the last byte of the list to the frame with its 50 rows, at a quarter of the speed. */
async function rowsOf50(page: Page, session: CDPSession, baseUrl: string): Promise<number> {
  // The console keeps what it has read until the page is loaded again.
  await page.goto(`${baseUrl}/console/roles`);
  await settled(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const drawn = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelectorAll('tbody tr').length < 50) requestAnimationFrame(look);
          // The frame after this one has them on the screen.
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        look();
      }),
  );
  await page.getByRole('link', { name: 'Users', exact: true }).first().click();
  const at = await drawn;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const end = await page.evaluate(
    () =>
      (
        performance
          .getEntriesByType('resource')
          .findLast(({ name }) => name.includes('/api/users?')) as PerformanceResourceTiming
      ).responseEnd,
  );
  return at - end;
}

async function measure(browser: Browser, page: Page, baseUrl: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const rows: number[] = [];
  for (let round = 0; round < 15; round++) rows.push(await rowsOf50(page, session, baseUrl));
  const paints: Record<string, number[]> = { 'sign-in': [], overview: [] };
  const stranger = await browser.newPage();
  const strange = await stranger.context().newCDPSession(stranger);
  for (let round = 0; round < 5; round++) {
    paints['sign-in']?.push(await largestPaint(stranger, strange, `${baseUrl}/console`));
    paints.overview?.push(await largestPaint(page, session, `${baseUrl}/console`));
  }
  const print = (what: string, times: number[]): void => {
    const sorted = times.map(Math.round).sort((a, b) => a - b);
    process.stdout.write(`${what}: ${sorted[Math.floor(times.length / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})\n`);
  };
  print('50 rows at a quarter of the speed', rows);
  for (const [name, times] of Object.entries(paints)) print(`LCP on slow 4G, ${name}`, times);
}

process.env.GATEHOUSE_LOG_LEVEL ??= 'error';
const local = await startLocal({ port: Number(process.env.PORT ?? 3000) });
const browser = await openBrowser();
try {
  const { tenant, locked } = await populate(local);
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, local.baseUrl);
  await photograph(page, local.baseUrl, {
    overview: '',
    users: '/users',
    user: `/users/${locked}`,
    branding: `/tenants/${tenant.id}/branding`,
    audit: '/audit',
  });
  await measure(browser, page, local.baseUrl);
} finally {
  await browser.close();
  await local.stop();
}
process.exit(0);
