// Acts as a user in a real browser: from the console to the account with its banner, what it refuses, and back.
import { expect, test } from '@jest/globals';
import { ALLOWED, idOf, openTenant, REASON } from '../support/acting.ts';
import { settled, signedIn } from '../support/console.ts';
import { describeInBrowser, useBrowser } from '../support/in-browser.ts';

const { service, browser } = useBrowser(ALLOWED);

describeInBrowser('acting as a user', () => {
  test('leads from the console to the account with a banner, and back', async () => {
    const user = await service.signup(await openTenant(service));
    const visitor = await signedIn(service, browser, `users/${idOf(user)}/sessions`);
    const { page } = visitor;
    await visitor.press('Act as this user');
    await page.getByRole('dialog').getByLabel('Reason').fill(REASON);
    await page.getByRole('dialog').getByRole('button', { name: 'Act as this user', exact: true }).click();
    const banner = page.getByRole('complementary');
    await banner.filter({ hasText: `You act as ${user.email} until` }).waitFor();
    await visitor.inspect('account-acting', [
      { colorScheme: 'light', width: 1280 },
      { colorScheme: 'dark', width: 320 },
    ]);
    await page.locator('select.language').selectOption('de');
    await page.getByText(`als ${user.email}.`).waitFor();
    await banner.getByRole('button').click();
    await page.waitForURL(`**/console/users/${idOf(user)}`);
    await settled(visitor);
    await page.getByRole('heading', { level: 1, name: user.email }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_access');
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  });
});
