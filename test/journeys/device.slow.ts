// Lets a device without a browser in, in a real browser: the code typed or compared, by keyboard, in light and dark, on a phone
// and a desktop, in three languages, without a violation of WCAG 2.2 AA. The person sees it in the account, and denies another.

import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DEVICE_GRANT } from '../../lib/contract/grant-types.ts';
import type { Known } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { type Codes, codesOf, deviceTenant, newTerminal, poll } from '../support/devices.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newServer } from '../support/oauth-browser.ts';
import { newResource } from '../support/protected-resources.ts';
import type { Tenant, User } from '../support/service.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser();
let tenant: Tenant;
let user: User;
let visitor: Visitor;
let terminal: Known;

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await deviceTenant(service);
  user = await service.signup(tenant);
  terminal = await newTerminal();
});
beforeEach(async () => {
  if (!noBrowser) visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1440].map((width) => ({ colorScheme, width })),
);
const inspect = (name: string) => visitor.inspect(name, LOOKS);
const pathOf = ({ verification_uri_complete }: Codes) => verification_uri_complete.slice(service.baseUrl.length);
const text = (shown: string) => visitor.page.getByText(shown, { exact: true }).waitFor();
const LINUX = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' } };
const result = async (known: Known, codes: Codes) => {
  const { status, body } = await poll(service, known, codes);
  return body.error ?? status;
};

describeInBrowser('a person', () => {
  test('signs in, compares the code, presses a button, and lets the device in; the account lists it', async () => {
    const codes = await codesOf(service, terminal, {}, LINUX);
    await visitor.goto(`${pathOf(codes)}&tenant=${tenant.slug}`);
    await visitor.enterPassword(user);
    await visitor.heading('Connect a device');
    // The code of the address is shown and not sent.
    expect(await visitor.page.getByLabel('Code of the device').inputValue()).toBe(codes.user_code);
    expect(await result(terminal, codes)).toBe('authorization_pending');
    await inspect('device-code');
    await visitor.press('Continue');
    await visitor.heading('Let Terminal in on a device?');
    for (const shown of [codes.user_code, 'Linux', user.email, 'Your email address']) await text(shown);
    await inspect('device-question');
    await visitor.page.getByLabel('Language').selectOption('de');
    await visitor.heading('Terminal auf einem Gerät hereinlassen?');
    await inspect('device-question-de');
    await visitor.page.getByLabel('Sprache').selectOption('ar');
    await visitor.page.waitForFunction(() => document.documentElement.dir === 'rtl');
    await inspect('device-question-ar');
    await visitor.page.locator('select').selectOption('en');
    await visitor.press('Allow');
    await visitor.heading('The device is connected');
    await inspect('device-allowed');
    expect(await result(terminal, codes)).toBe(200);
    await visitor.page.getByRole('link', { name: 'To your account' }).click();
    await visitor.page.getByRole('button', { name: 'Remove: Terminal' }).waitFor();
    await visitor.page.getByRole('button', { name: 'Sign out: Terminal' }).waitFor();
    await visitor.page.getByText('a device · added').waitFor();
    await inspect('device-account');
    await visitor.page.locator('select.language').selectOption('de');
    await visitor.page.getByText('ein Gerät · hinzugefügt').waitFor();
  });

  test('types a wrong code, then the right one by keyboard, reads what others may do at an API, and denies it', async () => {
    const notes = await newResource({ name: 'Acme Notes', isFirstPartyOnly: false });
    const known = await newServer({
      name: 'Invoices TV',
      party: 'third',
      grants: ['authorization_code', DEVICE_GRANT],
    });
    const codes = await codesOf(service, known, { scope: 'openid notes:read', resource: notes.uri });
    await visitor.goto(`/device?tenant=${tenant.slug}`);
    await visitor.enterPassword(user);
    await visitor.heading('Connect a device');
    await visitor.page.keyboard.type('bbbb bbbb');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByText('This code is not valid').waitFor();
    await inspect('device-wrong');
    await visitor.page.getByLabel('Code of the device').fill(codes.user_code.toLowerCase());
    await visitor.page.keyboard.press('Enter');
    await visitor.heading('Let Invoices TV in on a device?');
    for (const shown of ['app.example.com', 'Acme Notes', notes.uri, 'To notes:read']) await text(shown);
    await visitor.page.getByText('calls itself “Invoices TV”').waitFor();
    await inspect('device-api');
    await visitor.press('Deny');
    await visitor.heading('You denied it');
    expect(await result(known, codes)).toBe('access_denied');
  });

  test('learns that the organization has not switched it on', async () => {
    const other = await service.tenant();
    const codes = await codesOf(service, terminal);
    await visitor.goto(`${pathOf(codes)}&tenant=${other.slug}`);
    await visitor.enterPassword(await service.signup(other));
    await visitor.heading('Connect a device');
    await visitor.press('Continue');
    await visitor.page.getByText('Your organization does not allow').waitFor();
  });
});
