// Connects a directory to an organization in a real browser, and maps its groups. In light and dark, on a phone and a desktop, in three
// languages, without a violation of WCAG 2.2 AA.
import { beforeEach, expect, test } from '@jest/globals';
import { now } from '../../lib/platform/clock.ts';
import { find as findConnection, storeUse } from '../../lib/store/scim/connections.ts';
import { createUser } from '../support/admin-users.ts';
import { DAY } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { type Manager, manager, ORGANIZATION, roleWith } from '../support/organization.ts';
import { connectionsOf, GROUP, person } from '../support/scim.ts';
import { unique } from '../support/service.ts';
import { newSetupLink } from '../support/setup-links.ts';
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
  await visitor.goto('/organization/directory');
  await visitor.heading('Directory');
};
const says = (text: string) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();
const dialog = () => visitor.page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const CONNECTIONS = `${ORGANIZATION}/scim-connections`;
const listed = async (by: Pick<Manager, 'ask'>) => (await by.ask('GET', CONNECTIONS)).body.connections;

/** Copies base address and token from the dialog that shows them once. */
async function copied(name: string): Promise<{ url: string; token: string }> {
  const read = async (what: string): Promise<string> => {
    await dialog()
      .getByRole('button', { name: `Copy: ${what}, ${name}` })
      .click();
    await dialog()
      .getByRole('button', { name: `Copied: ${what}, ${name}` })
      .waitFor();
    return visitor.page.evaluate(() => navigator.clipboard.readText());
  };
  return { url: await read('Base address'), token: await read('Token') };
}

/** Sends as the directory does. */
const asDirectory = async ({ url, token }: { url: string; token: string }, path: string, body?: object) =>
  service.send(body ? 'POST' : 'GET', `${url.slice(service.baseUrl.length)}${path}`, {
    ...(body && { body }),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/scim+json' }) },
  });

describeInBrowser('the section Directory of the organization page', () => {
  test('connects a directory, maps a group, sees refusals and differences, renews the token and removes it', async () => {
    const owner = await manager(service, await service.tenant());
    const role = await roleWith(service, owner.tenant, ['organization.members']);
    const { name: roleName } = (await owner.ask('GET', `${ORGANIZATION}/roles`)).body.roles.find(
      ({ id }: { id: string }) => id === role,
    );
    await open(owner);
    const { page } = visitor;
    await page.getByText('No directory is connected yet.').waitFor();
    await inspect('directory-none');
    await visitor.press('Connect a directory');
    await dialog().getByLabel('Name').fill('Okta');
    await inspect('directory-new');
    await inDialog('Connect a directory');
    await dialog().getByRole('heading', { name: 'Connect Okta' }).waitFor();
    const access = await copied('Okta');
    await inspect('directory-token');
    await inDialog('Done');
    await page.getByText('Not used yet').waitFor();

    const displayName = unique('group');
    const sent = person();
    expect((await asDirectory(access, '/Users', sent)).status).toBe(201);
    expect((await asDirectory(access, '/Users', sent)).status).toBe(409);
    const group = await asDirectory(access, '/Groups', { schemas: [GROUP], displayName });
    expect(group.status).toBe(201);

    await visitor.press('Groups: Okta');
    await dialog().getByLabel(displayName).selectOption(roleName);
    await inspect('directory-groups');
    await inDialog('Save');
    await says('The groups of Okta are saved.');
    const [{ id }] = await listed(owner);
    expect((await owner.ask('GET', `${CONNECTIONS}/${id}/groups`)).body.groups).toMatchObject([{ roleId: role }]);

    await visitor.press('Activity: Okta');
    await dialog().getByText('People: 1 · groups: 1').waitFor();
    await dialog().getByText('POST Users 409').waitFor();
    await inDialog('Compare');
    await dialog().getByText('Not in the directory').waitFor();
    await dialog().getByText(owner.email).waitFor();
    await inspect('directory-activity');
    await inDialog('Close');

    await visitor.press('Pause: Okta');
    await says('Okta is paused');
    expect((await asDirectory(access, '/Users')).status).toBe(403);
    await inspect('directory-paused');
    await visitor.press('Resume: Okta');
    await says('Okta is on again.');

    await visitor.press('Change… : Okta');
    await dialog().getByLabel('Name').fill('Entra');
    await dialog().getByLabel('When the directory deletes a person').selectOption('Delete the account');
    await inDialog('Save');
    await says('Entra is saved.');
    expect(await listed(owner)).toMatchObject([
      { name: 'Entra', onDelete: 'delete', isPaused: false, silentAfterDays: 7 },
    ]);

    await visitor.press('New token… : Entra');
    await inspect('directory-rotate');
    await inDialog('Make a token');
    const renewed = await copied('Entra');
    expect(renewed.token).not.toBe(access.token);
    expect((await asDirectory(renewed, '/Users')).status).toBe(200);
    await inDialog('Done');

    await visitor.press('Remove… : Entra');
    await inspect('directory-remove');
    await inDialog('Remove');
    await says('Entra was removed.');
    expect(await listed(owner)).toEqual([]);
  });

  test('says that a directory is silent, and after how many days, and shows where one fetches its tokens', async () => {
    const owner = await manager(service, await service.tenant());
    const { body } = await owner.ask('POST', CONNECTIONS, { name: 'Okta' });
    const connection = await findConnection(body.connection.id);
    await storeUse(connection!, now() - 8 * DAY);
    await open(owner);
    const { page } = visitor;
    await page.getByText('Silent', { exact: true }).waitFor();
    await page.getByText('No request for more than 7 days.').waitFor();
    await inspect('directory-silent');
    const days = dialog().getByLabel('Days without a request until it counts as silent');
    const choose = async (text: string) => {
      await visitor.press('Change… : Okta');
      await days.fill(text);
      if (text === '') await inspect('directory-change');
      await inDialog('Save');
      // The text of the last time may be there still. The dialog closes with the reply.
      await dialog().waitFor({ state: 'detached' });
      await says('Okta is saved.');
    };
    await choose('');
    expect(await listed(owner)).toMatchObject([{ silentAfterDays: null, isSilent: false }]);
    await page.getByText('On', { exact: true }).waitFor();
    await choose('30');
    expect(await listed(owner)).toMatchObject([{ silentAfterDays: 30, isSilent: false }]);

    await visitor.press('Activity: Okta');
    await dialog().getByText('Last used:').waitFor();
    await inDialog('Close');
    await visitor.press('New token… : Okta');
    await inDialog('Make a token');
    await dialog().getByText(`${service.baseUrl}/oauth2/token`).waitFor();
    await dialog().getByText(body.connection.id, { exact: true }).waitFor();
  });

  test('shows a connection of an admin without a new token, and says who maps groups', async () => {
    const tenant = await service.tenant();
    const by = await manager(service, tenant, ['organization.sso']);
    const { body } = await service.admin('POST', connectionsOf(tenant), { name: 'Google' });
    const displayName = unique('group');
    await asDirectory({ url: body.connection.url, token: body.token }, '/Groups', { schemas: [GROUP], displayName });
    await open(by);
    await visitor.page.getByText('Those who run this service connected it').waitFor();
    expect(await visitor.page.getByRole('button', { name: /New token/ }).count()).toBe(0);
    await visitor.press('Groups: Google');
    await dialog().getByText('A person who may give roles says which group gives which role.').waitFor();
    await dialog().getByText(`${displayName}: No role`).waitFor();
    await inspect('directory-of-admin');
    await inDialog('Close');
    await visitor.press('Activity: Google');
    await dialog().getByText('None.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Compare' }).count()).toBe(0);
  });

  test('a person with a setup link connects a directory', async () => {
    const tenant = await service.tenant();
    await createUser(service, tenant, {});
    const { url } = await newSetupLink(service, tenant);
    await visitor.goto(url!.slice(service.baseUrl.length));
    await visitor.page.getByText('No directory is connected yet.').waitFor();
    await visitor.press('Connect a directory');
    await dialog().getByLabel('Name').fill('Entra');
    await inDialog('Connect a directory');
    const access = await copied('Entra');
    await inDialog('Done');
    expect((await asDirectory(access, '/Users', person())).status).toBe(201);
    await inspect('directory-setup');
  });
});
