// Helps people in the console: a locked user, invitations with roles, many users at once, and the parts of an account.

import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { advance } from '../../lib/platform/clock.ts';
import { createUser, USERS } from '../support/admin-users.ts';
import { MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { settled, show, signedIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newEmail, newPassword, type Tenant, unique } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const INVITATIONS = '/auth/admin/api/invitations';
/** Every colour and every layout once. */
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant();
  await service.adminCookie();
});
expectNoProblems(() => visitor);

/** Opens a screen. */
async function open(path: string): Promise<void> {
  visitor = await signedIn(service, browser, path);
  page = visitor.page;
}
const says = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = () => page.getByRole('dialog');
const userOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}`)).body.user;
const role = async (name: string): Promise<void> => {
  await service.admin('POST', '/auth/admin/api/roles', { name, tenantId: tenant.id });
};
/** A user who typed ten wrong passwords. */
async function lockedUser() {
  const user = await createUser(service, tenant);
  for (let round = 0; round < 10; round++) await service.login({ ...user, password: newPassword() });
  return user;
}

describeInBrowser('the users of the console', () => {
  test('shows why a locked user cannot sign in and unlocks them, in three clicks from the overview', async () => {
    const user = await lockedUser();
    expect((await service.login(user)).status).toBe(429);
    await open('');
    await page.evaluate(() => {
      const counted = globalThis as unknown as { clicks: number };
      counted.clicks = 0;
      addEventListener('click', ({ isTrusted }) => isTrusted && counted.clicks++, true);
    });
    await page.getByRole('combobox', { name: 'Email address, phone number, name or id' }).fill(user.email);
    await page.getByRole('option', { name: user.email }).click();
    await page.getByText('Too many wrong passwords').waitFor();
    await visitor.inspect('console-user-locked', LOOKS, 1280);
    await visitor.press('Unlock');
    await says('This user can sign in.');
    expect(await page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)).toBeLessThanOrEqual(3);
    expect((await service.login(user)).status).toBe(200);
    // The button is gone with its reason. The keyboard goes on where the result is.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('This user can sign in.');
  });

  test('finds a disabled user and enables them with the keyboard alone', async () => {
    const user = await createUser(service, tenant);
    await service.admin('PATCH', `${USERS}/${user.id}`, { isActive: false });
    await open('');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(user.email);
    await page.getByRole('option', { name: /Find the user/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: user.email }).waitFor();
    await page.getByRole('link', { name: user.email }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The account is disabled').waitFor();
    await says('This user cannot sign in.');
    await page.getByRole('button', { name: 'Enable the account' }).focus();
    await page.keyboard.press('Enter');
    await says('This user can sign in.');
    expect((await userOf(user.id)).isActive).toBe(true);
    await visitor.press('Undo');
    await says('This user cannot sign in.');
    expect((await userOf(user.id)).isActive).toBe(false);
  });

  test('invites a person with two roles, sends the invitation again and revokes it', async () => {
    const email = newEmail();
    const roles = [unique('editor'), unique('billing')];
    for (const name of roles) await role(name);
    await open('invitations?do=invite');
    await dialog().getByRole('combobox', { name: 'Tenant' }).selectOption({ label: tenant.name });
    await dialog().getByLabel('Email address').fill(email);
    for (const name of roles) {
      await dialog().getByRole('combobox', { name: 'Add a role' }).fill(name);
      await dialog().getByRole('option', { name }).click();
    }
    await dialog().getByLabel('The link works for').selectOption({ label: '3 days' });
    await visitor.inspect('console-invite', LOOKS, 1280);
    await visitor.press('Send the invitation');
    await says(`${email} is invited.`);
    const invitation = async () => {
      const { data } = (await service.admin('GET', `${INVITATIONS}?tenantId=${tenant.id}`)).body;
      return data.find((each: { email: string }) => each.email === email);
    };
    expect((await invitation()).roleIds).toHaveLength(2);
    await row(email).getByText('Open', { exact: true }).waitFor();
    await row(email).getByText('in 2 days').waitFor();
    await until(() => service.inbox(email).length === 1, 'the invitation');
    advance(2 * MINUTE);
    await visitor.press(`Send again: ${email}`);
    await says(`A message with a new link is on its way to ${email}.`);
    await until(() => service.inbox(email).length === 2, 'the second message');
    await visitor.press(`Revoke: ${email}`);
    await dialog().getByRole('button', { name: 'Revoke', exact: true }).click();
    await row(email).getByText('Revoked', { exact: true }).waitFor();
    expect((await invitation()).status).toBe('revoked');
    await page.getByLabel('Status', { exact: true }).selectOption('pending');
    await row(email).waitFor({ state: 'detached' });
    await page.goBack();
    await row(email).waitFor();
  });

  test('disables many users at once, says what failed, and undoes it', async () => {
    const prefix = unique('many');
    const users = await Promise.all(
      [0, 1, 2].map((at) => createUser(service, tenant, { email: `${prefix}${at}@example.com` })),
    );
    await open(`users?search=${prefix}`);
    await page.getByLabel('Select all').check();
    // Someone else is quicker with one of them.
    await service.admin('DELETE', `${USERS}/${users[1]?.id}`);
    await visitor.press('Disable');
    const submit = dialog().getByRole('button', { name: 'Disable 3 users' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await dialog().getByLabel('To confirm, type 3').fill('3');
    await visitor.inspect('console-users-bulk', LOOKS, 1280);
    await submit.click();
    await dialog().getByText('It failed for 1 user:').waitFor();
    await dialog().getByText('USER_NOT_FOUND').waitFor();
    await dialog().getByText('Done for 2 users.').waitFor();
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    expect((await userOf(users[0]?.id as string)).isActive).toBe(false);
    await page.getByLabel('Select all').check();
    await visitor.press('Enable');
    await dialog().getByRole('button', { name: 'Enable 2 users' }).click();
    await says('Done for 2 users.');
    expect((await userOf(users[2]?.id as string)).isActive).toBe(true);
    await visitor.press('Undo');
    await says('Undone.');
    expect((await userOf(users[2]?.id as string)).isActive).toBe(false);
    const [file] = await Promise.all([page.waitForEvent('download'), visitor.press('Download these rows as CSV')]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n').filter((line) => line.includes(prefix))).toHaveLength(2);
  });

  test('creates a user and changes every part of the account', async () => {
    const [email, taken, name] = [newEmail(), (await createUser(service, tenant)).email, unique('editor')];
    await role(name);
    await open('users?do=create');
    await dialog().getByRole('combobox', { name: 'Tenant' }).selectOption({ label: tenant.name });
    await dialog().getByLabel('Email address').fill(taken);
    await visitor.inspect('console-user-create', LOOKS, 1280);
    await visitor.press('Create');
    await visitor.alert('There is an account with this address in this tenant.');
    expect(await dialog().getByLabel('Email address').getAttribute('aria-invalid')).toBe('true');
    await dialog().getByLabel('Email address').fill(email);
    await visitor.press('Create');
    await visitor.heading(email);
    const id = new URL(page.url()).pathname.split('/').at(-1) as string;

    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await visitor.fill('Metadata (optional)', '[1]');
    await visitor.press('Save');
    await visitor.alert('This is not a JSON object.');
    await visitor.fill('Metadata (optional)', '{"plan":"gold"}');
    await visitor.fill('Name (optional)', 'Ada Lovelace');
    await visitor.press('Save');
    await visitor.heading('Ada Lovelace');
    expect(await userOf(id)).toMatchObject({ name: 'Ada Lovelace', metadata: { plan: 'gold' }, email });

    await page.getByRole('link', { name: 'Roles', exact: true }).last().click();
    await page.getByRole('combobox', { name: 'Add a role' }).fill(name);
    await page.getByRole('option', { name }).click();
    await row(name).waitFor();
    await visitor.press(`Remove ${name}`);
    await page.getByText('This user has no roles').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row(name).waitFor();

    await page.getByRole('link', { name: 'Factors and devices' }).click();
    await visitor.press('Set a password');
    const password = newPassword();
    await dialog().getByLabel('Password', { exact: true }).fill(password);
    await dialog().getByLabel('They must change it when they sign in').uncheck();
    await dialog().getByRole('button', { name: 'Set a password' }).click();
    await says('The password is set.');
    await service.admin('PATCH', `${USERS}/${id}`, { emailVerifiedAt: new Date().toISOString() });
    expect((await service.login({ tenant, email, password })).status).toBe(200);

    await show(visitor, `users/${id}/sessions`);
    await page.getByRole('button', { name: /^End: / }).click();
    await page.getByText('The user is not signed in anywhere.').waitFor();

    await page.getByRole('link', { name: 'Disable or delete' }).click();
    await visitor.press('Delete the account');
    const submit = dialog().getByRole('button', { name: 'Delete the account' });
    await dialog().getByLabel(`To confirm, type ${email}`).fill('someone else');
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await dialog().getByLabel(`To confirm, type ${email}`).fill(email);
    await submit.click();
    await visitor.heading('Users');
    await settled(visitor);
    expect((await service.admin('GET', `${USERS}/${id}`)).status).toBe(404);
    await page.goBack();
    await visitor.heading('No such user');
  });
});
