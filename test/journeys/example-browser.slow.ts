// The example page in a real browser, as a stranger would use it: by cookie and by the local provider, with two accounts.
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
let complaints: string[];
const strangers: Server[] = [];

beforeAll(async () => {
  if (noBrowser) return;
  service = await startService({}, { identityProvider: true });
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
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${service.baseUrl}/__example`);
  await says('Nobody is logged in.');
});
afterEach(async () => {
  if (!noBrowser) expect(complaints).toEqual([]);
  await context?.close();
});

const says = (text: string) => page.locator('#who').getByText(text, { exact: true }).waitFor();
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const answered = (line: string) => page.getByRole('log').getByText(line, { exact: true }).first().waitFor();
const accounts = () =>
  page.getByRole('list', { name: 'Accounts in this browser' }).getByRole('listitem').allTextContents();
const cookies = async () => (await context.cookies(service.baseUrl)).map(({ name }) => name).sort();

type Person = { email: string; password: string };
const newPerson = (): Person => ({ email: newEmail(), password: newPassword() });
async function enter(how: 'Log in' | 'Sign up', { email, password }: Person, where = tenant) {
  await field('Tenant').fill(where.slug);
  await field('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(how);
}
async function enterBy(name: string, where = tenant) {
  await field('Tenant').fill(where.slug);
  await press('Log in with the local provider');
  await page.getByRole('heading', { name: 'Log in as' }).waitFor();
  await page.getByRole('link', { name }).click();
}

/** Somebody else's page with a form that leads here, and a script. `host` decides whether it is of the same site. */
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
  test('signs up, refreshes, logs out, is refused and logs in; no script sees a token', async () => {
    const eve = newPerson();
    await enter('Sign up', eve);
    await says(`Logged in as ${eve.email}`);
    await answered('POST /auth/signup 200');
    expect(await cookies()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh']);
    expect(await page.evaluate(() => document.cookie)).toMatch(/^svc_csrf=[^;]+$/);
    await press('Refresh');
    await answered('POST /auth/refresh-token 200');
    await press('Log out');
    await says('Nobody is logged in.');
    expect(await cookies()).toEqual([]);
    await enter('Log in', { ...eve, password: newPassword() });
    await answered('POST /auth/login 401 INVALID_CREDENTIALS');
    await enter('Log in', eve);
    await says(`Logged in as ${eve.email}`);
    await page.reload();
    await says(`Logged in as ${eve.email}`);
    expect(await page.getByRole('log').textContent()).not.toMatch(/eyJ/);
  });

  test.each(['localhost', '127.0.0.1'])(
    'the forms and scripts of a page on another port of %s do nothing',
    async (host) => {
      const eve = newPerson();
      await enter('Sign up', eve);
      await says(`Logged in as ${eve.email}`);
      const stranger = await newStranger(host);
      const before = await context.cookies(service.baseUrl);
      for (const path of ['/auth/logout', '/auth/logout-all', '/auth/refresh-token']) {
        await page.goto(stranger + path);
        const answer = page.waitForResponse(service.baseUrl + path);
        await page.getByRole('button', { name: 'Win' }).click();
        // Cookies go with it on the same site only; without them there is nobody to log out.
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
      await says(`Logged in as ${eve.email}`);
    },
  );

  test('goes to the local provider and comes back logged in', async () => {
    await enterBy('Ida');
    await says('Logged in as ida@people.example');
    expect(page.url()).toBe(`${service.baseUrl}/__example`);
    expect(await cookies()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh']);
    await press('Log out');
    await says('Nobody is logged in.');
    await enterBy('Cancel');
    await page.getByText('SSO_TOKEN_INVALID').waitFor();
  });

  test('holds an account of each kind, changes between them; logging out of one leaves the other', async () => {
    const eve = newPerson();
    await enterBy('Leo');
    await says('Logged in as leo@people.example');
    await enter('Sign up', eve);
    await says(`Logged in as ${eve.email}`);
    const active = `${eve.email} in ${tenant.id}active`;
    expect(await accounts()).toEqual([active, `leo@people.example in ${tenant.id}Use this one`]);
    await press('Use this one');
    await says('Logged in as leo@people.example');
    await answered('POST /auth/refresh-token 200');
    await press('Log out');
    await says('Nobody is logged in.');
    expect(await accounts()).toEqual([`${eve.email} in ${tenant.id}Use this one`]);
    await press('Use this one');
    await says(`Logged in as ${eve.email}`);
    expect(await accounts()).toEqual([active]);
  });

  // Cookies of refresh tokens are SameSite=Strict: on the way back from another site they don't come at once.
  test('who was active waits when somebody else comes by a provider', async () => {
    const eve = newPerson();
    await enter('Sign up', eve);
    await says(`Logged in as ${eve.email}`);
    await enterBy('Ida');
    await says('Logged in as ida@people.example');
    expect(await accounts()).toHaveLength(2);
  });

  test('changes to the account in another tenant that this browser holds, and to no other', async () => {
    const eve = newPerson();
    const mine = (where: Tenant) => page.getByRole('listitem').getByText(`${eve.email} in ${where.id}`);
    const changeTo = async ({ slug }: Tenant) => {
      await field('Other tenant').fill(slug);
      await press('Change to tenant');
    };
    await enter('Sign up', eve);
    await mine(tenant).waitFor();
    await changeTo(other);
    await answered('POST /auth/switch-tenant 403 NOT_A_MEMBER_OF_TENANT');
    await enter('Sign up', { ...eve, password: newPassword() }, other);
    await mine(other).waitFor();
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
      await enter('Log in', eve);
      await says('Almost logged in: the second factor is missing.');
      await page.getByLabel('Method').selectOption(method);
      await field('Code').fill(await code());
      await page.getByLabel('Trust this device').setChecked(trust);
      await press('Go on');
      await says(`Logged in as ${eve.email}`);
      await press('Log out');
      await says('Nobody is logged in.');
    };
    await prove('recovery code', () => recovery);
    await prove('email', async () => {
      const seen = service.inbox(eve.email);
      await press('Send a code');
      return service.code(eve.email, seen);
    });
    // Each code counts once, and the one that set it up was used.
    await nextTotpStep();
    await prove('totp', () => totp(secret), true);
    await enter('Log in', eve);
    await says(`Logged in as ${eve.email}`);
    // A rehearsal waits for the next code, which the laptop's clock is moved to.
  }, 60_000);
});
