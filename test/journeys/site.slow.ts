// Builds the site of the documentation, and reads and searches it in a real browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../infra/tools/local/ports.ts';
import { BUILT } from '../../infra/tools/site/pages.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { violations } from '../support/visitor.ts';

const root = join(import.meta.dirname, '../..');
/** An installation of the generator and a build on a busy machine. */
const BUILD_MS = 1_200_000;
/** Its script has four megabytes. */
const SCALAR_MS = 120_000;

let site: ChildProcess;
let url = '';
let browser: Browser;
let page: Page;
let problems: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const env = { ...process.env, NODE_ENV: 'production', SITE_BASE: '' };
  site = spawn('npm', ['run', 'site', '--', '--port', String(port)], {
    cwd: root,
    env,
    detached: true,
    stdio: [...stdio],
  });
  let printed = '';
  for await (const chunk of site.stdout!) {
    printed += chunk;
    if (printed.includes('served at')) break;
  }
  if (!printed.includes('served at')) throw new Error(`the site was not built: ${printed}`);
  url = `http://localhost:${port}`;
  if (!noBrowser) browser = await openBrowser();
}, BUILD_MS);

afterAll(async () => {
  await browser?.close();
  process.kill(-site.pid!, 'SIGINT');
  if (site.exitCode === null) await new Promise((resolve) => site.once('exit', resolve));
});

describe('the built files', () => {
  const pages = () => globSync('**/*.html', { cwd: BUILT });
  const idsOf = (file: string): Set<string> =>
    new Set([...readFileSync(join(BUILT, file), 'utf8').matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id as string));

  test('link only to pages, files and headings that exist', () => {
    const ids = new Map(pages().map((file) => [file, idsOf(file)]));
    const broken = pages().flatMap((file) => {
      const hrefs = readFileSync(join(BUILT, file), 'utf8').matchAll(
        /\b(?:href|src)="(?!https?:|data:|mailto:)([^"]*)"/g,
      );
      return [...hrefs].flatMap(([, href = '']) => {
        const [path = '', anchor = ''] = decodeURI(href)
          .replace(/\?[^#]*/, '')
          .split('#');
        const at = path.startsWith('/') ? path.slice(1) : path === '' ? file : join(dirname(file), path);
        const target = at === '' || at.endsWith('/') || at === '.' ? join(at, 'index.html') : at;
        const isThere = existsSync(join(BUILT, target)) && (anchor === '' || (ids.get(target)?.has(anchor) ?? false));
        return isThere ? [] : [`${file}: ${href}`];
      });
    });
    expect(pages().length).toBeGreaterThan(150);
    expect(broken).toEqual([]);
  });
});

(noBrowser ? describe.skip : describe)(`the site in a browser${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  beforeEach(async () => {
    problems = [];
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
    page = await context.newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url)
        problems.push(`request to ${request.url()}`);
    });
  });
  afterEach(() => page.context().close());

  test.each([
    ['/', 'Gatehouse'],
    ['/tour/', 'Tour'],
    ['/guides/passkeys.html', 'Passkeys'],
    ['/errors.html', 'Errors'],
    ['/security.html', 'Security'],
  ])('%s is read without an error or a request to another host', async (path, title) => {
    const response = await page.goto(url + path);
    expect(response?.status()).toBe(200);
    await page.getByRole('heading', { level: 1, name: title }).first().waitFor();
    // The generator fetches the pages that are linked to.
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
  });

  test(
    'the page of the API shows an operation without a request to another host',
    async () => {
      await page.goto(`${url}/`);
      await page.getByRole('navigation').getByRole('link', { name: 'HTTP API' }).first().click();
      await page
        .getByText('Log in with a password, a code or an identity provider')
        .first()
        .waitFor({ timeout: SCALAR_MS });
      expect(problems).toEqual([]);
    },
    2 * SCALAR_MS,
  );

  test.each([
    { words: 'invite a user', finds: '/guides/console.html#invite-a-user' },
    { words: 'rotate the signing key', finds: '/operations.html#replace-or-rotate-the-signing-keys-by-hand' },
    { words: 'why 401', finds: '/errors.html#401-unauthorized' },
  ])('a search for "$words" finds the page among the first three', async ({ words, finds }) => {
    await page.goto(`${url}/`);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill(words);
    const results = page.locator('#localsearch-list a');
    await results.first().waitFor();
    const links = await results.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(links.slice(0, 3)).toContain(finds);
    expect(problems).toEqual([]);
  });

  test.each(['/', '/guides/passkeys.html', '/errors.html'])('axe finds nothing on %s', async (path) => {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(url + path);
        await page.waitForLoadState('networkidle');
        found.push(...(await violations(page)).map((each) => `${colorScheme}, ${width} px: ${each}`));
      }
    expect(found).toEqual([]);
  });
});
