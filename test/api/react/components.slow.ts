// Drives the components in a real browser, against a running service: those of React, and the same as custom elements.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { noBrowser, openBrowser } from '../../support/browser.ts';
import { newPermission } from '../../support/grants.ts';
import { manager, managerWith, roleWith } from '../../support/organization.ts';
import { type Kind, startComponentsSite } from '../../support/react/components/site.ts';
import { newEmail, type Tenant, useService } from '../../support/service.ts';
import { PATIENCE_MS } from '../../support/until.ts';
import { violations } from '../../support/visitor.ts';
import { openWatched, type Watched } from '../../support/watched-page.ts';

const service = useService({}, { changeFeed: true });
let browser: Browser;
let site: Awaited<ReturnType<typeof startComponentsSite>>;
const opened: Watched[] = [];
beforeAll(async () => {
  if (noBrowser) return;
  browser = await openBrowser();
  site = await startComponentsSite(service.baseUrl);
});
afterEach(async () => {
  for (const { faults, close } of opened.splice(0)) {
    expect(faults).toEqual([]);
    await close();
  }
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

type Account = { tenant: Tenant; email: string; password: string };

async function visit(kind: Kind, query = ''): Promise<Watched> {
  const watched = await openWatched(browser);
  opened.push(watched);
  watched.page.setDefaultTimeout(PATIENCE_MS);
  await watched.page.goto(`${site.url}/${kind}${query}`);
  return watched;
}
const logIn = (page: Page, { tenant, email, password }: Account): Promise<void> =>
  page.evaluate(
    async (input) => {
      // biome-ignore lint/suspicious/noExplicitAny: the client of the page
      await (globalThis as any).client.authentication.login(input);
    },
    { tenantId: tenant.id, credentials: { email, password } },
  );
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Account menu: ${name}`, exact: true });
const itemsOf = (page: Page) => page.getByRole('menu').locator('[role^=menuitem]');

const describeIf = noBrowser ? describe.skip : describe;
describeIf.each<Kind>(['react', 'elements'])(
  `components on a page of %s${noBrowser ? ` (${noBrowser})` : ''}`,
  (kind) => {
    test('a visitor is led to the sign-in page, and sees nothing of an account', async () => {
      const { page } = await visit(kind);
      await page.getByText('for others').waitFor();
      expect(await page.getByRole('button').allTextContents()).toEqual(['Sign in']);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${site.url}/login?tenant=acme`);
    });

    test('a user opens the menu by the keyboard, and the focus returns', async () => {
      const user = await manager(service, await service.tenant());
      const { page } = await visit(kind);
      await logIn(page, user);
      const opener = menuOf(page, user.email);
      await opener.focus();
      await page.keyboard.press('ArrowUp');
      const items = itemsOf(page);
      expect(await items.allTextContents()).toEqual(['Your account', 'Use another account', 'Sign out']);
      const focused = () => page.locator('[role^=menuitem]:focus').textContent();
      expect(await focused()).toBe('Sign out');
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe('Your account');
      await page.keyboard.press('u');
      expect(await focused()).toBe('Use another account');
      await page.keyboard.press('Home');
      expect(await focused()).toBe('Your account');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await items.first().waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element.matches(':focus'))).toBe(true);
      await page.getByText('for managers').waitFor();
      await opener.click();
      await page.getByRole('heading', { level: 1 }).click();
      await items.first().waitFor({ state: 'detached' });
    });

    test('switching and signing out in one tab is seen in the other', async () => {
      const [one, two] = [
        await manager(service, await service.tenant()),
        await manager(service, await service.tenant()),
      ];
      const { page, context } = await visit(kind);
      await logIn(page, one);
      await menuOf(page, one.email).waitFor();
      await logIn(page, two);
      await menuOf(page, two.email).waitFor();
      const other = await context.newPage();
      await other.goto(`${site.url}/${kind}`);
      await menuOf(other, two.email).waitFor();
      await page.getByRole('button', { name: `Organization: ${two.tenant.name}` }).click();
      const choices = page.getByRole('menuitemradio');
      await choices.filter({ hasText: one.tenant.name }).waitFor();
      expect(await choices.evaluateAll((all) => all.map((each) => each.getAttribute('aria-checked')))).toEqual([
        'true',
        'false',
      ]);
      expect(await violations(page)).toEqual([]);
      await choices.filter({ hasText: one.tenant.name }).click();
      for (const each of [page, other]) await menuOf(each, one.email).waitFor();
      await other.getByRole('button', { name: `Organization: ${one.tenant.name}` }).waitFor();
      await menuOf(other, one.email).click();
      await other.getByRole('menuitem', { name: two.email }).click();
      for (const each of [page, other]) await menuOf(each, two.email).waitFor();
      await menuOf(other, two.email).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      for (const each of [page, other]) await each.getByRole('button', { name: 'Sign in' }).waitFor();
    });

    test('a page in Arabic loads its texts, and lays out from right to left', async () => {
      const { page } = await visit(kind, '?language=ar');
      await page.getByRole('button', { name: 'تسجيل الدخول' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });
  },
);

describeIf('the README of the elements', () => {
  test('its page shows a button to those who may press it, and the way to sign in to others', async () => {
    const tenant = await service.tenant();
    await newPermission(service, { name: 'invoices.write' }).catch(() => undefined);
    const user = await managerWith(service, tenant, [await roleWith(service, tenant, ['invoices.write'])]);
    const { page } = await visit('readme');
    await page.getByRole('button', { name: 'Sign in to write invoices' }).waitFor();
    expect(await page.getByRole('button', { name: 'New invoice' }).isVisible()).toBe(false);
    await logIn(page, user);
    await page.getByRole('button', { name: 'New invoice' }).waitFor();
    await menuOf(page, user.email).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in to write invoices' }).isVisible()).toBe(false);
  });
});

describeIf('the profile of an organization', () => {
  test('a manager invites a person, gives a role, disables and removes a member', async () => {
    const tenant = await service.tenant();
    const owner = await manager(service, tenant);
    const member = await managerWith(service, tenant, []);
    const { page } = await visit('react');
    await logIn(page, owner);
    const row = page.getByRole('listitem').filter({ hasText: member.email });
    await row.waitFor();
    expect(await violations(page)).toEqual([]);

    const invited = newEmail();
    await page.getByLabel('Email address').fill(invited);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText(`Invitation sent to ${invited}.`).waitFor();
    await page.getByRole('button', { name: `Revoke: ${invited}` }).click();
    await page.getByText('There are no open invitations.').waitFor();

    await page.getByRole('button', { name: `Roles: ${member.email}` }).click();
    await row.getByRole('checkbox').first().check();
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByText('No role').waitFor({ state: 'detached' });
    await page.locator('button:focus').getByText('Roles').waitFor();
    await page.getByRole('button', { name: `Disable: ${member.email}` }).click();
    await row.getByText('Disabled').waitFor();
    await page.getByRole('button', { name: `Remove: ${member.email}` }).click();
    await row.getByRole('button', { name: 'Remove', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await page.locator('h3:focus').getByText('Members').waitFor();
  });

  test('a user without permissions learns that, and sees no button', async () => {
    const user = await managerWith(service, await service.tenant(), []);
    const { page } = await visit('react');
    await logIn(page, user);
    await page.getByText('You cannot manage this organization.').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await page.getByText('for others').waitFor();
  });
});
