// A page of an application in a real browser, which signs its users in by redirect.
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type BuildOptions, build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { noBrowser } from './browser.ts';
import { useBrowser } from './in-browser.ts';
import { deferred, type Service, type User } from './service.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Bundles source text for a browser, as a module. */
export async function scriptOf(contents: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'tsx' },
    nodePaths: [join(ROOT, 'test/node_modules')],
    bundle: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

export type Host = { origin: string; serve: (script: string) => void; stop: () => Promise<void> };

/** Serves one page with a script at every path of a free port. */
export async function startHost(): Promise<Host> {
  let script = '';
  const server: Server = createServer(({ url }, response) => {
    const isScript = url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? script
        : '<!doctype html><title>App</title><div id="root"></div><script type="module" src="/script.js"></script>',
    );
  });
  const origin = `http://localhost:${await listen(server, 0)}`;
  return {
    origin,
    serve: (next) => {
      script = next;
    },
    stop: () => close(server),
  };
}

/**
 * Runs the host of an application, a service with a user, and a browser for the tests of a file. Each test has a page of
 * its own. `mayCall`: pages of the host may call all of the service, not only the OpenID provider.
 */
export function useRelyingParty({ mayCall }: { mayCall: boolean }) {
  let host: Host | undefined;
  beforeAll(async () => {
    if (!noBrowser) host = await startHost();
  });
  const { service, browser } = useBrowser((): Record<string, string> => {
    return mayCall && host ? { GATEHOUSE_ALLOWED_ORIGINS: host.origin } : {};
  });
  let user: User | undefined;
  let context: BrowserContext | undefined;
  let page: Page | undefined;
  beforeAll(async () => {
    if (!noBrowser) user = await service.signup(await service.tenant());
  });
  afterAll(() => host?.stop());
  beforeEach(async () => {
    if (noBrowser) return;
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(() => context?.close());
  return {
    service,
    host: deferred('the host', () => host),
    user: deferred('the user', () => user),
    context: deferred('the context', () => context),
    page: deferred('the page', () => page),
  };
}

/** Logs the user in at the sign-in page that the browser was sent to, and goes on to where its application waits. */
export async function logInAtPage(page: Page, service: Service, user: User): Promise<void> {
  await page.waitForURL(`${service.baseUrl}/login**`);
  const resume = new URL(page.url()).searchParams.get('resume');
  await logInByApi(page, service, user);
  await page.goto(`${service.baseUrl}/oauth2/authorize?resume=${encodeURIComponent(resume ?? '')}`);
}

/** Logs the user in in this browser, without a page. */
export async function logInByApi(page: Page, service: Service, { tenant, email, password }: User): Promise<void> {
  const reply = await page.context().request.post(`${service.baseUrl}/auth/login`, {
    headers: { 'x-access-token-type': 'cookie', origin: service.baseUrl },
    data: { tenantId: tenant.id, credentials: { email, password } },
  });
  if (!reply.ok()) throw new Error(`login: ${await reply.text()}`);
}
