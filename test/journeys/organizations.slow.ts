// A person with three organizations finds them by address, signs in to each, and switches between them, in two tabs of a browser.
import { beforeEach, expect, test } from '@jest/globals';
import { createUser, USERS } from '../support/admin-users.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { newEmail, newPassword, type Tenant } from '../support/service.ts';
import { PATIENCE_MS, until } from '../support/until.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let visitor: Visitor;
beforeEach(async () => {
  if (noBrowser) return;
  visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
);

/** Waits for a further message with the list, and returns the addresses in it. */
async function listTo(email: string, before: number): Promise<string[]> {
  const lists = () => service.inbox(email).filter(({ event }) => event === 'svc.tenants_requested');
  await until(() => lists().length > before, 'the list');
  // The newest is first.
  return [...(lists()[0]?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, address]) => address as string);
}

describeInBrowser('a person with three organizations', () => {
  test('signs in by address, switches, and sees the same in both tabs', async () => {
    const person = { email: newEmail(), password: newPassword() };
    const tenants: Tenant[] = [];
    for (let each = 0; each < 3; each += 1) {
      const tenant = await service.tenant();
      tenants.push(tenant);
      await createUser(service, tenant, { ...person, emailVerifiedAt: '2026-01-01T00:00:00Z' });
    }
    await until(async () => {
      const search = encodeURIComponent(person.email);
      return (await service.admin('GET', `${USERS}?search=${search}`)).body.data.length === 3;
    }, 'three accounts in the index');
    const { page, context } = visitor;
    await visitor.goto('/login');
    await visitor.fill('Email address', person.email);
    await visitor.press('Find my organization');
    await visitor.heading('Check your messages');
    const links = await listTo(person.email, 0);
    expect([...links].sort()).toEqual(tenants.map(({ slug }) => `${service.baseUrl}/login?tenant=${slug}`).sort());
    for (const link of links) {
      await page.goto(link);
      await visitor.enterPassword(person);
      await visitor.signedIn();
    }
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    const here = page.getByRole('region', { name: 'Accounts in this browser' });
    const [first, second, third] = links.map((link) => tenants.find(({ slug }) => link.endsWith(`=${slug}`)) as Tenant);
    for (const { name } of [first, second] as Tenant[]) await here.getByText(name, { exact: true }).waitFor();
    await visitor.inspect('organizations-of-a-person', LOOKS, 1280);
    expect(await here.getByText((third as Tenant).name, { exact: true }).count()).toBe(0);

    const other = await context.newPage();
    other.setDefaultTimeout(PATIENCE_MS);
    await other.goto(`${service.baseUrl}/account/sessions`);
    await here.getByRole('button', { name: `Switch: ${first?.name}, ${person.email}` }).click();
    await visitor.heading('Profile');
    await page.waitForFunction((name) => document.title.endsWith(name), first?.name ?? '');
    // The other tab still shows the earlier account. It finds the change with its next page.
    await other.reload();
    await other.waitForFunction((name) => document.title.endsWith(name), first?.name ?? '');
    await other.getByRole('button', { name: `Switch: ${second?.name}, ${person.email}` }).click();
    await other.waitForFunction((name) => document.title.endsWith(name), second?.name ?? '');
    await page.reload();
    await page.waitForFunction((name) => document.title.endsWith(name), second?.name ?? '');
    const { accounts } = await page.evaluate(async () =>
      (await fetch('/auth/accounts', { headers: { 'x-access-token-type': 'cookie' } })).json(),
    );
    expect(accounts).toHaveLength(3);
  });

  test('lists the organizations on the account page with a code from the mailbox', async () => {
    const person = { email: newEmail(), password: newPassword() };
    const [own, other, inviting] = [await service.tenant(), await service.tenant(), await service.tenant()];
    for (const tenant of [own, other])
      await createUser(service, tenant, { ...person, emailVerifiedAt: '2026-01-01T00:00:00Z' });
    await service.admin('POST', '/auth/admin/api/invitations', { tenantId: inviting.id, email: person.email });
    await until(async () => {
      const search = encodeURIComponent(person.email);
      return (await service.admin('GET', `${USERS}?search=${search}`)).body.data.length === 3;
    }, 'three accounts in the index');
    await visitor.at(own);
    await visitor.enterPassword(person);
    await visitor.signedIn();
    await visitor.goto('/account/sessions');
    await visitor.press('Find my other organizations');
    await visitor.page.getByText('Enter the code that we sent').waitFor();
    await visitor.inspect('organizations-code', LOOKS, 1280);
    expect(await visitor.page.content()).not.toContain(other.name);
    await visitor.enterCode('000000', 'Confirm');
    await visitor.wrong('Code', 'This code is not right');
    await visitor.enterCode(await service.code(person.email), 'Confirm');
    await visitor.page.getByText(inviting.name, { exact: true }).waitFor();
    await visitor.inspect('organizations-listed', LOOKS, 1280);
    await visitor.page.getByRole('link', { name: `Sign in : ${other.name}` }).click();
    await visitor.enterPassword(person);
    await visitor.signedIn();
    await visitor.page.waitForFunction((name) => document.title.endsWith(name), other.name);
  });
});
