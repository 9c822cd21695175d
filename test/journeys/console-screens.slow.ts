// Visits every screen of the console with something to show, and lets axe look at it: light on a desktop, dark on a
// phone. No screen may break the policy of the page, report an error, or ask another host for something.
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { noBrowser } from '../support/browser.ts';
import { inspectAll, newAdmin, openMenu, screens, settled, signedIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import type { Tenant } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant();
  await service.signup(tenant);
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['spam.example', 'junk.example'] });
});
expectNoProblems(() => visitor);

describeInBrowser('the screens of the console', () => {
  test('are accessible in light and dark, and fit a phone of 320 pixels', async () => {
    visitor = await signedIn(service, browser);
    const paths = await screens(service, tenant);
    const seen = await inspectAll(visitor, paths);
    expect(seen.length).toBeGreaterThanOrEqual(paths.length);
  });

  test.each(['admins', 'users', 'tenants', 'roles', 'applications'])(
    '%s fits a phone with names of any length',
    async (path) => {
      visitor = await signedIn(service, browser, path);
      const { page } = visitor;
      await page.setViewportSize({ width: 320, height: 640 });
      await page.locator('tbody .row-name').first().waitFor();
      const tooWide = await page.evaluate(() => {
        const name = document.querySelector('tbody .row-name :is(a, button)') as HTMLElement;
        const { documentElement: root } = document;
        const names = Array.from({ length: 60 }, (_, length) => `user-${'m'.repeat(length)}@example.com`);
        return names.filter((each) => {
          name.textContent = each;
          return root.scrollWidth > root.clientWidth;
        });
      });
      expect(tooWide).toEqual([]);
    },
  );

  test('the overview shows the days and the tenant of its address, to admins of several tenants one of them', async () => {
    const other = await service.tenant();
    visitor = await signedIn(service, browser);
    const { page } = visitor;
    const activity = () => visitor.page.getByRole('region', { name: 'Activity' });
    const shown = (text: string) => activity().locator('figcaption').getByText(text).waitFor();
    const days = () => activity().locator('tbody tr').count();
    const counted = async () =>
      (await service.admin('GET', `/auth/admin/api/activity?tenantId=${tenant.id}`)).body.totals;
    await until(async () => (await counted()).signUps === 1, 'the counters');
    expect(await days()).toBe(7);
    await activity().getByLabel('Tenant').selectOption(other.id);
    await shown('sign-ups: 0');
    await activity().getByLabel('Period').selectOption('31');
    await until(async () => (await days()) === 31, 'a month');
    expect(new URL(page.url()).search).toBe(`?tenantId=${other.id}&days=31`);
    await page.goBack();
    await until(async () => (await days()) === 7, 'a week');
    await visitor.close();
    const who = await newAdmin(service, { role: 'support', tenants: [tenant.id, other.id] });
    visitor = await signedIn(service, browser, '', who);
    await visitor.goto(`/console?tenantId=${tenant.id}&days=999`);
    await shown('sign-ups: 1');
    await visitor.goto(`/console?tenantId=${other.id}`);
    await shown('sign-ups: 0');
  });

  test.each(readdirSync('lib/apps/console/words/others'))('fit a phone in %s', async (tag) => {
    visitor = await signedIn(service, browser);
    const { page } = visitor;
    await openMenu(visitor);
    await page.getByLabel('Language').selectOption(tag);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['', 'users', `tenants/${tenant.id}/sign-in`, `tenants/${tenant.id}/texts`, 'audit', 'admins']) {
      await visitor.goto(`/console/${path}`);
      await settled(visitor);
      const shown = await page.evaluate(() => {
        const { lang, dir, scrollWidth, clientWidth } = document.documentElement;
        return { lang, dir, isTooWide: scrollWidth > clientWidth };
      });
      // A part that is loaded later has its texts, too.
      expect(await page.getByText('Texts of messages').count()).toBe(0);
      expect([path, shown]).toEqual([path, { lang: tag, dir: tag === 'ar' ? 'rtl' : 'ltr', isTooWide: false }]);
    }
  });

  test('are shown in German', async () => {
    visitor = await signedIn(service, browser);
    await openMenu(visitor);
    await visitor.page.getByLabel('Language').selectOption('de');
    await visitor.heading('Übersicht');
    expect(await visitor.page.evaluate(() => document.documentElement.lang)).toBe('de');
    await visitor.page.getByRole('link', { name: 'Gesperrte Domains' }).click();
    await visitor.heading('Gesperrte Domains');
    await visitor.page.getByText('spam.example', { exact: true }).waitFor();
    // A screen that was opened by its address has its texts before it is shown.
    await visitor.page.reload();
    await settled(visitor);
    await visitor.page.getByRole('button', { name: 'Domains sperren' }).waitFor();
  });
});
