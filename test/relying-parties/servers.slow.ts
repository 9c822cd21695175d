// Lets servers sign users in, in a real browser: with our own package on Express and on the Fetch API, and with Auth.js.
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import type { BrowserContext, Page } from 'playwright-core';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { requireSignIn, sessionOf, signInRoutes } from '../../lib/packages/server/express.ts';
import { createSignIn, withSignIn } from '../../lib/packages/server/sign-in-routes.ts';
import { now } from '../../lib/platform/clock.ts';
import { later, MINUTE } from '../support/api.ts';
import { type Known, newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { useBrowser } from '../support/in-browser.ts';
import { logInAtPage, logInByApi } from '../support/relying-party.ts';
import type { User } from '../support/service.ts';

const because = noBrowser ? ` (skipped: ${noBrowser})` : '';
const describeIf = noBrowser ? describe.skip : describe;

type Listener = Parameters<typeof createServer>[1];

const { service, browser } = useBrowser();
let user: User;
let context: BrowserContext;
let page: Page;
const servers: Server[] = [];
const origins: Record<string, string> = {};

/** Starts a server whose application is registered first, because its address is part of it. */
async function start(name: string, path: string, make: (origin: string, known: Known) => NonNullable<Listener>) {
  let listener: Listener;
  const server = createServer((request, response) => void listener?.(request, response));
  const origin = `http://localhost:${await listen(server, 0)}`;
  servers.push(server);
  const known = await newApplication({
    kind: 'server',
    redirectUris: [origin + path],
    postLogoutRedirectUris: [`${origin}/bye`],
  });
  listener = make(origin, known);
  origins[name] = origin;
}

/** Serves a handler of the Fetch API. */
const served =
  (origin: string, handle: (request: Request) => Promise<Response>): NonNullable<Listener> =>
  async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET' } = incoming;
    const headers = new Headers(incoming.headers as Record<string, string>);
    const body = method === 'GET' ? null : Buffer.concat(chunks);
    const response = await handle(new Request(`${origin}${incoming.url}`, { method, headers, body })).catch((error) =>
      'getResponse' in error ? (error.getResponse() as Response) : new Response(String(error), { status: 500 }),
    );
    outgoing.statusCode = response.status;
    for (const [each, value] of response.headers) outgoing.appendHeader(each, value);
    outgoing.end(await response.text());
  };

const PAGE = (text: unknown): string =>
  `<!doctype html><p>${text}</p><form method="post" action="/sign-out"><button>Sign out</button></form>`;

const signInOf = (origin: string, { application, secret }: Known) =>
  createSignIn({
    issuer: service.baseUrl,
    applicationId: application.id,
    applicationSecret: secret,
    redirectUri: `${origin}/callback`,
    postLogoutRedirectUri: `${origin}/bye`,
    keys: randomBytes(32).toString('base64url'),
    now,
  });

const onExpress = (origin: string, known: Known) => {
  const app = express();
  app.get('/bye', (_, response) => void response.send('bye'));
  app.use(signInRoutes(signInOf(origin, known)));
  app.get('/{*path}', requireSignIn(), (request, response) => {
    const { user: found, accessToken } = sessionOf(request) ?? {};
    response.send(PAGE(`${found?.email} ${accessToken}`));
  });
  return app;
};

const onFetch = (origin: string, known: Known) =>
  served(
    origin,
    withSignIn(signInOf(origin, known), ({ url }, session) => {
      const { pathname, search } = new URL(url);
      const to = `/sign-in?returnTo=${encodeURIComponent(pathname + search)}`;
      const isOpen = session || pathname === '/bye';
      if (!isOpen) return new Response(null, { status: 303, headers: { location: to } });
      const text = PAGE(`${session?.user.email} ${session?.accessToken}`);
      return new Response(text, { headers: { 'content-type': 'text/html' } });
    }),
  );

const withAuthJs = (origin: string, { application, secret }: Known) => {
  const config: AuthConfig = {
    basePath: '/auth',
    secret: randomBytes(32).toString('base64url'),
    trustHost: true,
    skipCSRFCheck,
    logger: { error: () => {} },
    providers: [
      {
        id: 'gatehouse',
        name: 'Gatehouse',
        type: 'oidc',
        issuer: service.baseUrl,
        clientId: application.id,
        clientSecret: secret,
        checks: ['pkce', 'state', 'nonce'],
        authorization: { params: { scope: 'openid email offline_access' } },
      },
    ],
    callbacks: {
      jwt: ({ token, account }) => ({ ...token, ...(account && { access: account.access_token }) }),
      session: ({ session, token }) => ({ ...session, access: token.access }),
    },
  };
  return served(origin, (request) => {
    if (new URL(request.url).pathname.startsWith('/auth/')) return Auth(request, config);
    const form = '<form method="post" action="/auth/signin/gatehouse"><button>Sign in</button></form>';
    return Promise.resolve(new Response(form, { headers: { 'content-type': 'text/html' } }));
  });
};

beforeAll(async () => {
  if (noBrowser) return;
  user = await service.signup(await service.tenant());
  await start('Express', '/callback', onExpress);
  await start('Fetch', '/callback', onFetch);
  await start('Auth.js', '/auth/callback/gatehouse', withAuthJs);
});
afterAll(async () => {
  for (const server of servers) await close(server);
});
beforeEach(async () => {
  if (noBrowser) return;
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context?.close());

const statusOf = async (token = ''): Promise<number> =>
  (await service.get('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })).status;

/** Asks for the way to Gatehouse and back without the application, and returns where the browser is sent. */
async function returnOf(path: string, change: (url: URL) => void = () => {}): Promise<URL> {
  const { request } = context;
  const begun = await request.get(path, { maxRedirects: 0 });
  const way = new URL(begun.headers().location as string);
  change(way);
  const back = await request.get(way.href, { maxRedirects: 0 });
  return new URL(back.headers().location as string);
}

describe.each(['Express', 'Fetch'])('@gatehouse-auth/server', (name) => {
  describeIf(`on ${name}${because}`, () => {
    const shown = async (): Promise<string[]> => ((await page.locator('p').textContent()) ?? '').split(' ');

    test('signs a visitor in and brings them back, refreshes, and signs out everywhere', async () => {
      const origin = origins[name] as string;
      await page.goto(`${origin}/invoices?year=2026`);
      await logInAtPage(page, service, user);
      expect(page.url()).toBe(`${origin}/invoices?year=2026`);
      const [email, first] = await shown();
      expect(email).toBe(user.email);
      await later(16 * MINUTE, async () => {
        await page.reload();
        const [, second] = await shown();
        expect(second).not.toBe(first);
        expect(await statusOf(second)).toBe(200);
        await page.getByRole('button').click();
        await page.waitForURL(`${origin}/bye`);
        expect(await statusOf(second)).toBe(401);
        expect((await context.cookies(origin)).filter((each) => each.name.startsWith('gatehouse_session'))).toEqual([]);
      });
    });

    test('no script of the page can read its cookies, and none holds a token in the clear', async () => {
      await logInByApi(page, service, user);
      await page.goto(`${origins[name]}/`);
      const [, token] = await shown();
      const cookies = (await context.cookies(origins[name])).filter((each) => each.name.startsWith('gatehouse_'));
      expect(cookies.length).toBeGreaterThan(0);
      expect(cookies.every(({ httpOnly, value }) => httpOnly && !value.includes(token as string))).toBe(true);
    });

    test.each([
      ['another state', (url: URL) => url.searchParams.set('state', 'x'), 'mismatch'],
      ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'mismatch'],
      ['another code', (url: URL) => url.searchParams.set('code', 'x'), 'invalid_grant'],
    ])('refuses a return with %s', async (_, change, reason) => {
      await logInByApi(page, service, user);
      const url = await returnOf(`${origins[name]}/sign-in`);
      change(url);
      const reply = await context.request.get(url.href, { maxRedirects: 0 });
      expect([reply.status(), (await reply.json()).message]).toEqual([400, `The sign-in failed: ${reason}.`]);
    });

    test('refuses an id token with another nonce', async () => {
      await logInByApi(page, service, user);
      const url = await returnOf(`${origins[name]}/sign-in`, (way) => way.searchParams.set('nonce', 'x'));
      const reply = await context.request.get(url.href, { maxRedirects: 0 });
      expect([reply.status(), (await reply.json()).message]).toEqual([400, 'The sign-in failed: mismatch.']);
    });

    test('refuses the code of another sign-in', async () => {
      await logInByApi(page, service, user);
      const url = await returnOf(`${origins[name]}/sign-in`);
      const other = await returnOf(`${origins[name]}/sign-in`);
      other.searchParams.set('code', url.searchParams.get('code') as string);
      const reply = await context.request.get(other.href, { maxRedirects: 0 });
      expect(reply.status()).toBe(400);
    });

    test('a return goes to this server only', async () => {
      await logInByApi(page, service, user);
      const url = await returnOf(`${origins[name]}/sign-in?returnTo=${encodeURIComponent('//evil.example/')}`);
      const reply = await context.request.get(url.href, { maxRedirects: 0 });
      expect([reply.status(), reply.headers().location]).toEqual([303, '/']);
    });
  });
});

describeIf(`Auth.js${because}`, () => {
  const session = async (): Promise<{ user?: { email: string }; access?: string } | null> =>
    (await context.request.get(`${origins['Auth.js']}/auth/session`)).json();
  const begin = async (): Promise<void> => {
    await page.goto(`${origins['Auth.js']}/`);
    await page.getByRole('button').click();
  };
  /** The return of a browser that is logged in, which Auth.js has not seen. */
  const authJsReturn = async (change: (url: URL) => void = () => {}): Promise<URL> => {
    await logInByApi(page, service, user);
    const { request } = context;
    const begun = await request.post(`${origins['Auth.js']}/auth/signin/gatehouse`, { maxRedirects: 0 });
    const way = new URL(begun.headers().location as string);
    change(way);
    const back = await request.get(way.href, { maxRedirects: 0 });
    return new URL(back.headers().location as string);
  };
  const finish = async (url: URL): Promise<string> =>
    (await context.request.get(url.href, { maxRedirects: 0 })).headers().location ?? '';

  test('signs a user in', async () => {
    await begin();
    await logInAtPage(page, service, user);
    await page.waitForURL(`${origins['Auth.js']}/**`);
    const found = await session();
    expect(found?.user?.email).toBe(user.email);
    expect(await statusOf(found?.access)).toBe(200);
  });

  test.each([
    ['another state', 'state'],
    ['another issuer', 'iss'],
    ['another code', 'code'],
  ])('refuses a return with %s', async (_, field) => {
    const url = await authJsReturn();
    url.searchParams.set(field, 'x');
    expect(await finish(url)).toMatch(/error/);
    expect(await session()).toBeNull();
  });

  test('refuses an id token with another nonce', async () => {
    const url = await authJsReturn((way) => way.searchParams.set('nonce', 'x'));
    expect(await finish(url)).toMatch(/error/);
    expect(await session()).toBeNull();
  });

  test('signs a user in without a page with prompt none', async () => {
    const url = await authJsReturn((way) => way.searchParams.set('prompt', 'none'));
    expect(await finish(url)).not.toMatch(/error/);
    expect((await session())?.user?.email).toBe(user.email);
  });

  test('a replayed code signs no user in, and ends the session that it gave', async () => {
    const url = await authJsReturn();
    const { cookies } = await context.storageState();
    expect(await finish(url)).not.toMatch(/error/);
    const found = await session();
    await context.addCookies(cookies);
    expect(await finish(url)).toMatch(/error/);
    expect(await statusOf(found?.access)).toBe(401);
  });
});
