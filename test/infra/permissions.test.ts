// The table of needs against reality: what the operations of a group ask of the table, watched on the wire, is exactly
// what its function is granted. A missing grant would only show in production, one too many never.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { needs } from '../../infra/functions.ts';
import { type Engine, startEngine } from '../../infra/local/engine.ts';
import { type Local, startLocal } from '../../infra/local/run.ts';
import { type Client, createClient, GatehouseError } from '../../lib/client/index.ts';
import type { GroupName } from '../../lib/contract/index.ts';
import { type Recorder, startRecorder, type Use } from './recorder.ts';

const secretKey = randomBytes(32).toString('base64url');
const password = `Zq7$ ${randomBytes(9).toString('base64url')}`;
const admin = { email: 'admin@example.com', password };

let engine: Engine;
let recorder: Recorder;
let local: Local;
let client: Client;
const used = new Map<GroupName, Use[]>();

const refused = (call: Promise<unknown>): Promise<unknown> => expect(call).rejects.toBeInstanceOf(GatehouseError);

beforeAll(async () => {
  Object.assign(process.env, { GATEHOUSE_FAST_HASH: '1', GATEHOUSE_LOG_LEVEL: 'none' });
  engine = await startEngine(undefined, undefined);
  recorder = await startRecorder(engine.endpoint);
  local = await startLocal({ port: 0, adminSecretKey: secretKey, endpoint: recorder.endpoint });
  await local.polling;
  client = createClient({ baseUrl: local.baseUrl });
  // In this order: the first token, or the first look at the keys, makes them.
  used.set('discovery', await recorder.during(useDiscovery));
  used.set('adminConsole', await recorder.during(useAdminConsole));
  used.set('adminBlockedEmailDomains', await recorder.during(useBlockedEmailDomains));
  used.set('adminTenants', await recorder.during(useAdminTenants));
  used.set('authentication', await recorder.during(useAuthentication));
});

afterAll(async () => {
  await local?.stop();
  await recorder?.stop();
  await engine?.stop();
});

async function useDiscovery(): Promise<void> {
  await client.discovery.jwks();
  await client.discovery.openidConfiguration();
  await client.discovery.health();
}

async function useAdminConsole(): Promise<void> {
  await client.adminConsole.config();
  await client.adminConsole.signup({ ...admin, secretKey });
  await refused(client.adminConsole.login({ ...admin, password: 'something else' }));
  await client.adminConsole.login(admin);
  await client.adminConsole.me();
  await client.adminConsole.logout();
  await client.adminConsole.resetPassword({ email: admin.email, secretKey, newPassword: password });
  await client.adminConsole.login(admin);
  const second = await client.adminConsole.createAdmin({ ...admin, email: 'second@example.com' });
  await client.adminConsole.updateAdmin({ id: second.admin.id, name: 'Second' });
  await client.adminConsole.removeAdmin({ id: second.admin.id });
  await client.adminConsole.listAdmins();
}

async function useBlockedEmailDomains(): Promise<void> {
  const blocked = client.adminBlockedEmailDomains;
  await blocked.add({ domains: ['blocked.example'] });
  await blocked.importDefaults();
  await blocked.stats();
  const { data } = await blocked.list({ search: 'blocked.example' });
  await blocked.remove({ idOrDomain: data[0]!.id });
  await refused(blocked.remove({ idOrDomain: 'blocked.example' }));
}

async function useAdminTenants(): Promise<void> {
  const { tenant } = await client.adminTenants.create({ name: 'Gone', slug: 'gone' });
  await client.adminTenants.update({ id: tenant.id, name: 'Renamed' });
  await client.adminTenants.update({ id: tenant.id, slug: 'moved' });
  await client.adminTenants.remove({ id: tenant.id });
  await client.adminTenants.create({ name: 'Kept', slug: 'kept' });
  await client.adminTenants.list();
}

async function useAuthentication(): Promise<void> {
  const user = createClient({ baseUrl: local.baseUrl }).authentication;
  const { id: tenantId } = await user.lookupTenant({ slug: 'kept' });
  const account = { email: 'ann@example.com', password };
  const first = await user.signup({ ...account, tenantId });
  await user.refreshToken({ refreshToken: first.refreshToken });
  await user.logout();
  await refused(user.login({ tenantId, credentials: { ...account, password: 'something else' } }));
  await user.login({ tenantId, credentials: account });
  await user.me();
  await user.changePassword({ currentPassword: password, newPassword: `${password}!` });
  await user.login({ tenantId, credentials: { ...account, password: `${password}!` } });
  await user.logoutAll();
}

const actionsOf = (uses: Use[], indexed: boolean): string[] => {
  const chosen = uses.filter(({ index }) => (index !== undefined) === indexed);
  return [...new Set(chosen.map(({ action, index }) => index ?? action))].sort();
};

test.each(Object.keys(needs) as GroupName[])('%s is granted exactly what it uses', (group) => {
  const uses = used.get(group) ?? [];
  expect(actionsOf(uses, false)).toEqual(Object.keys(needs[group].table).sort());
  expect(actionsOf(uses, true)).toEqual([...(needs[group].indexes ?? [])].sort());
});

test.each(Object.keys(needs) as GroupName[])('%s stays in the partitions it is confined to', (group) => {
  const { partitions } = needs[group];
  const touched = (used.get(group) ?? []).flatMap((use) => use.partitions);
  expect(partitions ? touched.filter((pk) => !partitions.includes(pk)) : []).toEqual([]);
});
