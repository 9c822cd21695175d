// Runs the SDK in cookie mode against a service that requires the CSRF token of every client (GATEHOUSE_CSRF=always).
// The SDK must send the token of the active session, also after the user changes the active account.
import { beforeAll, expect, test } from '@jest/globals';
import { cookieFetch } from '../../../lib/packages/client/cookie-jar.ts';
import { type Client, createClient } from '../../../lib/packages/client/index.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { newEmail, newPassword, unique, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_CSRF: 'always' });
let admin: Client;
beforeAll(async () => {
  const { secretKey, adminLogin } = service;
  admin = service.client();
  await admin.adminConsole.signup({ ...adminLogin, secretKey });
  await admin.adminConsole.login(adminLogin);
});

const newTenant = async (): Promise<string> => {
  const { tenant } = await admin.adminTenants.create({ name: 'Acme', slug: unique('t') });
  return tenant.id;
};

/** Returns clients of one browser, each as after a reload of its page, and the paths of their requests. */
function recordedBrowser() {
  const paths: string[] = [];
  const { baseUrl } = service;
  const shared = cookieFetch(baseUrl, (input, init) => {
    paths.push(new URL(String(input)).pathname);
    return fetch(input, init);
  });
  return { page: () => createClient({ baseUrl, delivery: 'cookie', fetch: shared }), paths };
}
const signup = (client: Client, tenantId: string) =>
  client.authentication.signup({ tenantId, email: newEmail(), password: newPassword() });

test('the SDK uses the CSRF token of the reply that began the session', async () => {
  const { page, paths } = recordedBrowser();
  const client = page();
  const tenantId = await newTenant();
  await signup(client, tenantId);
  await client.authentication.refreshToken();
  await client.authentication.logout();
  expect(paths).not.toContain('/auth/csrf');
});

test('after a reload of its page, the SDK requests one CSRF token for twenty concurrent calls', async () => {
  const { page, paths } = recordedBrowser();
  const before = page();
  await signup(before, await newTenant());
  advance(16 * 60_000);
  await Promise.all(Array.from({ length: 20 }, () => before.authentication.me()));
  const after = page();
  const sent = Array.from({ length: 20 }, () =>
    after.authentication.switchTenant({ tenantId: 'ten_x' }).catch(({ code }) => code),
  );
  expect(new Set(await Promise.all(sent))).toEqual(new Set(['NOT_A_MEMBER_OF_TENANT']));
  await after.authentication.logout();
  expect(paths.filter((path) => path === '/auth/csrf')).toHaveLength(1);
});

test('the SDK lists several accounts, activates one by its slot and switches to one by its tenant', async () => {
  const client = recordedBrowser().page();
  const tenants = [await newTenant(), await newTenant()];
  for (const tenantId of tenants) await signup(client, tenantId);
  const active = async () => (await client.authentication.accounts()).accounts.find(({ isActive }) => isActive);
  const { accounts } = await client.authentication.accounts();
  expect(accounts.map(({ slot, tenantId }) => [slot, tenantId])).toEqual([
    [null, tenants[1]],
    [1, tenants[0]],
  ]);
  await client.authentication.refreshToken({ slot: 1 });
  expect((await active())?.tenantId).toBe(tenants[0]);
  expect((await client.authentication.me()).id).toBe(accounts[1]?.accountId);
  await client.authentication.switchTenant({ tenantId: tenants[1] as string });
  expect((await active())?.tenantId).toBe(tenants[1]);
  await client.authentication.logout();
  expect(await active()).toBeUndefined();
  await client.authentication.refreshToken({ slot: 1 });
  expect((await active())?.tenantId).toBe(tenants[0]);
});
