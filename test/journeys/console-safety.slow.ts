// Uses the console where something is wrong: a leaked refresh token is found in the audit log and what it opened is
// ended, and the admin of a tenant tries every address of another one.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { advance } from '../../lib/platform/clock.ts';
import { createUser } from '../support/admin-users.ts';
import { MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { inspectAll, newAdmin, show, signedIn } from '../support/console.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { type Tenant, unique } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let tenant: Tenant;
let other: Tenant;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  [tenant, other] = [await service.tenant(), await service.tenant()];
});
expectNoProblems(() => visitor);

const row = (text: string) => visitor.page.getByRole('row').filter({ hasText: text });
const dialog = () => visitor.page.getByRole('dialog');
const refresh = (refreshToken: string) => service.post('/auth/refresh-token', { refreshToken });

/** The paths of the router's table, such as `users/:id`. The table itself needs a browser. */
const TEMPLATES = [
  ...readFileSync('lib/apps/console/shell/routes.ts', 'utf8').matchAll(/^\s+(?:\{ )?path: '([^']*)'/gm),
].map(([, path]) => path as string);

describeInBrowser('the console in danger', () => {
  test('a leaked refresh token is seen in the audit log, and the sessions of its owner are ended', async () => {
    const user = await service.signup(tenant);
    const thief = await refresh(user.tokens.refreshToken);
    expect(thief.status).toBe(200);
    const elsewhere = await service.login(user);
    // The owner comes back with the token that the thief has used.
    advance(2 * MINUTE);
    try {
      expect((await refresh(user.tokens.refreshToken)).status).toBe(401);
    } finally {
      advance(-2 * MINUTE);
    }
    const action = 'refresh_token_reuse_detected';
    const entry = await until(async () => {
      const { body } = await service.admin('GET', `/auth/admin/api/audit?tenantId=${tenant.id}&action=${action}`);
      return body.data[0];
    }, 'the entry of the token');

    visitor = await signedIn(service, browser, 'audit');
    const { page } = visitor;
    await page.getByRole('searchbox', { name: 'Action' }).fill(action);
    await page.waitForURL(`**/audit?action=${action}`);
    await visitor.press(`Open: ${action}`);
    await dialog().getByText('failure', { exact: true }).waitFor();
    await dialog().getByText(entry.id, { exact: true }).waitFor();
    await dialog().getByRole('link', { name: user.email }).last().click();
    await visitor.heading(user.email);
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    // The session of the token is over already. Only the owner knows whether the other one is theirs.
    const ends = page.getByRole('button', { name: /^End: / });
    await ends.first().waitFor();
    expect(await ends.count()).toBe(1);
    await visitor.press('End all sessions');
    await dialog().getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('The user is not signed in anywhere.').waitFor();
    for (const { body } of [thief, elsewhere]) expect((await refresh(body.refreshToken)).status).toBe(401);
    await page.getByRole('link', { name: 'Audit log', exact: true }).last().click();
    await row(action).getByText('failed').waitFor();
  });

  test('an admin of a tenant finds nothing of another one at any address of the console', async () => {
    const [theirs, own] = [await createUser(service, other), await createUser(service, tenant)];
    const { body } = await service.admin('POST', '/auth/admin/api/roles', {
      name: unique('hidden'),
      tenantId: other.id,
    });
    const application = await service.admin('POST', '/auth/admin/api/applications', {
      name: unique('hidden'),
      kind: 'native',
      redirectUris: ['https://app.example.com/callback'],
      tenantIds: [other.id],
    });
    const secrets = [other.name, other.slug, theirs.email, body.role.name, application.body.application.name];
    visitor = await signedIn(service, browser, '', await newAdmin(service, { role: 'operator', tenants: [tenant.id] }));
    const { page } = visitor;
    const received: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/auth/admin/')) received.push(response.text().catch(() => ''));
    });
    const parts = async (path: string): Promise<string[]> => {
      await show(visitor, path);
      const links = page.locator('nav.tabs a');
      return links.evaluateAll((all) =>
        all.map((link) => (link as HTMLAnchorElement).href.split('/').at(-1) as string),
      );
    };
    const ids: Readonly<Record<string, string>> = {
      users: theirs.id,
      tenants: other.id,
      roles: body.role.id,
      applications: application.body.application.id,
    };
    const partsOf: Readonly<Record<string, readonly string[]>> = {
      users: [...(await parts(`users/${own.id}`)), 'danger'],
      tenants: [...(await parts(`tenants/${tenant.id}`)), 'danger'],
    };
    const addresses = TEMPLATES.flatMap((template) => {
      const [screen = '', id, part] = template.split('/');
      const path = id ? `${screen}/${ids[screen]}` : screen;
      if (part) return (partsOf[screen] as string[]).map((each) => `${path}/${each}`);
      const filters = [`tenantId=${other.id}`, `search=${theirs.email}`, `targetId=${theirs.id}`, `admin=${theirs.id}`];
      return [path, ...filters.map((filter) => `${path}?${filter}`)];
    });
    expect(addresses.length).toBeGreaterThan(60);
    received.length = 0;
    for (const address of addresses) {
      await show(visitor, address);
      const shown = await page.locator('main').innerText();
      expect([address, secrets.filter((each) => shown.includes(each))]).toEqual([address, []]);
    }
    const replies = (await Promise.all(received)).join('\n');
    expect(secrets.filter((each) => replies.includes(each))).toEqual([]);
    // What they asked for is in the address and in nothing that came back.
    expect(replies).not.toContain(`"id":"${other.id}"`);
    expect(replies).toContain(own.email);

    await inspectAll(visitor, ['', 'users', 'roles', `tenants/${tenant.id}/general`, `tenants/${other.id}`]);
  });
});
