// Manages an organization in a real browser: members, invitations, roles and the audit log, by those whose roles let them. In light
// and dark, on a phone and a desktop, in three languages, without a violation of WCAG 2.2 AA.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { advance } from '../../lib/platform/clock.ts';
import { createUser } from '../support/admin-users.ts';
import { MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { INVITATIONS, type Manager, MEMBERS, manager, managerWith, roleWith } from '../support/organization.ts';
import { newEmail, type Tenant, unique } from '../support/service.ts';
import { until } from '../support/until.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let owner: Manager;
let visitor: Visitor;

beforeEach(async () => {
  if (noBrowser) return;
  visitor = await Visitor.open(service, browser);
});
beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant();
  owner = await manager(service, tenant);
});
expectNoProblems(() => visitor);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
);
/** In English, German and from right to left. */
const inspect = async (name: string) => {
  await visitor.inspect(`organization-${name}`, LOOKS, 1280);
  for (const tag of ['de', 'ar']) {
    await speak(tag);
    await visitor.inspect(`organization-${name}-${tag}`, LOOKS, 1280);
  }
  await speak('en');
};
const speak = async (tag: string) => {
  const { page } = visitor;
  // Behind a dialog, the choice cannot be clicked.
  await page.locator('select.language').selectOption(tag, { force: true });
  await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
};
const signIn = async (as: Pick<Manager, 'email' | 'password' | 'tenant'>) => {
  await visitor.at(as.tenant);
  await visitor.enterPassword(as);
  await visitor.signedIn();
};
const section = (name: string) => visitor.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
const says = (text: string) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();
const dialog = () => visitor.page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const members = async () => (await owner.ask('GET', `${MEMBERS}?limit=100`)).body.members;
const memberOf = async (id: string) => (await members()).find((each: { id: string }) => each.id === id);

describeInBrowser('the organization page', () => {
  test('is opened from the account, and lists, finds, limits and removes members', async () => {
    const ada = await createUser(service, tenant, { name: 'Ada Lovelace' });
    await createUser(service, tenant, { name: 'Grace Hopper' });
    const editor = await roleWith(service, tenant, ['organization.audit']);
    const { name: editorName } = (await owner.ask('GET', '/auth/organization/roles')).body.roles.find(
      ({ id }: { id: string }) => id === editor,
    );
    await signIn(owner);
    await section('Organization');
    await visitor.heading('Members');
    const { page } = visitor;
    const grace = page.getByText('Grace Hopper', { exact: true });
    await grace.waitFor();
    await page.locator('.item', { has: grace }).getByText('Not verified', { exact: true }).waitFor();
    await inspect('members');
    await visitor.fill('Name or address', 'ada');
    await visitor.press('Search');
    await grace.waitFor({ state: 'detached' });
    await visitor.press('Manage : Ada Lovelace');
    await dialog().getByLabel(editorName).check();
    await inspect('manage');
    await inDialog('Save roles');
    await says('The roles of Ada Lovelace are saved.');
    expect((await memberOf(ada.id)).roles).toEqual([{ id: editor, name: editorName }]);
    await visitor.press('Manage : Ada Lovelace');
    await inDialog('Disable');
    await says('Ada Lovelace is signed out everywhere');
    expect((await memberOf(ada.id)).isActive).toBe(false);
    await page.getByText('Disabled', { exact: true }).last().waitFor();
    await visitor.press('Manage : Ada Lovelace');
    await inDialog('Remove…');
    await inspect('remove');
    await inDialog('Remove for good');
    await says('Ada Lovelace was removed.');
    expect(await memberOf(ada.id)).toBeUndefined();
    await visitor.fill('Name or address', 'no such person');
    await visitor.press('Search');
    await page.getByText('No member matches.').waitFor();
    await inspect('members-none');
  });

  test('asks for a recent login in place, and then makes the change', async () => {
    const { id } = await createUser(service, tenant, { name: 'Mary Jackson' });
    await signIn(owner);
    await visitor.goto('/organization/members');
    await visitor.press('Manage : Mary Jackson');
    advance(16 * MINUTE);
    try {
      await inDialog('Disable');
      await dialog().getByRole('textbox', { name: 'Password' }).fill(owner.password);
      await dialog().getByRole('button', { name: 'Confirm' }).click();
      await says('Mary Jackson is signed out everywhere');
    } finally {
      advance(-16 * MINUTE);
    }
    expect((await memberOf(id)).isActive).toBe(false);
  });

  test('explains beside it what a manager may not do: their own account, and people with more rights', async () => {
    const limited = await manager(service, tenant, ['organization.members', 'organization.roles']);
    await signIn(limited);
    await visitor.goto('/organization');
    await visitor.page.getByText('You', { exact: true }).waitFor();
    expect(await visitor.page.getByRole('button', { name: `Manage : ${limited.email}` }).count()).toBe(0);
    await visitor.press(`Manage : ${owner.email}`);
    await dialog().getByText('can do what you cannot').waitFor();
    await inspect('beyond');
    // Without the right to read the roles, the service says it.
    const third = await manager(service, tenant, ['organization.members']);
    await visitor.page.goto('about:blank');
    await visitor.context.clearCookies();
    await signIn(third);
    await visitor.goto('/organization');
    await visitor.press(`Manage : ${owner.email}`);
    await inDialog('Disable');
    await dialog().getByRole('alert').filter({ hasText: 'it needs a right that you lack' }).waitFor();
    expect((await memberOf(owner.id)).isActive).toBe(true);
  });

  test('invites a person with a role, sends the message again, and revokes it', async () => {
    const email = newEmail();
    await signIn(owner);
    await visitor.goto('/organization/invitations');
    await visitor.page.getByText('No invitations here.').waitFor();
    await inspect('invitations-none');
    await visitor.press('Invite a person');
    await dialog().getByLabel('Email address or phone number').fill(owner.email);
    await inspect('invite');
    await inDialog('Send invitation');
    await visitor.wrong('Email address or phone number', 'An account has this address already.');
    await dialog().getByLabel('Email address or phone number').fill(email);
    await dialog().getByLabel('Name (optional)').fill('Katherine Johnson');
    await dialog().getByRole('checkbox').first().check();
    await inDialog('Send invitation');
    await says('Katherine Johnson is invited.');
    await inspect('invitations');
    const [invitation] = (await owner.ask('GET', INVITATIONS)).body.invitations;
    expect(invitation).toMatchObject({ email, status: 'pending', roleIds: [expect.any(String)] });
    advance(2 * MINUTE);
    try {
      await visitor.press('Send again: Katherine Johnson');
      await says('The invitation to Katherine Johnson is on its way again.');
      await visitor.press('Revoke: Katherine Johnson');
      await says('The link of Katherine Johnson does not work any more.');
    } finally {
      advance(-2 * MINUTE);
    }
    expect((await owner.ask('GET', INVITATIONS)).body.invitations[0].status).toBe('revoked');
    await visitor.page.getByLabel('Status').selectOption('pending');
    await visitor.page.getByText('No invitations here.').waitFor();
  });

  test('shows the roles, and the audit log by action and day', async () => {
    await signIn(owner);
    await visitor.goto('/organization/roles');
    await visitor.page.getByText('You can give it').first().waitFor();
    await inspect('roles');
    const audited = () => owner.ask('GET', '/auth/organization/audit?action=session.started');
    await until(async () => (await audited()).body.data.length > 0);
    await section('Audit log');
    await visitor.page.getByText('session.started').first().waitFor();
    await inspect('audit');
    await visitor.fill('Action, such as user.updated', 'session.started');
    await visitor.fill('From', '2000-01-01');
    await visitor.fill('To', '2000-01-02');
    await visitor.press('Search');
    await visitor.page.getByText('Nothing was recorded.').waitFor();
    await inspect('audit-none');
  });

  test('opens only the sections of the permissions, and says so to those who have none', async () => {
    const auditor = await manager(service, tenant, ['organization.audit']);
    await signIn(auditor);
    await visitor.goto('/organization');
    await visitor.heading('Audit log');
    expect(await visitor.page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(['Audit log']);
    await visitor.goto('/organization/members');
    await visitor.heading('There is no such page.');
    await visitor.page.getByRole('link', { name: 'Organization' }).click();
    await visitor.heading('Audit log');
    // Without its cookies, the page would leave for the sign-in page by itself.
    await visitor.page.goto('about:blank');
    await visitor.context.clearCookies();
    const plain = await managerWith(service, tenant, []);
    await signIn(plain);
    expect(await visitor.page.getByRole('link', { name: 'Organization' }).count()).toBe(0);
    await visitor.goto('/organization');
    await visitor.heading('You do not manage this organization');
    await inspect('nothing');
    await visitor.page.getByRole('link', { name: 'Your account' }).click();
    await visitor.heading('Profile');
  });

  test('sends a stranger to the sign-in page, and comes back to the section', async () => {
    await visitor.goto('/organization/roles');
    await visitor.heading('Where do you want to sign in?');
    await visitor.at(tenant);
    await visitor.enterPassword(owner);
    await visitor.heading('Roles');
    expect(visitor.page.url()).toBe(`${service.baseUrl}/organization/roles`);
  });

  test('leads to the sign-in page when another tab signed out, and comes back to the section', async () => {
    await signIn(owner);
    await visitor.goto('/organization/members');
    await visitor.page.getByText('You', { exact: true }).waitFor();
    await visitor.context.clearCookies();
    await section('Roles');
    await visitor.page.waitForURL((url) => url.pathname === '/login');
    await visitor.enterPassword(owner);
    await visitor.heading('Roles');
    expect(visitor.page.url()).toBe(`${service.baseUrl}/organization/roles`);
  });

  test('shows on a phone where the person is in the navigation', async () => {
    await signIn(owner);
    await visitor.page.setViewportSize({ width: 360, height: 640 });
    await visitor.goto('/organization/audit');
    await visitor.heading('Audit log');
    const link = visitor.page.getByRole('navigation').getByRole('link', { name: 'Audit log' });
    const { x = 0, width = 0 } = (await link.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  });

  test('shows long lists page by page', async () => {
    const own = await service.tenant();
    const by = await manager(service, own);
    for (let each = 0; each < 21; each += 1) await createUser(service, own, { name: unique('Person') });
    await signIn(by);
    await visitor.goto('/organization');
    await visitor.page.getByText('22 in all.').waitFor();
    const rows = () => visitor.page.locator('.item').count();
    await visitor.page.locator('.item').first().waitFor();
    expect(await rows()).toBe(20);
    await visitor.press('Show more');
    await visitor.page.getByText(by.email, { exact: true }).waitFor();
    expect(await rows()).toBe(22);
  });
});
