// The admin manages tenants, roles, permissions and blocked domains.
import type { RouteName } from '../../../lib/contract/index.ts';
import { endSessionsOf } from '../../../lib/domain/tenants/end-sessions.ts';
import { now } from '../../../lib/platform/clock.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { PNG } from '../../support/images.ts';
import { ask } from '../world/ask.ts';
import { ADMIN } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { named, note, tenantOf, violate, type World } from '../world/world.ts';
import { anyAdmins, asAdmin, endOfAdmin, openAdmins, requireStepUp } from './admin-console.ts';
import { command } from './command.ts';
import { newestCopies, tenants, users } from './shared.ts';

const TENANTS = '/auth/admin/api/tenants';
type Change = { session: string; tenant: string; what: string };

const SETTINGS: Record<string, (tenant: E.Tenant) => Record<string, unknown>> = {
  'require second factors': () => ({ mfa: { policy: 'required' } }),
  'make second factors optional': () => ({ mfa: { policy: 'optional' } }),
  'switch second factors off': () => ({ mfa: { policy: 'off' } }),
  'add a provider': () => ({
    ssoProviders: [{ name: 'other', issuer: 'https://id.other.example', clientId: 'x', trustEmail: true }],
  }),
};

export const patchTenant = command<Change>({
  name: 'change the settings of a tenant',
  group: 'admin',
  weight: 12,
  routes: ['PATCH /auth/admin/api/tenants/{id}'],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) =>
      tenants(world).flatMap(({ name: tenant }) => Object.keys(SETTINGS).map((what) => ({ session, tenant, what }))),
    ),
  run: async (world, { session: name, tenant: tenantName, what }) => {
    const session = named(world.adminSessions, name);
    const tenant = tenantOf(world, tenantName);
    const settings = SETTINGS[what]!(tenant);
    const reply = await asAdmin(world, session, `PATCH ${TENANTS}/${tenant.id}`, { settings });
    if (reply.status !== 200) return;
    requireStepUp(world, session, `${what} in tenant ${tenantName}`, undefined, 'tenant.step-up');
    const policy = (settings.mfa as { policy?: E.Tenant['mfa'] } | undefined)?.policy;
    if (policy) tenant.mfa = policy;
  },
});

export const closeTenant = command<{ session: string; tenant: string }>({
  name: 'close and open a tenant',
  group: 'admin',
  weight: 3,
  routes: ['PATCH /auth/admin/api/tenants/{id}'],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) => tenants(world).map(({ name: tenant }) => ({ session, tenant }))),
  run: async (world, { session: name, tenant: tenantName }) => {
    const session = named(world.adminSessions, name);
    const tenant = tenantOf(world, tenantName);
    const reply = await asAdmin(world, session, `PATCH ${TENANTS}/${tenant.id}`, { isActive: false });
    if (reply.status !== 200) return;
    tenant.era++;
    await asAdmin(world, session, `PATCH ${TENANTS}/${tenant.id}`, { isActive: true });
  },
});

export const endTenantSessions = command<{ session: string; tenant: string }>({
  name: 'end every session of a tenant',
  group: 'admin',
  weight: 2,
  routes: ['DELETE /auth/admin/api/tenants/{id}/sessions'],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) => tenants(world).map(({ name: tenant }) => ({ session, tenant }))),
  run: async (world, { session: name, tenant: tenantName }) => {
    const session = named(world.adminSessions, name);
    const tenant = tenantOf(world, tenantName);
    const reply = await asAdmin(world, session, `DELETE ${TENANTS}/${tenant.id}/sessions`);
    if (reply.status !== 200) return;
    requireStepUp(world, session, `end the sessions of tenant ${tenantName}`);
    tenant.era++;
  },
});

export const endAllSessions = command<{ session: string }>({
  name: 'end every session of every tenant',
  group: 'admin',
  weight: 1,
  routes: ['DELETE /auth/admin/api/sessions'],
  options: (world) => openAdmins(world).map(({ name: session }) => ({ session })),
  run: async (world, { session: name }) => {
    const session = named(world.adminSessions, name);
    const reply = await asAdmin(world, session, 'DELETE /auth/admin/api/sessions');
    if (reply.status !== 200) return;
    requireStepUp(world, session, 'end every session');
    for (const tenant of world.tenants.values()) {
      // The cases have no change feed, whose job does this.
      await endSessionsOf(tenant.id as TenantId, now());
      tenant.era++;
    }
  },
});

/** A tenant, a role, a permission and a domain come and go. They belong to no account of the world. */
export const manageLists = command<{ session: string }>({
  name: 'manage tenants, roles, permissions and domains',
  group: 'admin',
  weight: 1,
  routes: [
    'POST /auth/admin/api/tenants',
    'DELETE /auth/admin/api/tenants/{id}',
    'PUT /auth/admin/api/tenants/{id}/logo',
    'DELETE /auth/admin/api/tenants/{id}/logo',
    'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test',
    'GET /auth/admin/api/tenants/{id}/domains',
    'POST /auth/admin/api/tenants/{id}/domains',
    'POST /auth/admin/api/tenants/{id}/domains/{domain}/check',
    'PATCH /auth/admin/api/tenants/{id}/domains/{domain}',
    'DELETE /auth/admin/api/tenants/{id}/domains/{domain}',
    'GET /auth/admin/api/tenants/{id}/setup-links',
    'POST /auth/admin/api/tenants/{id}/setup-links',
    'DELETE /auth/admin/api/tenants/{id}/setup-links/{linkId}',
    'GET /auth/admin/api/tenants/{id}/scim-connections',
    'POST /auth/admin/api/tenants/{id}/scim-connections',
    'PATCH /auth/admin/api/tenants/{id}/scim-connections/{connectionId}',
    'POST /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/rotate',
    'DELETE /auth/admin/api/tenants/{id}/scim-connections/{connectionId}',
    'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups',
    'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/drift',
    'PUT /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups/{groupId}',
    'GET /auth/admin/api/tenants/{id}/join-requests',
    'POST /auth/admin/api/join-requests/{id}/accept',
    'POST /auth/admin/api/join-requests/{id}/refuse',
    'GET /auth/tenants/{id}/logos/{digest}',
    'POST /auth/admin/api/permissions',
    'PATCH /auth/admin/api/permissions/{id}',
    'DELETE /auth/admin/api/permissions/{id}',
    'POST /auth/admin/api/roles',
    'PATCH /auth/admin/api/roles/{id}',
    'DELETE /auth/admin/api/roles/{id}',
    'POST /auth/admin/api/blocked-email-domains',
    'DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}',
  ],
  options: (world) => openAdmins(world).map(({ name: session }) => ({ session })),
  run: async (world, { session: name }) => {
    const session = named(world.adminSessions, name);
    const call = (route: string, body?: unknown) => asAdmin(world, session, route, body);
    const key = `s${world.step}-${world.id}`;
    const { body: made } = await call(`POST ${TENANTS}`, { name: key, slug: key });
    if (made.tenant) {
      const logo = `${TENANTS}/${made.tenant.id}/logo`;
      const { body: shown } = await call(`PUT ${logo}`, { image: PNG });
      // A public picture, as a page shows it.
      if (shown.tenant) await call(`GET ${new URL(shown.tenant.logo.url).pathname}`);
      await call(`DELETE ${logo}`);
      await call(`POST ${TENANTS}/${made.tenant.id}/identity-providers/acme/test`);
      const domains = `${TENANTS}/${made.tenant.id}/domains`;
      await call(`POST ${domains}`, { domain: 'model.example' });
      await call(`GET ${domains}`);
      await call(`POST ${domains}/model.example/check`);
      await call(`PATCH ${domains}/model.example`, { join: { policy: 'invitation' } });
      await call(`DELETE ${domains}/model.example`);
      const links = `${TENANTS}/${made.tenant.id}/setup-links`;
      const { body: link } = await call(`POST ${links}`, { intents: ['sso'] });
      await call(`GET ${links}`);
      if (link.setupLink) await call(`DELETE ${links}/${link.setupLink.id}`);
      await call(`GET /auth/admin/api/tenants/${made.tenant.id}/join-requests`);
      await call('POST /auth/admin/api/join-requests/x/accept', {});
      await call('POST /auth/admin/api/join-requests/x/refuse');
      const directories = `${TENANTS}/${made.tenant.id}/scim-connections`;
      const { body: directory } = await call(`POST ${directories}`, { name: 'Okta' });
      await call(`GET ${directories}`);
      if (directory.connection) {
        const one = `${directories}/${directory.connection.id}`;
        await call(`PATCH ${one}`, { isPaused: true });
        await call(`GET ${one}/groups`);
        await call(`GET ${one}/drift`);
        await call(`PUT ${one}/groups/x`, { roleId: null });
        await call(`POST ${one}/rotate`, {});
        await call(`DELETE ${one}`);
      }
      const removed = await call(`DELETE ${TENANTS}/${made.tenant.id}`);
      if (removed.status === 200) requireStepUp(world, session, 'delete a tenant');
    }
    const permission = `m.${key}`;
    const { body: granted } = await call('POST /auth/admin/api/permissions', { name: permission });
    const { body: role } = await call('POST /auth/admin/api/roles', { name: key, permissions: [permission] });
    if (role.role) {
      await call(`PATCH /auth/admin/api/roles/${role.role.id}`, { isActive: false });
      await call(`DELETE /auth/admin/api/roles/${role.role.id}`);
    }
    if (granted.permission) {
      await call(`PATCH /auth/admin/api/permissions/${granted.permission.id}`, { description: 'x' });
      await call(`DELETE /auth/admin/api/permissions/${granted.permission.id}`);
    }
    await call('POST /auth/admin/api/blocked-email-domains', { domain: `${key}.example` });
    await call(`DELETE /auth/admin/api/blocked-email-domains/${key}.example`);
  },
});

/** Every read of the admin API. */
const READS: readonly RouteName[] = [
  'GET /auth/admin/me',
  'GET /auth/admin/runtime',
  'GET /auth/admin/api/stats',
  'GET /auth/admin/api/activity',
  'GET /auth/admin/api/deployment',
  'GET /auth/admin/api/invitations',
  'GET /auth/admin/admins',
  'GET /auth/admin/api/tenants',
  'GET /auth/admin/api/users',
  'GET /auth/admin/api/users/{id}',
  'GET /auth/admin/api/users/{id}/sessions',
  'GET /auth/admin/api/users/{id}/sign-in-status',
  'GET /auth/admin/api/users/{id}/audit',
  'GET /auth/admin/api/audit',
  'GET /auth/admin/api/audit/anchors',
  'GET /auth/admin/api/audit/export',
  'GET /auth/admin/api/audit/{id}',
  'GET /auth/admin/api/roles',
  'GET /auth/admin/api/permissions',
  'GET /auth/admin/api/permissions/{id}',
  'GET /auth/admin/api/permissions/categories',
  'GET /auth/admin/api/permissions/guards',
  'GET /auth/admin/api/permissions/search',
  'GET /auth/admin/api/blocked-email-domains',
  'GET /auth/admin/api/blocked-email-domains/stats',
];
const pathIn = (world: World, route: string): string =>
  route.replace('{id}', world.accounts[0]!.id).replace('/search', '/search?query=users');

/** The admin reads, also with sessions that ended; users try their own tokens. */
export const readAsAdmin = command<{ session: string; by: string; route: string }>({
  name: 'read as admin',
  group: 'base',
  weight: 1,
  routes: [...READS, 'POST /auth/admin/api/blocked-email-domains/import-defaults'],
  options: (world) => {
    const own = anyAdmins(world).map(({ name: session }) => ({ session, by: ADMIN }));
    const others = users(world)
      .filter(({ name }) => newestCopies(world, name).length)
      .map(({ name: by }) => ({ session: '-', by }));
    return [...own, ...others].flatMap((choice) => READS.map((route) => ({ ...choice, route })));
  },
  vain: (world) =>
    world.adminSessions
      .filter((session) => endOfAdmin(world, session))
      .slice(-1)
      .map(({ name: session }) => ({ session, by: ADMIN, route: 'GET /auth/admin/me' })),
  run: async (world, { session: name, by, route }) => {
    const path = pathIn(world, route);
    if (name !== '-') return void (await asAdmin(world, named(world.adminSessions, name), path));
    const [copy] = newestCopies(world, by).slice(-1);
    const cookie = `svc_admin=${copy!.access}; svc_access=${copy!.access}`;
    const routes = [path, 'POST /auth/admin/api/blocked-email-domains/import-defaults'];
    for (const each of routes) {
      const reply = await ask(world, by, each, { token: copy!.access, cookie });
      if (reply.status < 300) violate(world, 'admin.stranger', `${by} did ${each} with a token of a user`);
    }
    note(world, `  ${by} is no admin`);
  },
});
