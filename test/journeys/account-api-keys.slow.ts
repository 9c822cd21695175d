// Manages the API keys of an account in a real browser: one is created, shown once, used, replaced and revoked. In light and dark,
// on a phone and a desktop, in three languages, without a violation of WCAG 2.2 AA.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { advance } from '../../lib/platform/clock.ts';
import { MINUTE } from '../support/api.ts';
import { keyTenant, keyUser, use } from '../support/api-keys.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import type { Worker } from '../support/resources.ts';
import type { Tenant } from '../support/service.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser();
let tenant: Tenant;
let user: Worker;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await keyTenant(service);
  user = await keyUser(service, tenant);
});
beforeEach(async () => {
  if (noBrowser) return;
  visitor = await Visitor.open(service, browser, { permissions: ['clipboard-read', 'clipboard-write'] });
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
);
const inspect = (name: string) => visitor.inspect(name, LOOKS, 1280);
const keys = () => visitor.page.getByRole('region', { name: 'API keys' });
const dialog = () => visitor.page.getByRole('dialog');
const security = async (at: Tenant, { email, password }: { email: string; password: string }) => {
  await visitor.at(at);
  await visitor.enterPassword({ email, password });
  await visitor.signedIn();
  await visitor.page.getByRole('link', { name: 'Security' }).click();
  await visitor.heading('Security');
};
const speak = async (tag: string) => {
  await visitor.page.locator('select.language').selectOption(tag);
  await visitor.page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
};
const inLanguages = async (name: string) => {
  for (const tag of ['de', 'ar']) {
    await speak(tag);
    await inspect(`${name}-${tag}`);
  }
  await speak('en');
};

describeInBrowser('the API keys of an account', () => {
  test('are created for some permissions, shown once, renamed, replaced and revoked', async () => {
    const { page } = visitor;
    await security(tenant, user);
    await keys().getByRole('button', { name: 'Create an API key' }).click();
    await visitor.fill('What the key is for', 'Nightly import');
    await visitor.press('Create an API key');
    await visitor.alert('Choose at least one');
    await inspect('keys-create');
    await inLanguages('keys-create');
    await page.getByLabel('projects.read').check();
    await visitor.fill('Networks that can use it (optional)', 'example.com');
    await visitor.press('Create an API key');
    await visitor.wrong('Networks that can use it (optional)', 'at most 10 IP addresses');
    await visitor.fill('Networks that can use it (optional)', '127.0.0.0/8, ::1');
    await visitor.press('Create an API key');
    await page.getByText('It is not shown again.').waitFor();
    await inspect('keys-made');
    await inLanguages('keys-made');
    const key = await visitor.copied(() => visitor.press('Copy'));
    expect((await use(service, key)).status).toBe(200);
    await visitor.press('I have saved it');
    await keys()
      .getByText(`…${key.slice(-4)}`)
      .waitFor();
    expect(await page.content()).not.toContain(key);
    await inspect('keys');
    await inLanguages('keys');

    await visitor.press('Rename : Nightly import');
    await inspect('keys-rename');
    await inLanguages('keys-rename');
    await dialog().getByLabel('What the key is for').fill('Nightly import of orders');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    await keys().getByText('Nightly import of orders', { exact: true }).waitFor();

    await visitor.press('Replace : Nightly import of orders');
    await inspect('keys-replace');
    await dialog().getByRole('button', { name: 'Replace' }).click();
    const next = await page.locator('.secret').innerText();
    await visitor.press('I have saved it');
    expect([(await use(service, key)).status, (await use(service, next)).status]).toEqual([200, 200]);
    // Two work by now, so a third ends both.
    await visitor.press('Replace : Nightly import of orders');
    await dialog().getByText('A new key ends both at once.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();

    await visitor.press('Revoke : Nightly import of orders');
    await inspect('keys-revoke');
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('status').filter({ hasText: 'Nightly import of orders is revoked.' }).waitFor();
    await keys().getByText('Nightly import').first().waitFor({ state: 'detached' });
    expect((await use(service, next)).status).toBe(401);
  });

  test('need a recent login to be created', async () => {
    await security(tenant, user);
    await keys().getByRole('button', { name: 'Create an API key' }).click();
    await visitor.fill('What the key is for', 'Late');
    await visitor.page.getByLabel('projects.read').check();
    advance(16 * MINUTE);
    try {
      await visitor.press('Create an API key');
      await dialog().getByRole('textbox', { name: 'Password' }).fill(user.password);
      await dialog().getByRole('button', { name: 'Confirm' }).click();
      await visitor.page.getByText('It is not shown again.').waitFor();
    } finally {
      advance(-16 * MINUTE);
    }
  });

  test('are not there where the tenant lets its users have none', async () => {
    const other = await service.tenant();
    const asked = visitor.page.waitForResponse((reply) => reply.url().endsWith('/auth/api-keys'));
    await security(other, await service.signup(other));
    expect((await (await asked).json()).isEnabled).toBe(false);
    expect(await visitor.page.getByText('API keys').count()).toBe(0);
  });

  test('tell a user without permissions that a key could do nothing', async () => {
    await security(tenant, await service.signup(tenant));
    await keys().getByRole('button', { name: 'Create an API key' }).click();
    await visitor.page.getByText('You have no permissions that a key could have.').waitFor();
    await inspect('keys-none');
  });
});
