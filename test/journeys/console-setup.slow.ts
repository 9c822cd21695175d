// Sets a tenant up with its customer in the console, in a real browser: a domain is proved by its record, a setup link is made,
// used and ended, and a login by a provider is tried before it is switched on.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { newAdmin, openMenu, settled, signedIn } from '../support/console.ts';
import { useDns } from '../support/dns.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { CLOSED, storedRequest, verifiedDomain } from '../support/join-requests.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { newDomain } from '../support/organization.ts';
import type { Visitor } from '../support/visitor.ts';

const dns = useDns();
let dnsServer: string;
let op: OidcProvider;
let visitor: Visitor;

beforeAll(async () => {
  dnsServer = await dns.listen();
  if (!noBrowser) op = await startOidcProvider();
});
const { service, browser } = useBrowser(() => ({ GATEHOUSE_DNS_SERVERS: dnsServer }), { changeFeed: true });
beforeAll(async () => {
  if (noBrowser) return;
  op.serve(`${service.baseUrl}/auth/callback/oidc`);
  await service.adminCookie();
});
afterAll(() => op?.stop());
expectNoProblems(() => visitor);

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;
const inspect = (name: string) => visitor.inspect(`console-${name}`, LOOKS, 1280);
const says = (text: string | RegExp) => visitor.page.getByRole('status').filter({ hasText: text }).first().waitFor();
const panel = (name: string): Locator => visitor.page.getByRole('region', { name, exact: true });
const dialog = (): Locator => visitor.page.getByRole('dialog');
const ask = async (path: string) => (await service.admin('GET', `/auth/admin/api/${path}`)).body;

/** Opens what the button opens in a new tab. */
async function tabOf(open: () => Promise<unknown>): Promise<Page> {
  const [tab] = await Promise.all([visitor.context.waitForEvent('page'), open()]);
  await tab.waitForLoadState();
  return tab;
}

describeInBrowser('a tenant that is set up with its customer', () => {
  test('has a domain that an admin adds, proves by its record, gives a role to, and removes', async () => {
    const tenant = await service.tenant();
    const domain = newDomain();
    await service.admin('POST', '/auth/admin/api/roles', { name: 'Reader', tenantId: tenant.id });
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/domains`);
    const { page } = visitor;
    await page.getByText('This tenant has no domain').waitFor();
    await inspect('domains-none');
    await visitor.press('Add a domain');
    await visitor.fill('Domain', 'gmail.com');
    await visitor.press('Add');
    await visitor.wrong('Domain', 'No tenant can have this domain');
    await visitor.fill('Domain', 'no domain');
    await visitor.press('Add');
    await visitor.wrong('Domain', 'must be one such as example.com');
    await inspect('domain-new');
    await visitor.fill('Domain', domain.toUpperCase());
    await visitor.press('Add');
    await says(`${domain} is added.`);

    const copy = (what: string) => visitor.copied(() => visitor.press(`Copy: ${what} of ${domain}`));
    const record = { name: await copy('Name'), value: await copy('Value') };
    expect((await ask(`tenants/${tenant.id}/domains`)).domains[0].record).toEqual({ type: 'TXT', ...record });
    await visitor.press(`Check now: ${domain}`);
    await panel(domain).getByText('There is no such record.').waitFor();
    await panel(domain).getByText('Waiting for the record').waitFor();
    await inspect('domain-pending');
    dns.break(record.name, 'SERVFAIL');
    await visitor.press(`Check now: ${domain}`);
    await panel(domain).getByText('The name servers of the domain gave no usable reply.').waitFor();
    dns.clear(record.name);
    dns.set(record.name, record.value);
    await visitor.press(`Check now: ${domain}`);
    await says(`${domain} is verified.`);
    await panel(domain).getByText('Verified', { exact: true }).waitFor();

    await visitor.press(`How people join: ${domain}`);
    await dialog().getByLabel('New people').selectOption('sso');
    await dialog().getByText('The tenant has no identity provider of its own.').waitFor();
    await dialog().getByLabel('New people').selectOption('role');
    await dialog().getByLabel('Role').selectOption('Reader');
    await inspect('domain-joining');
    await visitor.press('Save');
    await panel(domain).getByText('Sign up and get the role Reader').waitFor();
    await panel(domain).getByText('DNS record').click();
    await inspect('domain-verified');
    await openMenu(visitor);
    await page.getByLabel('Language').selectOption('de');
    await panel(domain).getByText('Bestätigt', { exact: true }).waitFor();
    await inspect('domain-verified-de');
    await openMenu(visitor);
    await page.getByLabel('Sprache').selectOption('en');

    await visitor.press(`Remove ${domain}`);
    await dialog()
      .getByRole('button', { name: `Remove ${domain}` })
      .click();
    await page.getByText('This tenant has no domain').waitFor();
    expect((await ask(`tenants/${tenant.id}/domains`)).domains).toEqual([]);
  });

  test('has setup links that are shown once or sent, and end with the session that they began', async () => {
    const tenant = await service.tenant();
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/setup-links`);
    const { page } = visitor;
    await page.getByText('No link in the last 30 days').waitFor();
    await inspect('setup-links-none');
    await visitor.press('Make a link');
    await dialog().getByLabel('Domains').check();
    await dialog().getByRole('button', { name: 'Make a link' }).click();
    await dialog().getByText('It is shown once. It works once, until').waitFor();
    await inspect('setup-link-made');
    const url = await visitor.copied(() => visitor.press('Copy the link'));
    await visitor.press('Done');
    expect(await page.content()).not.toContain(url);
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await row('Single sign-on, Domains').getByText('Not used yet').waitFor();

    const customer = await tabOf(() => page.evaluate((to) => void open(to, '_blank', 'noreferrer'), url));
    await customer.getByRole('heading', { name: `Set up ${tenant.name}` }).waitFor();
    await page.reload();
    await settled(visitor);
    await row('Single sign-on, Domains').getByText('In use').waitFor();
    await visitor.press('End the link for Single sign-on, Domains');
    await dialog().getByText('The person who uses it now is out').waitFor();
    await inspect('setup-link-end');
    await dialog().getByRole('button', { name: 'End', exact: true }).click();
    await row('Single sign-on, Domains').getByText('Revoked').waitFor();
    await customer.reload();
    await customer.getByRole('heading', { name: 'This link does not work' }).waitFor();

    await visitor.press('Make a link');
    await dialog()
      .getByLabel(/^Send it to/)
      .fill('it@customer.example');
    await dialog()
      .getByLabel(/^Language of the message/)
      .selectOption('de');
    await inspect('setup-link-new');
    await dialog().getByRole('button', { name: 'Make a link' }).click();
    await says('The link is on its way to it@customer.example.');
    await row('it@customer.example').getByText('Not used yet').waitFor();
    await inspect('setup-links');
    const { setupLinks } = await ask(`tenants/${tenant.id}/setup-links`);
    expect(setupLinks).toMatchObject([
      { intents: ['sso'], email: 'it@customer.example', status: 'open' },
      { intents: ['sso', 'domains'], email: null, status: 'revoked' },
    ]);
  });

  test('has people who ask to join, whom an admin invites or refuses', async () => {
    const tenant = await service.tenant(CLOSED);
    const domain = await verifiedDomain(tenant);
    const [ada, eve] = [`ada@${domain}`, `eve@${domain}`];
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/requests`);
    const { page } = visitor;
    await page.getByText('No one asks to join').waitFor();
    await inspect('join-requests-none');
    for (const email of [ada, eve]) await storedRequest(tenant.id, email);
    await page.reload();
    await settled(visitor);
    await inspect('join-requests');
    await visitor.press(`Accept ${ada}`);
    await inspect('join-requests-accept');
    await dialog().getByRole('button', { name: 'Send invitation' }).click();
    await says(`${ada} is invited.`);
    await visitor.press(`Refuse ${eve}`);
    await dialog().getByRole('button', { name: 'Refuse', exact: true }).click();
    await says(`${eve} was refused.`);
    await page.getByText('No one asks to join').waitFor();
    expect((await ask(`tenants/${tenant.id}/join-requests`)).joinRequests).toEqual([]);
  });

  test('has a provider whose login an admin tries while it is off', async () => {
    const { issuer, clientId, clientSecret } = op;
    const ssoProviders = [{ name: 'oidc', issuer, clientId, clientSecret, enabled: false }];
    const tenant = await service.tenant({ ssoProviders });
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/providers`);
    const { page, context } = visitor;
    // The development pages of the provider want a font.
    await context.route('https://fonts.googleapis.com/**', (route) =>
      route.fulfill({ contentType: 'text/css', body: '' }),
    );
    await visitor.press('Try oidc');
    await inspect('provider-try');
    await visitor.press('Continue');
    const link = dialog().getByRole('link', { name: 'Open the setup page' });
    await link.waitFor();
    await inspect('provider-try-ready');
    const tab = await tabOf(() => link.click());
    await dialog().waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Try it: oidc' }).click();
    await tab.getByPlaceholder('Enter any login').fill('grace');
    await tab.getByPlaceholder('and password').fill('any');
    await tab.getByRole('button', { name: 'Sign-in' }).click();
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByRole('heading', { name: 'This is what we read' }).waitFor();
    await tab.getByText('grace', { exact: true }).first().waitFor();
    // The session of the admin is as it was.
    await page.reload();
    await settled(visitor);
    await page.getByRole('button', { name: 'Try oidc', exact: true }).waitFor();
  });

  test('is shown to auditors without a button that changes it', async () => {
    const tenant = await service.tenant();
    const domain = newDomain();
    await service.admin('POST', `/auth/admin/api/tenants/${tenant.id}/domains`, { domain });
    await service.admin('POST', `/auth/admin/api/tenants/${tenant.id}/setup-links`, { intents: ['domains'] });
    const auditor = await newAdmin(service, { role: 'auditor' });
    visitor = await signedIn(service, browser, `tenants/${tenant.id}/domains`, auditor);
    await panel(domain).getByText('Waiting for the record').waitFor();
    const buttons = () => visitor.page.locator('main').getByRole('button').allInnerTexts();
    expect(await buttons()).toEqual(['Copy', 'Copy']);
    await visitor.page.getByRole('link', { name: 'Setup links' }).click();
    await visitor.page.getByText('Not used yet').waitFor();
    expect(await visitor.page.getByRole('button', { name: /^(Make|End)/ }).count()).toBe(0);
  });
});
