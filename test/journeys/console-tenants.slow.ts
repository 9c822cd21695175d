// Uses the tenants of the console in a real browser: one is created, gets colours, a logo and an identity provider, which
// is tested; settings are changed, refused and undone; and admins without the duty read them alone.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { createUser } from '../support/admin-users.ts';
import { noBrowser } from '../support/browser.ts';
import { newAdmin, settled, signedIn } from '../support/console.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { png } from '../support/images.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { bearer } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let idp: IdentityProvider;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  idp = await startIdentityProvider();
});
afterAll(() => idp?.stop());
expectNoProblems(() => visitor);

const says = (text: string | RegExp) => visitor.page.getByRole('status').filter({ hasText: text }).first().waitFor();
const panel = (name: string): Locator => visitor.page.getByRole('region', { name, exact: true });
/** The input of a setting, whose label has no "(optional)" for readers. */
const input = (name: string): Locator => visitor.page.getByRole('textbox', { name, exact: true });
const save = (name: string) => panel(name).getByRole('button', { name: 'Save' }).click();
const open = async (name: string): Promise<void> => {
  await visitor.page.getByRole('navigation', { name: 'Parts of the tenant' }).getByRole('link', { name }).click();
  await settled(visitor);
};
const stored = async (id: string) =>
  (await service.admin('GET', '/auth/admin/api/tenants')).body.data.find((each: { id: string }) => each.id === id);

/** The desktop in light and a phone in dark: every colour and every layout once. */
const inspect = (name: string) =>
  visitor.inspect(
    name,
    [
      { colorScheme: 'light', width: 1280 },
      { colorScheme: 'dark', width: 320 },
    ],
    1280,
  );

describeInBrowser('tenants in the console', () => {
  test('are created with a proposed short name, and get colours, a logo, and an identity provider that is tested', async () => {
    const taken = await service.tenant();
    const realm = idp.realm();
    visitor = await signedIn(service, browser, 'tenants');
    const { page } = visitor;
    await inspect('console-tenants');
    await visitor.press('Create a tenant');
    const dialog = page.getByRole('dialog');
    await visitor.fill('Name', 'Café Müller');
    expect(await dialog.getByLabel('Short name').inputValue()).toBe('cafe-mueller');
    await visitor.fill('Short name', taken.slug);
    await visitor.press('Create');
    const complaint = dialog.locator('.field', { hasText: 'Sign-in pages find' }).getByRole('alert');
    await complaint.getByText('Another tenant has this short name.').waitFor();
    await complaint.getByText(/TENANT_ALREADY_EXISTS.*request \S{8,}/).waitFor();
    await inspect('console-tenant-new');
    await visitor.fill('Short name', 'cafe-mueller');
    await visitor.press('Create');
    await visitor.heading('Café Müller');
    const [, id = ''] = /tenants\/(ten_\w+)/.exec(page.url()) ?? [];

    await open('Branding');
    await input('Accent, light').fill('#f5d76e');
    await panel('Preview').getByText('too little, at least 4.5 is needed').waitFor();
    await save('Sign-in page');
    const field = page.locator('.field', { hasText: 'Accent, light' });
    await field.getByRole('alert').getByText('must have a contrast of at least 4.5:1').waitFor();
    expect((await stored(id)).settings.branding).toBeUndefined();
    await input('Accent, light').fill('#0f766e');
    await panel('Preview').getByText('Light · Contrast 5.47 : 1').waitFor();
    await input('Shown name').fill('Müller');
    await page.getByLabel('Corners').selectOption('pill');
    await page.getByLabel('Font').selectOption('geometric');
    await save('Sign-in page');
    await says('Sign-in page: saved.');
    expect((await stored(id)).settings).toEqual({
      branding: {
        name: 'Müller',
        colors: { light: { accent: '#0f766e' } },
        style: { corners: 'pill', font: 'geometric' },
      },
    });
    const image = { name: 'logo.png', mimeType: 'image/png' };
    await page.getByLabel('Image').setInputFiles({ ...image, buffer: Buffer.from('no image') });
    await visitor.press('Upload');
    await panel('Logo').getByRole('alert').getByText('INVALID_INPUT').waitFor();
    await page.getByLabel('Image').setInputFiles({ ...image, buffer: png(60, 20) });
    await visitor.press('Upload');
    await panel('Logo').getByText('60 × 20 pixels').waitFor();
    await inspect('console-tenant-branding');

    await open('Identity providers');
    await inspect('console-tenant-no-provider');
    await visitor.press('Add a provider');
    await visitor.fill('Name', 'mueller-id');
    await page.getByText(`${service.baseUrl}/auth/callback/mueller-id`).waitFor();
    await visitor.fill('Issuer', `${realm.issuer}/wrong`);
    await visitor.fill('Client id', realm.clientId);
    await dialog.getByLabel(/^Client secret/).fill(realm.clientSecret);
    await visitor.press('Save');
    await says('mueller-id is saved.');
    await visitor.press('Test mueller-id');
    await page.getByText('Something is wrong.').waitFor();
    await visitor.press('Edit mueller-id');
    await visitor.fill('Issuer', realm.issuer);
    await dialog.getByLabel(/^Client secret/).fill(realm.clientSecret);
    await inspect('console-tenant-provider');
    await visitor.press('Save');
    await dialog.waitFor({ state: 'detached' });
    await visitor.press('Test mueller-id');
    await page.getByText('Everything that can be tested works.').waitFor();
    expect(await panel('mueller-id').getByText('Works', { exact: true }).count()).toBe(7);
    await inspect('console-tenant-provider-tested');
    const { ssoProviders } = (await stored(id)).settings;
    expect(ssoProviders).toEqual([{ name: 'mueller-id', issuer: realm.issuer, clientId: realm.clientId }]);
    expect(await page.content()).not.toContain(realm.clientSecret);
  });

  test('keep the unit of a duration that was saved, so that the next change of its group saves the same', async () => {
    const tenant = await service.tenant({ session: { idleTtlSeconds: 43_200 } });
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/sessions`);
    const { page } = visitor;
    const idle = page.getByRole('spinbutton', { name: /^Ends without use after/ });
    const unit = page.getByLabel('Unit: Ends without use after');
    expect([await idle.inputValue(), await unit.inputValue()]).toEqual(['12', 'hour']);
    await idle.fill('24');
    await save('Sessions');
    await says('Sessions: saved.');
    await page.getByRole('spinbutton', { name: /^Sessions per person/ }).fill('3');
    await save('Sessions');
    await until(async () => (await stored(tenant.id)).settings.session.maxPerUser === 3, 'the second change');
    expect((await stored(tenant.id)).settings.session).toEqual({ idleTtlSeconds: 86_400, maxPerUser: 3 });
    expect([await idle.inputValue(), await unit.inputValue()]).toEqual(['24', 'hour']);
    await page.reload();
    expect([await idle.inputValue(), await unit.inputValue()]).toEqual(['1', 'day']);
  });

  test('have words of their own in messages, which are shown while they are typed, and which people get', async () => {
    const tenant = await service.tenant({ locale: 'de' });
    const { email } = await createUser(service, tenant);
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/texts`);
    const { page } = visitor;
    const preview = panel('Preview');
    await preview.getByText('Ihr Anmeldecode für').waitFor();
    await inspect('console-tenant-texts');

    await input('First sentence').fill('Mehr auf evil.example');
    await save('Texts of messages');
    const field = page.locator('.field', { hasText: 'First sentence' });
    await field.getByRole('alert').getByText('must not contain a link, an address or the name of a host').waitFor();
    await input('First sentence').fill('Willkommen bei {tenant}. Ihr Code:');
    await preview.getByText(`Willkommen bei ${tenant.name}. Ihr Code:`).waitFor();
    await save('Texts of messages');
    await says('Code to log in: saved.');
    await page.getByLabel('Message', { exact: true }).selectOption('Every message: its last lines');
    await input('Note').fill('Acme GmbH, Berlin');
    await preview.getByText('Acme GmbH, Berlin').waitFor();
    await save('Texts of messages');
    await says('Every message: its last lines: saved.');
    await inspect('console-tenant-texts-own');
    expect((await stored(tenant.id)).settings.messageTexts).toEqual([
      { template: 'every', locale: 'de', note: 'Acme GmbH, Berlin' },
      { template: 'login', locale: 'de', lead: 'Willkommen bei {tenant}. Ihr Code:' },
    ]);
    // A notice keeps our words.
    await page.getByLabel('Message', { exact: true }).selectOption('Password changed');
    await input('Note').waitFor();
    expect(await input('First sentence').count()).toBe(0);

    await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' });
    const got = await until(() => service.inbox(email).find(({ text }) => text.includes('Willkommen')), 'the message');
    expect(got.text).toMatch(/^Willkommen bei .*\. Ihr Code:\n\n\d{6}\n\nEr gilt 10 Minuten/);
    expect(got.text).toContain('-- \nAcme GmbH, Berlin\nGesendet von');

    await page.getByLabel('Message', { exact: true }).selectOption('Code to log in · Own');
    await visitor.press('Reset to the default');
    await says('Code to log in: the default counts again.');
    await until(async () => (await input('First sentence').inputValue()) === '', 'the default');
    expect((await stored(tenant.id)).settings.messageTexts).toEqual([
      { template: 'every', locale: 'de', note: 'Acme GmbH, Berlin' },
    ]);
  });

  test('have settings that are changed one by one, refused beside their field, undone and reset', async () => {
    const tenant = await service.tenant({ locale: 'de' });
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/sessions`);
    const { page } = visitor;
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON());
    });
    await panel('Sessions').getByText('Default: that of the deployment (14 days).').waitFor();
    const idle = page.getByRole('spinbutton', { name: /^Ends without use after/ });
    await idle.fill('2');
    expect(await page.getByLabel('Unit: Ends without use after').inputValue()).toBe('day');
    await save('Sessions');
    await says('Sessions: saved.');
    await panel('Sessions').getByText('Chosen').waitFor();
    await visitor.press('Undo');
    await panel('Sessions').getByText('Default', { exact: true }).waitFor();
    expect(await idle.inputValue()).toBe('');
    await save('Sessions');
    await says('Nothing has changed.');
    expect(sent).toEqual([{ settings: { session: { idleTtlSeconds: 172_800 } } }, { settings: { session: null } }]);

    await open('Addresses');
    await input('Redirect addresses').fill('https://app.example.com/callback\nhttp://app.example.com/callback');
    await save('Redirect addresses');
    const complaint = panel('Redirect addresses').getByRole('alert');
    await complaint.getByText('“http://app.example.com/callback” is not accepted: must be an https URL').waitFor();
    await complaint.getByText(/INVALID_INPUT.*request \S{8,}/).waitFor();
    await inspect('console-tenant-addresses');
    await open('Messages');
    await panel('Language').getByRole('combobox').selectOption('');
    await save('Language');
    await says('Language: saved.');
    expect((await stored(tenant.id)).settings).toEqual({});
    await open('Sign-in');
    await page.getByLabel('Who may sign up').selectOption('closed');
    await save('Sign-up');
    await says('Sign-up: saved.');
    await page.getByLabel('Which ones get in').selectOption('listed');
    await input('Hosts').fill('client.example.com');
    await save('Clients that are not registered');
    await says('Clients that are not registered: saved.');
    await inspect('console-tenant-sign-in');
    await open('General');
    await visitor.fill('Metadata (optional)', '[1]');
    await visitor.press('Save');
    await visitor.alert('This is not a JSON object.');
    await visitor.fill('Metadata (optional)', '{"plan": "pro"}');
    await visitor.press('Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored(tenant.id)).toMatchObject({
      metadata: { plan: 'pro' },
      settings: {
        signup: { mode: 'closed' },
        unregisteredClients: { policy: 'listed', hosts: ['client.example.com'] },
      },
    });
    expect(sent.at(-1)).toEqual({ metadata: { plan: 'pro' } });
  });

  test('are signed out, deactivated and deleted only by their short name', async () => {
    const tenant = await service.tenant();
    const user = await service.signup(tenant);
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/danger`);
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const confirm = async (button: string) => {
      await visitor.press(button);
      const submit = dialog.getByRole('button', { name: button });
      expect(await submit.getAttribute('aria-disabled')).toBe('true');
      await dialog.getByLabel(`To confirm, type ${tenant.slug}`).fill(tenant.slug);
      await submit.click();
      await dialog.waitFor({ state: 'detached' });
    };
    await visitor.press('End every session');
    await inspect('console-tenant-end-sessions');
    await page.keyboard.press('Escape');
    await confirm('End every session');
    await page.getByText(`Every session of ${tenant.name} has ended.`).waitFor();
    expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).status).toBe(401);
    await confirm('Deactivate the tenant');
    await page.getByText('Inactive', { exact: true }).waitFor();
    expect((await stored(tenant.id)).isActive).toBe(false);
    await visitor.press('Activate the tenant');
    await visitor.press('Deactivate the tenant');
    await inspect('console-tenant-deactivate');
    await page.keyboard.press('Escape');
    await confirm('Delete the tenant');
    await visitor.heading('Tenants');
    expect(await stored(tenant.id)).toBeUndefined();
    await visitor.goto(`/console/tenants/${tenant.id}`);
    await visitor.heading('No such tenant');
  });

  test('show admins of a tenant what is reserved, auditors no form, and both nothing of another tenant', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const operator = await newAdmin(service, { role: 'operator', tenants: [tenant.id] });
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/messages`, operator);
    await panel('SMS').getByText('Only admins of the whole deployment change this').waitFor();
    expect(await panel('SMS').getByRole('button').count()).toBe(0);
    await panel('Language').getByRole('button', { name: 'Save' }).waitFor();
    await inspect('console-tenant-reserved');
    await visitor.page.getByRole('link', { name: 'Danger zone' }).click();
    await visitor.page.getByRole('button', { name: 'End every session' }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    expect(await visitor.page.getByRole('button', { name: 'Deactivate' }).count()).toBe(0);
    await visitor.goto(`/console/tenants/${other.id}`);
    await visitor.heading('No such tenant');
    await visitor.goto('/console/tenants');
    await settled(visitor);
    expect(await visitor.page.getByRole('row').count()).toBe(2);
    expect(await visitor.page.getByRole('button', { name: 'Create a tenant' }).count()).toBe(0);
    expect(visitor.problems).toEqual([]);
    await visitor.close();

    const auditor = await newAdmin(service, { role: 'auditor' });
    visitor = await signedIn(service, browser, `tenants/${tenant.id}`, auditor);
    for (const part of ['General', 'Sign-in', 'Branding', 'Identity providers']) {
      await open(part);
      await visitor.page.getByText('Your role reads settings.').first().waitFor();
      expect(await visitor.page.locator('main form').count()).toBe(0);
    }
  });
});
