// Threat: an attacker gets a visitor to open a page with a chosen query or fragment, or names a tenant, so that their
// script runs, their address is opened or their text appears in our name. The pages show texts as texts, follow no
// address of a parameter, and the policy refuses what a mistake would let through.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { noBrowser } from '../../support/browser.ts';
import { useBrowser } from '../../support/in-browser.ts';
import type { Tenant, User } from '../../support/service.ts';
import { openWatched, signInOnPage } from '../../support/watched-page.ts';

const title = noBrowser ? `injection (skipped: ${noBrowser})` : 'injection';
const describeIf = noBrowser ? describe.skip : describe;

// One browser opens more pages here than one address may open.
const { service, browser } = useBrowser({ GATEHOUSE_LIMITS: 'off' });
let tenant: Tenant;
let user: User;
beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant();
  user = await service.signup(tenant);
});

const PATHS = [
  ...['', '/sign-up', '/forgot', '/invitation', '/reset', '/sign-out', '/signed-out', '/error', '/back', '/%22%3E'].map(
    (below) => `/login${below}`,
  ),
  '/account',
  '/console/users/%22%3E',
];
const NAMES = ['login_hint', 'ui_locales', 'resume', 'code', 'error', 'error_description', 'token', 'return', 'state'];
const SCRIPTS = [
  '"><img src=x onerror="window.hit=1">',
  '<script>window.hit=1</script>',
  'javascript:window.hit=1',
  '{{constructor.constructor("window.hit=1")()}}',
  '__proto__',
  '‮<svg/onload=window.hit=1>',
];

const queryOf = (value: string, more: Record<string, string> = {}): string =>
  new URLSearchParams({ ...Object.fromEntries(NAMES.map((name) => [name, value])), ...more }).toString();

describeIf(title, () => {
  test.each(PATHS)('a script in a parameter or the fragment does not run at %s', async (path) => {
    const { page, faults, requests, close } = await openWatched(browser);
    for (const script of SCRIPTS) {
      for (const slug of [tenant.slug, script]) {
        const fragment = encodeURIComponent(script);
        await page.goto(`${service.baseUrl}${path}?${queryOf(script, { tenant: slug })}#token=${fragment}&${fragment}`);
        await page.locator('h1').first().waitFor();
        expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
        expect(await page.locator('img[onerror], svg[onload], script:not([src]), body [style]').count()).toBe(0);
        expect(new URL(page.url()).origin).toBe(service.baseUrl);
      }
    }
    expect(faults).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(`${service.baseUrl}/`))).toEqual([]);
    await close();
  });

  test('the address that an application suggests fills one field, and is no text of the page', async () => {
    const { page, close } = await openWatched(browser);
    const hint = 'call 0800-evil now';
    const query = new URLSearchParams({ tenant: tenant.slug, login_hint: hint, ui_locales: hint, error: hint });
    await page.goto(`${service.baseUrl}/login?${query}`);
    const field = page.locator('input[autocomplete^=username]');
    await field.waitFor();
    expect(await field.inputValue()).toBe(hint);
    expect(await page.locator('body').innerText()).not.toContain(hint);
    expect(await page.title()).not.toContain(hint);
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^[a-z]{2}/);
    await close();
  });

  test('a text in the address of the error page is not shown', async () => {
    const { page, close } = await openWatched(browser);
    for (const code of ['Call 0800-evil', '__proto__', 'constructor', 'toString', '']) {
      const query = new URLSearchParams({ code, error: code, error_description: 'Call 0800-evil' });
      await page.goto(`${service.baseUrl}/login/error?${query}`);
      await page.locator('h1').waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/0800|function|\[object/);
    }
    await close();
  });

  test('the name of a tenant is text', async () => {
    const slug = `x-${tenant.slug}`;
    const name = '<img src=x onerror=window.hit=1>{{7*7}}';
    expect((await service.admin('POST', '/auth/admin/api/tenants', { name, slug })).status).toBe(201);
    const { page, faults, close } = await openWatched(browser);
    await page.goto(`${service.baseUrl}/login?tenant=${slug}`);
    await page.locator('input[autocomplete^=username]').waitFor();
    expect(await page.locator('.brand').innerText()).toContain(name);
    expect(await page.title()).toContain(name);
    expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
    expect(faults).toEqual([]);
    await close();
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:window.hit=1',
    '..//evil.example/%2f',
  ])('a sign-in never leaves for the address of a parameter: %s', async (target) => {
    const { page, requests, close } = await openWatched(browser);
    const names = [...NAMES, 'next', 'redirect_uri', 'redirectUri', 'returnTo', 'return_to', 'continue', 'url'];
    const query = new URLSearchParams([
      ...names.map((name): [string, string] => [name, target]),
      ['tenant', tenant.slug],
    ]);
    query.delete('login_hint');
    // A request of an application that was not sealed by us is refused, and the page stays.
    await page.goto(`${service.baseUrl}/login?${query}`);
    await page.locator('h1').waitFor();
    expect(new URL(page.url()).origin).toBe(service.baseUrl);
    query.delete('resume');
    await page.goto(`${service.baseUrl}/login?${query}`);
    await signInOnPage(page, user);
    expect(new URL(page.url()).origin).toBe(service.baseUrl);
    expect(requests.filter((url) => !url.startsWith(`${service.baseUrl}/`))).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
    await close();
  });

  test('a tenant of the address is looked up and never a part of another address', async () => {
    const { page, requests, close } = await openWatched(browser);
    for (const slug of [
      '//evil.example',
      '../../auth/admin',
      'https://evil.example',
      `${tenant.slug}/../x`,
      '%2e%2e',
    ]) {
      await page.goto(`${service.baseUrl}/login?${new URLSearchParams({ tenant: slug })}`);
      await page.locator('h1').waitFor();
    }
    const paths = requests.map((url) => new URL(url)).filter(({ pathname }) => pathname.startsWith('/auth'));
    expect([...new Set(paths.map(({ pathname }) => pathname))]).toEqual(['/auth/client-config', '/auth/accounts']);
    expect(requests.filter((url) => !url.startsWith(`${service.baseUrl}/`))).toEqual([]);
    await close();
  });
});

describeIf('the policy of a page', () => {
  test('refuses text as HTML, code of text, styles, foreign scripts and foreign requests, also to our own scripts', async () => {
    const { page, context, close } = await openWatched(browser);
    await page.goto(`${service.baseUrl}/login`);
    await page.locator('h1').waitFor();
    const devtools = await context.newCDPSession(page);
    // Playwright evaluates past the policy; a script element is what an attacker could add.
    await devtools.send('Page.setBypassCSP', { enabled: false });
    const outcome = await page.evaluate(async () => {
      const refused = (act: () => unknown): boolean => {
        try {
          act();
          return false;
        } catch {
          return true;
        }
      };
      const element = document.createElement('p');
      document.body.append(element);
      element.setAttribute('style', 'color: rgb(1, 2, 3)');
      const loads = (tag: 'script' | 'img', src: string) =>
        new Promise((resolve) => {
          const made = document.createElement(tag);
          made.onload = () => resolve('loaded');
          made.onerror = () => resolve('refused');
          try {
            made.setAttribute('src', src);
          } catch {
            return resolve('refused');
          }
          document.body.append(made);
        });
      return {
        html: refused(() => {
          element.innerHTML = '<b>x</b>';
        }),
        policy: refused(() =>
          (
            window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
          ).trustedTypes.createPolicy('x', {}),
        ),
        color: getComputedStyle(element).color,
        script: await loads('script', 'https://evil.example/x.js'),
        picture: await loads('img', 'https://evil.example/x.png'),
        request: await fetch('https://evil.example/').then(
          () => 'sent',
          () => 'refused',
        ),
      };
    });
    expect(outcome).toMatchObject({
      html: true,
      policy: true,
      script: 'refused',
      picture: 'refused',
      request: 'refused',
    });
    expect(outcome.color).not.toBe('rgb(1, 2, 3)');
    await close();
  });
});
