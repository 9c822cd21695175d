// Connects an identity provider and a domain in a real browser as a person of the customer's IT does, who has a setup link and no
// account: the link, the details of the provider, the trial, the switch, and the record of the domain. In light and dark, on a phone and a desktop, in three languages.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { noBrowser } from '../support/browser.ts';
import { useDns } from '../support/dns.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { newDomain } from '../support/organization.ts';
import type { Tenant } from '../support/service.ts';
import { newSetupLink } from '../support/setup-links.ts';
import { Visitor } from '../support/visitor.ts';

const LOOKS = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
] as const;
const dns = useDns();
const { service, browser } = useBrowser(async () => ({ GATEHOUSE_DNS_SERVERS: await dns.listen() }), {
  changeFeed: true,
});
let op: OidcProvider;
let tenant: Tenant;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  op = await startOidcProvider();
  op.serve(`${service.baseUrl}/auth/callback/oidc`);
  tenant = await service.tenant();
  visitor = await Visitor.open(service, browser);
  // The development pages of the provider want a font.
  await visitor.context.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  );
});
afterAll(() => op?.stop());
expectNoProblems(() => visitor);

const speak = async (tag: string) => {
  const { page } = visitor;
  await page.locator('select.language').selectOption(tag, { force: true });
  await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
};
const inspect = (name: string) => visitor.inspect(`setup-${name}`, LOOKS, 1280);
/** In German and from right to left, too. */
const inspectAll = async (name: string) => {
  for (const tag of ['de', 'ar', 'en']) {
    await speak(tag);
    await inspect(`${name}-${tag}`);
  }
};
const dialog = () => visitor.page.getByRole('dialog');
const says = (text: string) => visitor.page.getByRole('status').filter({ hasText: text }).first().waitFor();

const domains = async () => (await service.admin('GET', `/auth/admin/api/tenants/${tenant.id}/domains`)).body.domains;

describeInBrowser('the page of a setup link', () => {
  test('a person without an account connects a provider, tries it, switches it on, and is done', async () => {
    const { page } = visitor;
    const { url } = await newSetupLink(service, tenant);
    await visitor.goto(url!.slice(service.baseUrl.length));
    await visitor.heading(`Set up ${tenant.name}`);
    expect(page.url()).toBe(`${service.baseUrl}/setup`);
    await page.getByText('No identity provider yet.').waitFor();
    await inspect('empty');
    await visitor.press('Connect a provider');
    await inspect('presets');
    await dialog().getByRole('button', { name: 'OpenID Connect' }).click();
    await dialog().getByLabel('Issuer address').fill(op.issuer);
    await dialog().getByLabel('Client id').fill(op.clientId);
    await dialog().getByLabel('Client secret').fill(op.clientSecret);
    await inspect('details');
    await dialog().getByRole('button', { name: 'Save, switched off' }).click();
    await says('oidc is saved.');
    await inspect('saved');
    await page.getByRole('button', { name: 'Try it: oidc' }).click();
    await page.getByPlaceholder('Enter any login').fill('grace');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await visitor.heading('This is what we read');
    expect(page.url()).toBe(`${service.baseUrl}/setup/tried`);
    await page.getByText('grace', { exact: true }).first().waitFor();
    await inspectAll('tried');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Switch on: oidc' }).click();
    await says('People can sign in with oidc now.');
    const { body } = await service.get(`/auth/client-config?tenantId=${tenant.id}`);
    expect(body.tenant.providers).toEqual([{ name: 'oidc', label: 'Oidc' }]);
    await visitor.press('I am done');
    await visitor.heading('You are done');
    await inspect('ended');
    await visitor.goto(url!.slice(service.baseUrl.length));
    await visitor.heading('This link does not work');
    await inspect('invalid');
  });

  test('a person without an account proves a domain, and says that its people sign in with the provider', async () => {
    visitor = await Visitor.open(service, browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = visitor;
    const { url } = await newSetupLink(service, tenant, ['sso', 'domains']);
    await visitor.goto(url!.slice(service.baseUrl.length));
    await page.getByText('No domain yet.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Single sign-on' }).waitFor();
    await inspect('domains-none');
    const domain = newDomain();
    await visitor.press('Add a domain');
    await dialog().getByLabel('Domain').fill(domain);
    await dialog().getByRole('button', { name: 'Add a domain' }).click();
    await says(`${domain} is added.`);
    const [{ record }] = await domains();
    for (const [what, text] of [
      ['Name of the TXT record', record.name],
      ['Value of the TXT record', record.value],
    ]) {
      await visitor.press(`Copy: ${what}, ${domain}`);
      await page.getByRole('button', { name: `Copied: ${what}, ${domain}` }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    await visitor.press(`Check now: ${domain}`);
    await says('the record is not there');
    await inspectAll('domain-missing');
    dns.set(record.name, record.value);
    await visitor.press(`Check now: ${domain}`);
    await says(`${domain} is verified.`);
    await visitor.press(`How people join : ${domain}`);
    await dialog().getByLabel('How people join').selectOption('They sign in with oidc');
    await inspect('domain-join');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await says(`How people at ${domain} join is saved.`);
    await inspect('domain-verified');
    expect(await domains()).toMatchObject([{ domain, state: 'verified', join: { policy: 'sso', provider: 'oidc' } }]);
    const { body } = await service.post('/auth/tenants/discover', { email: `ada@${domain}` });
    expect(body).toMatchObject({ tenant: { id: tenant.id }, provider: 'oidc' });
  });

  test('a link for domains alone shows them alone, with no choice that needs another permission', async () => {
    visitor = await Visitor.open(service, browser);
    const { page } = visitor;
    const own = await service.tenant();
    const { url } = await newSetupLink(service, own, ['domains']);
    await visitor.goto(url!.slice(service.baseUrl.length));
    await visitor.press('Add a domain');
    await dialog().getByLabel('Domain').fill(newDomain());
    await dialog().getByRole('button', { name: 'Add a domain' }).click();
    await page.getByText('Waiting for the record').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Domains']);
    expect(await page.getByRole('button', { name: 'How people join' }).count()).toBe(0);
    await inspect('domains-alone');
  });

  test('says until when it is open, also after a reload, and that it is over when the link was revoked', async () => {
    visitor = await Visitor.open(service, browser);
    const { page } = visitor;
    // A list that comes after the end of the link would show that end.
    const listed = async (load: () => Promise<unknown>) => {
      const lists = ['providers', 'scim-connections'].map((list) =>
        page.waitForResponse((response) => response.url().includes(`/auth/organization/${list}`)),
      );
      await load();
      await Promise.all(lists);
    };
    const open = async () => {
      const { setupLink, url } = await newSetupLink(service, tenant);
      await listed(() => visitor.goto(url!.slice(service.baseUrl.length)));
      await visitor.heading(`Set up ${tenant.name}`);
      return () => service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}/setup-links/${setupLink.id}`);
    };
    const revoke = await open();
    await page.getByText('This page is open until').waitFor();
    await listed(() => page.reload());
    await page.getByText('This page is open until').waitFor();
    await revoke();
    await visitor.press('Connect a provider');
    await dialog().getByRole('button', { name: 'OpenID Connect' }).click();
    await dialog().getByLabel('Issuer address').fill(op.issuer);
    await dialog().getByLabel('Client id').fill(op.clientId);
    await dialog().getByRole('button', { name: 'Save, switched off' }).click();
    await visitor.heading('This link does not work');
    await (await open())();
    await visitor.press('I am done');
    await visitor.heading('You are done');
  });
});
