// Runs the SDK in cookie mode against a service that requires the CSRF token of every client (GATEHOUSE_CSRF=always).
// The SDK must send the token of the active session, also after the user changes the active account.
import { beforeAll, expect, test } from '@jest/globals';
import { type Client, createClient } from '../../../lib/client/index.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { newEmail, newPassword, unique, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_CSRF: 'always' });
let admin: Client;
beforeAll(async () => {
  const { secretKey, adminLogin } = service;
  admin = createClient({ baseUrl: service.baseUrl });
  await admin.adminConsole.signup({ ...adminLogin, secretKey });
  await admin.adminConsole.login(adminLogin);
});

const newTenant = async (): Promise<string> => {
  const { tenant } = await admin.adminTenants.create({ name: 'Acme', slug: unique('t') });
  return tenant.id;
};

/** Returns a client and the paths of its requests. */
function recordedClient() {
  const paths: string[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    delivery: 'cookie',
    fetch: (input, init) => {
      paths.push(new URL(String(input)).pathname);
      return fetch(input, init);
    },
  });
  return { client, paths };
}
const signup = (client: Client, tenantId: string) =>
  client.authentication.signup({ tenantId, email: newEmail(), password: newPassword() });

test('the SDK requests one CSRF token for twenty concurrent calls and keeps it until logout', async () => {
  const { client, paths } = recordedClient();
  const tenantId = await newTenant();
  await signup(client, tenantId);
  advance(16 * 60_000);
  await Promise.all(Array.from({ length: 20 }, () => client.authentication.me()));
  await client.authentication.refreshToken();
  expect(paths.filter((path) => path === '/auth/csrf')).toHaveLength(1);
  await client.authentication.logout();
  await signup(client, tenantId);
  await client.authentication.logout();
  expect(paths.filter((path) => path === '/auth/csrf')).toHaveLength(2);
});

test('the SDK lists several accounts, activates one by its slot and switches to one by its tenant', async () => {
  const { client } = recordedClient();
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
