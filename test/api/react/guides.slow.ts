// Executes and type-checks the guides about React: builds what they show, and uses it in a real browser against a
// running service.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type BuildOptions, build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { createVerifier } from '../../../lib/packages/server/index.ts';
import { now } from '../../../lib/platform/clock.ts';
import { executableBlocks } from '../../journeys/code-blocks.ts';
import { noBrowser, openBrowser } from '../../support/browser.ts';
import { enrolled, nextCode } from '../../support/mfa.ts';
import { passOn } from '../../support/react/site.ts';
import { type User, useService } from '../../support/service.ts';
import { PATIENCE_MS } from '../../support/until.ts';

const ROOT = join(import.meta.dirname, '../../..');
const skipped = noBrowser ? ` (skipped: ${noBrowser})` : '';
const describeIf = noBrowser ? describe.skip : describe;
const service = useService({ GATEHOUSE_ALLOWED_ORIGINS: 'http://localhost:*' });
const servers: Server[] = [];
let directory = '';
let browser: Browser | undefined;
let context: BrowserContext;
let page: Page;

const PACKAGES = {
  '@gatehouse-auth/server/express': 'lib/packages/server/express.ts',
  '@gatehouse-auth/server/sign-in': 'lib/packages/server/sign-in-routes.ts',
  '@gatehouse-auth/react/server': 'lib/packages/react/server.ts',
  '@gatehouse-auth/react': 'lib/packages/react/index.ts',
  '@gatehouse-auth/client': 'lib/packages/client/index.ts',
};
const alias = Object.fromEntries(Object.entries(PACKAGES).map(([name, path]) => [name, join(ROOT, path)]));

beforeAll(async () => {
  const cache = join(ROOT, 'test/node_modules/.cache');
  await mkdir(cache, { recursive: true });
  directory = await mkdtemp(join(cache, 'react-guides-'));
  if (!noBrowser) browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(servers.map(close));
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  if (!browser) return;
  context = await browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
});
afterEach(() => context?.close());

/** Writes the files that a guide shows, below a folder of its name. Returns their names. */
async function filesOf(guide: string, replaced: Record<string, string> = {}): Promise<string[]> {
  const markdown = await readFile(join(ROOT, `docs/guides/${guide}.md`), 'utf8');
  await mkdir(join(directory, guide, 'src'), { recursive: true });
  const blocks = executableBlocks(markdown).map(({ code }) => {
    const name = /^\/\/ (src\/\S+)/.exec(code)?.[1] ?? '';
    const text = Object.entries(replaced).reduce((so, [from, to]) => so.replaceAll(from, to), code);
    return { name, text };
  });
  for (const { name, text } of blocks) await writeFile(join(directory, guide, name), text);
  return blocks.map(({ name }) => name);
}

async function built(guide: string, file: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(directory, guide, file)],
    bundle: true,
    write: false,
    jsx: 'automatic',
    target: 'es2022',
    alias,
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

async function start(server: Server): Promise<string> {
  servers.push(server);
  return `http://localhost:${await listen(server, 0)}`;
}

const logIn = async ({ email, password }: Pick<User, 'email' | 'password'>): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

describeIf(`the guides about React${skipped}`, () => {
  test('a single-page application signs in with a second factor, calls its API, survives a reload and signs out', async () => {
    const user = await enrolled(service);
    const verifier = createVerifier({ issuer: service.baseUrl, audience: service.baseUrl, now });
    let script = '';
    const url = await start(
      createServer(async (request, response) => {
        if (request.url === '/main.js') return response.setHeader('content-type', 'text/javascript').end(script);
        if (request.url !== '/invoices') {
          return response
            .setHeader('content-type', 'text/html')
            .end('<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/main.js"></script>');
        }
        const { method, headers } = request;
        const claims = await verifier.authenticate({ method: method ?? '', headers });
        return response.end(JSON.stringify([`Invoice of ${claims.tenantId}`]));
      }),
    );
    const addresses = { 'https://auth.example.com': service.baseUrl, 'https://api.example.com': url };
    const names = await filesOf('sign-in-with-react', { ...addresses, "'acme'": `'${user.tenant.slug}'` });
    expect(names).toEqual(['src/main.tsx', 'src/app.tsx', 'src/sign-in.tsx', 'src/by-redirect.tsx']);
    script = await built('sign-in-with-react', 'src/main.tsx', { format: 'esm' });
    await page.goto(url);
    await logIn({ ...user, password: 'a wrong one' });
    await page.getByRole('alert').waitFor();
    await logIn(user);
    await page.getByLabel('Code').fill(nextCode(user.secret));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(`${user.email} of ${user.tenant.name}`).waitFor();
    await page.getByText(`Invoice of ${user.tenant.id}`).waitFor();
    expect(await page.getByText('New invoice').count()).toBe(0);
    await page.reload();
    await page.getByText(`Invoice of ${user.tenant.id}`).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
  });

  test('a server-rendered application signs in, renders the user on the server and signs out', async () => {
    const user = await service.signup(await service.tenant());
    const guide = 'sign-in-server-rendered';
    const names = await filesOf(guide, {
      'https://auth.example.com': service.baseUrl,
      'listen(4000)': "listen(0, '127.0.0.1')",
      "'dist'": `'${join(directory, guide, 'dist')}'`,
      'process.env.TENANT_ID': `'${user.tenant.id}'`,
    });
    expect(names).toEqual(['src/root.tsx', 'src/server.tsx', 'src/browser.tsx', 'src/by-redirect.ts']);
    await mkdir(join(directory, guide, 'dist'));
    const script = await built(guide, 'src/browser.tsx', { format: 'esm' });
    await writeFile(join(directory, guide, 'dist/browser.js'), script);
    const program = join(directory, guide, 'server.cjs');
    await writeFile(
      program,
      await built(guide, 'src/server.tsx', { platform: 'node', format: 'cjs', external: ['express'] }),
    );
    const { server } = createRequire(import.meta.url)(program) as { server: Server };
    servers.push(server);
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const distribution = createServer((request, response) =>
      passOn(request, response, request.url?.startsWith('/auth/') ? service.baseUrl : own),
    );
    const url = await start(distribution);
    const rendered = async (): Promise<string> => (await context.request.get(url)).text();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    expect(await rendered()).toContain('Sign in');
    await page.goto(url);
    await logIn(user);
    await page.getByRole('heading', { name: `Welcome, ${user.email}` }).waitFor();
    expect(await rendered()).toMatch(new RegExp(`Welcome, (<!-- -->)?${user.email}`));
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await rendered()).toContain('Sign in');
    expect(problems).toEqual([]);
  });
});

test.each(['sign-in-with-react', 'sign-in-server-rendered'])('the guide %s compiles in strict mode', async (guide) => {
  const files = await filesOf(guide);
  const paths = Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, [path]]));
  const compilerOptions = { jsx: 'react-jsx', jsxImportSource: 'react', paths };
  const settings = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, files, include: [] };
  await writeFile(join(directory, guide, 'tsconfig.json'), JSON.stringify(settings));
  const printed = await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(directory, guide)]).then(
    ({ stdout }) => stdout,
    ({ stdout, message }) => stdout || message,
  );
  expect(printed).toBe('');
});
