// Proves domains of an organization in a real browser, and decides how people with an address there join. In light and dark, on a phone
// and a desktop, in three languages, without a violation of WCAG 2.2 AA.
import { beforeEach, expect, test } from '@jest/globals';
import { handler as watch } from '../../functions/watch.ts';
import { advance } from '../../lib/platform/clock.ts';
import { HOUR, later, MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { useDns } from '../support/dns.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { DOMAINS, type Manager, manager, newDomain } from '../support/organization.ts';
import { race } from '../support/race.ts';
import { Visitor } from '../support/visitor.ts';

const dns = useDns();
const { service, browser } = useBrowser(async () => ({ GATEHOUSE_DNS_SERVERS: await dns.listen() }));
const PROVIDER = { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse' };
let visitor: Visitor;

beforeEach(async () => {
  if (noBrowser) return;
  visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
);
/** In English, German and from right to left. */
const inspect = async (name: string) => {
  const { page } = visitor;
  for (const tag of ['de', 'ar', 'en']) {
    // Behind a dialog, the choice cannot be clicked.
    await page.locator('select.language').selectOption(tag, { force: true });
    await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
    await visitor.inspect(`organization-${name}${tag === 'en' ? '' : `-${tag}`}`, LOOKS, 1280);
  }
};
const open = async (by: Manager) => {
  await visitor.at(by.tenant);
  await visitor.enterPassword(by);
  await visitor.signedIn();
  await visitor.goto('/organization/domains');
  await visitor.heading('Domains');
};
const says = (text: string) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();
const dialog = () => visitor.page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const added = async (by: Manager, domain = newDomain()) => {
  const reply = await by.ask('POST', DOMAINS, { domain });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.domain;
};
const proved = async (by: Manager, domain = newDomain()) => {
  const { record } = await added(by, domain);
  dns.set(record.name, record.value);
  await by.ask('POST', `${DOMAINS}/${domain}/check`);
  return { domain, record };
};
const listed = async (by: Manager) => (await by.ask('GET', DOMAINS)).body.domains;

describeInBrowser('the section Domains of the organization page', () => {
  test('adds a domain, finds its record, sets a role for its people, and removes it', async () => {
    const owner = await manager(service, await service.tenant({ ssoProviders: [PROVIDER] }));
    await open(owner);
    const { page } = visitor;
    await page.getByText('No domain yet.').waitFor();
    await inspect('domains-none');
    await visitor.press('Add a domain');
    for (const [typed, complaint] of [
      ['gmail.com', 'No organization can have this domain'],
      ['not a domain', 'Enter a domain such as example.com.'],
    ] as const) {
      await dialog().getByLabel('Domain').fill(typed);
      await inDialog('Add a domain');
      await visitor.wrong('Domain', complaint);
    }
    await inspect('domains-wrong');
    const domain = newDomain();
    await dialog().getByLabel('Domain').fill(` ${domain.toUpperCase()} `);
    await inDialog('Add a domain');
    await says(`${domain} is added.`);
    await page.getByText('Waiting for the record').waitFor();
    await inspect('domains');
    await visitor.press('Add a domain');
    await dialog().getByLabel('Domain').fill(domain);
    await inDialog('Add a domain');
    await visitor.wrong('Domain', 'This domain is in the list already.');
    await inDialog('Cancel');
    const [{ record }] = await listed(owner);
    await visitor.press(`Check now: ${domain}`);
    await says('the record is not there');
    await inspect('domains-missing');
    dns.break(record.name, 'SERVFAIL');
    await visitor.press(`Check now: ${domain}`);
    await says('gave no usable reply');
    dns.clear(record.name);
    dns.set(record.name, record.value);
    await visitor.press(`Check now: ${domain}`);
    await says(`${domain} is verified.`);
    await page.getByText('Verified', { exact: true }).waitFor();
    await visitor.press(`How people join : ${domain}`);
    const { name } = (await owner.ask('GET', '/auth/organization/roles')).body.roles.find(
      ({ id }: { id: string }) => id === owner.roleId,
    );
    const choice = dialog().getByLabel('How people join');
    await choice.waitFor();
    expect(await choice.locator('option').allInnerTexts()).toEqual([
      'Like everyone else',
      'They ask to join',
      `They sign up and get the role ${name}`,
      'They sign in with acme-id',
    ]);
    await choice.selectOption(`They sign up and get the role ${name}`);
    await inspect('domains-join');
    await inDialog('Save');
    await says(`How people at ${domain} join is saved.`);
    await inspect('domains-verified');
    expect(await listed(owner)).toMatchObject([{ domain, join: { policy: 'role', roleId: owner.roleId } }]);
    await visitor.press(`Remove… : ${domain}`);
    await inspect('domains-remove');
    await inDialog('Remove');
    await says(`${domain} was removed.`);
    expect(await listed(owner)).toEqual([]);
    await page.getByText('No domain yet.').waitFor();
  });

  test('asks for a recent login in place, and then makes the change', async () => {
    const by = await manager(service, await service.tenant({ ssoProviders: [PROVIDER] }));
    const { domain } = await proved(by);
    await open(by);
    await visitor.press(`How people join : ${domain}`);
    await dialog().getByLabel('How people join').selectOption('They sign in with acme-id');
    advance(16 * MINUTE);
    try {
      await inDialog('Save');
      await dialog().last().getByRole('textbox', { name: 'Password' }).fill(by.password);
      await inDialog('Confirm');
      await says(`How people at ${domain} join is saved.`);
    } finally {
      advance(-16 * MINUTE);
    }
    expect(await listed(by)).toMatchObject([{ domain, join: { policy: 'sso', provider: 'acme-id' } }]);
  });

  test('shows a domain whose record is gone, one that another organization has proved, and one that was removed', async () => {
    const by = await manager(service, await service.tenant());
    const failing = await proved(by);
    dns.clear(failing.record.name);
    await later(25 * HOUR, () => watch({ signingKeyDays: 30 }));
    const { domain } = await proved(by);
    await proved(await manager(service, await service.tenant()), domain);
    await open(by);
    await visitor.page.getByText('Daily checks in a row without the record: 1.').waitFor();
    await visitor.page.getByText('Lost', { exact: true }).waitFor();
    await visitor.page.getByText('its value changed').waitFor();
    await inspect('domains-lost');
    await by.ask('DELETE', `${DOMAINS}/${domain}`);
    await visitor.press(`Check now: ${domain}`);
    await says(`${domain} was changed or removed meanwhile.`);
    expect(await visitor.page.locator('.item').count()).toBe(1);
  });

  test('offers what the permissions of the person allow, and keeps a choice that they could not make', async () => {
    const tenant = await service.tenant();
    const by = await manager(service, tenant);
    const { domain } = await proved(by);
    const join = (policy: object) => by.ask('PATCH', `${DOMAINS}/${domain}`, { join: policy });
    const limited = await manager(service, tenant, ['organization.domains']);
    await open(limited);
    await visitor.press(`Check now: ${domain}`);
    await says('the record is there');
    expect(await visitor.page.getByRole('button', { name: `How people join : ${domain}` }).count()).toBe(0);
    await join({ policy: 'role', roleId: by.roleId });
    await visitor.page.reload();
    await visitor.press(`How people join : ${domain}`);
    const options = dialog().locator('option');
    await options.first().waitFor({ state: 'attached' });
    expect(await options.allInnerTexts()).toEqual([
      'Like everyone else',
      'They ask to join',
      'They sign up and get a role',
    ]);
    await inDialog('Save');
    await dialog().waitFor({ state: 'detached' });
    expect(await listed(by)).toMatchObject([{ domain, join: { policy: 'role' } }]);
  });

  test('says when to check again after ten checks in a minute, and that twenty domains are the most', async () => {
    const by = await manager(service, await service.tenant());
    const { domain } = await added(by);
    for (let each = 1; each < 20; each += 1) await added(by);
    await open(by);
    await race(10, () => by.ask('POST', `${DOMAINS}/${domain}/check`));
    await visitor.press(`Check now: ${domain}`);
    await visitor.alert('Too many attempts. Try again');
    await visitor.inspect('organization-domains-limited', LOOKS, 1280);
    await visitor.press('Add a domain');
    await dialog().getByLabel('Domain').fill(newDomain());
    await inDialog('Add a domain');
    await visitor.wrong('Domain', 'There are twenty.');
  });
});
