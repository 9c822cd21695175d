// Uses passkeys of admins in the console, in a real browser with a virtual authenticator.
import { beforeAll, expect, test } from '@jest/globals';
import { advance } from '../../lib/platform/clock.ts';
import { passkeyCallers } from '../support/admin-passkeys.ts';
import { callers } from '../support/admins.ts';
import { MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { newAdmin, openConsole, settled, show, signedIn, signIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';

import { authenticatorFor } from '../support/passkeys.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

const { service, browser } = useBrowser();
let visitor: Visitor;
beforeAll(async () => {
  if (!noBrowser) await service.adminCookie();
});
expectNoProblems(() => visitor);

const inspect = (name: string) => visitor.inspect(name, LOOKS, 1280);
const says = (text: string | RegExp) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();
const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });

/** An admin on their account page, who has added a passkey. */
async function withPasskey() {
  const who = await newAdmin(service, { role: 'owner' });
  visitor = await signedIn(service, browser, 'security', who);
  const authenticator = await addAuthenticator(visitor.page);
  await visitor.press('Add a passkey');
  await says('The passkey is added.');
  return { who, authenticator };
}

async function signOut(): Promise<void> {
  await visitor.page.context().clearCookies({ name: /svc_admin/ });
  await visitor.goto('/console/security');
  await visitor.heading('Sign in to the console');
}

const isIn = async (): Promise<void> => {
  await settled(visitor);
  await visitor.heading('Your account');
};

describeInBrowser('passkeys in the console', () => {
  test('an admin adds one, renames it, and signs in with one touch', async () => {
    const { authenticator, who } = await withPasskey();
    expect(await authenticator.credentialIds()).toHaveLength(1);
    await visitor.page.getByText('not used yet').waitFor();
    const admins = visitor.page.getByRole('row');
    await show(visitor, 'admins');
    await admins.filter({ hasText: who.email }).getByText('On', { exact: true }).waitFor();
    await show(visitor, '');
    await visitor.page.getByText('Protect your account with a passkey').locator('..').getByText('done').waitFor();
    await show(visitor, 'security');
    await visitor.page.getByText('not used yet').waitFor();
    await inspect('console-passkeys');
    await visitor.page.getByRole('button', { name: /^Rename/ }).click();
    await visitor.fill('Name', 'Laptop');
    await visitor.press('Save');
    await visitor.page.getByText('Laptop').first().waitFor();
    await signOut();
    await button('Sign in with a passkey').waitFor();
    await inspect('console-sign-in-passkey');
    await visitor.press('Sign in with a passkey');
    await isIn();
  });

  test('an admin signs in with the password and then the passkey', async () => {
    const { who } = await withPasskey();
    await signOut();
    await signIn(visitor, who);
    await button('Use your passkey').waitFor();
    await inspect('console-second-passkey');
    await visitor.press('Use your passkey');
    await isIn();
  });

  test('an admin is offered what they have: a code, or a code and a passkey', async () => {
    const who = await callers(service).secured();
    visitor = await openConsole(service, browser);
    const signInAgain = async () => {
      await signOut();
      await signIn(visitor, who);
      await visitor.page.locator('[name=otp]').waitFor();
    };
    await signInAgain();
    expect(await button('Use your passkey').count()).toBe(0);
    await passkeyCallers(service).add(who.cookie, authenticatorFor(service));
    await signInAgain();
    await button('Use your passkey').waitFor();
    await inspect('console-second-either');
  });

  test('one touch renews the proof that a change needs, and a removed passkey opens nothing', async () => {
    await withPasskey();
    advance(16 * MINUTE);
    await visitor.page.getByRole('button', { name: /^Remove / }).click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const proof = visitor.page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Use your passkey' }).waitFor();
    await inspect('console-proof-passkey');
    await proof.getByRole('button', { name: 'Use your passkey' }).click();
    await says('The passkey is removed.');
    await signOut();
    await visitor.press('Sign in with a passkey');
    await visitor.alert(/This passkey was not accepted|No passkey was used/);
  });

  test('a browser without passkeys has no button, and the password works as before', async () => {
    const who = await newAdmin(service);
    visitor = await openConsole(service, browser);
    await visitor.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await visitor.goto('/console/security');
    await visitor.heading('Sign in to the console');
    expect(await button('Sign in with a passkey').count()).toBe(0);
    await signIn(visitor, who);
    await isIn();
    await visitor.page.getByText('This browser has no passkeys.').waitFor();
  });
});
