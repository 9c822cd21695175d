// Makes calls about API keys succeed.
import type { apiKeysForAdmins } from '../../../lib/contract/groups/admin-api-keys.ts';
import type { apiKeys } from '../../../lib/contract/groups/api-keys.ts';
import { basic } from '../../support/applications.ts';
import { bearer } from '../../support/service.ts';
import { about, account, admin, asUser, good, makerFor, newName, type Recipes, type World } from '../recipe.ts';

/** A user with a permission, in a tenant of their own that lets users have keys. */
async function keyOwner(world: World) {
  const maker = makerFor(world);
  const tenant = await maker.tenant({ settings: { apiKeys: { users: true } } });
  const scope = newName();
  await maker.permissions([scope]);
  const role = await maker.role({ tenantId: tenant.id, permissions: [scope] });
  const user = await account({ ...world, tenant }, { roleIds: [role.id] });
  return { tenant, scope, user };
}

const bodyOf = (scope: string) => ({ name: newName(), scopes: [scope], networks: ['0.0.0.0/0', '::/0'] });

/** The same, with a key. */
async function keyed(world: World) {
  const owner = await keyOwner(world);
  const made = good(await world.service.post('/auth/api-keys', bodyOf(owner.scope), asUser(owner.user)), 'API key');
  return { ...owner, id: made.apiKey.id as string, key: made.key as string };
}

/** A new key of a machine that may do something in the tenant. */
async function machine(world: World) {
  const maker = makerFor(world);
  const { tenant } = world;
  const scope = newName();
  await maker.permissions([scope]);
  const role = await maker.role({ tenantId: tenant.id, permissions: [scope] });
  const given = { name: newName(), kind: 'machine', tenantIds: [tenant.id], roleIds: [role.id] };
  const { id } = (await admin(world, 'POST', 'api/applications', given)).application;
  return { params: { id: tenant.id }, body: { applicationId: id as string, ...bodyOf(scope) } };
}

async function machineKey(world: World): Promise<string> {
  const { params, body } = await machine(world);
  return (await admin(world, 'POST', `api/tenants/${params.id}/api-keys`, body)).apiKey.id;
}

export const recipes = {
  'GET /auth/api-keys': async (world) => asUser((await keyed(world)).user),
  'POST /auth/api-keys': async (world) => {
    const { user, scope } = await keyOwner(world);
    return { ...asUser(user), body: bodyOf(scope) };
  },
  'PATCH /auth/api-keys/{id}': async (world) => {
    const { user, id } = await keyed(world);
    return { ...asUser(user), params: { id }, body: { name: newName() } };
  },
  'POST /auth/api-keys/{id}/rotate': async (world) => {
    const { user, id } = await keyed(world);
    return { ...asUser(user), params: { id }, body: {} };
  },
  'DELETE /auth/api-keys/{id}': async (world) => {
    const { user, id } = await keyed(world);
    return { ...asUser(user), params: { id } };
  },
  'POST /auth/api-keys/verify': async (world) => {
    const { key, tenant } = await keyed(world);
    const given = { name: newName(), kind: 'machine', tenantIds: [tenant.id] };
    const { id } = (await admin(world, 'POST', 'api/applications', given)).application;
    const { secret } = (await admin(world, 'POST', `api/applications/${id}/secrets`)).secret;
    return { headers: basic(id, secret), body: { key, ip: '203.0.113.7' } };
  },
  'POST /auth/api-keys/token': async (world) => ({ headers: bearer((await keyed(world)).key) }),
} satisfies Record<keyof typeof apiKeys, Recipes>;

export const adminRecipes = {
  'GET /auth/admin/api/tenants/{id}/api-keys': about(async (world) => {
    await machineKey(world);
    return { params: { id: world.tenant.id }, query: { limit: '1' } };
  }),
  'GET /auth/admin/api/users/{id}/api-keys': about(async (world) => ({
    params: { id: (await keyed(world)).user.id },
  })),
  'POST /auth/admin/api/tenants/{id}/api-keys': about(machine),
  'PATCH /auth/admin/api/api-keys/{id}': about(async (world) => ({
    params: { id: await machineKey(world) },
    body: { name: newName() },
  })),
  'POST /auth/admin/api/api-keys/{id}/rotate': about(async (world) => ({
    params: { id: await machineKey(world) },
    body: {},
  })),
  'DELETE /auth/admin/api/api-keys/{id}': about(async (world) => ({ params: { id: (await keyed(world)).id } })),
} satisfies Record<keyof typeof apiKeysForAdmins, Recipes>;
