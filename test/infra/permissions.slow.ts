// Compares the grants of each function with the actions that its operations use, recorded on the wire. A missing grant
// would only show in production, a superfluous one never.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { handler as archive } from '../../functions/audit-archive.ts';
import { handler as rotate } from '../../functions/key-rotation.ts';
import { handler as watch } from '../../functions/watch.ts';
import { type FunctionName, functionNames, rowOf } from '../../infra/functions.ts';
import { startEngine } from '../../infra/tools/local/engine.ts';
import { startLocal } from '../../infra/tools/local/run.ts';
import { like } from '../../infra/tools/rehearsal/iam/policy.ts';
import { LOGOUT_EVENT } from '../../lib/contract/events.ts';
import { digest } from '../../lib/crypto/secrets.ts';
import { type CreateApplicationRequest, createClient, GatehouseError } from '../../lib/packages/client/node.ts';
import { softwareAuthenticator } from '../../lib/packages/testing/authenticator.ts';
import { advance } from '../../lib/platform/clock.ts';
import { newEventId, type TenantId } from '../../lib/platform/ids.ts';
import { config } from '../../lib/platform/settings/config.ts';
import { create } from '../../lib/store/dynamo/table.ts';
import { job } from '../../lib/store/keys.ts';
import { domainKey } from '../../lib/store/tenants/domains.ts';
import { type LogoutEvent, tellApplication } from '../../lib/workers/backchannel-logout.ts';
import { useDns } from '../support/dns.ts';
import { signInTo } from '../support/hosted-sign-in.ts';
import { startRecorder, type Use } from '../support/iam-recorder.ts';
import { CLOSED, storedRequest, verifiedDomain } from '../support/join-requests.ts';
import { opened } from '../support/messages.ts';
import { nextCode } from '../support/mfa.ts';
import { mayTouch } from '../support/partition-guard.ts';
import { prepared } from '../support/prepared.ts';
import { runSsoFlows } from '../support/sso-flows.ts';
import { totp } from '../support/totp.ts';
import { until } from '../support/until.ts';
import { tapWrites } from '../world/tap.ts';

const secretKey = randomBytes(32).toString('base64url');
const password = `Zq7$ ${randomBytes(9).toString('base64url')}`;
const admin = { email: 'admin@example.com', password };

const dns = useDns();
let logout: LogoutEvent;
let archived: string[];
const used = new Map<FunctionName, Use[]>();

const expectError = (call: Promise<unknown>): Promise<unknown> => expect(call).rejects.toBeInstanceOf(GatehouseError);

beforeAll(async () => {
  Object.assign(process.env, {
    GATEHOUSE_FAST_HASH: '1',
    GATEHOUSE_LOG_LEVEL: 'none',
    GATEHOUSE_AUDIT_BUCKET: 'archive',
    GATEHOUSE_DNS_SERVERS: await dns.listen(),
  });
});
const engine = prepared(() => startEngine(undefined, undefined));
const recorder = prepared(() => startRecorder(engine.endpoint));
const local = prepared(() =>
  startLocal({ port: 0, adminSecretKey: secretKey, endpoint: recorder.endpoint, changeFeed: false }),
);
const client = prepared(() => createClient({ baseUrl: local.baseUrl }));
beforeAll(async () => {
  // In this order: the first token creates the keys.
  used.set('discovery', await recorder.during(useDiscovery));
  used.set('admin-console', await recorder.during(useAdminConsole));
  used.set('admin-blocked-email-domains', await recorder.during(useBlockedEmailDomains));
  used.set('admin-tenants', await recorder.during(useAdminTenants));
  used.set('admin-permissions', await recorder.during(useAdminPermissions));
  used.set('admin-roles', await recorder.during(useAdminRoles));
  used.set('admin-applications', await useAdminApplications());
  used.set('admin-protected-resources', await useAdminProtectedResources());
  used.set('authentication', await recorder.during(useAuthentication));
  used.set('mfa', await useMfa());
  used.set('passkeys', await usePasskeys());
  used.set('sso', await recorder.during(() => runSsoFlows(client, local.baseUrl)));
  used.set('account', await useAccount());
  used.set('admin-users', await recorder.during(useAdminUsers));
  used.set('admin-invitations', await useAdminInvitations());
  used.set('organization', await useOrganization());
  used.set('admin-transfers', await useAdminTransfers());
  used.set('oauth', await useOAuth());
  used.set('resources', await useResources());
  used.set('api-keys', await useApiKeys());
  used.set('scim', await useScim());
  const id = await tenantWithUser();
  const ended = await recorder.during(() => client.adminTenants.remove({ id }));
  used.set('admin-tenants', [...(used.get('admin-tenants') ?? []), ...ended]);
  used.set('key-rotation', await recorder.during(() => rotate({ force: true })));
  used.set('backchannel-logout', await recorder.during(() => tellApplication(logout)));
  used.set('watch', await useWatch());
  // The function that tells applications runs meanwhile.
  const fed = await recorder.during(processAllChanges);
  await client.adminConsole.login(admin);
  const { id: known } = (await client.adminTenants.list()).data[0] as { id: string };
  used.set('admin-audit', await recorder.during(() => useAdminAudit(known)));
  used.set('audit-archive', await useAuditArchive());
  used.set(
    'change-feed',
    fed.filter(({ partitions }) => !partitions.some((pk) => pk.startsWith('P#APP#'))),
  );
  // Each operation once takes a busy machine minutes.
});

afterAll(async () => {
  await local?.stop();
  await recorder?.stop();
  await engine?.stop();
});

/** With a service of its own: the one above is no longer what the environment names. */
async function useAuditArchive(): Promise<Use[]> {
  const own = await startLocal({
    port: 0,
    adminSecretKey: secretKey,
    endpoint: recorder.endpoint,
    changeFeed: false,
  });
  const uses = await recorder.during(() => archive({}));
  archived = [...own.objects.keys()];
  await own.stop();
  return uses;
}

/** One domain is proved by a run, and another one is lost by seven. It moves the clock by days: sessions have ended then. */
async function useWatch(): Promise<Use[]> {
  const { id } = (await client.adminTenants.create({ name: 'Watched', slug: 'watched' })).tenant;
  const added = async (domain: string) => (await client.adminTenants.addDomain({ id, domain })).domain.record;
  const [waiting, gone] = [await added('waiting.example.com'), await added('gone.example.com')];
  dns.set(gone.name, gone.value);
  await client.adminTenants.checkDomain({ id, domain: 'gone.example.com' });
  dns.clear(gone.name);
  dns.set(waiting.name, waiting.value);
  return recorder.during(async () => {
    await watch({});
    for (const secret of Object.values(config().rootSecrets)) local.secretsManager.beginRotation(secret as string);
    for (let day = 0; day < 7; day++) {
      advance(25 * 3_600_000);
      await watch({ signingKeyDays: 30 });
    }
  });
}

async function useDiscovery(): Promise<void> {
  await client.discovery.jwks();
  await client.discovery.openidConfiguration();
  await client.discovery.webauthn();
  await client.discovery.health();
}

async function useAdminConsole(): Promise<void> {
  await client.adminConsole.config();
  await client.adminConsole.signup({ ...admin, secretKey });
  await expectError(client.adminConsole.login({ ...admin, password: 'something else' }));
  await client.adminConsole.login(admin);
  await client.adminConsole.me();
  await client.adminConsole.stats();
  await client.adminConsole.activity({});
  await client.adminConsole.deployment();
  await client.adminConsole.logout();
  await client.adminConsole.resetPassword({ email: admin.email, secretKey, newPassword: password });
  await client.adminConsole.login(admin);
  const second = await client.adminConsole.createAdmin({ ...admin, email: 'second@example.com' });
  await client.adminConsole.updateAdmin({ id: second.admin.id, name: 'Second' });
  await useAuthenticators(second.admin);
  await client.adminConsole.removeAdmin({ id: second.admin.id });
  await client.adminConsole.listAdmins();
  await client.adminConsole.reauthenticate({ password });
  await client.adminConsole.endOtherSessions();
  const { invitation } = await client.adminConsole.inviteAdmin({ email: 'third@example.com', role: 'support' });
  await client.adminConsole.listInvitations();
  await expectError(client.adminConsole.acceptInvitation({ token: `${invitation.id}.${'x'.repeat(43)}`, password }));
  await client.adminConsole.revokeInvitation({ id: invitation.id });
  const { data } = await client.adminConsole.sessions();
  await client.adminConsole.endSession({ id: data[0]!.id });
  await client.adminConsole.login(admin);
}

/** The second admin's authenticator, removed by themselves, by the first admin and by the key. */
async function useAuthenticators({ id, email }: { id: string; email: string }): Promise<void> {
  const own = createClient({ baseUrl: local.baseUrl }).adminConsole;
  const setUp = async () => {
    await own.login({ email, password });
    const { secret } = await own.setupTotp();
    await expectError(own.verifyTotpSetup({ otp: totp(secret, -5) }));
    // One code, used twice, also if half a minute ends in between.
    const otp = totp(secret);
    await own.verifyTotpSetup({ otp });
    await expectError(own.login({ email, password, otp }));
  };
  await setUp();
  await own.removeTotp();
  await setUp();
  await client.adminConsole.removeAdminTotp({ id });
  await setUp();
  await client.adminConsole.resetPassword({ email, secretKey, newPassword: password, removeTotp: true });
  await own.login({ email, password });
  const codeVerifier = 'v'.repeat(43);
  const add = async () => {
    const authenticator = softwareAuthenticator({ origin: new URL(local.baseUrl).origin });
    const { id: added } = await own.addPasskey({
      credential: authenticator.create((await own.passkeyOptions()).options),
    });
    return { added, authenticator };
  };
  const { added, authenticator } = await add();
  await own.passkeys();
  await own.renamePasskey({ id: added, name: 'Laptop' });
  const verified = await own.passkeyVerifyOptions();
  await own.verifyPasskey({ credential: authenticator.get(verified.options) });
  const login = await own.passkeyLoginOptions({ codeChallenge: digest(codeVerifier) });
  await own.passkeyLogin({ credential: authenticator.get(login.options), codeVerifier });
  await own.removePasskey({ id: added });
  await add();
  await client.adminConsole.removeAdminPasskeys({ id });
  await client.adminConsole.resetPassword({ email, secretKey, newPassword: password, removePasskeys: true });
}

async function useBlockedEmailDomains(): Promise<void> {
  const blocked = client.adminBlockedEmailDomains;
  await blocked.add({ domains: ['blocked.example'] });
  await blocked.importDefaults();
  await blocked.stats();
  const { data } = await blocked.list({ search: 'blocked.example' });
  await blocked.remove({ idOrDomain: data[0]!.id });
  await expectError(blocked.remove({ idOrDomain: 'blocked.example' }));
}

async function useAdminAudit(tenantId: string): Promise<void> {
  // So that the session's last use is written.
  advance(61_000);
  await client.adminAudit.list();
  await client.adminAudit.list({ tenantId });
  await client.adminAudit.list({ targetId: tenantId });
  await expectError(client.adminAudit.get({ id: newEventId() }));
  await client.adminAudit.anchors();
  await client.adminAudit.export();
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
  const ssoProviders = [{ name: 'acme', issuer: 'http://127.0.0.1:9', clientId: 'gatehouse' }];
  const { id } = (await client.adminTenants.create({ name: 'Tested', slug: 'tested', settings: { ssoProviders } }))
    .tenant;
  await client.adminTenants.testProvider({ id, provider: 'acme' });
  const { setupLink } = await client.adminTenants.createSetupLink({ id, intents: ['sso'] });
  await client.adminTenants.setupLinks({ id });
  await client.adminTenants.revokeSetupLink({ id, linkId: setupLink.id });
  const domain = 'proved.example.com';
  const { record } = (await client.adminTenants.addDomain({ id, domain })).domain;
  dns.set(record.name, record.value);
  await client.adminTenants.checkDomain({ id, domain });
  await client.adminTenants.updateDomain({ id, domain, join: { policy: 'sso', provider: 'acme' } });
  await client.adminTenants.domains({ id });
  await client.adminTenants.removeDomain({ id, domain });
  const made = await client.adminTenants.createScimConnection({ id, name: 'Okta' });
  const connectionId = made.connection.id;
  await client.adminTenants.scimConnections({ id });
  await client.adminTenants.updateScimConnection({ id, connectionId, name: 'Entra' });
  await client.adminTenants.rotateScimToken({ id, connectionId });
  await client.adminTenants.scimGroups({ id, connectionId });
  await client.adminTenants.scimDrift({ id, connectionId });
  await client.adminTenants.removeScimConnection({ id, connectionId });
}

/** Users and groups of a directory: new ones, one that is linked, and both ways to delete. */
async function useScim(): Promise<Use[]> {
  const { tenant } = await client.adminTenants.create({ name: 'Scim', slug: 'scim' });
  const { id } = tenant;
  const domain = { ...domainKey(id as TenantId, 'corp.example'), type: 'tenant-domain', state: 'verified' };
  await create(domain);
  const linked = 'old@corp.example';
  await createClient({ baseUrl: local.baseUrl }).authentication.signup({ email: linked, password, tenantId: id });
  const make = (onDelete: 'deactivate' | 'delete') =>
    client.adminTenants.createScimConnection({ id, name: onDelete, onDelete });
  const made = [await make('deactivate'), await make('delete')];
  return recorder.during(async () => {
    for (const { connection, token } of made) {
      const ask = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
        const reply = await fetch(`${connection.url}${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        return (reply.status === 204 ? { id: '' } : await reply.json()) as { id: string };
      };
      const user = await ask('POST', '/Users', { userName: `${connection.onDelete}@corp.example`, externalId: '1' });
      if (connection.onDelete === 'deactivate') await ask('POST', '/Users', { userName: linked });
      await ask('PATCH', `/Users/${user.id}`, {
        Operations: [{ op: 'replace', value: { active: false, title: 'x' } }],
      });
      await ask('GET', '/Users');
      const group = await ask('POST', '/Groups', { displayName: 'Team', members: [{ value: user.id }] });
      await ask('PATCH', `/Groups/${group.id}`, { Operations: [{ op: 'replace', value: { displayName: 'Crew' } }] });
      await ask('GET', `/Groups/${group.id}`);
      await ask('DELETE', `/Users/${user.id}`);
      await ask('DELETE', `/Groups/${group.id}`);
    }
  });
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

const newRole = async (tenantId: string): Promise<string> =>
  (await client.adminRoles.create({ name: `Machine ${randomBytes(4).toString('hex')}`, tenantId })).role.id;

async function useAdminApplications(): Promise<Use[]> {
  const tenantId = (await client.adminTenants.list()).data[0]!.id;
  const roleIds = [await newRole(tenantId)];
  const scopes = ['robots.read'];
  await client.adminPermissions.create({ name: 'robots.read' });
  const { role } = await client.adminRoles.create({ name: 'Robot', tenantId, permissions: scopes });
  const { id: someone } = (await client.adminUsers.list({ tenantId })).data[0] ?? { id: '' };
  return recorder.during(async () => {
    const body = { name: 'Job', kind: 'machine', tenantIds: [tenantId], roleIds } satisfies CreateApplicationRequest;
    const { id } = (await client.adminApplications.create(body)).application;
    const { secret } = await client.adminApplications.addSecret({ id });
    await client.adminApplications.update({ id, isActive: false });
    await client.adminApplications.get({ id });
    await useKeysOfMachine(tenantId, role.id, someone);
    await client.adminApplications.revokeSecret({ id, secretId: secret.id });
    await client.adminApplications.list({});
    await client.adminApplications.remove({ id });
  });
}

async function useKeysOfMachine(tenantId: string, roleId: string, someone: string): Promise<void> {
  const { create, createKey, renameKey, rotateKey, revokeKey, listKeys, keysOfUser } = client.adminApplications;
  const machine: CreateApplicationRequest = {
    name: 'Robot',
    kind: 'machine',
    tenantIds: [tenantId],
    roleIds: [roleId],
  };
  const { id: applicationId } = (await create(machine)).application;
  const { apiKey } = await createKey({ id: tenantId, applicationId, name: 'Robot', scopes: ['robots.read'] });
  await renameKey({ id: apiKey.id, name: 'Import' });
  await rotateKey({ id: apiKey.id });
  await listKeys({ id: tenantId });
  await (someone ? keysOfUser({ id: someone }) : expectError(keysOfUser({ id: `usr_${'0'.repeat(44)}` })));
  await revokeKey({ id: apiKey.id });
}

async function useAdminProtectedResources(): Promise<Use[]> {
  const tenantIds = [(await client.adminTenants.list()).data[0]!.id];
  const actorIds = [(await client.adminApplications.create({ name: 'Gateway', kind: 'machine' })).application.id];
  return recorder.during(async () => {
    const body = { uri: 'https://api.example.com/', name: 'Notes', tenantIds, actorIds };
    const { id } = (await client.adminProtectedResources.create(body)).protectedResource;
    await client.adminProtectedResources.update({ id, isActive: false });
    await client.adminProtectedResources.get({ id });
    await client.adminProtectedResources.list({});
    await client.adminProtectedResources.remove({ id });
  });
}

const HOME = 'https://app.example.com/callback';

/** The header of a new application. */
async function newClient(body: CreateApplicationRequest): Promise<{ id: string; authorization: string }> {
  const { id } = (await client.adminApplications.create(body)).application;
  const { secret } = await client.adminApplications.addSecret({ id });
  return { id, authorization: `Basic ${Buffer.from(`${id}:${secret.secret}`).toString('base64')}` };
}

async function useOAuth(): Promise<Use[]> {
  const tenantId = (await client.adminTenants.list()).data[0]!.id;
  const machine = await newClient({
    name: 'Job',
    kind: 'machine',
    tenantIds: [tenantId],
    roleIds: [await newRole(tenantId)],
  });
  const shop = await newClient({ name: 'Shop', kind: 'server', redirectUris: [HOME] });
  const account = { email: 'oda@example.com', password };
  await client.adminUsers.create({ ...account, tenantId });
  const cookie = await cookiesOf({ tenantId, credentials: account });
  const { accessToken } = await createClient({ baseUrl: local.baseUrl }).authentication.login({
    tenantId,
    credentials: account,
  });
  const session = await signInTo(client, local.baseUrl, accessToken as string);
  logout = {
    'detail-type': LOGOUT_EVENT,
    detail: { id: newEventId(), occurredAt: new Date().toISOString(), tenantId, ...session },
  };
  return recorder.during(async () => {
    const { access_token: token } = await post('token', { grant_type: 'client_credentials' }, machine);
    await post('introspect', { token }, machine);
    await post('revoke', { token }, machine);
    await post('revoke', { token }, { authorization: 'Basic eDp5' });
    const verifier = 'x'.repeat(43);
    const query = {
      client_id: shop.id,
      redirect_uri: HOME,
      response_type: 'code',
      scope: 'openid offline_access',
      code_challenge: digest(verifier),
      code_challenge_method: 'S256',
    };
    const address = `${local.baseUrl}/oauth2/authorize?${new URLSearchParams(query)}`;
    const asked = new URL((await fetch(address, { redirect: 'manual' })).headers.get('location') as string);
    await fetch(`${local.baseUrl}/oauth2/request?resume=${asked.searchParams.get('resume')}`);
    const { headers } = await fetch(address, { headers: { cookie }, redirect: 'manual' });
    const code = new URL(headers.get('location') as string).searchParams.get('code') as string;
    const exchange = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: HOME };
    const { refresh_token } = await post('token', exchange, shop);
    const renewed = await post('token', { grant_type: 'refresh_token', refresh_token }, shop);
    await fetch(`${local.baseUrl}/oauth2/userinfo`, { headers: { authorization: `Bearer ${renewed.access_token}` } });
    await post('revoke', { token: renewed.access_token }, shop);
    const logout = new URLSearchParams({ id_token_hint: renewed.id_token });
    await fetch(`${local.baseUrl}/oauth2/logout?${logout}`, { headers: { cookie }, redirect: 'manual' });
  });
}

async function cookiesOf(login: Record<string, unknown>): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-access-token-type': 'cookie' };
  const response = await fetch(`${local.baseUrl}/auth/login`, { method: 'POST', headers, body: JSON.stringify(login) });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function post(path: string, fields: Record<string, string>, { authorization }: { authorization: string }) {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${local.baseUrl}/oauth2/${path}`, { method: 'POST', headers: { authorization }, body });
  return (await response.json()) as { access_token: string; refresh_token: string; id_token: string };
}

async function useAuthentication(): Promise<void> {
  const user = createClient({ baseUrl: local.baseUrl }).authentication;
  const { id: tenantId } = await user.lookupTenant({ slug: 'kept' });
  const account = { email: 'ann@example.com', password };
  const first = await user.signup({ ...account, tenantId });
  await user.refreshToken({ refreshToken: first.refreshToken });
  await user.logout();
  await expectError(user.login({ tenantId, credentials: { ...account, password: 'something else' } }));
  await user.login({ tenantId, credentials: account });
  await user.me();
  await user.changePassword({ currentPassword: password, newPassword: `${password}!` });
  await user.login({ tenantId, credentials: { ...account, password: `${password}!` } });
  await user.forgotPassword({ email: account.email, tenantId });
  await user.sendLoginCode({ identifier: account.email, channel: 'email', tenantId });
  await user.findTenants({ email: account.email });
  await user.sendEmailVerification();
  const { refreshToken } = await createClient({ baseUrl: local.baseUrl }).authentication.signup({
    ...account,
    tenantId: (await user.lookupTenant({ slug: 'second' })).id,
  });
  await user.switchTenant({ tenantId: (await user.lookupTenant({ slug: 'second' })).id, refreshToken });
  await user.updateProfile({ name: 'Ann' });
  await user.logoutAll();
  await user.login({ tenantId, credentials: { ...account, password: `${password}!` } });
  await user.deleteAccount();
}

/** What people manage in their own account. Logins and messages in between belong to other functions. */
async function useAccount(): Promise<Use[]> {
  const { authentication, account, mfa } = createClient({ baseUrl: local.baseUrl });
  const { id: tenantId } = await authentication.lookupTenant({ slug: 'kept' });
  const credentials = { email: 'eve@example.com', password };
  await authentication.signup({ ...credentials, tenantId });
  const { secret } = await mfa.setupTotp();
  await mfa.verifyTotpSetup({ otp: nextCode(secret) });
  await createClient({ baseUrl: local.baseUrl }).authentication.login({ tenantId, credentials });
  await authentication.login({ tenantId, credentials });
  await mfa.verify({ method: 'totp', otp: nextCode(secret), trustDevice: true });
  // The signing keys are cached for a minute. Without this, it depends on the load whether this function reads them.
  advance(61_000);
  const uses = await recorder.during(async () => {
    const { sessions } = await account.sessions();
    await account.endSession({ id: sessions.find(({ isCurrent }) => !isCurrent)?.id as string });
    const { devices } = await account.trustedDevices();
    await account.forgetDevice({ id: devices[0]?.id as string });
    await account.requestAddressChange({ email: 'eva@example.com' });
    await expectError(account.confirmAddressChange({ email: 'eva@example.com', code: '000000' }));
    await expectError(account.invitation({ token: `inv_usr_${'0'.repeat(44)}.${'x'.repeat(43)}` }));
    await account.endOtherSessions();
  });
  return [...uses, ...(await listTenants(tenantId))];
}

/** A person lists their tenants with the code that the mailer would send. */
async function listTenants(tenantId: string): Promise<Use[]> {
  const credentials = { email: 'liv@example.com', password };
  await client.adminUsers.create({ ...credentials, tenantId, emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const { authentication, account } = createClient({ baseUrl: local.baseUrl });
  await authentication.login({ tenantId, credentials });
  const tap = tapWrites();
  return recorder.during(async () => {
    await account.sendTenantsCode();
    const sent = tap.events().findLast(({ detail }) => detail.sealed)?.detail;
    const { code } = JSON.parse(await opened(sent?.id as string, sent?.sealed as string));
    await account.tenants({ code });
  });
}

/** Logins and proofs by a passkey. The sign-up belongs to another function. */
async function usePasskeys(): Promise<Use[]> {
  const { authentication, passkeys } = createClient({ baseUrl: local.baseUrl });
  const { id: tenantId } = await authentication.lookupTenant({ slug: 'kept' });
  await authentication.signup({ email: 'keyed@example.com', password, tenantId });
  const authenticator = softwareAuthenticator({ origin: new URL(local.baseUrl).origin });
  const codeVerifier = 'v'.repeat(43);
  const codeChallenge = digest(codeVerifier);
  // The signing keys are cached for a minute. Without this, it depends on the load whether this function reads them.
  advance(61_000);
  return recorder.during(async () => {
    const { options } = await passkeys.options();
    const { id } = await passkeys.add({ credential: authenticator.create(options) });
    await passkeys.list();
    await passkeys.rename({ id, name: 'Laptop' });
    const login = await passkeys.loginOptions({ tenantId, codeChallenge });
    const credential = authenticator.get(login.options);
    await passkeys.login({ tenantId, credential, codeVerifier });
    await expectError(passkeys.login({ tenantId, credential, codeVerifier }));
    const proof = await passkeys.verifyOptions();
    await passkeys.verify({ credential: authenticator.get(proof.options), trustDevice: true });
    await passkeys.remove({ id });
  });
}

/** In parts, because the logins between them belong to another function. */
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
      await expectError(mfa.verifyTotpSetup({ otp: nextCode(secret), deviceId: 'dev_x' }));
      await mfa.verifyTotpSetup({ otp: nextCode(secret) });
      codes = (await mfa.generateRecoveryCodes()).codes;
      await mfa.removeDevice({ deviceId: (await mfa.setupTotp()).deviceId });
      await mfa.devices();
    },
    async () => {
      await mfa.status();
      await mfa.challenge({ method: 'totp' });
      await expectError(mfa.verify({ method: 'totp', otp: '000000' }));
      await mfa.verify({ method: 'totp', otp: nextCode(secret), trustDevice: true });
      await mfa.verify({ method: 'totp', otp: nextCode(secret) });
    },
    async () => {
      await expectError(mfa.verifyRecoveryCode({ code: 'wrong' }));
      await mfa.verifyRecoveryCode({ code: codes[0] as string });
      await mfa.toggle({ enabled: false });
      await mfa.toggle({ enabled: true });
      await mfa.resetTotp({ code: (await mfa.generateRecoveryCodes()).codes[0] as string });
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
  await client.adminUsers.bulk({ ids: [user.id], action: 'end-sessions' });
  await client.adminUsers.signInStatus({ id: user.id });
  await client.adminUsers.unlock({ id: user.id });
  await client.adminUsers.update({ id: user.id, isActive: true });
  const login = { tenantId: tenant.id, credentials: account };
  await createClient({ baseUrl: local.baseUrl }).authentication.login(login);
  await client.adminUsers.remove({ id: user.id });
  await client.adminTenants.endAllSessions();
}

/** Invites a new person, the creator of an unclaimed account, and one whose address someone else typed. */
async function useAdminTransfers(): Promise<Use[]> {
  const { tenant } = await client.adminTenants.create({ name: 'Importing', slug: 'importing' });
  const tenantId = tenant.id;
  const email = 'made@example.com';
  await client.adminUsers.create({ tenantId, email });
  const { role } = await client.adminRoles.create({ name: 'Editor', tenantId });
  const totp = [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }];
  const lines = [
    { sourceId: 'one', email: 'imported@example.com', roles: [role.name], totp },
    { sourceId: 'two', email, isEmailVerified: true },
  ];
  return recorder.during(async () => {
    const call = { tenantId, source: 'auth0-prod', onExisting: 'merge' as const, lines };
    const { results } = await client.adminTransfers.importUsers(call);
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'merged']);
    const recipient = { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' } as const;
    expect((await client.adminTransfers.exportUsers({ tenantId, recipient })).data).toHaveLength(2);
  });
}

async function useAdminInvitations(): Promise<Use[]> {
  const { tenant } = await client.adminTenants.create({ name: 'Inviting', slug: 'inviting' });
  const tenantId = tenant.id;
  const signUp = (account: { email: string; phone?: string }) =>
    createClient({ baseUrl: local.baseUrl }).authentication.signup({ ...account, password, tenantId });
  await signUp({ email: 'unclaimed@example.com', phone: '+4915112399001' });
  await signUp({ email: 'typed@example.com', phone: '+4915112399002' });
  const roleIds = [await newRole(tenantId)];
  const { create, list, resend, revoke, joinRequests, acceptJoinRequest, refuseJoinRequest } = client.adminInvitations;
  const closed = await client.adminTenants.create({ name: 'Asked', slug: 'asked', settings: CLOSED });
  const [accepted, refused] = [await requestTo(closed.tenant.id), await requestTo(closed.tenant.id)];
  return recorder.during(async () => {
    const { invitation } = await create({ tenantId, email: 'new@example.com', roleIds });
    await create({ tenantId, email: 'unclaimed@example.com', roleIds });
    await create({ tenantId, phone: '+4915112399002' });
    await resend({ id: invitation.id });
    await revoke({ id: invitation.id });
    await list({ tenantId });
    await list({});
    await joinRequests({ id: closed.tenant.id });
    await acceptJoinRequest({ id: accepted });
    await refuseJoinRequest({ id: refused });
  });
}

/** Returns the id of a request to join, which is stored as if a person had opened it. */
async function requestTo(id: string): Promise<string> {
  const domain = await verifiedDomain({ id });
  return storedRequest(id, `ada@${domain}`);
}

/** A user manages their tenant. An address that another account only typed is taken from it. */
async function useOrganization(): Promise<Use[]> {
  const { tenant } = await client.adminTenants.create({ name: 'Managed', slug: 'managed' });
  const tenantId = tenant.id;
  const signUp = (account: { email: string; phone?: string }) =>
    createClient({ baseUrl: local.baseUrl }).authentication.signup({ ...account, password, tenantId });
  await signUp({ email: 'half@example.com', phone: '+4915112399011' });
  await signUp({ email: 'typing@example.com', phone: '+4915112399012' });
  const permissions = ['members', 'invite', 'roles', 'audit', 'sso', 'applications'].map(
    (each) => `organization.${each}`,
  );
  const { role } = await client.adminRoles.create({ name: 'Manager', tenantId, permissions });
  const account = { email: 'mia@example.com', password };
  await client.adminUsers.create({ ...account, tenantId, roleIds: [role.id] });
  const { authentication, organization } = createClient({ baseUrl: local.baseUrl });
  await authentication.login({ tenantId, credentials: account });
  const directory = await client.adminTenants.createScimConnection({ id: tenantId, name: 'Entra' });
  const group = await fetch(`${directory.connection.url}/Groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${directory.token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ displayName: 'Team' }),
  });
  const { id: groupId } = (await group.json()) as { id: string };
  return recorder.during(async () => {
    await organization.get();
    const { invitation } = await organization.invite({ email: 'guest@example.com', roleIds: [role.id] });
    await organization.invite({ email: 'half@example.com' });
    await organization.invite({ phone: '+4915112399012' });
    await organization.invitations({});
    await organization.members({});
    await organization.members({ search: 'guest' });
    await organization.roles();
    await organization.audit({});
    await organization.addProvider({ name: 'acme', issuer: 'http://127.0.0.1:9', clientId: 'gatehouse' });
    const { application } = await organization.createApplication({ name: 'Robot', kind: 'machine' });
    await organization.applications({});
    await organization.updateApplication({ id: application.id, name: 'Robots' });
    const { secret } = await organization.addApplicationSecret({ id: application.id });
    await organization.revokeApplicationSecret({ id: application.id, secretId: secret.id });
    await organization.removeApplication({ id: application.id });
    const { connection } = await organization.createScimConnection({ name: 'Okta' });
    const ofConnection = { id: connection.id };
    await organization.scimConnections();
    await organization.updateScimConnection({ ...ofConnection, name: 'Entra' });
    await organization.rotateScimToken(ofConnection);
    await organization.removeScimConnection(ofConnection);
    await organization.scimGroups({ id: directory.connection.id });
    await organization.scimDrift({ id: directory.connection.id });
    await organization.mapScimGroup({ id: directory.connection.id, groupId, roleId: role.id });
    const { setupLink } = await organization.createSetupLink({ intents: ['sso'] });
    await organization.setupLinks();
    await organization.revokeSetupLink({ id: setupLink.id });
    const byAdmin = await client.adminTenants.createSetupLink({ id: tenantId, intents: ['sso'] });
    await expectError(
      organization.beginSetup({ token: new URL(byAdmin.url ?? '').hash.replace('#token=', '').slice(0, -1) }),
    );
    const { id } = invitation;
    await organization.resend({ id });
    await organization.revoke({ id });
    await organization.setRoles({ id, roleIds: [] });
    await organization.updateMember({ id, isActive: false });
    await organization.removeMember({ id });
  });
}

/** A user with every permission writes, reads and removes rows, and reads them by a filter, an index and a relation. */
async function useResources(): Promise<Use[]> {
  const { tenant } = await client.adminTenants.create({
    name: 'Builders',
    slug: 'builders',
    settings: { apiKeys: { users: true } },
  });
  const rights = ['projects', 'tasks'].flatMap((name) =>
    ['read', 'create', 'update', 'delete', 'trash'].map((right) => `${name}.${right}`),
  );
  for (const name of rights) await client.adminPermissions.create({ name });
  const { role } = await client.adminRoles.create({ name: 'Builder', tenantId: tenant.id, permissions: rights });
  const account = { email: 'bea@example.com', password };
  await client.adminUsers.create({ ...account, tenantId: tenant.id, roleIds: [role.id] });
  const { authentication: user, apiKeys } = createClient({ baseUrl: local.baseUrl });
  const { accessToken } = await user.login({ tenantId: tenant.id, credentials: account });
  const body = { name: 'Builder', scopes: ['projects.read'] };
  const [shown, gone] = [await apiKeys.create(body), await apiKeys.create(body)];
  await apiKeys.revoke({ id: gone.apiKey.id });
  const withKey = (shownKey: string) =>
    fetch(`${local.baseUrl}/projects`, { headers: { authorization: `Bearer ${shownKey}` } });
  const send = async (method: string, path: string, body?: unknown, key?: string): Promise<{ id: string }> => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key && { 'idempotency-key': key }),
    };
    const response = await fetch(`${local.baseUrl}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  // A permission that is deleted makes the next reader renew what is cached in the role.
  const { permission } = await client.adminPermissions.create({ name: 'unused.permission' });
  await client.adminPermissions.remove({ id: permission.id });
  return recorder.during(async () => {
    const { id } = await send('POST', '/projects', { name: 'Bridge', slug: 'bridge', dueAt: '2026-12-01T00:00:00Z' });
    const task = await send('POST', '/tasks', { projectId: id, title: 'Draw' }, 'the-key-of-a-task');
    await send('GET', '/projects');
    await send('GET', `/projects?where=${encodeURIComponent('{"status":"planned"}')}&relations=["tasks"]`);
    await send('GET', `/projects/${id}`);
    await send('GET', '/projects/get/counts');
    await send('PUT', `/projects/${id}`, { slug: 'tunnel', status: 'active' });
    await send('PUT', '/projects/reorder', { ids: [id] });
    await send('DELETE', `/tasks/${task.id}`);
    await send('PUT', `/tasks/${task.id}/restore`);
    await send('DELETE', `/tasks/${task.id}`);
    await send('DELETE', `/tasks/${task.id}/trash`);
    await send('DELETE', `/projects/delete/bulk?ids=${id}`);
    for (const { key } of [shown, gone]) await withKey(key);
  });
}

async function useApiKeys(): Promise<Use[]> {
  const scopes = ['keys.read'];
  await client.adminPermissions.create({ name: 'keys.read' });
  const settings = { apiKeys: { users: true } };
  const { tenant } = await client.adminTenants.create({ name: 'Keys', slug: 'keys', settings });
  const { role } = await client.adminRoles.create({ name: 'Reader', tenantId: tenant.id, permissions: scopes });
  const account = { email: 'kim@example.com', password };
  await client.adminUsers.create({ ...account, tenantId: tenant.id, roleIds: [role.id] });
  const { authentication, apiKeys } = createClient({ baseUrl: local.baseUrl });
  await authentication.login({ tenantId: tenant.id, credentials: account });
  const given = { name: 'Api', kind: 'machine', tenantIds: [tenant.id] } satisfies CreateApplicationRequest;
  const { id: name } = (await client.adminApplications.create(given)).application;
  const { secret } = (await client.adminApplications.addSecret({ id: name })).secret;
  advance(61_000);
  return recorder.during(async () => {
    const { apiKey, key } = await apiKeys.create({ name: 'Import', scopes });
    const { id } = apiKey;
    await apiKeys.list();
    await apiKeys.update({ id, name: 'Export' });
    await apiKeys.rotate({ id });
    const json = { 'content-type': 'application/json' };
    const ask = (authorization: string) =>
      fetch(`${local.baseUrl}/auth/api-keys/verify`, {
        method: 'POST',
        headers: { ...json, authorization },
        body: JSON.stringify({ key }),
      });
    await ask(`Basic ${btoa(`${name}:${secret}`)}`);
    await ask(`Basic ${btoa(`${name}:wrong`)}`);
    const headers = { authorization: `Bearer ${key}` };
    await fetch(`${local.baseUrl}/auth/api-keys/token`, { method: 'POST', headers });
    await expectError(apiKeys.update({ id, name: ' ' }));
    await apiKeys.revoke({ id });
  });
}

/** Returns the id of a tenant with a user. */
async function tenantWithUser(): Promise<string> {
  const { tenant } = await client.adminTenants.create({ name: 'Closed', slug: 'closed' });
  const account = { email: 'cleo@example.com', password };
  await createClient({ baseUrl: local.baseUrl }).authentication.signup({ ...account, tenantId: tenant.id });
  return tenant.id;
}

/** Runs the change feed from the first record on: everything done before, and the removal of a tenant. */
async function processAllChanges(soFar: () => Use[]): Promise<void> {
  const mailer = async () => ({ batchItemFailures: [] });
  const second = await startLocal({ port: 0, adminSecretKey: secretKey, endpoint: recorder.endpoint, mailer });
  const jobs = (uses: Use[], wanted: string) =>
    uses.filter(({ action, partitions }) => action === wanted && partitions.some((pk) => pk.startsWith(job('').pk)));
  const started = jobs([...used.values()].flat(), 'PutItem').length;
  await until(() => jobs(soFar(), 'DeleteItem').length >= started, 'the end of all jobs');
  await second.stop();
}

const actionsOf = (uses: Use[], indexed: boolean): string[] => {
  const chosen = uses.filter(({ index }) => (index !== undefined) === indexed);
  return [...new Set(chosen.map(({ action, index }) => index ?? action))].sort();
};

/** The mailer has its own test, test/unit/mailer/permissions.test.ts; a function without grants uses no table. */
const observed = functionNames.filter((name) => name !== 'mailer' && Object.keys(rowOf(name).table).length > 0);

test.each(observed)('%s is granted exactly the actions and indexes that it uses', (name) => {
  const uses = used.get(name) ?? [];
  expect(actionsOf(uses, false)).toEqual(Object.keys(rowOf(name).table).sort());
  expect(actionsOf(uses, true)).toEqual([...(rowOf(name).indexes ?? [])].sort());
});

/** Parts of other functions in the flows above are not theirs: test/support/partition-guard.ts checks the rest. */
test.each(['discovery', 'key-rotation'] as const)('%s touches exactly the partitions it may touch', (name) => {
  const uses = used.get(name) ?? [];
  expect(uses.filter((use) => !mayTouch(name, use))).toEqual([]);
  expect(new Set(uses.flatMap(({ partitions }) => partitions))).toEqual(new Set(rowOf(name).partitions));
});

test('audit-archive touches exactly the partitions it may touch, and writes to one', () => {
  const uses = used.get('audit-archive') ?? [];
  expect(uses.filter((use) => !mayTouch('audit-archive', use))).toEqual([]);
  const written = uses.filter(({ action }) => action === 'PutItem').flatMap(({ partitions }) => partitions);
  expect([...new Set(written)]).toEqual(rowOf('audit-archive').partitions);
  expect(archived.some((name) => name.startsWith('archive/links/'))).toBe(true);
});

test('resources touches no partition that it may not touch, and every kind that it may write', () => {
  const uses = used.get('resources') ?? [];
  expect(uses.filter((use) => !mayTouch('resources', use))).toEqual([]);
  const touched = new Set(uses.flatMap(({ partitions }) => partitions));
  const { partitions = [] } = rowOf('resources');
  const idle = partitions.filter((pattern) => ![...touched].some((pk) => like(pattern, pk)));
  // Roles of all tenants belong to platforms, and the process had read the signing keys before.
  expect(idle).toEqual(['P#ROLES*', 'P#KEYS', 'P#JWKS']);
});
