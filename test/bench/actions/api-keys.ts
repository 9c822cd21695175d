// Defines budget actions with an API key of a user and of a machine, whose first use of the day was before.
import type { Caller } from '../harness/caller.ts';
import { signup, type World } from '../harness/world.ts';
import { from } from './account.ts';

type Made = { id: string };
const API = '/auth/admin/api';

export async function apiKeyActions(common: Caller, { adminCookie: cookie }: World) {
  const caller = from('127.0.0.12', common);
  const admin = (route: string, body: unknown) => caller.ok(route, { cookie, body });
  const settings = { apiKeys: { users: true } };
  const { tenant } = (await admin(`POST ${API}/tenants`, { name: 'Keys', slug: 'keys', settings })) as { tenant: Made };
  const permissions = ['projects.read'];
  const reader = { name: 'Reader', tenantId: tenant.id, permissions };
  const { role } = (await admin(`POST ${API}/roles`, reader)) as { role: Made };
  const { accessToken: bearer } = await signup(caller, tenant.id, 'keyholder');
  const { sub } = JSON.parse(Buffer.from(bearer.split('.')[1] as string, 'base64url').toString());
  await caller.ok(`PATCH ${API}/users/${sub}`, { cookie, body: { roleIds: [role.id] } });
  const body = { name: 'A key', scopes: permissions };
  const { key } = (await caller.ok('POST /auth/api-keys', { bearer, body })) as { key: string };
  const machine = { name: 'Robot', kind: 'machine', tenantIds: [tenant.id], roleIds: [role.id] };
  const { application } = (await admin(`POST ${API}/applications`, machine)) as { application: Made };
  const { secret } = (await admin(`POST ${API}/applications/${application.id}/secrets`, {})) as {
    secret: { secret: string };
  };
  const ofMachine = { applicationId: application.id, ...body };
  const robot = ((await admin(`POST ${API}/tenants/${tenant.id}/api-keys`, ofMachine)) as { key: string }).key;
  const basic = { name: application.id, secret: secret.secret };
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`;
  return {
    'API key, refused for a typing error': async () => {
      const { status } = await caller.call('GET /projects', { bearer: mistyped });
      if (status !== 401) throw new Error(`expected 401 for a mistyped key, got ${status}`);
    },
    'API key, row that is not there': async () => {
      const { status } = await caller.call('GET /projects/prj_0', { bearer: key });
      if (status !== 404) throw new Error(`expected 404 for an absent row, got ${status}`);
    },
    'API key, create': () => caller.ok('POST /auth/api-keys', { bearer, body: { ...body, name: 'Another' } }),
    'API key, verify': () => caller.ok('POST /auth/api-keys/verify', { basic, body: { key } }),
    'API key, verify that of a machine': () => caller.ok('POST /auth/api-keys/verify', { basic, body: { key: robot } }),
    'API key, exchange': () => caller.ok('POST /auth/api-keys/token', { bearer: key }),
  };
}
