// Sends a browser from an application to the sign-in pages with each wish of OpenID Connect Core 3.1.2.1 (`login_hint`,
// `prompt`, `max_age`), and gets it back with a code.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newServer, pathOf, requestOf } from '../support/oauth-browser.ts';
import { newPassword, type Tenant, type User } from '../support/service.ts';
import { newPerson, Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { identityProvider: true, changeFeed: true });
let tenant: Tenant;
let user: User;
let visitor: Visitor;
/** The application, and its address: another site than the service. */
let app: Server;
let home: string;
let known: Awaited<ReturnType<typeof newServer>>;

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant();
  user = await service.signup(tenant);
  app = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>App</title><link rel="icon" href="data:,">'),
  );
  home = `http://127.0.0.1:${await listen(app, 0)}/`;
  known = await newServer({ redirectUris: [home], postLogoutRedirectUris: [home] });
});
afterAll(async () => {
  if (app) await close(app);
});
beforeEach(async () => {
  if (noBrowser) return;
  visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const ask = (more: Record<string, string> = {}) =>
  visitor.goto(pathOf(requestOf(known, randomSecret(), { redirect_uri: home, tenant: tenant.slug, ...more })));
const backWithCode = async () => {
  await visitor.page.waitForURL(`${home}?**`);
  expect(Object.fromEntries(new URL(visitor.page.url()).searchParams)).toMatchObject({
    code: expect.stringMatching(/./),
    state: 'the-state',
  });
};

describeInBrowser('an application', () => {
  test('is named by the page, suggests the address, and gets the browser back with a code', async () => {
    await ask({ login_hint: user.email });
    await visitor.page.getByText('to continue to Shop').waitFor();
    await visitor.inspect('application');
    expect(await visitor.page.getByLabel('Email address or phone number').inputValue()).toBe(user.email);
    await visitor.press('Continue');
    await visitor.fill('Password', user.password);
    await visitor.press('Sign in');
    await backWithCode();
    await ask();
    await backWithCode();
    await ask({ prompt: 'select_account' });
    await visitor.press(`Continue as ${user.email}`);
    await backWithCode();
  });

  test('that wants a login gets one although the browser has a session', async () => {
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.signedIn();
    await ask({ prompt: 'login' });
    await visitor.enterPassword(user);
    await backWithCode();
  });

  test('that wants a login more recent than the session is not asked in circles', async () => {
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.signedIn();
    await ask({ max_age: '0' });
    await visitor.press(`Continue as ${user.email}`);
    await visitor.heading('Sign in');
    await visitor.press('Continue');
    await visitor.fill('Password', user.password);
    await visitor.press('Sign in');
    await backWithCode();
  });

  test('that wants a new account gets the page to create one', async () => {
    const { email } = newPerson();
    await ask({ prompt: 'create' });
    await visitor.heading('Create your account');
    await visitor.fill('Email address or phone number', email);
    await visitor.fill('New password', newPassword());
    await visitor.press('Create an account');
    await visitor.heading('Verify your address');
    await visitor.press('Not now');
    await backWithCode();
  });

  test('gets the browser back from an identity provider', async () => {
    await ask();
    await visitor.press('Continue with Local');
    await visitor.page.getByRole('link', { name: 'Ida' }).click();
    await backWithCode();
  });

  test('signs the browser out after the person has confirmed it', async () => {
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.signedIn();
    const query = new URLSearchParams({ client_id: known.application.id, post_logout_redirect_uri: home, state: 's' });
    await visitor.goto(`/oauth2/logout?${query}`);
    await visitor.press('Sign out');
    await visitor.page.waitForURL(`${home}?state=s`);
    await visitor.goto('/login');
    await visitor.heading('Sign in');
  });
});
