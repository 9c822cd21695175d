// Signs up without a password, accepts an invitation with a passkey, and gets a person back in by the link of an admin, in a
// real browser with a virtual authenticator.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createUser } from '../support/admin-users.ts';
import { noBrowser } from '../support/browser.ts';
import { signedIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { codeTo, messagesTo } from '../support/messages.ts';
import * as passkeys from '../support/passkeys.ts';
import { newEmail, type Tenant } from '../support/service.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant({ branding: { name: 'Acme' } });
  await service.adminCookie();
});
beforeEach(async () => {
  if (!noBrowser) visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

describeInBrowser('passkeys in the place of a password', () => {
  test('sign a person up who has proved their address', async () => {
    const email = newEmail();
    const authenticator = await addAuthenticator(visitor.page);
    await visitor.goto(`/login/sign-up?tenant=${tenant.slug}`);
    await visitor.heading('Create your account');
    await visitor.inspect('sign-up-passkey');
    await visitor.page.getByLabel('Email address or phone number').fill(email);
    await visitor.press('Sign up with a passkey');
    await visitor.heading('Almost done');
    await visitor.enterCode(await codeTo(service, 'svc.passwordless_code_requested', email), 'Sign in');
    await visitor.heading('Sign in faster next time');
    await visitor.press('Create a passkey');
    await visitor.signedIn();
    expect(await authenticator.credentialIds()).toHaveLength(1);
    await visitor.goto('/login/sign-out');
    await visitor.press('Sign out');
    await visitor.heading('You are signed out');
    await visitor.at(tenant);
    await visitor.signedIn();
  });

  test('accept an invitation', async () => {
    const email = newEmail();
    await service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email });
    const [{ token }] = await messagesTo(service, 'svc.user_invited', email);
    const authenticator = await addAuthenticator(visitor.page);
    await visitor.goto(`/login/invitation#token=${token}`);
    await visitor.heading('Welcome');
    await visitor.inspect('invitation-passkey');
    await visitor.press('Create a passkey');
    await visitor.heading('Your passkey is ready');
    await visitor.inspect('passkey-set');
    expect(await authenticator.credentialIds()).toHaveLength(1);
    await visitor.page.getByRole('link', { name: 'Sign in' }).click();
    await visitor.signedIn();
  });

  test('let a person in who lost their passkey, by a link that an admin makes in the console', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const { body: tokens } = await service.login(user);
    await passkeys.addPasskey(service, { tokens }, passkeys.authenticatorFor(service), 'Old phone');
    const admin = await signedIn(service, browser, `users/${user.id}/factors`);
    await admin.page.getByRole('heading', { name: 'Passkeys' }).waitFor();
    await admin.page.getByRole('row').filter({ hasText: 'Old phone' }).waitFor();
    await admin.inspect('user-passkeys');
    await admin.page.getByRole('button', { name: 'Recovery link' }).click();
    await admin.inspect('user-recovery');
    await admin.page.getByRole('button', { name: 'Make the link' }).click();
    const link = await admin.page.locator('code.lines').innerText();
    await admin.inspect('user-recovery-link');
    const authenticator = await addAuthenticator(visitor.page);
    await visitor.goto(link.slice(link.indexOf('/login/')));
    await visitor.heading('Get back into your account');
    await visitor.inspect('recovery');
    await visitor.press('Create a passkey');
    await visitor.heading('Your passkey is ready');
    expect(await authenticator.credentialIds()).toHaveLength(1);
    await visitor.page.getByRole('link', { name: 'Sign in' }).click();
    await visitor.signedIn();
    const { data } = (await service.admin('GET', `/auth/admin/api/users/${user.id}/passkeys`)).body;
    expect(data).toHaveLength(1);
    await visitor.goto('/login');
    await visitor.goto(link.slice(link.indexOf('/login/')));
    await visitor.heading('This link no longer works');
    await visitor.inspect('recovery-over');
  });
});
