// Uses the screens of access in a real browser: a role with permissions, an application with a secret, an admin who is
// invited, accepts and sees one tenant alone, and the audit log that knows all of it.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { claimsOf } from '../support/api.ts';
import { grant, PROJECTS, use } from '../support/api-keys.ts';
import { newMachine } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { openConsole, settled, show, signedIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newEmail, newPassword, type Tenant } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let other: Tenant;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  [tenant, other] = [await service.tenant(), await service.tenant()];
});
expectNoProblems(() => visitor);

const says = (text: string | RegExp) => visitor.page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (text: string) => visitor.page.getByRole('row').filter({ hasText: text });
const dialog = () => visitor.page.getByRole('dialog');
const inspect = (name: string) => visitor.inspect(name, LOOKS, 1280);

describeInBrowser('the screens of access', () => {
  test('a permission is created, a role gets it and loses it again by one click', async () => {
    visitor = await signedIn(service, browser, 'permissions');
    const { page } = visitor;
    await visitor.press('Create a permission');
    await dialog().getByLabel('Name', { exact: true }).fill('posts.edit');
    await dialog().getByLabel('Category').fill('Posts');
    await inspect('permission-create');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await row('posts.edit').getByText('Posts', { exact: true }).waitFor();

    await show(visitor, 'roles');
    await visitor.press('Create a role');
    await dialog().getByLabel('Name', { exact: true }).fill('editor');
    await dialog().getByLabel('Tenant', { exact: true }).selectOption(tenant.id);
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await visitor.heading('editor');
    await page.getByLabel('posts.edit').check();
    await visitor.press('Save the permissions');
    await says('The role is changed.');
    await inspect('role');
    const permissions = async () => {
      const { body } = await service.admin('GET', `/auth/admin/api/roles?tenantId=${tenant.id}`);
      return body.data.find(({ name }: { name: string }) => name === 'editor').permissions;
    };
    expect(await permissions()).toEqual(['posts.edit']);
    await visitor.press('Undo');
    await says('Undone.');
    expect(await permissions()).toEqual([]);
  });

  test('an application gets a secret, which is shown once and works, and is revoked', async () => {
    visitor = await signedIn(service, browser, 'applications');
    const { page } = visitor;
    await visitor.press('Create an application');
    await dialog().getByLabel('Name', { exact: true }).fill('Shop');
    await dialog().getByLabel('Kind').selectOption('server');
    await dialog().getByLabel('Redirect URIs', { exact: true }).fill('http://shop.example.com/callback');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    // Plain http is refused beside the field.
    await visitor.wrong('Redirect URIs', 'https');
    await inspect('application-create');
    await dialog().getByLabel('Redirect URIs', { exact: true }).fill('https://shop.example.com/callback');
    await dialog()
      .getByRole('spinbutton', { name: /^Sessions end without a refresh after/ })
      .fill('36');
    await dialog().getByLabel('Unit: Sessions end without a refresh after').selectOption('hour');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await visitor.heading('Shop');
    const [shop] = (await service.admin('GET', '/auth/admin/api/applications')).body.data;
    expect(shop).toMatchObject({ name: 'Shop', accessTtlSeconds: null, refreshTtlSeconds: 129_600 });
    expect(await page.getByRole('spinbutton', { name: /^Sessions end/ }).inputValue()).toBe('36');
    await visitor.press('Add a secret');
    const secret = await visitor.copied(() => visitor.press('Copy the secret'));
    expect(secret).toMatch(/^gcs_[\w-]{43}$/);
    await inspect('application-secret');
    await visitor.press('I have kept it');
    await page.getByText(`…${secret.slice(-4)}`).waitFor();
    await inspect('application');
    expect(await page.content()).not.toContain(secret);
    await visitor.press(`Revoke: …${secret.slice(-4)}`);
    const revoke = dialog().getByRole('button', { name: 'Revoke', exact: true });
    expect(await revoke.getAttribute('aria-disabled')).toBe('true');
    await dialog()
      .getByLabel(`To confirm, type ${secret.slice(-4)}`)
      .fill(secret.slice(-4));
    await revoke.click();
    await page.getByText('No secret yet').waitFor();
  });

  test('a machine gets a role of admins, and loses it', async () => {
    const robot = await newMachine(tenant, { name: 'Provisioning', tenantIds: null });
    visitor = await signedIn(service, browser, `applications/${robot.application.id}`);
    const panel = visitor.page
      .locator('section')
      .filter({ has: visitor.page.getByRole('heading', { name: 'Administers' }) });
    const stored = async () =>
      (await service.admin('GET', `/auth/admin/api/applications/${robot.application.id}`)).body.application.administers;
    const save = async () => {
      // The screen reads the application again, and begins anew with it.
      const again = visitor.page.waitForResponse(
        (reply) => reply.request().method() === 'GET' && reply.url().endsWith(robot.application.id),
      );
      await panel.getByRole('button', { name: 'Save' }).click();
      await says('Provisioning');
      await again;
    };
    await panel.getByLabel('Role').selectOption('operator');
    await inspect('application-administers');
    await save();
    await until(async () => (await stored())?.tenants === null, 'the right for all tenants');
    await panel.getByLabel('Role').selectOption({ index: 0 });
    await save();
    await until(async () => (await stored()) === null, 'the end of the right');
  });

  test('a machine gets an API key for a tenant, which is shown once and works, is replaced and revoked', async () => {
    const robot = await newMachine(tenant, {
      name: 'Robot',
      roleIds: [(await grant(service, tenant, PROJECTS)) as never],
    });
    visitor = await signedIn(service, browser, `applications/${robot.application.id}`);
    const { page } = visitor;
    const shown = async () => {
      const key = await visitor.copied(() => visitor.press('Copy the key'));
      await inspect('application-key');
      await visitor.press('I have kept it');
      await row('Import')
        .getByText(`…${key.slice(-4)}`)
        .waitFor();
      expect(await page.content()).not.toContain(key);
      return key;
    };
    const statuses = (...keys: string[]) => Promise.all(keys.map(async (key) => (await use(service, key)).status));
    await page.getByText('No API keys').waitFor();
    await visitor.press('Create an API key');
    await dialog().getByLabel('Name', { exact: true }).fill('Import');
    await dialog().getByLabel('projects.read').check();
    await dialog().getByLabel('Networks').fill('example.com');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await visitor.alert('must be an IP address');
    await inspect('application-key-create');
    await dialog().getByLabel('Networks').fill('127.0.0.0/8 ::1');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    const first = await shown();
    // The header covers nothing that a person could press.
    await page.evaluate(() => scrollTo(0, 0));
    await inspect('application-keys');
    await visitor.press('Rename: Import');
    await dialog().getByLabel('Name').fill('Orders');
    await dialog().getByRole('button', { name: 'Rename', exact: true }).click();
    await visitor.page.getByText('Orders is the new name.').waitFor();
    await visitor.press('Rename: Orders');
    await dialog().getByLabel('Name').fill('Import');
    await dialog().getByRole('button', { name: 'Rename', exact: true }).click();
    await visitor.press('Replace: Import');
    await dialog().getByRole('button', { name: 'Replace', exact: true }).click();
    const second = await shown();
    expect(await statuses(first, second)).toEqual([200, 200]);
    await visitor.press('Replace: Import');
    await dialog().getByText('A new one ends both at once.').waitFor();
    await dialog().getByRole('button', { name: 'Replace', exact: true }).click();
    const third = await shown();
    expect(await statuses(first, second, third)).toEqual([401, 401, 200]);
    await visitor.press('Revoke: Import');
    await dialog().getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No API keys').waitFor();
    expect(await statuses(third)).toEqual([401]);
  });

  test('a protected resource gets a scope, loses it and is switched off', async () => {
    visitor = await signedIn(service, browser, 'protected-resources');
    const { page } = visitor;
    await visitor.press('Create a protected resource');
    await dialog().getByLabel('Name', { exact: true }).fill('Notes');
    await dialog().getByLabel('URI', { exact: true }).fill('https://API.example.com/notes');
    await dialog().getByRole('button', { name: 'Add a scope' }).click();
    await dialog().getByLabel('Scope', { exact: true }).fill('openid');
    await dialog().getByLabel('In words', { exact: true }).fill('Read your notes');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    // The refusal of the service is beside its field.
    await visitor.wrong('Scope', 'is a scope of this service');
    await dialog().getByLabel('Scope', { exact: true }).fill('notes:read');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await visitor.wrong('URI', 'https://api.example.com/notes');
    await inspect('protected-resource-create');
    await dialog().getByLabel('URI', { exact: true }).fill('https://api.example.com/notes');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await visitor.heading('Notes');
    const stored = async () => (await service.admin('GET', '/auth/admin/api/protected-resources')).body.data[0];
    const scope = { name: 'notes:read', text: 'Read your notes', permission: null, needsRecentLogin: false };
    expect(await stored()).toMatchObject({ scopes: [scope], isFirstPartyOnly: true, isActive: true });
    const machine = { name: 'Gateway', kind: 'machine' };
    const gateway = (await service.admin('POST', '/auth/admin/api/applications', machine)).body.application.id;
    await page.reload();
    await page.getByRole('combobox', { name: 'Add a machine that may act for users' }).fill('Gate');
    await page.getByRole('option', { name: 'Gateway' }).click();
    await visitor.press('Remove the scope 1');
    await page.getByLabel('There are tokens for it').uncheck();
    await page.getByRole('spinbutton', { name: /^Longest lifetime of its tokens/ }).fill('10');
    await visitor.press('Save');
    await says('Notes is changed.');
    expect(await stored()).toMatchObject({ scopes: [], isActive: false, actorIds: [gateway], accessTtlSeconds: 600 });
    await page.getByRole('link', { name: 'Gateway' }).waitFor();
    await inspect('protected-resource-actors');
  });

  test('an invited admin accepts, and sees one tenant alone', async () => {
    const email = newEmail();
    visitor = await signedIn(service, browser, 'admins');
    await visitor.press('Invite an admin');
    await dialog().getByLabel('Email address').fill(email);
    await dialog().getByLabel('Role').selectOption('operator');
    await dialog().getByLabel('Reach').selectOption('some');
    await dialog().getByRole('button', { name: 'Send the invitation' }).click();
    await visitor.wrong('Reach', 'Choose at least one tenant.');
    await dialog().getByRole('combobox', { name: 'Add a tenant' }).fill(tenant.slug);
    await dialog().getByRole('option').filter({ hasText: tenant.slug }).click();
    await inspect('admin-invite');
    await dialog().getByRole('button', { name: 'Send the invitation' }).click();
    await says(`${email} is invited.`);
    await row(email).getByText('waiting').waitFor();
    const { url } = await service.link(email);
    await visitor.press(`Open: ${service.adminLogin.email}`);
    await dialog().getByText('You are the last owner of the whole deployment.').waitFor();
    await inspect('admin');
    expect(visitor.problems).toEqual([]);
    await visitor.close();

    visitor = await openConsole(service, browser, url.slice(`${service.baseUrl}/console/`.length));
    await visitor.heading('Become an admin');
    await inspect('admin-accept');
    // The token is in no history.
    expect(visitor.page.url()).toBe(`${service.baseUrl}/console/accept`);
    await visitor.fill('Password', 'password');
    await visitor.press('Set the password and sign in');
    await visitor.wrong('Password', 'easy to guess');
    await visitor.fill('Password', newPassword());
    await visitor.press('Set the password and sign in');
    await settled(visitor);
    await visitor.heading('Overview');
    const navigation = visitor.page.locator('#navigation');
    expect(await navigation.getByRole('link', { name: 'Admins' }).count()).toBe(0);
    expect(await navigation.getByRole('link', { name: 'Applications' }).count()).toBe(0);
    for (const path of ['roles', `roles?tenantId=${other.id}`, 'audit', `audit?tenantId=${other.id}`]) {
      await show(visitor, path);
      const shown = await visitor.page.locator('main').innerText();
      expect([path, shown.includes(other.name), shown.includes(other.slug)]).toEqual([path, false, false]);
    }
    await visitor.close();
    visitor = await openConsole(service, browser, url.slice(`${service.baseUrl}/console/`.length));
    await visitor.heading('This invitation no longer works');
  });

  test('the audit log shows who changed what, at an address, and its export has all entries', async () => {
    const role = await service.admin('POST', '/auth/admin/api/roles', { name: 'writer', tenantId: tenant.id });
    const { id } = role.body.role;
    await service.admin('PATCH', `/auth/admin/api/roles/${id}`, { name: 'author' });
    const entry = await until(async () => {
      const { body } = await service.admin('GET', `/auth/admin/api/audit?tenantId=${tenant.id}&action=role.updated`);
      return body.data.find((each: { target: { id: string } }) => each.target.id === id);
    }, 'the entry of the role');
    visitor = await signedIn(service, browser, `audit?tenantId=${tenant.id}&targetId=${id}`);
    const { page } = visitor;
    await visitor.press('Open: role.updated');
    expect(page.url()).toContain(`entry=${entry.id}`);
    const change = dialog().getByRole('row').filter({ hasText: 'name' });
    await change.getByRole('cell').filter({ hasText: 'writer' }).waitFor();
    await change.getByRole('cell').filter({ hasText: 'author' }).waitFor();
    await dialog().getByText(entry.requestId, { exact: true }).waitFor();
    await inspect('audit-entry');
    await page.reload();
    await dialog().getByText(entry.requestId, { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    expect(page.url()).not.toContain('entry=');
    expect(page.url()).toContain(`targetId=${id}`);

    await visitor.press('Remove all filters');
    await settled(visitor);
    const row = page.getByRole('row').filter({ hasText: 'author' });
    await row.getByRole('button', { name: 'Open: role.updated' }).first().click();
    await dialog().getByRole('link', { name: 'Link to this entry' }).click();
    await page.waitForURL('**at=**');
    await page.reload();
    await dialog().getByText(entry.requestId, { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await visitor.press('Remove all filters');
    await settled(visitor);
    await inspect('audit');

    await page.getByRole('combobox', { name: /^Whom/ }).fill(entry.id);
    await page.getByRole('option', { name: entry.id }).click();
    await dialog().getByText(entry.requestId, { exact: true }).waitFor();
    await visitor.goto(`/console/audit?action=of.another.page&entry=${entry.id}`);
    await dialog().getByText(entry.requestId, { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(entry.id);
    await page.keyboard.press('Enter');
    await dialog().getByText(entry.requestId, { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await visitor.goto(`/console/audit?entry=evt_${'0'.repeat(22)}`);
    await says('There is no such entry');
    await show(visitor, 'audit');

    const user = await service.signup(tenant as never);
    await service.admin('PATCH', `/auth/admin/api/users/${claimsOf(user.tokens.accessToken).sub}`, { isActive: false });
    await page.getByRole('combobox', { name: /^Whom/ }).fill(user.email);
    await page.getByRole('option', { name: user.email }).click();
    await page.waitForURL('**targetId=usr_**');
    await page.getByRole('row').getByRole('link', { name: user.email }).first().waitFor();
    await inspect('audit-person');
    await visitor.press('Remove all filters');
    await settled(visitor);
    const download = page.waitForEvent('download');
    await visitor.press('Export everything');
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toContain(entry.id);
  });

  test('the deployment shows settings with their defaults, and finds them', async () => {
    visitor = await signedIn(service, browser, 'deployment');
    await row('GATEHOUSE_ACCESS_TTL').getByText('Lifetime of an access token').waitFor();
    await inspect('deployment');
    await visitor.page.getByRole('searchbox').fill('admin_invite');
    await row('GATEHOUSE_ACCESS_TTL').waitFor({ state: 'detached' });
    await row('GATEHOUSE_ADMIN_INVITE_TTL').waitFor();
    expect(visitor.page.url()).toMatch(/\?search=admin_invite$/);
  });

  test('the deployment ends every session once its host is typed, and the admin stays', async () => {
    visitor = await signedIn(service, browser, 'deployment');
    await visitor.press('End every session');
    await inspect('deployment-end-sessions');
    const submit = dialog().getByRole('button', { name: 'End every session' });
    expect(await submit.isDisabled()).toBe(true);
    await dialog().getByRole('textbox').fill(new URL(service.baseUrl).host);
    await submit.click();
    await visitor.page.getByText('Every session is being ended.').waitFor();
    await row('GATEHOUSE_ACCESS_TTL').waitFor();
  });
});
