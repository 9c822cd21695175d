// Connects the directory of a customer in the console, in a real browser: a token that is shown once, a group with a role, what was refused,
// who differs, a pause, a new token, and the end.
import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { now } from '../../lib/platform/clock.ts';
import type { ScimConnectionId } from '../../lib/platform/ids.ts';
import { find as findConnection, storeUse } from '../../lib/store/scim/connections.ts';
import { createUser } from '../support/admin-users.ts';
import { DAY } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { openMenu, signedIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { roleWith } from '../support/organization.ts';
import { connectionsOf, GROUP, person } from '../support/scim.ts';
import { unique } from '../support/service.ts';
import type { Visitor } from '../support/visitor.ts';

let visitor: Visitor;
const { service, browser } = useBrowser({}, { changeFeed: true });
beforeAll(async () => {
  if (!noBrowser) await service.adminCookie();
});
expectNoProblems(() => visitor);

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;
const inspect = (name: string) => visitor.inspect(`console-${name}`, LOOKS, 1280);
const says = (text: string | RegExp) => visitor.page.getByRole('status').filter({ hasText: text }).first().waitFor();
const panel = (name: string): Locator => visitor.page.getByRole('region', { name, exact: true });
const dialog = (): Locator => visitor.page.getByRole('dialog');

/** Copies what the dialog shows once. */
const copied = (what: string, name: string): Promise<string> =>
  visitor.copied(() =>
    dialog()
      .getByRole('button', { name: `Copy: ${what} of ${name}` })
      .click(),
  );

describeInBrowser('the directories of a tenant in the console', () => {
  test('an admin connects one, maps its group, reads refusals and differences, pauses, renews and removes it', async () => {
    const tenant = await service.tenant();
    const role = await roleWith(service, tenant, []);
    const other = await createUser(service, tenant, {});
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/directories`);
    const { page } = visitor;
    await page.getByText('This tenant has no directory').waitFor();
    await inspect('directories-none');
    await visitor.press('Connect a directory');
    await visitor.fill('Name', 'Okta');
    await inspect('directory-new');
    await dialog().getByRole('button', { name: 'Connect a directory' }).click();
    await dialog().getByRole('heading', { name: 'Connect Okta' }).waitFor();
    const url = await copied('Base address', 'Okta');
    const token = await copied('Token', 'Okta');
    await inspect('directory-token');
    await dialog().getByRole('button', { name: 'Done' }).click();

    const asDirectory = (path: string, body?: object) =>
      service.send(body ? 'POST' : 'GET', `${url.slice(service.baseUrl.length)}${path}`, {
        ...(body && { body }),
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/scim+json' }) },
      });
    const displayName = unique('group');
    const sent = person();
    for (const status of [201, 409]) expect((await asDirectory('/Users', sent)).status).toBe(status);
    expect((await asDirectory('/Groups', { schemas: [GROUP], displayName })).status).toBe(201);
    await page.reload();
    await panel('Okta').getByText(`${displayName}: No role`).waitFor();
    await visitor.press(`Role of ${displayName}`);
    await dialog().getByLabel('Role').selectOption(role);
    await inspect('directory-mapping');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await says(`The role of ${displayName} is saved.`);

    await panel('Okta').getByText('Last refused requests (1)').click();
    await panel('Okta').getByText('POST Users 409').waitFor();
    await panel('Okta').getByText('Differences').click();
    await visitor.press('Compare: Okta');
    await panel('Okta').getByText(other.email).waitFor();
    await panel('Okta').getByText('Not in the directory').waitFor();
    await panel('Okta').getByText('Last heard:').waitFor();
    await inspect('directory');
    await openMenu(visitor);
    await page.getByLabel('Language').selectOption('de');
    await panel('Okta').getByText('Nicht im Verzeichnis').waitFor();
    await inspect('directory-de');
    await openMenu(visitor);
    await page.getByLabel('Sprache').selectOption('en');

    await visitor.press('Pause Okta');
    await says('Okta is paused.');
    expect((await asDirectory('/Users')).status).toBe(403);
    await visitor.press('Resume Okta');
    await says('Okta is on again.');
    await visitor.press('New token for Okta');
    await dialog().getByRole('button', { name: 'Make a token' }).click();
    expect(await copied('Token', 'Okta')).not.toBe(token);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await visitor.press('Change Okta');
    await visitor.fill('Name', 'Entra');
    await dialog().getByLabel('Days without a request until it counts as silent').fill('30');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await panel('Entra').getByText('30 days without a request').waitFor();
    const id = url.split('/').at(-1) as ScimConnectionId;
    await storeUse((await findConnection(id))!, now() - 31 * DAY);
    await page.reload();
    await panel('Entra').getByText('Silent', { exact: true }).waitFor();
    await inspect('directory-silent');
    await visitor.press('Remove Entra');
    await dialog().getByRole('button', { name: 'Remove Entra' }).click();
    await page.getByText('This tenant has no directory').waitFor();
    expect((await service.admin('GET', connectionsOf(tenant))).body.connections).toEqual([]);
  });
});
