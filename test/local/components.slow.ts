// Opens the page of the local run that shows the components in every state.
import { expect, test } from '@jest/globals';
import { describeInBrowser, useBrowser } from '../support/in-browser.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { hasHome: true });

describeInBrowser('the page of components', () => {
  test('shows each component in each state, by its own policy and without a violation of WCAG', async () => {
    const visitor = await Visitor.open(service, browser);
    const { page, problems } = visitor;
    await visitor.goto('/__components');
    const states = ['Signed out', 'Loading', 'One account', 'Three accounts', 'Service not reached', 'No permission'];
    for (const id of ['user-button', 'organization-switcher', 'protect'])
      expect(await page.locator(`#${id} > section > h3`).allTextContents()).toEqual(states);
    expect(
      await page
        .locator('#user-button')
        .getByRole('button', { name: /^Account menu/ })
        .count(),
    ).toBe(3);
    await page
      .locator('#user-button')
      .getByRole('button', { name: 'The service cannot be reached. Try again.' })
      .waitFor();
    await page.getByText('You cannot manage this organization.').waitFor();
    await visitor.inspect('components', undefined, 1200);
    for (const id of ['user-button', 'organization-switcher']) {
      const three = page.locator(`#${id} > section`).nth(3);
      await three.getByRole('button').click();
      await three.getByText('Jacquard & Sons').waitFor();
      await visitor.inspect(`components-${id}`, undefined, 1200);
      await page.keyboard.press('Escape');
    }
    await page.getByLabel('Language').selectOption('ar');
    await page.getByLabel('Direction').selectOption('rtl');
    await page.getByRole('button', { name: 'تسجيل الدخول' }).waitFor();
    await visitor.inspect('components-rtl', undefined, 1200);
    expect(problems).toEqual([]);
    await visitor.close();
  });

  test('a member of the organization is managed in place, and a switch shows the other account', async () => {
    const visitor = await Visitor.open(service, browser);
    const { page } = visitor;
    await visitor.goto('/__components');
    const profile = page.locator('#organization-profile > section').first();
    await profile.getByRole('button', { name: 'Roles: Charles Babbage' }).click();
    await visitor.inspect('components-roles', undefined, 1200);
    await profile.getByRole('button', { name: 'Remove: Charles Babbage' }).click();
    await profile.getByText(/^Remove Charles Babbage\?/).waitFor();
    const three = page.locator('#organization-switcher > section').nth(3);
    await three.getByRole('button').click();
    await three.getByRole('menuitemradio', { name: 'Jacquard & Sons' }).click();
    await three.getByRole('button', { name: 'Organization: Jacquard & Sons' }).waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  });
});
