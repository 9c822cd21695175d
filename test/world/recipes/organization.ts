// Makes calls of users who manage their tenant succeed.
import type { organization as contract } from '../../../lib/contract/groups/organization.ts';
import { organizationPermissions } from '../../../lib/contract/groups/parts/organization-permissions.ts';
import { GROUP } from '../../support/scim.ts';
import { newEmail, unique } from '../../support/service.ts';
import { setupWith, tokenIn } from '../../support/setup-links.ts';
import { PROVIDER } from '../../support/sso.ts';
import {
  type Account,
  account,
  asUser,
  type Call,
  good,
  makerFor,
  newName,
  newTenant,
  type Recipes,
  type World,
} from '../recipe.ts';
import { closedTenant, openRequest } from './joining.ts';

/** A user whose role lets them manage the tenant, the role, and a member without one. */
async function managed(world: World): Promise<{ manager: Account; role: string; member: string }> {
  const { id: tenantId } = world.tenant;
  const maker = makerFor(world);
  const role = await maker.role({ tenantId, permissions: organizationPermissions });
  const manager = await account(world, { roleIds: [role.id] });
  return { manager, role: role.id, member: (await maker.user(tenantId)).id };
}

const byManager = async (world: World): Promise<Call> => asUser((await managed(world)).manager);

/** In a tenant of their own: one has at most twenty domains and twenty providers, and its links are limited. */
const byNewManager = async (world: World): Promise<Call> => byManager({ ...world, tenant: await newTenant(world) });

async function invited(world: World): Promise<Call> {
  const call = await byManager(world);
  const reply = await world.service.post('/auth/organization/invitations', { email: newEmail() }, call);
  return { ...call, params: { id: good(reply, 'invitation').invitation.id } };
}

/** A request to join a tenant of its own, and a manager of it. */
async function decided(world: World): Promise<Call> {
  const tenant = await closedTenant(world);
  return { ...(await byManager({ ...world, tenant })), params: { id: await openRequest(tenant) } };
}

const newDomain = () => `${newName()}.example`;
const DOMAINS = '/auth/organization/domains';

async function withDomain(world: World): Promise<Call> {
  const call = await byNewManager(world);
  const domain = newDomain();
  good(await world.service.post(DOMAINS, { domain }, call), 'domain');
  return { ...call, params: { domain } };
}

/** A provider of the tenant that no other call uses. */
async function provided(world: World): Promise<Call> {
  const call = await byNewManager(world);
  const name = unique('idp');
  const body = { name, issuer: world.realm.issuer, clientId: 'gatehouse' };
  good(await world.service.post('/auth/organization/providers', body, call), 'provider');
  return { ...call, params: { name } };
}

const CONNECTIONS = '/auth/organization/scim-connections';

async function connected(world: World): Promise<Call & { token: string }> {
  const call = await byNewManager(world);
  const { connection, token } = good(await world.service.post(CONNECTIONS, { name: 'Okta' }, call), 'connection');
  return { ...call, params: { id: connection.id }, token };
}

/** The call with the connection alone. */
const byConnected = async (world: World): Promise<Call> => {
  const { token: _, ...call } = await connected(world);
  return call;
};

/** A group that a directory brought, which has no role. */
async function grouped(world: World): Promise<Call> {
  const { token, ...call } = await connected(world);
  const path = `/scim/v2/${call.params?.id}/Groups`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
  const reply = await world.service.post(path, { schemas: [GROUP], displayName: newName() }, { headers });
  return { ...call, params: { id: String(call.params?.id), groupId: good(reply, 'group').id } };
}

const APPLICATIONS = '/auth/organization/applications';

/** An application that was made in a tenant of its own, with a manager. */
async function applied(world: World): Promise<Call> {
  const call = await byNewManager(world);
  const body = { name: newName(), kind: 'server' };
  const { application } = good(await world.service.post(APPLICATIONS, body, call), 'application');
  return { ...call, params: { id: application.id } };
}

const newLink = async (world: World, call: Call) =>
  good(await world.service.post('/auth/organization/setup-links', { intents: ['sso'] }, call), 'setup link');

export const recipes = {
  'GET /auth/organization': byManager,
  'GET /auth/organization/members': async (world) => ({ ...(await byManager(world)), query: { limit: '2' } }),
  'PATCH /auth/organization/members/{id}': async (world) => {
    const { manager, member } = await managed(world);
    return { ...asUser(manager), params: { id: member }, body: { isActive: false } };
  },
  'DELETE /auth/organization/members/{id}': async (world) => {
    const { manager, member } = await managed(world);
    return { ...asUser(manager), params: { id: member } };
  },
  'PUT /auth/organization/members/{id}/roles': async (world) => {
    const { manager, member, role } = await managed(world);
    return { ...asUser(manager), params: { id: member }, body: { roleIds: [role] } };
  },
  'GET /auth/organization/invitations': async (world) => ({ headers: (await invited(world)).headers ?? {} }),
  'POST /auth/organization/invitations': async (world) => {
    const { manager, role } = await managed(world);
    return { ...asUser(manager), body: { email: newEmail(), roleIds: [role] } };
  },
  'POST /auth/organization/invitations/{id}/resend': invited,
  'DELETE /auth/organization/invitations/{id}': invited,
  'GET /auth/organization/roles': byManager,
  'GET /auth/organization/join-requests': byManager,
  'POST /auth/organization/join-requests/{id}/accept': async (world) => ({ ...(await decided(world)), body: {} }),
  'POST /auth/organization/join-requests/{id}/refuse': decided,
  'GET /auth/organization/audit': byManager,
  'GET /auth/organization/usage': byManager,
  'GET /auth/organization/domains': async (world) => ({ headers: (await withDomain(world)).headers ?? {} }),
  'POST /auth/organization/domains': async (world) => ({
    ...(await byNewManager(world)),
    body: { domain: newDomain() },
  }),
  'POST /auth/organization/domains/{domain}/check': withDomain,
  'PATCH /auth/organization/domains/{domain}': async (world) => ({
    ...(await withDomain(world)),
    body: { join: { policy: 'sso', provider: PROVIDER } },
  }),
  'DELETE /auth/organization/domains/{domain}': withDomain,
  'GET /auth/organization/providers': byManager,
  'POST /auth/organization/providers': async (world) => ({
    ...(await byNewManager(world)),
    body: { name: unique('idp'), issuer: world.realm.issuer, clientId: 'gatehouse', enabled: false },
  }),
  'PATCH /auth/organization/providers/{name}': async (world) => ({
    ...(await provided(world)),
    body: { enabled: false },
  }),
  'DELETE /auth/organization/providers/{name}': provided,
  'POST /auth/organization/providers/{name}/test': async (world) => ({
    ...(await byNewManager(world)),
    params: { name: PROVIDER },
  }),
  'GET /auth/organization/applications': async (world) => ({ headers: (await applied(world)).headers ?? {} }),
  'POST /auth/organization/applications': async (world) => ({
    ...(await byNewManager(world)),
    body: { name: newName(), kind: 'browser', redirectUris: ['https://app.example/callback'] },
  }),
  'PATCH /auth/organization/applications/{id}': async (world) => ({
    ...(await applied(world)),
    body: { isActive: false },
  }),
  'DELETE /auth/organization/applications/{id}': applied,
  'POST /auth/organization/applications/{id}/secrets': applied,
  'DELETE /auth/organization/applications/{id}/secrets/{secretId}': async (world) => {
    const { params, ...call } = await applied(world);
    const path = `${APPLICATIONS}/${params?.id}/secrets`;
    const { secret } = good(await world.service.post(path, undefined, call), 'secret');
    return { ...call, params: { id: String(params?.id), secretId: secret.id } };
  },
  'GET /auth/organization/scim-connections': async (world) => ({ headers: (await connected(world)).headers ?? {} }),
  'POST /auth/organization/scim-connections': async (world) => ({
    ...(await byNewManager(world)),
    body: { name: 'Okta', onDelete: 'delete' },
  }),
  'PATCH /auth/organization/scim-connections/{id}': async (world) => ({
    ...(await byConnected(world)),
    body: { isPaused: true },
  }),
  'POST /auth/organization/scim-connections/{id}/rotate': async (world) => ({
    ...(await byConnected(world)),
    body: {},
  }),
  'DELETE /auth/organization/scim-connections/{id}': byConnected,
  'GET /auth/organization/scim-connections/{id}/groups': byConnected,
  'GET /auth/organization/scim-connections/{id}/drift': byConnected,
  'PUT /auth/organization/scim-connections/{id}/groups/{groupId}': async (world) => ({
    ...(await grouped(world)),
    body: { roleId: null },
  }),
  'GET /auth/organization/setup-links': byManager,
  'POST /auth/organization/setup-links': async (world) => ({
    ...(await byNewManager(world)),
    body: { intents: ['sso'], email: newEmail() },
  }),
  'DELETE /auth/organization/setup-links/{id}': async (world) => {
    const call = await byNewManager(world);
    return { ...call, params: { id: (await newLink(world, call)).setupLink.id } };
  },
  'POST /auth/organization/setup/begin': async (world) => ({
    body: { token: tokenIn((await newLink(world, await byNewManager(world))).url) },
  }),
  'POST /auth/organization/setup/end': async (world) => {
    const { url } = await newLink(world, await byNewManager(world));
    return { headers: (await setupWith(world.service, url)).headers };
  },
} satisfies Record<keyof typeof contract, Recipes>;
