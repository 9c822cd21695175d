// Shows the pages in every language in a real browser, on the narrowest screen that must do (WCAG 2.2, 1.4.10).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { LANGUAGES } from '../../lib/contract/fields/languages.ts';
import { noBrowser } from '../support/browser.ts';
import { enrol, type Person } from '../support/factors.ts';
import { describeInBrowser, useBrowser } from '../support/in-browser.ts';
import type { Tenant } from '../support/service.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';

const NARROW = { width: 320, height: 640 };
/** A directory for pictures. Without a font for a script, they show boxes. */
const PICTURES = process.env.GATEHOUSE_PICTURES;

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let person: Person;
let context: BrowserContext | undefined;
beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant();
  person = await enrol(service, tenant);
});
afterEach(() => context?.close());

/** Opens a page in a new browser that prefers this language. */
async function visit(path: string, locale: string): Promise<Page> {
  context = await browser.newContext({ locale, viewport: NARROW, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(service.baseUrl + path);
  await page.locator('h1').waitFor();
  return page;
}

const spoken = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);
const speaks = (page: Page, tag: string) =>
  page.waitForFunction((wanted) => document.documentElement.lang === wanted, tag);

/** Expects the page to need no scrolling sideways. A row of tabs scrolls by itself. */
async function look(page: Page, name: string): Promise<void> {
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('body *:not(.unseen, option, .tabs *)')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)
      .map(({ outerHTML }) => outerHTML),
  );
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect({ name, wide, isScrolled: scrollWidth > clientWidth }).toEqual({ name, wide: [], isScrolled: false });
}

const submit = (page: Page) => page.locator('button[type=submit]').click();

describeInBrowser('the language of the pages', () => {
  test.each(LANGUAGES)('is %s if the browser prefers it, and every page fits on a narrow screen', async (tag) => {
    const page = await visit('/login', tag);
    const root = await page.evaluate(() => {
      const { lang, dir } = document.documentElement;
      return { lang, dir };
    });
    expect(root).toEqual({ lang: tag, dir: tag === 'ar' ? 'rtl' : 'ltr' });
    await look(page, `${tag}-tenant`);
    await page.locator('main button[type=button]').click();
    await page.locator('[name=slug]').waitFor();
    await look(page, `${tag}-short-name`);
    for (const path of ['/login/sign-up', '/login/forgot', '/login/signed-out', '/login/error', '/login/nowhere']) {
      await page.goto(`${service.baseUrl}${path}?tenant=${tenant.slug}`);
      await page.locator('h1').waitFor();
      await look(page, `${tag}-${path.split('/')[2]}`);
    }
    await page.goto(`${service.baseUrl}/login?tenant=${tenant.slug}`);
    await page.locator('[name=identifier]').waitFor();
    await look(page, `${tag}-identify`);
    await page.locator('[name=identifier]').fill(person.email);
    await submit(page);
    await page.locator('[name=password]').waitFor();
    await look(page, `${tag}-password`);
    await page.locator('[name=password]').fill('not the password');
    await submit(page);
    await page.getByRole('alert').waitFor();
    await look(page, `${tag}-wrong`);
    await page.locator('[name=password]').fill(person.password);
    await submit(page);
    await page.locator('[name=trust]').waitFor();
    await look(page, `${tag}-factor`);
  });

  test.each(LANGUAGES)('fits on a narrow screen where passkeys are offered and listed in %s', async (tag) => {
    const { email, password } = await service.signup(tenant);
    const page = await visit(`/login?tenant=${tenant.slug}`, tag);
    await addAuthenticator(page);
    await page.locator('[name=identifier]').fill(email);
    await submit(page);
    await page.locator('[name=password]').fill(password);
    await submit(page);
    const create = page.locator('main .list button').first();
    await create.waitFor();
    await look(page, `${tag}-passkey-offer`);
    await create.click();
    await page.waitForURL(`${service.baseUrl}/account`);
    await page.goto(`${service.baseUrl}/account/security`);
    await page.locator('.item .danger').waitFor();
    await look(page, `${tag}-passkeys`);
  });

  test('is that of the browser for a tenant that chose none', async () => {
    expect(await spoken(await visit(`/login?tenant=${tenant.slug}`, 'fr-CH'))).toBe('fr');
  });

  test('is that of the tenant, not that of the browser', async () => {
    const polish = await service.tenant({ locale: 'pl' });
    expect(await spoken(await visit(`/login?tenant=${polish.slug}`, 'fr'))).toBe('pl');
  });

  test('becomes that of the tenant when the person names it', async () => {
    const polish = await service.tenant({ locale: 'pl' });
    const page = await visit('/login', 'fr');
    expect(await spoken(page)).toBe('fr');
    await page.locator('main button[type=button]').click();
    await page.locator('[name=slug]').fill(polish.slug);
    await submit(page);
    await speaks(page, 'pl');
  });

  test('is what the application asks for (ui_locales), before that of the tenant', async () => {
    const polish = await service.tenant({ locale: 'pl' });
    const page = await visit(`/login?tenant=${polish.slug}&ui_locales=sv%20zh-CN%20de`, 'fr');
    expect(await spoken(page)).toBe('zh-Hans');
  });

  test('is what the person chose, before all others, and stays so', async () => {
    const polish = await service.tenant({ locale: 'pl' });
    const page = await visit(`/login?tenant=${polish.slug}&ui_locales=ja`, 'fr');
    await page.locator('select.language').selectOption('nl');
    await speaks(page, 'nl');
    await page.reload();
    await page.locator('h1').waitFor();
    expect([await spoken(page), await page.locator('h1').textContent()]).toEqual(['nl', 'Inloggen']);
  });

  test('is English, and the page works, for a wish that is no language', async () => {
    const page = await visit(
      `/login?tenant=${tenant.slug}&ui_locales=%22%3E%3Cscript%3E%20constructor%20__proto__`,
      'sv',
    );
    expect(await spoken(page)).toBe('en');
  });
});
