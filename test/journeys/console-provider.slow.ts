// Signs in to the console where every admin needs an authenticator and may log in by an identity provider that is not
// ours: the first admin can only enrol, and comes back by the provider to the screen that they asked for.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { advance } from '../../lib/platform/clock.ts';
import { MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { openConsole, openMenu, settled, show, signIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { newPassword } from '../support/service.ts';
import { nextTotpStep } from '../support/target.ts';
import { totp } from '../support/totp.ts';
import type { Visitor } from '../support/visitor.ts';

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

const who = { email: 'ada@op.example', password: newPassword() };
let op: OidcProvider;
let visitor: Visitor;
let secret: string;

beforeAll(async () => {
  if (!noBrowser) op = await startOidcProvider();
});
const { service, browser } = useBrowser(() => {
  const { issuer, clientId, clientSecret } = op;
  return {
    GATEHOUSE_ADMIN_TOTP: 'required',
    GATEHOUSE_ADMIN_PROVIDER: 'staff',
    GATEHOUSE_SSO_PROVIDERS: JSON.stringify({ staff: { issuer, clientId, clientSecret } }),
  };
});
beforeAll(() => {
  if (!noBrowser) op.serve(`${service.baseUrl}/auth/admin/sso/callback`);
});
afterAll(() => op?.stop());
expectNoProblems(() => visitor);

const inspect = (name: string) => visitor.inspect(name, LOOKS, 1280);
const open = async (path = '') => {
  visitor = await openConsole(service, browser, path);
  // The development pages of the provider want a font.
  await visitor.context.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  );
};
const leaveForProvider = () => visitor.page.getByRole('link', { name: 'Sign in with staff' }).click();
/** Types at the provider who it is, and agrees. */
async function agreeAs(login: string): Promise<void> {
  const { page } = visitor;
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

describeInBrowser('strict sign-in to the console', () => {
  test('an admin without the required authenticator sees nothing but how to set one up, at every address', async () => {
    await open('set-up');
    await visitor.fill('Secret key of the deployment', service.secretKey);
    await visitor.fill('Email address', who.email);
    await visitor.fill('Password', who.password);
    await visitor.press('Create and sign in');
    await visitor.heading('Your account');
    const { page } = visitor;
    for (const path of ['', 'users', 'tenants', 'admins', 'audit', 'deployment']) {
      await show(visitor, path);
      await visitor.heading('Your account');
    }
    expect(await page.locator('#navigation').getByRole('link', { name: 'Tenants' }).count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('tenants');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await inspect('console-must-enrol');
    await visitor.press('Set up an authenticator app');
    secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
    await visitor.fill('The six digits', totp(secret));
    await visitor.press('Confirm');
    await page.locator('#navigation').getByRole('link', { name: 'Tenants' }).click();
    await visitor.heading('Tenants');
  });

  test('an admin comes back from the provider to the screen of the address, after the code of their authenticator', async () => {
    await open('users?status=inactive');
    await visitor.page.getByRole('link', { name: 'Sign in with staff' }).waitFor();
    await inspect('console-sign-in-provider');
    await leaveForProvider();
    await agreeAs('ada');
    await visitor.heading('Signing in');
    expect(visitor.page.url()).toBe(`${service.baseUrl}/console/signed-in`);
    await visitor.page.getByLabel('Code of your authenticator app').waitFor();
    await inspect('console-provider-code');
    await visitor.fill('Code of your authenticator app', '000000');
    await visitor.press('Sign in');
    await visitor.alert('This code is not right');
    await nextTotpStep();
    await visitor.fill('Code of your authenticator app', totp(secret));
    await visitor.press('Sign in');
    await visitor.heading('Users');
    expect(visitor.page.url()).toBe(`${service.baseUrl}/console/users?status=inactive`);
    expect(await visitor.page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    // The way back leads to no page that is over.
    await visitor.goto('/console/signed-in');
    await settled(visitor);
    await visitor.heading('Overview');
  });

  test('the provider is offered beside the password where a recent login is wanted', async () => {
    await open('admins');
    await signIn(visitor, who);
    await nextTotpStep();
    await visitor.fill('Code of your authenticator app', totp(secret));
    await visitor.press('Sign in');
    await visitor.heading('Admins');
    advance(16 * MINUTE);
    try {
      await openMenu(visitor);
      await visitor.page.getByRole('link', { name: 'Your account' }).click();
      await visitor.press('Remove the authenticator app');
      const confirm = visitor.page.getByRole('dialog', { name: 'Remove the authenticator app' });
      await confirm.getByRole('button', { name: 'Remove the authenticator app' }).click();
      const proof = visitor.page.getByRole('dialog', { name: 'Confirm that it is you' });
      await proof.getByRole('link', { name: 'Sign in with staff' }).waitFor();
      await inspect('console-proof-provider');
    } finally {
      advance(-16 * MINUTE);
    }
  });

  test('a person who is no admin, one who cancels and one who is late learn what to do', async () => {
    await open();
    await leaveForProvider();
    await agreeAs('mallory');
    await visitor.heading('You are not an admin here');
    await inspect('console-provider-stranger');
    await visitor.page.context().clearCookies({ domain: 'localhost', name: /^_/ });
    await leaveForProvider();
    await visitor.page.getByRole('link', { name: '[ Cancel ]' }).click();
    await visitor.heading('The identity provider did not sign you in');
    await visitor.goto('/console/signed-in');
    await visitor.heading('This sign-in is over');
    await visitor.page.getByRole('link', { name: 'Sign in with a password' }).click();
    await visitor.heading('Sign in to the console');
  });
});
