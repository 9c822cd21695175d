// Uses passkeys on the sign-in pages and the account page in a real browser, with a virtual authenticator.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { advance } from '../../lib/platform/clock.ts';
import { createUser } from '../support/admin-users.ts';
import { MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { addDevice, freshCode } from '../support/factors.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { bearer, type Tenant, type User } from '../support/service.ts';
import { nextTotpStep } from '../support/target.ts';
import { until } from '../support/until.ts';
import { addAuthenticator, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let user: User;
let visitor: Visitor;

beforeAll(async () => {
  if (!noBrowser) tenant = await service.tenant({ branding: { name: 'Acme' } });
});
beforeEach(async () => {
  if (noBrowser) return;
  user = await service.signup(tenant);
  visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const button = (name: string | RegExp) => visitor.page.getByRole('button', { name, exact: true });
const says = (text: string | RegExp) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();

/** Removes what the browser remembers of passkeys, as that of another device has nothing. */
const forgetUse = () => visitor.page.evaluate(() => localStorage.removeItem('gatehouse passkey used'));

/** Signs in with the password on a device without a passkey. */
async function signInByPassword(): Promise<void> {
  await visitor.at(tenant);
  await visitor.heading('Sign in');
  await visitor.enterPassword(user);
  await visitor.signedIn();
}

async function signOut(): Promise<void> {
  await visitor.goto('/login/sign-out');
  await visitor.press('Sign out');
  await visitor.heading('You are signed out');
}

/** Opens the sign-in page and touches nothing that its list could ask for. */
async function beginAway(authenticator: VirtualAuthenticator): Promise<void> {
  await authenticator.setPresent(false);
  await visitor.at(tenant);
  await authenticator.asked();
  // It counts for the next question, not for one that was asked before.
  await authenticator.setPresent(true);
}

async function openSecurity(): Promise<void> {
  await visitor.page.getByRole('link', { name: 'Security', exact: true }).click();
  await visitor.page.getByRole('heading', { name: 'Passkeys' }).waitFor();
}

/** Signs in with the password and makes a passkey on the account page. */
async function withPasskey(): Promise<VirtualAuthenticator> {
  await signInByPassword();
  const authenticator = await addAuthenticator(visitor.page);
  await openSecurity();
  await visitor.press('Add a passkey');
  await says('The passkey is ready.');
  expect(await authenticator.credentialIds()).toHaveLength(1);
  return authenticator;
}

describeInBrowser('passkeys on the pages', () => {
  test('sign in with a button after one was added on the account page', async () => {
    const authenticator = await withPasskey();
    await visitor.page.getByText('never used').waitFor();
    await visitor.inspect('account-passkeys');
    await signOut();
    await beginAway(authenticator);
    await visitor.inspect('identify-passkey');
    await visitor.press('Sign in with a passkey');
    await visitor.signedIn();
    await openSecurity();
    await visitor.page.getByText('last used').first().waitFor();
  });

  test('sign in from the list of the browser, without a click on the page', async () => {
    await withPasskey();
    await signOut();
    await visitor.at(tenant);
    await visitor.signedIn();
  });

  test('are offered after a login with a password, once a month, and made with one touch', async () => {
    const authenticator = await addAuthenticator(visitor.page);
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.heading('Sign in faster next time');
    await visitor.inspect('passkey-offer');
    await visitor.press('Not now');
    await visitor.signedIn();
    await signOut();
    await signInByPassword();
    await signOut();
    await visitor.page.evaluate(() => localStorage.removeItem('gatehouse passkey asked'));
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.press('Create a passkey');
    await visitor.signedIn();
    expect(await authenticator.credentialIds()).toHaveLength(1);
    // Who has one is not asked again.
    await signOut();
    await visitor.page.evaluate(() => localStorage.removeItem('gatehouse passkey asked'));
    await authenticator.setPresent(false);
    await signInByPassword();
  });

  test('are not offered on a device that cannot hold one, and the page has no button in a browser without them', async () => {
    await visitor.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await visitor.at(tenant);
    await visitor.heading('Sign in');
    expect(await button('Sign in with a passkey').count()).toBe(0);
    await visitor.enterPassword(user);
    await visitor.signedIn();
    await openSecurity();
    expect(await button('Add a passkey').count()).toBe(0);
  });

  test('explain that none was used when the device does not verify its person, and a password still signs in', async () => {
    const authenticator = await withPasskey();
    await signOut();
    await authenticator.setUserVerified(false);
    await beginAway(authenticator);
    await visitor.press('Sign in with a passkey');
    await visitor.alert('No passkey was used. Try again, or sign in another way.');
    await visitor.inspect('passkey-refused');
    await visitor.enterPassword(user);
    await visitor.signedIn();
  });

  test('complete a login that waits for its second step, and a code does when the device has lost its passkey', async () => {
    const authenticator = await withPasskey();
    const { secret } = await addDevice(service, user.tokens);
    await signOut();
    const begin = async (): Promise<void> => {
      await beginAway(authenticator);
      await visitor.enterPassword(user);
      await visitor.heading('Confirm that it is you');
    };
    await forgetUse();
    await begin();
    await button('Use a passkey').waitFor();
    await visitor.inspect('factor-passkey');
    await visitor.press('Use a passkey');
    await visitor.signedIn();
    await signOut();
    // It was used here, so it is asked for at once.
    await begin();
    await visitor.signedIn();
    await signOut();
    for (const id of await authenticator.credentialIds()) await authenticator.forget(id);
    await begin();
    await visitor.alert('No passkey was used. Try again, or sign in another way.');
    await visitor.press('Use your authenticator app');
    await nextTotpStep();
    await visitor.enterFactor(freshCode(secret));
    await visitor.signedIn();
  });

  test('are set up in the place of an authenticator app where the tenant requires a second step', async () => {
    const strict = await service.tenant({ branding: { name: 'Acme' }, mfa: { policy: 'required' } });
    const person = await createUser(service, strict);
    const authenticator = await addAuthenticator(visitor.page);
    await visitor.at(strict);
    await visitor.enterPassword(person);
    await visitor.heading('Set up two-step sign-in');
    await visitor.page.locator('.secret').waitFor();
    await visitor.inspect('enrol-passkey');
    await visitor.press('Create a passkey');
    await visitor.signedIn();
    expect(await authenticator.credentialIds()).toHaveLength(1);
  });

  test('give a proof in place with one touch after the login has aged, and are removed from the device, too', async () => {
    const authenticator = await withPasskey();
    advance(20 * MINUTE);
    await forgetUse();
    await visitor.press(/^Remove: /);
    await button('Use a passkey').waitFor();
    await visitor.inspect('account-step-up-passkey');
    await visitor.press('Use a passkey');
    await says(/is removed/);
    await visitor.inspect('account-passkey-removed');
    await until(async () => (await authenticator.credentialIds()).length === 0);
  });

  test('are explained and forgotten by the browser after they were removed on another device', async () => {
    const authenticator = await withPasskey();
    await signOut();
    const headers = bearer(user.tokens);
    const { body } = await service.get('/auth/passkeys', { headers });
    const removed = await service.send('DELETE', `/auth/passkeys/${body.passkeys[0].id}`, { headers });
    expect(removed.status).toBe(200);
    await beginAway(authenticator);
    await visitor.press('Sign in with a passkey');
    await visitor.alert('This passkey does not work here. Try again, or sign in another way.');
    await visitor.enterPassword(user);
    // The account has none, so it is offered one.
    await visitor.press('Not now');
    await visitor.signedIn();
    await openSecurity();
    await until(async () => (await authenticator.credentialIds()).length === 0);
  });

  test('leave a way on when the device has none', async () => {
    await visitor.at(tenant);
    await addAuthenticator(visitor.page);
    await visitor.press('Sign in with a passkey');
    await visitor.alert('No passkey was used. Try again, or sign in another way.');
    await visitor.press('Create an account');
    await visitor.heading('Create your account');
  });

  test('get a new name on the account page', async () => {
    await withPasskey();
    await visitor.press(/^Rename/);
    await visitor.fill('Name of the passkey', 'My laptop');
    await visitor.inspect('account-passkey-rename');
    await visitor.press('Save');
    await visitor.page.getByText('My laptop').first().waitFor();
  });
});
