// A person asks to join, a manager accepts them, and another one is refused, in a real browser. The figures and the end of a secret
// are on the same page. In light and dark, on a phone and a desktop, in three languages, without a violation of WCAG 2.2 AA.
import { beforeEach, expect, test } from '@jest/globals';
import { later, MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { ask, CLOSED, requested, verifiedDomain } from '../support/join-requests.ts';
import { messagesTo, opened } from '../support/messages.ts';
import { type Manager, manager } from '../support/organization.ts';
import { unique } from '../support/service.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser();
let visitor: Visitor;

beforeEach(async () => {
  if (noBrowser) return;
  visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
);
const inspect = async (name: string) => {
  const { page } = visitor;
  for (const tag of ['de', 'ar', 'en']) {
    await page.locator('select.language').selectOption(tag, { force: true });
    await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
    await visitor.inspect(`${name}${tag === 'en' ? '' : `-${tag}`}`, LOOKS, 1280);
  }
};
const open = async (by: Manager, section: string, heading: string) => {
  await visitor.at(by.tenant);
  await visitor.enterPassword(by);
  await visitor.signedIn();
  await visitor.goto(`/organization/${section}`);
  await visitor.heading(heading);
};
const says = (text: string) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();
const dialog = () => visitor.page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

describeInBrowser('requests to join', () => {
  test('begin at the sign-in page: the link in the mail sends the request, and the page says what happens next', async () => {
    const tenant = await service.tenant(CLOSED);
    const domain = await verifiedDomain(tenant);
    const { page } = visitor;
    await visitor.at(tenant);
    await inspect('sign-in-closed');
    await visitor.press('How to get one');
    await page.getByText('Some organizations take requests').waitFor();
    await inspect('join-ask');
    await page.getByLabel('Email address').fill('ada@elsewhere.example');
    await visitor.press('Send the link');
    await visitor.wrong('Email address', 'People with this address cannot ask to join.');
    const email = `${unique('ada')}@${domain}`;
    await page.getByLabel('Email address').fill(email);
    await visitor.press('Send the link');
    await says(`If people with the address ${email} may ask`);
    await inspect('join-sent');
    const [detail] = await messagesTo(service, 'svc.join_requested', email);
    const token = await opened(detail?.id ?? '', detail?.sealed ?? '');
    const link = `/login/join?tenant=${tenant.slug}#token=${encodeURIComponent(token)}`;
    await visitor.goto(link);
    await visitor.press('Send the request');
    await visitor.heading('Your request is sent');
    await inspect('join-open');
    await visitor.goto(`/login/join?tenant=${tenant.slug}`);
    await visitor.heading('This link does not work');
    await inspect('join-over');
  });

  test('are accepted with roles or refused on the organization page', async () => {
    const tenant = await service.tenant(CLOSED);
    const domain = await verifiedDomain(tenant);
    const owner = await manager(service, tenant);
    const [ada, eve, gone] = ['ada', 'eve', 'gone'].map((name) => `${name}@${domain}`) as [string, string, string];
    await open(owner, 'join-requests', 'Requests to join');
    const { page } = visitor;
    await page.getByText('No open requests.').waitFor();
    await inspect('requests-none');
    const ids = await Promise.all([ada, eve, gone].map((email) => requested(service, tenant, email)));
    await visitor.goto('/organization/join-requests');
    await page.getByText(ada).first().waitFor();
    await inspect('requests');
    await visitor.press(`Accept… : ${ada}`);
    const { name } = (await owner.ask('GET', '/auth/organization/roles')).body.roles.find(
      ({ id }: { id: string }) => id === owner.roleId,
    );
    await dialog().getByLabel(name).check();
    await inspect('requests-accept');
    await inDialog('Send invitation');
    await says(`${ada} is invited.`);
    expect(await messagesTo(service, 'svc.user_invited', ada)).toHaveLength(1);
    await visitor.press(`Refuse… : ${eve}`);
    await inspect('requests-refuse');
    await inDialog('Refuse');
    await says(`${eve} was refused.`);
    expect(await messagesTo(service, 'svc.join_refused', eve)).toHaveLength(1);
    await service.admin('POST', `/auth/admin/api/join-requests/${ids[2]}/refuse`);
    await visitor.press(`Refuse… : ${gone}`);
    await inDialog('Refuse');
    await says('This request is closed already');
    await page.getByText('No open requests.').waitFor();
    // A mailbox that was refused waits.
    await later(2 * MINUTE, () => ask(service, tenant, eve));
  });

  test('the figures and the end of a secret are there', async () => {
    const tenant = await service.tenant();
    const owner = await manager(service, tenant);
    await owner.ask('POST', '/auth/organization/providers', {
      name: 'entra',
      issuer: 'https://login.example.com/v2.0',
      clientId: 'client',
      clientSecret: 'secret',
      secretExpiresAt: '2030-06-30T23:59:59.000Z',
    });
    await open(owner, 'usage', 'Usage');
    await visitor.page.getByText('The last seven days').waitFor();
    await inspect('usage');
    await visitor.goto('/organization/sign-on');
    await visitor.page.getByText('Client secret: ends').waitFor();
    await inspect('sign-on-secret');
    await visitor.press('New secret : entra');
    await dialog().getByLabel('Client secret').fill('another secret');
    await dialog().getByLabel('Last day of the secret').fill('2031-01-31');
    await inspect('sign-on-renew');
    await inDialog('Save');
    await says('The secret of entra is saved.');
    const { body } = await owner.ask('GET', '/auth/organization/providers');
    expect(body.providers[0].secretExpiresAt).toBe('2031-01-31T23:59:59.000Z');
  });
});
