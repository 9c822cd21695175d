// Executes docs/guides/sign-in-from-a-spa.md in a real browser, with the packed client and an API that verifies tokens.
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { createVerifier, isAuthError, type Verifier } from '../../lib/packages/server/index.ts';
import { advance, now } from '../../lib/platform/clock.ts';
import { fileBlocks } from '../journeys/code-blocks.ts';
import { ROOT, useApplication } from '../support/application.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { enrolled, nextCode } from '../support/mfa.ts';
import { type Service, startService, type User } from '../support/service.ts';
import { bundle } from './react-native.ts';

const application = useApplication(['client']);
const page = readFileSync(join(ROOT, 'docs/guides/sign-in-from-a-spa.md'), 'utf8');
const html = /^```html\n([\s\S]*?)^```$/m.exec(page)?.[1];
const blocks = fileBlocks(page);

let service: Service;
let verifier: Verifier;
let browser: Browser;
let context: BrowserContext;
/** The host of page, API and, in cookie mode, Gatehouse. */
let host: Server;
let origin = '';
let script = '';

/** Serves the page, its API, and everything below /auth by the service. */
async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = incoming;
  if (url.startsWith('/auth/')) {
    const { hostname, port } = new URL(service.baseUrl);
    const passed = request({ hostname, port, path: url, method, headers }, (reply) => {
      response.writeHead(reply.statusCode as number, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(passed);
  } else if (url === '/api/invoices') {
    try {
      const { userId } = await verifier.authenticate({ method, headers });
      response.end(`invoices of ${userId}`);
    } catch (error) {
      if (!isAuthError(error)) throw error;
      response.writeHead(error.statusCode).end(JSON.stringify(error.body));
    }
  } else
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>App</title>${html}<script type="module">${script}</script>`);
}

beforeAll(async () => {
  if (noBrowser) return;
  mkdirSync(join(application.folder, 'src'));
  host = createServer((incoming, response) => void serve(incoming, response));
  origin = `http://localhost:${await listen(host, 0)}`;
  service = await startService({ GATEHOUSE_ALLOWED_ORIGINS: origin });
  const { baseUrl } = service;
  verifier = createVerifier({ issuer: baseUrl, audience: baseUrl, cookies: true, now });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  if (host) await close(host);
  await service?.stop();
});
beforeEach(async () => {
  if (noBrowser) return;
  context = await browser.newContext();
});
afterEach(() => context?.close());

/** Builds the page with the first file of each name, or the second. */
async function buildPage(mode: 'header' | 'cookie'): Promise<void> {
  const files = mode === 'header' ? blocks.slice().reverse() : blocks;
  for (const [path, text] of files) application.write(path, text.replace('https://auth.example.com', service.baseUrl));
  await bundle(application, 'src/main.ts', 'page.js');
  script = application.read('page.js');
}
const visible = (tab: Page, id: string) => tab.locator(`#${id}:not([hidden])`).waitFor();
async function open(): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(origin);
  return tab;
}
async function logIn(tab: Page, user: Pick<User, 'tenant' | 'email'>, password: string): Promise<void> {
  await visible(tab, 'login');
  for (const [name, value] of Object.entries({ tenant: user.tenant.slug, email: user.email, password }))
    await tab.fill(`[name=${name}]`, value);
  await tab.click('#login button');
}
const hasText = (tab: Page, id: string, text: string) => tab.locator(`#${id}`, { hasText: text }).waitFor();

describeInBrowser('the guide for a SPA', () => {
  test('has the files of one page, and one of them twice', () => {
    const paths = blocks.map(([path]) => path);
    expect(paths).toEqual(['src/auth.ts', 'src/login.ts', 'src/main.ts', 'src/auth.ts', 'src/by-redirect.ts']);
  });

  test.each(['header', 'cookie'] as const)('compiles in strict mode (%s mode)', async (mode) => {
    await buildPage(mode);
    const options = { module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true };
    const lib = ['es2022', 'dom', 'dom.iterable'];
    expect(await application.compile('src/main.ts', { ...options, lib, noUnusedLocals: true })).toBe('');
  });

  test.each(['header', 'cookie'] as const)(
    'logs in, calls the API, survives expiry and reload, and logs out (%s mode)',
    async (mode) => {
      await buildPage(mode);
      const user = await service.signup(await service.tenant());
      const tab = await open();
      await logIn(tab, user, 'a wrong one');
      await hasText(tab, 'message', 'Email address or password is wrong.');
      await logIn(tab, user, user.password);
      await visible(tab, 'app');
      await hasText(tab, 'user', user.email);
      await hasText(tab, 'invoices', 'invoices of usr_');

      advance(16 * 60_000);
      await tab.reload();
      await visible(tab, 'app');
      await hasText(tab, 'invoices', 'invoices of usr_');
      await tab.click('#logout');
      await visible(tab, 'login');
      await tab.reload();
      await visible(tab, 'login');
    },
  );

  test('logs in with a second factor', async () => {
    await buildPage('header');
    const user = await enrolled(service);
    const tab = await open();
    await logIn(tab, user, user.password);
    await visible(tab, 'second');
    await tab.fill('[name=otp]', nextCode(user.secret));
    await tab.click('#second button');
    await visible(tab, 'app');
  });

  test('follows a login and a logout of another tab', async () => {
    await buildPage('header');
    const user = await service.signup(await service.tenant());
    const [one, other] = [await open(), await open()];
    await visible(other, 'login');
    await logIn(one, user, user.password);
    await visible(one, 'app');
    await visible(other, 'app');
    await one.click('#logout');
    await visible(other, 'login');
  });

  test('tells the user that there is no connection', async () => {
    await buildPage('header');
    const user = await service.signup(await service.tenant());
    const tab = await open();
    await visible(tab, 'login');
    await context.setOffline(true);
    await logIn(tab, user, user.password);
    await hasText(tab, 'message', 'There is no connection.');
    await context.setOffline(false);
    await tab.click('#login button');
    await visible(tab, 'app');
  });
});
