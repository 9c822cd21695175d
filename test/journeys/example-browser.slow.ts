// Uses the example page in a real browser as a newcomer would: with cookies, with the local provider, with two
// accounts.
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { close, listen } from '../../infra/local/ports.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { bearer, newEmail, newPassword, type Service, startService, type Tenant } from '../support/service.ts';
import { nextTotpStep } from '../support/target.ts';
import { totp } from '../support/totp.ts';

const title = noBrowser ? `the example page (skipped: ${noBrowser})` : 'the example page';
const describeIf = noBrowser ? describe.skip : describe;

let service: Service;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let tenant: Tenant;
let other: Tenant;
let pageErrors: string[];
const strangers: Server[] = [];

beforeAll(async () => {
  if (noBrowser) return;
  service = await startService({}, { identityProvider: true, changeFeed: true });
  const settings = { redirectUris: [`${service.baseUrl}/__example`] };
  [tenant, other] = [await service.tenant(settings), await service.tenant(settings)];
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(strangers.map(close));
  await service?.stop();
});
beforeEach(async () => {
  if (noBrowser) return;
  context = await browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(8000);
  pageErrors = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) pageErrors.push(message.text());
  });
  await page.goto(`${service.baseUrl}/__example`);
  await waitForStatus('Nobody is logged in.');
});
afterEach(async () => {
  if (!noBrowser) expect(pageErrors).toEqual([]);
  await context?.close();
});

const waitForStatus = (text: string) => page.locator('#who').getByText(text, { exact: true }).waitFor();
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const waitForLogLine = (line: string) => page.getByRole('log').getByText(line, { exact: true }).first().waitFor();
const accounts = () =>
  page.getByRole('list', { name: 'Accounts in this browser' }).getByRole('listitem').allTextContents();
const cookies = async () => (await context.cookies(service.baseUrl)).map(({ name }) => name).sort();

type Person = { email: string; password: string };
const newPerson = (): Person => ({ email: newEmail(), password: newPassword() });
async function submit(how: 'Log in' | 'Sign up', { email, password }: Person, where = tenant) {
  await field('Tenant').fill(where.slug);
  await field('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(how);
}
async function logInWithProvider(name: string, where = tenant) {
  await field('Tenant').fill(where.slug);
  await press('Log in with the local provider');
  await page.getByRole('heading', { name: 'Log in as' }).waitFor();
  await page.getByRole('link', { name }).click();
}

/**
 * Starts a page of another origin with a form that posts to the service. `host` decides whether the site is the same.
 */
async function newStranger(host: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const form = `<form method="post" enctype="text/plain" action="${service.baseUrl}${path}"><button>Win</button></form>`;
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Stranger</title>${form}`);
  });
  strangers.push(server);
  return `http://${host}:${await listen(server, 0)}`;
}

describeIf(title, () => {
  test('signs up, refreshes, logs out, shows a refused login and logs in, without a token that scripts can read', async () => {
    const eve = newPerson();
    await submit('Sign up', eve);
    await waitForStatus(`Logged in as ${eve.email}`);
    await waitForLogLine('POST /auth/signup 200');
    expect(await cookies()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh']);
    expect(await page.evaluate(() => document.cookie)).toMatch(/^svc_csrf=[^;]+$/);
    await press('Refresh');
    await waitForLogLine('POST /auth/refresh-token 200');
    await press('Log out');
    await waitForStatus('Nobody is logged in.');
    expect(await cookies()).toEqual([]);
    await submit('Log in', { ...eve, password: newPassword() });
    await waitForLogLine('POST /auth/login 401 INVALID_CREDENTIALS');
    await submit('Log in', eve);
    await waitForStatus(`Logged in as ${eve.email}`);
    await page.reload();
    await waitForStatus(`Logged in as ${eve.email}`);
    expect(await page.getByRole('log').textContent()).not.toMatch(/eyJ/);
  });

  test.each(['localhost', '127.0.0.1'])(
    'is not affected by forms and scripts of a page on another port of %s',
    async (host) => {
      const eve = newPerson();
      await submit('Sign up', eve);
      await waitForStatus(`Logged in as ${eve.email}`);
      const stranger = await newStranger(host);
      const before = await context.cookies(service.baseUrl);
      for (const path of ['/auth/logout', '/auth/logout-all', '/auth/refresh-token']) {
        await page.goto(stranger + path);
        const answer = page.waitForResponse(service.baseUrl + path);
        await page.getByRole('button', { name: 'Win' }).click();
        // The browser sends cookies on the same site only. Without cookies there is no session to end.
        await answer;
        if (host === 'localhost') await page.getByText(/CSRF_ORIGIN_REJECTED|REFRESH_TOKEN_INVALID/).waitFor();
        await page.goto(stranger);
        for (const mode of ['cors', 'no-cors'] as const) {
          const init = { method: 'POST', credentials: 'include', mode } as const;
          const seen = page.evaluate(([to, how]) => fetch(to, how).catch(() => 'blocked'), [
            service.baseUrl + path,
            init,
          ] as const);
          expect(await seen).toBe('blocked');
        }
      }
      expect(await context.cookies(service.baseUrl)).toEqual(before);
      await page.goto(`${service.baseUrl}/__example`);
      await waitForStatus(`Logged in as ${eve.email}`);
    },
  );

  test('logs in through the local provider, and shows a refusal when the user goes back', async () => {
    await logInWithProvider('Ida');
    await waitForStatus('Logged in as ida@people.example');
    expect(page.url()).toBe(`${service.baseUrl}/__example`);
    // svc_binding would bind a code to this browser, and expires by itself.
    expect(await cookies()).toEqual(['svc_access', 'svc_binding', 'svc_csrf', 'svc_refresh']);
    await press('Log out');
    await waitForStatus('Nobody is logged in.');
    await logInWithProvider('Cancel');
    await page.getByText('SSO_TOKEN_INVALID').waitFor();
  });

  test('switches between a password account and a provider account, and logging out of one keeps the other', async () => {
    const eve = newPerson();
    await logInWithProvider('Leo');
    await waitForStatus('Logged in as leo@people.example');
    await submit('Sign up', eve);
    await waitForStatus(`Logged in as ${eve.email}`);
    const active = `${eve.email} in ${tenant.id}active`;
    expect(await accounts()).toEqual([active, `leo@people.example in ${tenant.id}Use this one`]);
    await press('Use this one');
    await waitForStatus('Logged in as leo@people.example');
    await waitForLogLine('POST /auth/refresh-token 200');
    await press('Log out');
    await waitForStatus('Nobody is logged in.');
    expect(await accounts()).toEqual([`${eve.email} in ${tenant.id}Use this one`]);
    await press('Use this one');
    await waitForStatus(`Logged in as ${eve.email}`);
    expect(await accounts()).toEqual([active]);
  });

  // Refresh cookies are SameSite=Strict: the browser does not send them with the first request back from another site.
  test('keeps the active account as a waiting one when another user logs in through the provider', async () => {
    const eve = newPerson();
    await submit('Sign up', eve);
    await waitForStatus(`Logged in as ${eve.email}`);
    await logInWithProvider('Ida');
    await waitForStatus('Logged in as ida@people.example');
    expect(await accounts()).toHaveLength(2);
  });

  test('switches to the account in another tenant if this browser is logged in to it, and is refused otherwise', async () => {
    const eve = newPerson();
    const accountIn = (where: Tenant) => page.getByRole('listitem').getByText(`${eve.email} in ${where.id}`);
    const changeTo = async ({ slug }: Tenant) => {
      await field('Other tenant').fill(slug);
      await press('Change to tenant');
    };
    await submit('Sign up', eve);
    await accountIn(tenant).waitFor();
    await changeTo(other);
    await waitForLogLine('POST /auth/switch-tenant 403 NOT_A_MEMBER_OF_TENANT');
    await submit('Sign up', { ...eve, password: newPassword() }, other);
    await accountIn(other).waitFor();
    const [there, here] = [other, tenant].map(({ id }) => `${eve.email} in ${id}`);
    expect(await accounts()).toEqual([`${there}active`, `${here}Use this one`]);
    await changeTo(tenant);
    await page.getByText(`${here}active`).waitFor();
    expect(await accounts()).toEqual([`${here}active`, `${there}Use this one`]);
  });

  test('asks for the second factor, by any method, and not again on a trusted device', async () => {
    const eve = await service.signup(tenant);
    const send = (path: string, body = {}) => service.post(path, body, { headers: bearer(eve.tokens) });
    await send('/auth/send-email-verification');
    await send('/auth/verify-email', { code: await service.code(eve.email) });
    const { secret } = (await send('/auth/mfa/setup-totp')).body;
    await send('/auth/mfa/verify-totp-setup', { otp: totp(secret) });
    const [recovery] = (await send('/auth/mfa/generate-recovery-code')).body.codes;
    const prove = async (method: string, code: () => string | Promise<string>, trust = false) => {
      await submit('Log in', eve);
      await waitForStatus('Almost logged in: the second factor is missing.');
      await page.getByLabel('Method').selectOption(method);
      await field('Code').fill(await code());
      await page.getByLabel('Trust this device').setChecked(trust);
      await press('Go on');
      await waitForStatus(`Logged in as ${eve.email}`);
      await press('Log out');
      await waitForStatus('Nobody is logged in.');
    };
    await prove('recovery code', () => recovery);
    await prove('email', async () => {
      const seen = service.inbox(eve.email);
      await press('Send a code');
      return service.code(eve.email, seen);
    });
    // Each TOTP code is accepted once, and the set-up used the first one.
    await nextTotpStep();
    await prove('totp', () => totp(secret), true);
    await submit('Log in', eve);
    await waitForStatus(`Logged in as ${eve.email}`);
    // A rehearsal has to wait for the next code; a local run moves the clock.
  }, 60_000);
});
