// Asks a person in a real browser whether an application may have what it asks for: by pointer and by keyboard, in light and
// dark, on a phone and a desktop, in two languages, without a violation of WCAG 2.2 AA. The person takes it back.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { useDocuments } from '../support/client-documents.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newServer, pathOf, requestOf } from '../support/oauth-browser.ts';
import { newResource } from '../support/protected-resources.ts';
import { type Tenant, type User, unique } from '../support/service.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser();
const documents = useDocuments();
let tenant: Tenant;
let user: User;
let visitor: Visitor;
/** The application, and its address: a port of this machine. */
let app: Server;
let home: string;
let known: Awaited<ReturnType<typeof newServer>>;

beforeAll(async () => {
  if (noBrowser) return;
  const body = { name: 'Acme', slug: unique('acme') };
  tenant = (await service.admin('POST', '/auth/admin/api/tenants', body)).body.tenant;
  user = await service.signup(tenant);
  app = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>App</title><link rel="icon" href="data:,">'),
  );
  home = `http://127.0.0.1:${await listen(app, 0)}/`;
  const redirectUris = [home, 'https://invoices.example.com/callback'];
  known = await newServer({ name: 'Invoices', party: 'third', redirectUris });
});
afterAll(async () => {
  if (app) await close(app);
});
beforeEach(async () => {
  if (!noBrowser) visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1440].map((width) => ({ colorScheme, width })),
);
const inspect = (name: string) => visitor.inspect(name, LOOKS);
const SCOPE = 'openid profile email phone offline_access';
const ask = (more: Record<string, string> = {}, of = known) =>
  visitor.goto(
    pathOf(requestOf(of, randomSecret(), { redirect_uri: home, scope: SCOPE, tenant: tenant.slug, ...more })),
  );
const back = async () => {
  await visitor.page.waitForURL(`${home}?**`);
  return Object.fromEntries(new URL(visitor.page.url()).searchParams);
};
const link = (name: string) => visitor.page.getByRole('link', { name, exact: true });

describeInBrowser('a person', () => {
  test('is asked after the login, goes back, is asked again, allows by keyboard, and takes it back', async () => {
    await ask({ redirect_uri: 'https://invoices.example.com/callback' });
    await visitor.enterPassword(user);
    await visitor.heading('Allow access for invoices.example.com?');
    await visitor.page.getByText(user.email, { exact: true }).waitFor();
    await inspect('consent');
    await visitor.page.getByLabel('Language').selectOption('de');
    await visitor.heading('Zugriff für invoices.example.com erlauben?');
    await inspect('consent-de');
    await visitor.page.getByLabel('Sprache').selectOption('ar');
    await visitor.page.waitForFunction(() => document.documentElement.dir === 'rtl');
    await inspect('consent-ar');
    await visitor.page.locator('select').selectOption('en');

    await ask();
    await visitor.heading('Continue to Invoices?');
    await inspect('consent-device');
    await link('Use another account').click();
    await visitor.heading('Choose an account');
    await visitor.press(/Continue as/);
    await visitor.heading('Continue to Invoices?');
    await link('Cancel').click();
    expect(await back()).toMatchObject({ error: 'access_denied', state: 'the-state' });

    await ask();
    await visitor.heading('Continue to Invoices?');
    // From the heading, which has the focus: past the other account to the button.
    for (const name of ['Use another account', 'Allow']) {
      await visitor.page.keyboard.press('Tab');
      expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await visitor.page.keyboard.press('Enter');
    expect(await back()).toMatchObject({ code: expect.stringMatching(/./), state: 'the-state' });
    await ask();
    expect(await back()).toMatchObject({ code: expect.stringMatching(/./) });

    await visitor.goto('/account/sessions');
    await visitor.page.getByText('127.0.0.1 · added').waitFor();
    await inspect('account-applications');
    await visitor.press('Remove: Invoices');
    await visitor.page.getByRole('heading', { name: 'Applications with access' }).waitFor({ state: 'detached' });
    await ask();
    await visitor.heading('Continue to Invoices?');
  });

  test('reads what an application may do at an API', async () => {
    const notes = await newResource({ name: 'Acme Notes', isFirstPartyOnly: false });
    const of = { redirect_uri: 'https://invoices.example.com/callback', resource: notes.uri };
    await ask({ ...of, scope: 'openid offline_access notes:read notes:write' });
    await visitor.enterPassword(user);
    await visitor.heading('Allow access for invoices.example.com?');
    for (const text of ['Acme Notes', notes.uri, 'To notes:read', 'To notes:write'])
      await visitor.page.getByText(text, { exact: true }).waitFor();
    await inspect('consent-api');
  });

  test('is asked each time for a program of the device, also with an expired access token', async () => {
    const native = await newApplication({ name: 'Terminal', kind: 'native', redirectUris: [home] });
    await ask({}, native);
    await visitor.enterPassword(user);
    await visitor.heading('Continue to Terminal?');
    await visitor.page.getByText('Continue only if you started this sign-in yourself').waitFor();
    await visitor.context.clearCookies({ name: /svc_access/ });
    await visitor.page.reload();
    await visitor.heading('Continue to Terminal?');
    await visitor.press('Allow');
    expect(await back()).toMatchObject({ code: expect.stringMatching(/./) });
    await ask({}, native);
    await visitor.heading('Continue to Terminal?');
    await ask({ prompt: 'none' }, native);
    expect(await back()).toMatchObject({ error: 'consent_required' });
  });

  test('is told the host of a client that is not registered, and what a program of the device can claim', async () => {
    const settings = { unregisteredClients: { policy: 'listed', hosts: [documents.host] } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });
    const client = documents.publish({ client_name: 'Claudia', redirect_uris: [home] });
    await ask({}, client);
    await visitor.enterPassword(user);
    await visitor.heading(`Allow access for ${documents.host}?`);
    await visitor.page.getByText('calls itself “Claudia”').waitFor();
    await visitor.page.getByText(`Any program on this device can claim to be ${documents.host}.`).waitFor();
    await inspect('consent-unregistered');
    await visitor.press('Allow');
    expect(await back()).toMatchObject({ code: expect.stringMatching(/./) });
    await visitor.goto('/account/sessions');
    await visitor.page.getByText(documents.host).first().waitFor();
    await inspect('account-unregistered');
    await visitor.press(`Remove: ${documents.host}`);
    await visitor.page.getByText(documents.host).first().waitFor({ state: 'detached' });
  });

  test('learns that a request is over, and goes to the sign-in page without a session', async () => {
    await visitor.goto('/consent?resume=x');
    await visitor.page.waitForURL('**/login?resume=x');
    await visitor.heading('That did not work');
  });
});
