// Uses the console in a real browser: the first admin, signing in and out, the proof in place, tabs that stop showing
// data, the palette, the keyboard, and the parts that all screens share.
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { advance } from '../../lib/platform/clock.ts';
import { MINUTE } from '../support/api.ts';
import { newAdmin, openConsole, openMenu, settled, signedIn, signIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newEmail, newPassword } from '../support/service.ts';
import { nextTotpStep } from '../support/target.ts';
import { totp } from '../support/totp.ts';
import type { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let visitor: Visitor;

expectNoProblems(() => visitor);

const DOMAINS = '/auth/admin/api/blocked-email-domains';
/** Blocks a domain of its own, and returns it. */
async function blocked(): Promise<string> {
  const domain = `${newEmail().split('@')[0]}.example`;
  await service.admin('POST', DOMAINS, { domains: [domain] });
  return domain;
}
const isBlocked = async (domain: string): Promise<boolean> =>
  (await service.admin('GET', `${DOMAINS}?search=${domain}`)).body.total === 1;

const says = (text: string | RegExp) => visitor.page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

describeInBrowser('the console', () => {
  test('creates the first admin with the secret key, once, and offers the first steps', async () => {
    visitor = await openConsole(service, browser);
    await visitor.heading('Sign in to the console');
    await visitor.inspect('console-sign-in');
    await visitor.page.getByRole('link', { name: 'Create the first admin' }).click();
    await visitor.heading('Create the first admin');
    await visitor.inspect('console-set-up');
    const { email, password } = service.adminLogin;
    const enter = async (secretKey: string, chosen: string) => {
      await visitor.fill('Secret key of the deployment', secretKey);
      await visitor.fill('Email address', email);
      await visitor.fill('Password', chosen);
      await visitor.press('Create and sign in');
    };
    await enter('not the key', password);
    await visitor.alert('This is not the secret key of the deployment.');
    expect(await visitor.page.getByLabel('Secret key of the deployment').getAttribute('aria-invalid')).toBe('true');
    await enter(service.secretKey, 'password');
    await visitor.alert('This password is easy to guess.');
    await enter(service.secretKey, password);
    await visitor.heading('Overview');
    await visitor.page.getByRole('link', { name: 'Create a tenant' }).waitFor();
    await openMenu(visitor);
    await visitor.page.getByRole('button', { name: 'Sign out' }).click();
    await visitor.heading('Sign in to the console');
    await visitor.page.getByRole('link', { name: 'Create the first admin' }).click();
    await enter(service.secretKey, password);
    await visitor.heading('There is an admin already');
  });

  test('shows the screen of the address after signing in, and explains a wrong password', async () => {
    await service.adminCookie();
    const domain = await blocked();
    visitor = await openConsole(service, browser, `blocked-domains?search=${domain}`);
    await signIn(visitor, { ...service.adminLogin, password: newPassword() });
    await visitor.alert('The address or the password is not right.');
    await visitor.page.getByText('INVALID_CREDENTIALS').waitFor();
    await signIn(visitor, service.adminLogin);
    await visitor.heading('Blocked domains');
    await row(visitor.page, domain).waitFor();
    expect(await visitor.page.getByRole('searchbox').inputValue()).toBe(domain);
  });

  test('keeps filters in the address, for links, reloads and the way back, and moves the focus to the heading', async () => {
    const domain = await blocked();
    visitor = await signedIn(service, browser);
    const { page } = visitor;
    await page.getByRole('link', { name: 'Blocked domains' }).click();
    await visitor.heading('Blocked domains');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Blocked domains');
    expect(await page.title()).toBe('Blocked domains · Gatehouse');
    await page.getByRole('searchbox').fill('nothing-like-it');
    await page.getByText('Nothing found.').waitFor();
    expect(page.url()).toMatch(/\?search=nothing-like-it$/);
    await page.goBack();
    await row(page, domain).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.goBack();
    await visitor.heading('Overview');
    await page.goForward();
    await visitor.heading('Blocked domains');
    await page.reload();
    await row(page, domain).waitFor();
  });

  test('changes something and undoes it', async () => {
    const domain = await blocked();
    visitor = await signedIn(service, browser, `blocked-domains?search=${domain}`);
    await visitor.press(`Unblock: ${domain}`);
    await says(`${domain} is no longer blocked.`);
    await visitor.page.getByText('Nothing found.').waitFor();
    expect(await isBlocked(domain)).toBe(false);
    await visitor.press('Undo');
    await row(visitor.page, domain).waitFor();
    expect(await isBlocked(domain)).toBe(true);
  });

  test('copies what a form would send as curl and as TypeScript, without sending it', async () => {
    visitor = await signedIn(service, browser, 'blocked-domains');
    const { page } = visitor;
    await visitor.press('Block domains');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Domains', { exact: true }).fill("copied.example it's.example");
    for (const [item, text] of [
      [
        'Copy as curl',
        [
          `curl -b cookies.txt -X POST '${service.baseUrl}${DOMAINS}' \\`,
          "  -H 'content-type: application/json' \\",
          `  -d '{"domains":["copied.example","it'\\''s.example"]}'`,
        ].join('\n'),
      ],
      [
        'Copy as TypeScript',
        [
          'await client.adminBlockedEmailDomains.add({',
          '  domains: [',
          '    "copied.example",',
          '    "it\'s.example"',
          '  ]',
          '});',
        ].join('\n'),
      ],
    ] as const) {
      await dialog.getByRole('button', { name: 'Copy as code' }).click();
      expect(await visitor.copied(() => page.getByRole('menuitem', { name: item }).click())).toBe(text);
      await page.getByText('Copied.').first().waitFor();
    }
    expect(await isBlocked('copied.example')).toBe(false);
  });

  test('shows an error beside the field that it is about, with its code and its request', async () => {
    visitor = await signedIn(service, browser, 'blocked-domains');
    await visitor.press('Block domains');
    await visitor.page.getByLabel('Domains', { exact: true }).fill('fine.example not_a_domain');
    await visitor.press('Add');
    const complaint = visitor.page.locator('.field', { hasText: 'One a line' }).getByRole('alert');
    await complaint.getByText('must be a domain such as example.com').waitFor();
    await complaint.getByText(/INVALID_INPUT.*request \S{8,}/).waitFor();
    await visitor.inspect('console-field-error');
    await visitor.page.keyboard.press('Escape');
    expect(await visitor.page.getByRole('dialog').count()).toBe(0);
    // The focus is back where it was.
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toBe('Block domains');
  });

  test('sets up an authenticator, asks for its code at sign-in, and removes it after a proof in place', async () => {
    const who = await newAdmin(service);
    visitor = await signedIn(service, browser, 'security', who);
    const { page } = visitor;
    await visitor.press('Set up an authenticator app');
    const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
    await page.getByAltText('QR code for your authenticator app').waitFor();
    await visitor.inspect('console-authenticator');
    await visitor.fill('The six digits', '000000');
    await visitor.press('Confirm');
    await visitor.alert('This code is not right');
    await visitor.fill('The six digits', totp(secret));
    await visitor.press('Confirm');
    await says('The authenticator app is set up.');
    await openMenu(visitor);
    await visitor.press('Sign out');
    await signIn(visitor, who);
    await nextTotpStep();
    await visitor.fill('Code of your authenticator app', totp(secret));
    await visitor.inspect('console-code');
    await visitor.press('Sign in');
    await visitor.heading('Your account');
    advance(16 * MINUTE);
    try {
      await visitor.press('Remove the authenticator app');
      const confirm = page.getByRole('dialog', { name: 'Remove the authenticator app' });
      await confirm.getByRole('button', { name: 'Remove the authenticator app' }).click();
      const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await proof.getByLabel('Password', { exact: true }).fill(newPassword());
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await proof.getByText('The password is not right.').waitFor();
      await visitor.inspect('console-proof');
      await proof.getByLabel('Password', { exact: true }).fill(who.password);
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await proof.getByLabel('Code of your authenticator app').fill(totp(secret));
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await says('The authenticator app is removed.');
    } finally {
      advance(-16 * MINUTE);
    }
  });

  test('leaves everything as it was when the proof is not given', async () => {
    const domain = await blocked();
    visitor = await signedIn(service, browser, `blocked-domains?search=${domain}`);
    advance(16 * MINUTE);
    try {
      await visitor.press(`Unblock: ${domain}`);
      await visitor.page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
      await visitor.page.keyboard.press('Escape');
      await visitor.alert('This needs a recent login. Nothing was changed.');
    } finally {
      advance(-16 * MINUTE);
    }
    expect(await isBlocked(domain)).toBe(true);
  });

  test('changes the password and asks for the new one', async () => {
    const who = await newAdmin(service);
    visitor = await signedIn(service, browser, 'security', who);
    const password = newPassword();
    await visitor.fill('Current password', newPassword());
    await visitor.fill('New password', password);
    await visitor.press('Change the password');
    await visitor.alert('The current password is not right.');
    await visitor.fill('Current password', who.password);
    await visitor.press('Change the password');
    await says('Your password is changed.');
    await signIn(visitor, { ...who, password });
    await visitor.heading('Your account');
  });

  test('stops showing data in every tab when one of them signs out, and shows it again after a login in another', async () => {
    const domain = await blocked();
    const who = await newAdmin(service);
    visitor = await signedIn(service, browser, `blocked-domains?search=${domain}`, who);
    await row(visitor.page, domain).waitFor();
    const second = await visitor.context.newPage();
    await second.goto(`${service.baseUrl}/console`);
    await second.getByRole('heading', { name: 'Overview' }).waitFor();
    await openMenu({ page: second });
    await second.getByRole('button', { name: 'Sign out' }).click();
    await visitor.heading('Sign in to the console');
    expect(await visitor.page.content()).not.toContain(domain);
    await signIn({ page: second } as Visitor, who);
    await row(visitor.page, domain).waitFor();
  });

  test('stops showing data when the page is left, when the service ended the session, and after 30 minutes without use', async () => {
    const domain = await blocked();
    const who = await newAdmin(service);
    visitor = await signedIn(service, browser, `blocked-domains?search=${domain}`, who);
    await row(visitor.page, domain).waitFor();
    // A browser keeps a page that is left, for its back button. Here it is told so without leaving.
    const turn = (type: string) =>
      visitor.page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    await turn('pagehide');
    expect(await visitor.page.content()).not.toContain(domain);
    await turn('pageshow');
    await row(visitor.page, domain).waitFor();

    await service.admin('PATCH', `/auth/admin/admins/${who.id}`, { password: newPassword() });
    await visitor.page.getByRole('link', { name: 'Overview' }).click();
    await says('You were signed out.');
    expect(await visitor.page.content()).not.toContain(domain);

    await visitor.close();
    visitor = await openConsole(service, browser, `blocked-domains?search=${domain}`);
    await visitor.page.clock.install();
    await visitor.page.reload();
    await signIn(visitor, service.adminLogin);
    await row(visitor.page, domain).waitFor();
    await visitor.page.clock.fastForward(31 * MINUTE);
    await says('You were signed out after 30 minutes without use.');
    expect(await visitor.page.content()).not.toContain(domain);
  });

  test('keeps nothing in the browser but the choices of a person', async () => {
    visitor = await signedIn(service, browser, 'blocked-domains');
    const { page } = visitor;
    await openMenu(visitor);
    await page.getByLabel('Colours').selectOption('dark');
    await openMenu(visitor);
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('button', { name: 'Spalten' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Herkunft' }).click();
    expect(await page.getByRole('columnheader', { name: 'Herkunft' }).count()).toBe(0);
    const kept = await page.evaluate(() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage)]);
    expect(kept).toEqual([['gatehouse columns blocked-domains', 'gatehouse language', 'gatehouse theme'], []]);
    expect(await page.evaluate(() => document.cookie)).not.toContain('svc_admin');
    await page.reload();
    await settled(visitor);
    expect(await page.getByRole('columnheader', { name: 'Herkunft' }).count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  });

  test('does everything by keyboard: palette, commands of the screen, a menu, and a dialog', async () => {
    visitor = await signedIn(service, browser);
    const { page } = visitor;
    const { keyboard } = page;
    await keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await visitor.inspect('console-palette');
    await keyboard.type('blocked');
    await keyboard.press('Enter');
    await visitor.heading('Blocked domains');
    await settled(visitor);
    await keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await keyboard.type('block dom');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Block domains' }).waitFor();
    await keyboard.type('keyboard.example');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await row(page, 'keyboard.example').waitFor();
    await page.getByRole('button', { name: 'Columns' }).focus();
    await keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole('menu', { name: 'Columns' }).waitFor();
    await visitor.inspect('console-menu');
    expect(await focused()).toBe('Source');
    await keyboard.press('ArrowDown');
    expect(await focused()).toBe('Created');
    await keyboard.press('End');
    expect(await focused()).toBe('Actions');
    await keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Columns');
    // The first stop of a screen leads over the navigation.
    await visitor.goto('/console');
    await settled(visitor);
    await keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await keyboard.press('Enter');
    expect(await focused()).toBe('Overview');
  });

  test('finds a person from the overview', async () => {
    const tenant = await service.tenant();
    const user = await service.signup(tenant);
    visitor = await signedIn(service, browser);
    await visitor.page.getByRole('combobox', { name: 'Email address, phone number, name or id' }).fill(user.email);
    await visitor.page.getByRole('option', { name: user.email }).click();
    await visitor.page.waitForURL(/\/console\/users\/usr_\w+$/);
    await visitor.heading(/./);
  });

  test('opens its navigation as a menu on a phone', async () => {
    visitor = await signedIn(service, browser);
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.getByRole('link', { name: 'Blocked domains' }).isVisible()).toBe(false);
    await visitor.press('Menu');
    await page.getByRole('link', { name: 'Blocked domains' }).click();
    await visitor.heading('Blocked domains');
    expect(await page.getByRole('link', { name: 'Blocked domains' }).isVisible()).toBe(false);
  });
});
