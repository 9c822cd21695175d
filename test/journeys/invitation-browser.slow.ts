// Accepts an invitation in a real browser: a message in the inbox, a link, a page, a password, a login.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createUser } from '../support/admin-users.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { bearer, newEmail, type Service, startService, type Tenant } from '../support/service.ts';

const title = noBrowser ? `an invitation (skipped: ${noBrowser})` : 'an invitation';
const describeIf = noBrowser ? describe.skip : describe;
const PASSWORD = 'paper telescope 93';

let service: Service;
let tenant: Tenant;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (noBrowser) return;
  service = await startService({}, { changeFeed: true });
  tenant = await service.tenant();
  browser = await openBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(8000);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function invite(email: string): Promise<void> {
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const role = { name: 'Owner', tenantId: tenant.id, permissions: ['users.invite'] };
  const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
  const inviter = await createUser(service, tenant, { roleIds: [id] });
  const headers = bearer((await service.login(inviter)).body);
  expect((await service.post('/auth/invite', { email }, { headers })).status).toBe(201);
}

describeIf(title, () => {
  test('leads from the inbox to a login, refuses a common password, and works once', async () => {
    const email = newEmail();
    await page.goto(`${service.baseUrl}/__inbox`);
    await invite(email);
    await page.getByRole('navigation').getByRole('button').filter({ hasText: email }).click();
    const { url } = await service.link(email);
    const link = page.frameLocator('iframe').locator(`a[href="${url}"]`).first();
    await link.waitFor();
    await page.goto((await link.getAttribute('href')) as string);

    const set = async (password: string) => {
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('The same once more').fill(password);
      await page.getByRole('button', { name: 'Set password' }).click();
    };
    await set('password123');
    await page.getByRole('alert').getByText('This password is too common.').waitFor();
    await set(PASSWORD);
    await page.getByText('You can log in with it now.').waitFor();
    expect((await service.login({ tenant, email, password: PASSWORD })).status).toBe(200);

    await page.goto(url);
    await set('another telescope 94');
    await page.getByRole('alert').getByText('The link is not valid.').waitFor();
  });
});
