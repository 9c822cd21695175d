// The table of needs against reality: what the operations of a group ask of the table, watched on the wire, is exactly
// what its function is granted. A missing grant would only show in production, one too many never.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { handler as rotate } from '../../functions/key-rotation.ts';
import { type Engine, startEngine } from '../../infra/local/engine.ts';
import { type Local, startLocal } from '../../infra/local/run.ts';
import { changeFeedNeeds, keyRotationNeeds, needs } from '../../infra/stack/functions.ts';
import { type Client, createClient, GatehouseError } from '../../lib/client/index.ts';
import type { GroupName } from '../../lib/contract/index.ts';
import { job } from '../../lib/store/keys.ts';
import { type Recorder, startRecorder, type Use } from '../support/iam-recorder.ts';
import { nextCode } from '../support/mfa.ts';
import { runSsoFlows } from '../support/sso-flows.ts';
import { totp } from '../support/totp.ts';
import { until } from '../support/until.ts';

const secretKey = randomBytes(32).toString('base64url');
const password = `Zq7$ ${randomBytes(9).toString('base64url')}`;
const admin = { email: 'admin@example.com', password };

let engine: Engine;
let recorder: Recorder;
let local: Local;
let client: Client;
const used = new Map<GroupName, Use[]>();
let followed: Use[] = [];
let rotated: Use[] = [];

const refused = (call: Promise<unknown>): Promise<unknown> => expect(call).rejects.toBeInstanceOf(GatehouseError);

beforeAll(async () => {
  Object.assign(process.env, { GATEHOUSE_FAST_HASH: '1', GATEHOUSE_LOG_LEVEL: 'none' });
  engine = await startEngine(undefined, undefined);
  recorder = await startRecorder(engine.endpoint);
  local = await startLocal({ port: 0, adminSecretKey: secretKey, endpoint: recorder.endpoint, changeFeed: false });
  client = createClient({ baseUrl: local.baseUrl });
  // In this order: the first token, or the first look at the keys, makes them.
  used.set('discovery', await recorder.during(useDiscovery));
  used.set('adminConsole', await recorder.during(useAdminConsole));
  used.set('adminBlockedEmailDomains', await recorder.during(useBlockedEmailDomains));
  used.set('adminTenants', await recorder.during(useAdminTenants));
  used.set('adminPermissions', await recorder.during(useAdminPermissions));
  used.set('adminRoles', await recorder.during(useAdminRoles));
  used.set('authentication', await recorder.during(useAuthentication));
  used.set('mfa', await useMfa());
  used.set('sso', await recorder.during(() => runSsoFlows(client, local.baseUrl)));
  used.set('adminUsers', await recorder.during(useAdminUsers));
  const id = await peopledTenant();
  const ended = await recorder.during(() => client.adminTenants.remove({ id }));
  used.set('adminTenants', [...(used.get('adminTenants') ?? []), ...ended]);
  rotated = await recorder.during(() => rotate({ force: true }));
  followed = await recorder.during(followEverything);
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
  await client.adminConsole.stats();
  await client.adminConsole.logout();
  await client.adminConsole.resetPassword({ email: admin.email, secretKey, newPassword: password });
  await client.adminConsole.login(admin);
  const second = await client.adminConsole.createAdmin({ ...admin, email: 'second@example.com' });
  await client.adminConsole.updateAdmin({ id: second.admin.id, name: 'Second' });
  await useAuthenticators(second.admin);
  await client.adminConsole.removeAdmin({ id: second.admin.id });
  await client.adminConsole.listAdmins();
}

/** The second admin's, removed by himself, by the first and by the key. */
async function useAuthenticators({ id, email }: { id: string; email: string }): Promise<void> {
  const own = createClient({ baseUrl: local.baseUrl }).adminConsole;
  const setUp = async () => {
    await own.login({ email, password });
    const { secret } = await own.setupTotp();
    await refused(own.verifyTotpSetup({ otp: totp(secret, -5) }));
    await own.verifyTotpSetup({ otp: totp(secret) });
    await refused(own.login({ email, password, otp: totp(secret) }));
  };
  await setUp();
  await own.removeTotp();
  await setUp();
  await client.adminConsole.removeAdminTotp({ id });
  await setUp();
  await client.adminConsole.resetPassword({ email, secretKey, newPassword: password, removeTotp: true });
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
  const settings = { allowedOrigins: ['https://second.example'] };
  await client.adminTenants.create({ name: 'Second', slug: 'second', settings });
  await client.adminTenants.list();
}

async function useAdminPermissions(): Promise<void> {
  const { permission } = await client.adminPermissions.create({ name: 'news.read' });
  await client.adminPermissions.update({ id: permission.id, name: 'news.list' });
  await client.adminPermissions.update({ id: permission.id, category: 'News' });
  await client.adminPermissions.get({ id: permission.id });
  await client.adminPermissions.list();
  await client.adminPermissions.search({ q: 'news' });
  await client.adminPermissions.categories();
  await client.adminPermissions.guards();
  await client.adminPermissions.remove({ id: permission.id });
  await client.adminPermissions.create({ name: 'news.read' });
}

async function useAdminRoles(): Promise<void> {
  const tenant = (await client.adminTenants.list()).data[0]!;
  const { role } = await client.adminRoles.create({ name: 'Reader', tenantId: tenant.id, permissions: ['news.read'] });
  await client.adminRoles.update({ id: role.id, name: 'Readers', permissions: [] });
  await client.adminRoles.list();
  await client.adminRoles.list({ tenantId: tenant.id });
  await client.adminRoles.remove({ id: role.id });
  const common = await client.adminRoles.create({ name: 'Everywhere' });
  await client.adminRoles.update({ id: common.role.id, name: 'Anywhere' });
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
  await user.forgotPassword({ email: account.email, tenantId });
  await user.sendLoginCode({ identifier: account.email, channel: 'email', tenantId });
  await user.sendEmailVerification();
  const { refreshToken } = await createClient({ baseUrl: local.baseUrl }).authentication.signup({
    ...account,
    tenantId: (await user.lookupTenant({ slug: 'second' })).id,
  });
  await user.switchTenant({ tenantId: (await user.lookupTenant({ slug: 'second' })).id, refreshToken });
  await user.logoutAll();
}

/** In parts: the logins between them are those of another function. */
async function useMfa(): Promise<Use[]> {
  const { authentication, mfa } = createClient({ baseUrl: local.baseUrl });
  const { id: tenantId } = await authentication.lookupTenant({ slug: 'kept' });
  const account = { email: 'mia@example.com', password };
  let secret = '';
  let codes: string[] = [];
  const parts = [
    async () => {
      const setup = await mfa.setupTotp();
      secret = setup.secret;
      await refused(mfa.verifyTotpSetup({ otp: nextCode(secret), deviceId: 'dev_x' }));
      await mfa.verifyTotpSetup({ otp: nextCode(secret) });
      codes = (await mfa.generateRecoveryCodes()).codes;
      await mfa.removeDevice({ deviceId: (await mfa.setupTotp()).deviceId });
      await mfa.devices();
    },
    async () => {
      await mfa.status();
      await mfa.challenge({ method: 'totp' });
      await refused(mfa.verify({ method: 'totp', otp: '000000' }));
      await mfa.verify({ method: 'totp', otp: nextCode(secret), trustDevice: true });
      await mfa.verify({ method: 'totp', otp: nextCode(secret) });
    },
    async () => {
      await refused(mfa.verifyRecoveryCode({ code: 'wrong' }));
      await mfa.verifyRecoveryCode({ code: codes[0] as string });
      await mfa.toggle({ enabled: false });
      await mfa.toggle({ enabled: true });
      await mfa.resetTotp({ code: codes[1] as string });
      const { deviceId, secret: another } = await mfa.setupTotp();
      await mfa.verifyTotpSetup({ otp: nextCode(another) });
      await mfa.removeDevice({ deviceId });
    },
  ];
  await authentication.signup({ ...account, tenantId });
  const uses: Use[] = [];
  for (const part of parts) {
    uses.push(...(await recorder.during(part)));
    await authentication.login({ tenantId, credentials: account });
  }
  return uses;
}

async function useAdminUsers(): Promise<void> {
  const { tenant } = await client.adminTenants.create({ name: 'Staffed', slug: 'staffed' });
  const account = { email: 'bob@example.com', password };
  const { user } = await client.adminUsers.create({ ...account, tenantId: tenant.id });
  await client.adminUsers.list({ search: 'bob', tenantId: tenant.id });
  await client.adminUsers.list();
  await client.adminUsers.update({ id: user.id, isActive: false });
  await client.adminUsers.get({ id: user.id });
  await client.adminUsers.sessions({ id: user.id });
  await client.adminUsers.revokeSessions({ id: user.id });
  await client.adminUsers.update({ id: user.id, isActive: true });
  const login = { tenantId: tenant.id, credentials: account };
  await createClient({ baseUrl: local.baseUrl }).authentication.login(login);
  await client.adminUsers.remove({ id: user.id });
}

/** A tenant with a user in it. */
async function peopledTenant(): Promise<string> {
  const { tenant } = await client.adminTenants.create({ name: 'Closed', slug: 'closed' });
  const account = { email: 'cleo@example.com', password };
  await createClient({ baseUrl: local.baseUrl }).authentication.signup({ ...account, tenantId: tenant.id });
  return tenant.id;
}

/** The change feed, from the first record on: all that was done before, and what is left of a tenant. */
async function followEverything(soFar: () => Use[]): Promise<void> {
  const mailer = async () => ({ batchItemFailures: [] });
  const second = await startLocal({ port: 0, adminSecretKey: secretKey, endpoint: recorder.endpoint, mailer });
  const jobs = (uses: Use[], wanted: string) =>
    uses.filter(({ action, partitions }) => action === wanted && partitions.some((pk) => pk.startsWith(job('').pk)));
  const begun = jobs([...used.values()].flat(), 'PutItem').length;
  await until(() => jobs(soFar(), 'DeleteItem').length >= begun, 'the end of all jobs');
  await second.stop();
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

test('the rotation of the signing keys is granted exactly what it uses, on the ring alone', () => {
  expect(actionsOf(rotated, false)).toEqual(Object.keys(keyRotationNeeds.table).sort());
  expect(new Set(rotated.flatMap(({ partitions }) => partitions))).toEqual(new Set(keyRotationNeeds.partitions));
});

test('the change feed is granted exactly what it uses', () => {
  expect(actionsOf(followed, false)).toEqual(Object.keys(changeFeedNeeds.table).sort());
  expect(actionsOf(followed, true)).toEqual([...(changeFeedNeeds.indexes ?? [])].sort());
});
