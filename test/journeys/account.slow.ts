// Uses the account page in a real browser: every section, the proof in place, a phone, light and dark.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { advance } from '../../lib/platform/clock.ts';
import { USERS } from '../support/admin-users.ts';
import { claimsOf, MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, useBrowser } from '../support/in-browser.ts';
import { enrol } from '../support/mfa.ts';
import { newEmail, newPassword, type Tenant, type User } from '../support/service.ts';
import { nextTotpStep } from '../support/target.ts';
import { totp } from '../support/totp.ts';
import { PATIENCE_MS } from '../support/until.ts';

/** Where pictures of the sections go, to be looked at. */
const PICTURES = process.env.GATEHOUSE_PICTURES;

const { service, browser } = useBrowser({}, { changeFeed: true, identityProvider: true });
let context: BrowserContext;
let page: Page;
let tenant: Tenant;
let user: User;
let complaints: string[];
/** Requests that the service refuses on purpose in a test. */
let refused: RegExp;

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant();
});

beforeEach(async () => {
  if (noBrowser) return;
  user = await service.signup(tenant);
  complaints = [];
  refused = /^$/;
  context = await browser.newContext({ viewport: { width: 1100, height: 900 } });
  page = await watched(await context.newPage());
  await signIn(page, user);
  await page.getByText('Signed in as').waitFor();
});
afterEach(async () => {
  await context?.close();
  if (!noBrowser) expect(complaints).toEqual([]);
});

/** Notes errors of the console, reports of the content security policy, and requests to other hosts. */
async function watched(opened: Page): Promise<Page> {
  opened.setDefaultTimeout(PATIENCE_MS);
  opened.on('pageerror', (error) => complaints.push(error.message));
  opened.on('console', (message) => {
    const isRefusal = /Failed to load resource/.test(message.text()) && refused.test(message.location().url);
    if (message.type() === 'error' && !isRefusal) complaints.push(`${message.text()} ${message.location().url}`);
  });
  opened.on('request', (request) => {
    const isElsewhere = /^http/.test(request.url()) && !request.url().startsWith(service.baseUrl);
    // The browser itself goes to an identity provider.
    if (isElsewhere && !request.isNavigationRequest()) complaints.push(request.url());
  });
  return opened;
}

/** Leaves the page first: it would be refused what it still asks for, and say so on the console. */
async function forgetSession(): Promise<void> {
  await page.goto('about:blank');
  await context.clearCookies();
}

async function signIn(opened: Page, { email, password }: Pick<User, 'email' | 'password'>): Promise<void> {
  await opened.goto(`${service.baseUrl}/login?tenant=${tenant.slug}`);
  await opened.getByLabel('Email address or phone').fill(email);
  await opened.getByRole('button', { name: 'Continue', exact: true }).click();
  await opened.getByLabel('Password', { exact: true }).fill(password);
  await opened.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const section = (name: string) => page.getByRole('link', { name, exact: true }).click();
const says = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
const sees = (text: string | RegExp) => page.getByText(text).first().waitFor();
const picture = async (name: string) => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
};
const accountOf = async () => {
  const id = claimsOf(user.tokens.accessToken).sub as string;
  return (await service.admin('GET', `${USERS}/${id}`)).body;
};

describeInBrowser('the account page', () => {
  test('changes the name and the language, and keeps both', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await press('Save');
    await says('Saved.');
    await sees('Signed in as Ada Lovelace');
    await picture('profile');
    await page.locator('select[name=locale]').selectOption('de');
    await press('Save');
    await page.getByRole('heading', { name: 'Profil' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Profil' }).waitFor();
    expect((await accountOf()).user).toMatchObject({ name: 'Ada Lovelace', locale: 'de' });
  });

  test('verifies the address, then changes it with the code that goes to the new one', async () => {
    await press(`Verify: ${user.email}`);
    await page.getByLabel('Code').fill(await service.code(user.email));
    await press('Confirm');
    await says(`${user.email} is verified.`);
    const to = newEmail();
    await press(`Change : ${user.email}`);
    await page.getByLabel('New: Email address').fill(to);
    await press('Send a code');
    await page.getByLabel('Code').fill(await service.code(to));
    await picture('address-code');
    await press('Confirm');
    await says(`${to} is now yours here.`);
    expect((await accountOf()).user).toMatchObject({ email: to, emailVerifiedAt: expect.any(String) });
  });

  test('shows a wrong code beside the field and lets the person try again', async () => {
    refused = /\/auth\/address/;
    await press('Add a phone number');
    await page.getByLabel('New: Phone number').fill('123');
    await press('Send a code');
    await page.getByRole('alert').filter({ hasText: 'Check what you entered.' }).waitFor();
    await page.getByLabel('New: Phone number').fill('+49 151 23456789');
    await press('Send a code');
    await page.getByLabel('Code').fill('000000');
    await press('Confirm');
    await page.getByRole('alert').filter({ hasText: 'This code is not right' }).waitFor();
    await page.getByLabel('Code').fill(await service.code('+4915123456789'));
    await press('Confirm');
    await says('+49 151 23456789 is now yours here.');
  });

  test('changes the password and stays signed in', async () => {
    const password = newPassword();
    await section('Security');
    await press('Change password');
    await page.getByLabel('Current password', { exact: true }).fill(user.password);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await picture('password');
    await press('Set password');
    await says('Your password is changed.');
    expect((await service.login({ ...user, password })).status).toBe(200);
  });

  test('opens the form for a new password at the address that password managers know', async () => {
    await page.goto(`${service.baseUrl}/.well-known/change-password`);
    await page.getByLabel('Current password', { exact: true }).waitFor();
    expect(page.url()).toBe(`${service.baseUrl}/account/security#password`);
  });

  test('sets up an authenticator, shows recovery codes once, and removes it', async () => {
    await section('Security');
    await picture('security');
    await press('Add an authenticator app');
    const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
    await picture('authenticator');
    await page.getByLabel('The six digits').fill(totp(secret));
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
    await picture('recovery-codes');
    await press('I have saved them');
    await sees('On: signing in needs a second step.');
    expect((await accountOf()).mfa).toMatchObject({ isEnabled: true, hasRecoveryCode: true });
    await picture('security-on');
    await press(/^Remove: /);
    await sees('Off. With an authenticator app');
    expect((await accountOf()).mfa.isEnabled).toBe(false);
  });

  test('links an identity of a provider, says when it opens another account, and unlinks it', async () => {
    await section('Security');
    await press('Link Local');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alert').filter({ hasText: 'The other service did not confirm' }).waitFor();
    expect(page.url()).toBe(`${service.baseUrl}/account/security`);
    await press('Link Local');
    await page.getByRole('link', { name: 'Ida' }).click();
    await says('Linked. You can now sign in with it.');
    await picture('linked');
    await forgetSession();
    await signIn(page, await service.signup(tenant));
    await page.getByText('Signed in as').waitFor();
    await section('Security');
    await press('Link Local');
    await page.getByRole('link', { name: 'Ida' }).click();
    await page.getByRole('alert').filter({ hasText: 'opens another account here already' }).waitFor();
    await picture('identity-taken');
    await page.reload();
    await page.getByRole('button', { name: 'Link Local' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // A link that says so shows nothing.
    await page.goto(`${service.baseUrl}/account/security?error=identity_taken`);
    await page.getByRole('button', { name: 'Link Local' }).waitFor();
    expect(await page.getByText('opens another account').count()).toBe(0);
    await forgetSession();
    await signIn(page, user);
    await page.getByText('Signed in as').waitFor();
    await section('Security');
    await press('Unlink: Local');
    await sees('Unlinked');
  });

  test('asks for password and second factor in place when the login is old, and then makes the change', async () => {
    const { secret } = await enrol(service, user);
    await forgetSession();
    await signIn(page, user);
    await nextTotpStep();
    await page.getByLabel('Code').fill(totp(secret));
    await section('Security');
    await sees('On: signing in needs a second step.');
    refused = /\/auth\//;
    advance(16 * MINUTE);
    try {
      await press('Make recovery codes');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await picture('step-up');
      await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByRole('alert').filter({ hasText: 'not right' }).waitFor();
      await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByLabel('Code').fill(totp(secret));
      await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
      await press('I have saved them');
      await section('Sessions');
      // The session of the proof has replaced the one before. That of the sign-up has ended with the enrolment.
      await sees('This device');
      expect((await accountOf()).sessions).toHaveLength(2);
    } finally {
      advance(-16 * MINUTE);
    }
  });

  test('can leave the question for a recent login without a change', async () => {
    refused = /\/auth\//;
    await section('Security');
    await sees('Off. With an authenticator app');
    advance(16 * MINUTE);
    try {
      await press('Add an authenticator app');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('alert').filter({ hasText: 'Nothing was changed' }).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    } finally {
      advance(-16 * MINUTE);
    }
  });

  test('shows the other sessions, ends one, and ends all others', async () => {
    const others = [await service.login(user), await service.login(user)];
    const isAlive = async (at: number) =>
      (await service.get('/auth/me', { headers: { authorization: `Bearer ${others[at]?.body.accessToken}` } })).status;
    await section('Sessions');
    await sees('This device');
    await picture('sessions');
    await page
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click();
    await page.waitForFunction(() => document.querySelectorAll('.item').length === 3);
    await press('Sign out all other devices');
    await says('All other devices were signed out.');
    await sees('You are signed in on this device only.');
    expect([await isAlive(0), await isAlive(1)]).toEqual([401, 401]);
    await page.reload();
    await sees('This device');
  });

  test('saves a file with the data of the person', async () => {
    const saved = page.waitForEvent('download');
    await press('Download my data');
    const download = await saved;
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(data).toMatchObject({ account: { email: user.email }, sessions: [{ isCurrent: true }, {}] });
    expect(download.suggestedFilename()).toBe(`${tenant.slug}-${data.account.id}.json`);
  });

  test('deletes the account only after its address was typed', async () => {
    await section('Delete account…');
    await picture('delete');
    await page.getByLabel('To confirm, type').fill('someone@example.com');
    await press('Delete for good');
    await page.getByRole('alert').filter({ hasText: 'not the address' }).waitFor();
    await page.getByLabel('To confirm, type').fill(user.email);
    await press('Delete for good');
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect((await service.login(user)).status).toBe(401);
  });

  test('keeps its sections in the address, for links, reloads and the way back', async () => {
    await section('Security');
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
    expect(page.url()).toBe(`${service.baseUrl}/account/security`);
    await section('Sessions');
    await page.goBack();
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
    await page.goto(`${service.baseUrl}/account/nothing`);
    await sees('There is no such page.');
  });

  test('sends a stranger to the sign-in page and comes back to the section', async () => {
    refused = /\/auth\//;
    await forgetSession();
    await page.goto(`${service.baseUrl}/account/sessions`);
    await page.getByLabel('Email address or phone').waitFor();
    await signIn(page, user);
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  });

  test.each([
    { scheme: 'dark', width: 360 },
    { scheme: 'light', width: 320 },
  ] as const)('fits a phone of $width pixels in $scheme', async ({ scheme, width }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 740 });
    for (const [name, heading] of [
      ['', 'Profile'],
      ['/security', 'Security'],
      ['/sessions', 'Sessions'],
      ['/delete', 'Delete account'],
    ] as const) {
      await page.goto(`${service.baseUrl}/account${name}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.skeleton'));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await picture(`${scheme}-${width}${name.replace('/', '-')}`);
    }
  });
});
