// Leads people into every dead end of the pages in a real browser: each says a reason and has a way on, in light and dark,
// on a phone and a desktop, without a violation of WCAG 2.2 AA.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import type { TenantId } from '../../lib/platform/ids.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { CALLBACK, newServer, pathOf, requestOf } from '../support/oauth-browser.ts';
import { type Tenant, type User, unique } from '../support/service.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { hasHome: true });
let demo: Tenant;
let acme: Tenant;
let user: User;
let visitor: Visitor;

const named = async (name: string): Promise<Tenant> => {
  const body = { name, slug: unique(name.toLowerCase()) };
  return (await service.admin('POST', '/auth/admin/api/tenants', body)).body.tenant;
};
beforeAll(async () => {
  if (noBrowser) return;
  [demo, acme] = [await named('Demo'), await named('Acme')];
  user = await service.signup(demo);
});
beforeEach(async () => {
  if (!noBrowser) visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1440].map((width) => ({ colorScheme, width })),
);
const inspect = (name: string) => visitor.inspect(name, LOOKS, 1440);
const only = (tenant: Tenant) => newServer({ tenantIds: [tenant.id as TenantId] });
const ask = async (known: Awaited<ReturnType<typeof newServer>>, more: Record<string, string> = {}) =>
  visitor.goto(pathOf(requestOf(known, randomSecret(), more)));
/** The application is not there: the browser is stopped at its address. */
async function backAtApplication(page: Page, press: () => Promise<void>): Promise<URLSearchParams> {
  const there = page.waitForRequest((request) => request.url().startsWith(CALLBACK));
  await page.route(`${CALLBACK}?**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Back' }));
  await press();
  return new URL((await there).url()).searchParams;
}
const link = (name: string) => visitor.page.getByRole('link', { name, exact: true });

describeInBrowser('a dead end', () => {
  test('for a user of an organization that the application does not serve names both, and leads back or to another', async () => {
    const other = await named('Beta');
    const known = await newServer({ tenantIds: [acme.id as TenantId, other.id as TenantId] });
    await ask(known);
    await visitor.nameTenant(demo.slug);
    await visitor.enterPassword(user);
    await visitor.heading('Demo cannot use Shop');
    await inspect('tenant-not-served');
    // The session that there is leads to the same page, not in a circle.
    await ask(known);
    await visitor.heading('Choose an account');
    await visitor.press(/Continue as/);
    await visitor.heading('Demo cannot use Shop');
    const denied = await backAtApplication(visitor.page, () => link('Back to Shop').click());
    expect([denied.get('error'), denied.get('state')]).toEqual(['access_denied', 'the-state']);
    await visitor.page.goBack();
    await visitor.heading('Demo cannot use Shop');
    await link('Another organization').click();
    await visitor.heading('Where do you want to sign in?');
    const colleague = await service.signup(other);
    await visitor.nameTenant(other.slug);
    const query = await backAtApplication(visitor.page, () => visitor.enterPassword(colleague));
    expect([query.get('code'), query.get('state')]).toEqual([expect.stringMatching(/./), 'the-state']);
  });

  test('for an organization in the request that is not served, is unknown or is disabled leads back', async () => {
    const known = await only(acme);
    await ask(known, { tenant: demo.slug });
    await visitor.heading('Demo cannot use Shop');
    await expect(link('Another organization').count()).resolves.toBe(0);
    const off = await named('Closed');
    await service.admin('PATCH', `/auth/admin/api/tenants/${off.id}`, { isActive: false });
    for (const tenant of ['nowhere', off.slug]) {
      await ask(known, { tenant });
      await visitor.heading('This organization is not available');
    }
    await inspect('tenant-not-found');
    const query = await backAtApplication(visitor.page, () => link('Back to Shop').click());
    expect(query.get('error')).toBe('access_denied');
  });

  test('of a request that is not valid has a reference, and here the cause', async () => {
    await ask(await newServer(), { redirect_uri: 'https://app.example.com/other' });
    await visitor.heading('That did not work');
    const shown = (await visitor.page.textContent('main')) ?? '';
    expect(shown).toMatch(/Go back to the application.*Reference: [0-9a-f-]{36} redirect_uri_not_registered/);
    await inspect('invalid-request');
    await visitor.goto('/login/error?code=request_expired&reference=Call+0800-evil&cause=evil%20text');
    await visitor.page.getByText('This sign-in took too long.').waitFor();
    expect(await visitor.page.textContent('body')).not.toMatch(/evil/);
    await inspect('request-expired');
  });

  test('for another user or organization than the application asked for asks to sign in again', async () => {
    const path = (code: string) => `/login/error?code=${code}&tenant=${demo.slug}`;
    for (const [code, heading] of [
      ['tenant_not_asked', 'Another organization is needed'],
      ['user_not_asked', 'Another account is needed'],
    ] as const) {
      await visitor.goto(path(code));
      await visitor.heading(heading);
      await inspect(code.replaceAll('_', '-'));
      await link('Sign in again').waitFor();
    }
  });

  test('in a link with a wrong short name says which one it is, and how to find the right one', async () => {
    await visitor.goto('/login?tenant=nosuch');
    await visitor.page.getByText('There is no organization “nosuch” here.').waitFor();
    await visitor.page.getByRole('button', { name: 'Find my organization' }).waitFor();
    await inspect('link-unknown');
    await visitor.goto('/login?tenant=Call%200800%20evil');
    await visitor.heading('Where do you want to sign in?');
    expect(await visitor.page.textContent('body')).not.toMatch(/evil/);
  });

  test.each(['/login', '/account', '/console'])('without cookies and storage is said at %s', async (path) => {
    // As Chromium is where people block both.
    await visitor.context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    await visitor.goto(path);
    await visitor.heading('Cookies are blocked');
    await inspect(`cookies${path.replace('/', '-')}`);
    await link('Load the page again').waitFor();
  });

  test('without cookies is said in German and Arabic', async () => {
    for (const [tag, heading] of [
      ['de', 'Cookies sind blockiert'],
      ['ar', 'ملفات تعريف الارتباط محظورة'],
    ] as const) {
      await visitor.close();
      visitor = await Visitor.open(service, browser, { locale: tag });
      await visitor.context.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
      });
      await visitor.goto('/login');
      await visitor.heading(heading);
      await inspect(`cookies-${tag}`);
    }
  });

  test('without storage alone is none: people sign in', async () => {
    await visitor.context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    await visitor.at(demo);
    await visitor.enterPassword(user);
    await visitor.signedIn();
    await visitor.goto('/console');
    await visitor.heading(/./);
  });

  test.each([
    ['en-GB', '/login', 'This page needs JavaScript.'],
    ['de', '/account', 'Diese Seite braucht JavaScript.'],
    ['ar', '/console', 'JavaScript'],
  ])('without scripts is said in %s at %s', async (locale, path, text) => {
    await visitor.close();
    visitor = await Visitor.open(service, browser, { locale, javaScriptEnabled: false });
    await visitor.goto(path);
    const card = visitor.page.locator('main.card');
    await card.getByText(text).waitFor();
    // In the look of the pages: a card with a background, in the middle.
    const box = await card.boundingBox();
    expect([(box?.x ?? 0) > 100, (box?.width ?? 0) < 500]).toEqual([true, true]);
    const { GATEHOUSE_PICTURES: pictures } = process.env;
    if (pictures) await visitor.page.screenshot({ path: `${pictures}/no-script-${locale}.png` });
  });

  test('at the root of the local run is a page with links', async () => {
    await visitor.goto('/');
    await visitor.heading('Gatehouse on this machine');
    for (const name of ['Console', 'Sign in to the demo', 'Account', 'Inbox', 'Reference', 'Events'])
      await link(name).waitFor();
    await inspect('home');
  });
});
