// Executes the recipes of docs/guides/openid-recipes.md: each signs a user in, in a real browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { freePort } from '../../infra/tools/local/ports.ts';
import { type Known, newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { useBrowser } from '../support/in-browser.ts';
import { missing, type Running, recipeOf, startApache, startProgram } from '../support/recipes.ts';
import { logInAtPage } from '../support/relying-party.ts';
import type { User } from '../support/service.ts';

const { service, browser } = useBrowser();
let user: User;
let page: Page;
let running: Running | undefined;

beforeAll(async () => {
  if (noBrowser) return;
  user = await service.signup(await service.tenant());
});
beforeEach(async () => {
  if (!noBrowser) page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page?.context().close();
  await running?.stop();
  running = undefined;
});

/** Registers the application of a recipe on a free port. Returns the environment of its program, too. */
async function registered(path: string, given: Partial<Known['application']> = {}) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { application, secret } = await newApplication({
    kind: 'server',
    redirectUris: [origin + path],
    postLogoutRedirectUris: [`${origin}/`],
    ...given,
  });
  const env = {
    ISSUER: service.baseUrl,
    CLIENT_ID: application.id,
    CLIENT_SECRET: secret,
    COOKIE_KEY: 'k'.repeat(64),
    PORT: String(port),
  };
  return { origin, env };
}

const shown = (): Promise<string> => page.locator('body').innerText();

/** A suite that is skipped with its reason if this machine lacks what it needs. */
function describeIf(title: string, lacks: string | undefined, body: () => void): void {
  const reason = noBrowser ?? lacks;
  (reason ? describe.skip : describe)(reason ? `${title} (skipped: ${reason})` : title, body);
}

describeIf('the recipe for Node.js', undefined, () => {
  test('signs a user in without PKCE', async () => {
    const { origin, env } = await registered('/callback', { pkce: 'optional' });
    running = await startProgram('js', env);
    await page.goto(origin);
    await logInAtPage(page, service, user);
    expect(await shown()).toBe(`Signed in as ${user.email}`);
  });
});

describeIf('the recipe for Python', missing.python, () => {
  test('signs a user in', async () => {
    const { origin, env } = await registered('/callback');
    running = await startProgram('python', env);
    await page.goto(origin);
    await logInAtPage(page, service, user);
    expect(await shown()).toBe(`Signed in as ${user.email}`);
  });
});

describeIf('the recipe for Ruby', missing.ruby, () => {
  test('signs a user in without PKCE', async () => {
    const { origin, env } = await registered('/auth/openid_connect/callback', { pkce: 'optional' });
    running = await startProgram('ruby', env);
    await page.goto(origin);
    await page.getByRole('button').click();
    await logInAtPage(page, service, user);
    expect(await shown()).toBe(`Signed in as ${user.email}`);
  });
});

describeIf('the recipe for Go', missing.go, () => {
  test('signs a user in', async () => {
    const { origin, env } = await registered('/callback');
    running = await startProgram('go', env);
    await page.goto(origin);
    await logInAtPage(page, service, user);
    expect(await shown()).toBe(`Signed in as ${user.email}`);
  });
});

describeIf('the recipe for Apache', missing.apache, () => {
  // The module revokes its tokens, and only then sends the browser to the end of its session.
  test.each<[string, RegExp, 'required' | 'optional']>([
    ['with PKCE', /$^/, 'required'],
    ["with the module's default, which is no PKCE", /^OIDCPKCEMethod .*\n/m, 'optional'],
  ])('signs a user in, and out without a question, %s', async (_, left, pkce) => {
    const { origin, env } = await registered('/app/redirect_uri', { pkce });
    const configuration = recipeOf('apache')
      .replace(left, '')
      .replaceAll('http://localhost:3000', env.ISSUER)
      .replaceAll('http://localhost:4000', origin)
      .replace('app_shop000000000000000000', env.CLIENT_ID)
      .replace('local-secret-of-the-shop', env.CLIENT_SECRET);
    running = await startApache(configuration, env);
    await page.goto(`${origin}/app/`);
    await logInAtPage(page, service, user);
    expect(await shown()).toBe(`Signed in as ${user.email}`);
    await page.goto(`${origin}/app/redirect_uri?logout=${encodeURIComponent(`${origin}/`)}`);
    expect([page.url(), await shown()]).toEqual([`${origin}/`, 'Signed out']);
    await page.goto(`${origin}/app/`);
    expect(page.url()).toMatch(`${service.baseUrl}/login`);
  });
});

test('every recipe that no test executes says so', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/guides/openid-recipes.md'), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  const marked = sections.filter((each) => /^```\w+ no-run$/m.test(each) && !each.startsWith('Register'));
  expect(marked.map((each) => /^.*/.exec(each)?.[0])).toEqual(['NextAuth', 'PHP', '.NET']);
  for (const each of marked) expect(each).toMatch(/No test\s+executes/);
});
