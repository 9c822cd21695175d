// Executes docs/guides/nextjs.md: builds the application that it shows with the packed package and a real Next.js, runs it,
// and signs users in to it in a real browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import type { BrowserContext, Page } from 'playwright-core';
import { freePort } from '../../infra/tools/local/ports.ts';
import { cookieJar } from '../../lib/packages/server/sealed-cookies.ts';
import { fileBlocks } from '../journeys/code-blocks.ts';
import { ROOT, useApplication } from '../support/application.ts';
import { newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { holder, newPermission } from '../support/grants.ts';
import { describeInBrowser, useBrowser } from '../support/in-browser.ts';
import { logInAtPage, logInByApi } from '../support/relying-party.ts';
import type { User } from '../support/service.ts';

/** As dependencies of the repository they would add 340 MB to each `npm ci`, and a second React. */
const PUBLISHED = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'typescript@6.0.3',
  '@types/react@19.3.0',
  '@types/node',
];
const KEY = randomBytes(32).toString('base64url');
const HELD = { isSecure: false, now: Date.now };
type Held = { accessToken: string; refreshToken: string; user: Record<string, unknown> };

const application = useApplication(['server', 'next'], ['jose', 'oauth4webapi'], [], PUBLISHED);
// A token is refreshed half a minute before its end: with this one, every request refreshes.
const { service, browser } = useBrowser({ GATEHOUSE_ACCESS_TTL: '20', GATEHOUSE_REFRESH_GRACE: '30' });
const blocks = fileBlocks(readFileSync(join(ROOT, 'docs/guides/nextjs.md'), 'utf8'));

let program: ChildProcess | undefined;
let origin = '';
let reader: User;
let stranger: User;
let context: BrowserContext;
let page: Page;

/** Starts what was built. Resolves when it listens. */
async function start(env: Record<string, string>): Promise<void> {
  const args = ['node_modules/next/dist/bin/next', 'start', '-p', new URL(origin).port];
  const options = {
    cwd: application.folder,
    env: { ...process.env, NODE_OPTIONS: '', NEXT_TELEMETRY_DISABLED: '1', ...env },
  };
  program = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: program.stdout as NodeJS.ReadableStream })) {
    if (line.includes('Ready')) return;
  }
  throw new Error('next start has ended');
}

beforeAll(async () => {
  if (noBrowser) return;
  for (const [path, text] of blocks) {
    mkdirSync(join(application.folder, dirname(path)), { recursive: true });
    application.write(path, text);
  }
  // A build has none of the settings.
  const env = { NODE_OPTIONS: '', NEXT_TELEMETRY_DISABLED: '1' };
  const began = Date.now();
  const printed = await application.run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], env);
  console.info(`${printed}next build: ${Date.now() - began} ms`);
  origin = `http://localhost:${await freePort()}`;
  const known = await newApplication({
    kind: 'server',
    redirectUris: [`${origin}/auth/callback`],
    postLogoutRedirectUris: [`${origin}/`],
  });
  await newPermission(service, { name: 'invoices.read' });
  reader = (await holder(service, ['invoices.read'])).user;
  stranger = await service.signup(await service.tenant());
  await start({
    GATEHOUSE_ISSUER: service.baseUrl,
    APPLICATION_ID: known.application.id,
    APPLICATION_SECRET: known.secret,
    APP_ORIGIN: origin,
    COOKIE_KEY: KEY,
  });
});
afterAll(() => void program?.kill());
beforeEach(async () => {
  if (noBrowser) return;
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context?.close());

/** Signs the user in without a click, and returns the cookies as a browser sends them. */
async function signedIn(user: User): Promise<string> {
  await logInByApi(page, service, user);
  await page.goto(`${origin}/auth/sign-in?returnTo=/`);
  await page.getByRole('heading', { name: `Welcome, ${user.email}` }).waitFor();
  return sent();
}
const sent = async (): Promise<string> =>
  (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ');

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { redirect: 'manual', headers });
/** The status, and where the browser is sent. */
const wayOf = ({ status, headers }: Response) => [status, headers.get('location')?.replace(origin, '')];

describeInBrowser('the guide for Next.js', () => {
  test('a visitor signs in, returns to the page they asked for, and signs out everywhere', async () => {
    await page.goto(`${origin}/invoices?year=2026`);
    await logInAtPage(page, service, reader);
    expect(page.url()).toBe(`${origin}/invoices?year=2026`);
    await page.getByRole('heading', { name: `Invoices of ${reader.email}` }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    expect(await sent()).not.toContain('gatehouse_');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${service.baseUrl}/login**`);
  });

  test('a route handler refuses in JSON: 401 without a session, 403 without the permission', async () => {
    const refused = await get('/api/invoices');
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'NO_AUTH_PROVIDED']);
    const cookie = await signedIn(stranger);
    const other = await get('/api/invoices', { cookie });
    expect([other.status, (await other.json()).code]).toEqual([403, 'MISSING_REQUIRED_PERMISSIONS']);
    expect((await get('/invoices', { cookie })).status).toBe(404);
    await context.clearCookies();
    const served = await get('/api/invoices', { cookie: await signedIn(reader) });
    expect([served.status, await served.json()]).toEqual([200, { of: reader.tenant.id }]);
  });

  test('two tabs that sign in at the same time both return to their own page', async () => {
    const other = await context.newPage();
    await page.goto(`${origin}/invoices?tab=1`);
    await other.goto(`${origin}/invoices?tab=2`);
    await logInAtPage(other, service, reader);
    expect(other.url()).toBe(`${origin}/invoices?tab=2`);
    await logInAtPage(page, service, reader);
    expect(page.url()).toBe(`${origin}/invoices?tab=1`);
    await page.getByRole('heading', { name: `Invoices of ${reader.email}` }).waitFor();
  });

  test('twenty parallel requests that each refresh keep the session', async () => {
    const cookie = await signedIn(reader);
    const replies = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const reply = await get(at % 2 ? '/invoices' : '/api/invoices', { cookie });
        return { status: reply.status, text: await reply.text(), setCookie: reply.headers.getSetCookie() };
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(replies.filter(({ text }) => text.includes(reader.email)).length).toBe(10);
    const jar = cookieJar('gatehouse_session', KEY, HELD);
    const kept = replies.map(({ setCookie }) => setCookie.map((line) => line.split(';')[0]).join('; '));
    const held = await Promise.all(kept.map((next) => jar.open<Held>({ cookie: next })));
    // A browser keeps what the last response set, and each is as good: of one generation. Their seconds may differ.
    const generationOf = (each: Held | undefined) => decodeJwt(each?.refreshToken ?? '').gen as number;
    const before = generationOf(await jar.open<Held>({ cookie }));
    expect([...new Set(held.map(generationOf))]).toEqual([before + 1]);
    expect((await get('/api/invoices', { cookie: kept.at(-1) ?? '' })).status).toBe(200);
  });

  test('no page with a session is kept by a cache, and no token is in it', async () => {
    const cookie = await signedIn(reader);
    const reply = await get('/', { cookie });
    expect(reply.headers.get('cache-control')).toMatch(/no-store/);
    expect(reply.headers.get('x-nextjs-cache')).toBeNull();
    const text = await reply.text();
    expect(text).toContain(reader.email);
    expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/);
    expect(await (await get('/')).text()).not.toContain(reader.email);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/.//evil.example', 'javascript:alert(1)'])(
    'a sign-in that begins with returnTo=%s ends at the first page',
    async (path) => {
      await logInByApi(page, service, reader);
      await page.goto(`${origin}/auth/sign-in?${new URLSearchParams({ returnTo: path })}`);
      await page.getByRole('heading', { name: `Welcome, ${reader.email}` }).waitFor();
      expect(page.url()).toBe(`${origin}/`);
      const query = new URLSearchParams({ returnTo: path });
      expect(wayOf(await get(`/auth/refresh?${query}`, { cookie: await sent() }))).toEqual([303, '/']);
    },
  );

  test.each(['/invoices', '/invoices/', '/%69nvoices', '//invoices', '/invoices?_rsc=1', '/INVOICES'])(
    'no header and no spelling shows %s to a visitor',
    async (path) => {
      const subrequest = ['proxy', 'src/proxy', 'middleware', 'src/middleware'].flatMap((name) => [
        name,
        Array(5).fill(name).join(':'),
      ]);
      const ways = [
        {},
        { rsc: '1', 'next-router-prefetch': '1' },
        { 'x-middleware-next': '1' },
        { 'x-middleware-rewrite': '/invoices' },
        ...subrequest.map((value) => ({ 'x-middleware-subrequest': value })),
      ];
      for (const headers of ways as Record<string, string>[]) {
        const reply = await get(path, headers);
        expect({ headers, isShown: (await reply.text()).includes('Invoices of') }).toEqual({ headers, isShown: false });
        expect([303, 307, 308, 404]).toContain(reply.status);
      }
    },
  );

  test('a script, a prefetch and a change begin no sign-in', async () => {
    for (const headers of [{ 'sec-fetch-dest': 'empty' }, { 'sec-purpose': 'prefetch' }] as Record<string, string>[])
      for (const path of ['/invoices', '/auth/sign-in', '/auth/refresh']) {
        const reply = await get(path, headers);
        expect([reply.status, reply.headers.getSetCookie()]).toEqual([401, []]);
      }
    expect((await fetch(`${origin}/invoices`, { method: 'POST', redirect: 'manual' })).status).toBe(401);
  });

  test('only a page of this origin signs the user out', async () => {
    const cookie = await signedIn(reader);
    const signOut = (headers: Record<string, string>) =>
      fetch(`${origin}/auth/sign-out`, { method: 'POST', redirect: 'manual', headers: { cookie, ...headers } });
    for (const from of ['https://evil.example', 'http://localhost:1', 'null'])
      expect((await signOut({ origin: from, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await get('/auth/sign-out', { cookie })).status).toBe(404);
    expect((await get('/api/invoices', { cookie })).status).toBe(200);
    expect((await signOut({ origin, 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  test('a session that another key, application or deployment made is none', async () => {
    const jar = cookieJar('gatehouse_session', KEY, HELD);
    const own = (await jar.open<Held>({ cookie: await signedIn(reader) })) as Held;
    const later = { ...decodeJwt(own.accessToken), exp: Math.floor(Date.now() / 1000) + 3000 };
    const { privateKey } = await generateKeyPair('ES256');
    const { kid = '' } = decodeProtectedHeader(own.accessToken);
    const forged = await new SignJWT(later).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(privateKey);
    const sealed = async (keys: string, held: Held): Promise<string> =>
      (await cookieJar('gatehouse_session', keys, HELD).seal(held, 600, {}))
        .map((line) => line.split(';')[0])
        .join('; ');
    const { accessToken } = reader.tokens;
    const cookies = {
      key: await sealed(randomBytes(32).toString('base64url'), own),
      deployment: await sealed(KEY, { ...own, accessToken: forged }),
      application: await sealed(KEY, { ...own, accessToken, refreshToken: 'x' }),
    };
    for (const [name, cookie] of Object.entries(cookies)) {
      const status = (await get('/api/invoices', { cookie })).status;
      expect([name, status, (await (await get('/', { cookie })).text()).includes(reader.email)]).toEqual([
        name,
        401,
        false,
      ]);
      expect([name, wayOf(await get('/invoices', { cookie }))]).toEqual([
        name,
        [303, '/auth/sign-in?returnTo=%2Finvoices'],
      ]);
    }
    expect((await get('/api/invoices', { cookie: await sealed(KEY, own) })).status).toBe(200);
  });

  test('each cookie has less than 4 KB, also with a long token', async () => {
    await signedIn(reader);
    // The host of Gatehouse is the same here.
    const kept = (await context.cookies(origin)).filter(({ name }) => name.startsWith('gatehouse_'));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Lax')).toBe(true);
    const jar = cookieJar('gatehouse_session', KEY, HELD);
    const own = (await jar.open<Held>({ cookie: await sent() })) as Held;
    const long = await jar.seal({ ...own, user: { ...own.user, filler: 'x'.repeat(6000) } }, 600, {});
    expect(long.length).toBeGreaterThan(1);
    expect([...long, ...kept.map(({ name, value }) => name + value)].every(({ length }) => length < 4096)).toBe(true);
    const cookie = long.map((line) => line.split(';')[0]).join('; ');
    expect((await get('/api/invoices', { cookie })).status).toBe(200);
  });

  test('a sign-in that another browser began fails', async () => {
    const begun = await get('/auth/sign-in');
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
    const reply = await get(`/auth/callback?${new URLSearchParams({ code: 'x', state: state ?? '' })}`);
    expect([reply.status, (await reply.json()).code]).toEqual([400, 'SIGN_IN_FAILED']);
  });
});
