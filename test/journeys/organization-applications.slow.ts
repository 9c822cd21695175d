// Adds an application of an organization in a real browser, gives it a secret, changes it and deletes it. In light and dark, on a phone and
// a desktop, in three languages, without a violation of WCAG 2.2 AA.
import { beforeEach, expect, test } from '@jest/globals';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { type Manager, manager, ORGANIZATION } from '../support/organization.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser();
let visitor: Visitor;

beforeEach(async () => {
  if (noBrowser) return;
  visitor = await Visitor.open(service, browser, { permissions: ['clipboard-read', 'clipboard-write'] });
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
);
/** In English, German and from right to left. */
const inspect = async (name: string) => {
  const { page } = visitor;
  for (const tag of ['de', 'ar', 'en']) {
    // Behind a dialog, the choice cannot be clicked.
    await page.locator('select.language').selectOption(tag, { force: true });
    await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
    await visitor.inspect(`organization-${name}${tag === 'en' ? '' : `-${tag}`}`, LOOKS, 1280);
  }
};
const open = async (by: Manager) => {
  await visitor.at(by.tenant);
  await visitor.enterPassword(by);
  await visitor.signedIn();
  await visitor.goto('/organization/applications');
  await visitor.heading('Applications');
};
const says = (text: string) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();
const dialog = () => visitor.page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const APPLICATIONS = `${ORGANIZATION}/applications`;
const listed = async (by: Manager) => (await by.ask('GET', APPLICATIONS)).body.applications;

async function copied(what: string): Promise<string> {
  await dialog()
    .getByRole('button', { name: `Copy: ${what}, Portal` })
    .click();
  await dialog()
    .getByRole('button', { name: `Copied: ${what}, Portal` })
    .waitFor();
  return visitor.page.evaluate(() => navigator.clipboard.readText());
}

describeInBrowser('the section Applications of the organization page', () => {
  test('adds one, makes a secret that is shown once, changes it, switches it off and deletes it', async () => {
    const owner = await manager(service, await service.tenant());
    await open(owner);
    const { page } = visitor;
    await page.getByText('There are no applications yet.').waitFor();
    await inspect('applications-none');
    await visitor.press('Add an application');
    await dialog().getByLabel('Name').fill('Portal');
    await dialog().getByLabel('Addresses after signing in').fill('https://*.acme.example/callback');
    await inDialog('Add an application');
    await dialog().getByText('One of these addresses cannot be used.').waitFor();
    await inspect('applications-new');
    await dialog()
      .getByLabel('Addresses after signing in')
      .fill('https://portal.acme.example/callback\nhttps://portal.acme.example/silent');
    await inDialog('Add an application');
    await says('Portal is saved.');
    const [{ id, redirectUris }] = await listed(owner);
    expect(redirectUris).toHaveLength(2);
    await inspect('applications');

    await visitor.press('Secrets…: Portal');
    await dialog().getByText('It has no secret yet.').waitFor();
    await inDialog('Make a secret');
    await dialog().getByText('The secret is shown only now.').waitFor();
    expect(await copied('Client ID')).toBe(id);
    const secret = await copied('Secret');
    expect(secret).toMatch(/^gcs_/);
    await inspect('applications-secret');
    await inDialog('I have kept it');
    await visitor.press('Secrets…: Portal');
    await dialog()
      .getByText(`…${secret.slice(-4)}`)
      .waitFor();
    await inspect('applications-secrets');
    await inDialog(`Revoke: ${secret.slice(-4)}`);
    await says('The secret of Portal does not work any more.');
    await dialog().getByText('It has no secret yet.').waitFor();
    await inDialog('Close');

    await visitor.press('Change… : Portal');
    await dialog().getByLabel('Name').fill('Shop');
    await inDialog('Save');
    await says('Shop is saved.');
    await visitor.press('Switch off: Shop');
    await says('Shop is off');
    await inspect('applications-off');
    await visitor.press('Switch on: Shop');
    await says('Shop is on again.');
    expect(await listed(owner)).toMatchObject([{ name: 'Shop', isActive: true, secrets: [], redirectUris }]);

    await visitor.press('Delete… : Shop');
    await inspect('applications-delete');
    await inDialog('Delete for good');
    await says('Shop was deleted.');
    await page.getByText('There are no applications yet.').waitFor();
  });

  test('shows one that an admin made, and one that another person deletes meanwhile', async () => {
    const owner = await manager(service, await service.tenant());
    const body = { name: 'Partner', kind: 'server', party: 'third', tenantIds: [owner.tenant.id] };
    await service.admin('POST', '/auth/admin/api/applications', body);
    const made = await owner.ask('POST', APPLICATIONS, { name: 'Robot', kind: 'machine' });
    await open(owner);
    await visitor.page.getByText('Those who run this service manage it.').waitFor();
    await inspect('applications-of-admin');
    expect(await visitor.page.getByRole('button', { name: /Partner/ }).count()).toBe(1);
    await owner.ask('DELETE', `${APPLICATIONS}/${made.body.application.id}`);
    await visitor.press('Switch off: Robot');
    await says('Robot was deleted meanwhile.');
    expect(await visitor.page.getByRole('button', { name: /Robot/ }).count()).toBe(0);
  });
});
