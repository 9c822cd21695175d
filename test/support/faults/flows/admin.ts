// Runs what admins do to tenants, users, roles, permissions, blocked domains and one another.

import { newSlug } from '../../../world/make.ts';
import {
  asAdmin,
  type Client,
  demand,
  demandDead,
  isGood,
  logIn,
  madeUser,
  makerFor,
  must,
  mustAdmin,
  mustLogIn,
  newEmail,
  newPassword,
  settled,
  signUp,
  type Tenant,
  word,
} from '../client.ts';
import { type Answer, LOST } from '../deployment.ts';
import { type Flow, flow } from './flow.ts';

const API = '/auth/admin/api';

/** A change that is as good done once as twice: asked again, it is done or was done. */
const done = (answer: Answer, ...codes: string[]): void =>
  demand(codes.includes(answer.body?.code) || isGood(answer), 'the change', answer);

async function found(client: Client, slug: string): Promise<string | undefined> {
  const answer = await client.lane.send('GET', `/auth/tenants/lookup?slug=${slug}`);
  demand(answer !== LOST && answer.status < 500, 'lookup', answer);
  return isGood(answer) ? answer.body.id : undefined;
}

export function newTenant(client: Client): Promise<Tenant> {
  const slug = newSlug();
  const settings = { allowedOrigins: [`https://${slug}.example`, 'https://shared.example'] };
  return makerFor(client).tenant({ slug, settings });
}

const createTenant = flow('tenant, create', `${API}/tenants`, {
  prepare: async () => ({ name: 'A tenant', slug: newSlug() }),
  act: (client, body) => asAdmin(client, 'POST', `${API}/tenants`, body),
  settle: async (client, body, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'POST', `${API}/tenants`, body)), 'TENANT_ALREADY_EXISTS');
    demand(await found(client, body.slug), 'the tenant is not there');
    client.ledger.slugs.push({ slug: body.slug, there: true });
  },
});

const renameTenant = flow('tenant, update', `${API}/tenants/x`, {
  prepare: async (client) => ({ tenant: await newTenant(client), body: { slug: newSlug(), name: 'Another name' } }),
  act: (client, { tenant, body }) => asAdmin(client, 'PATCH', `${API}/tenants/${tenant.id}`, body),
  settle: async (client, { tenant, body }, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'PATCH', `${API}/tenants/${tenant.id}`, body)));
    demand((await found(client, body.slug)) === tenant.id, 'the new slug');
    demand((await found(client, tenant.slug)) === undefined, 'the old slug');
    client.ledger.slugs.push({ slug: body.slug, there: true }, { slug: tenant.slug, there: false });
  },
});

/** With people, a role that one of them has, and an open session. */
const removeTenant = flow('tenant, delete', `${API}/tenants/x`, {
  prepare: async (client) => {
    const tenant = await newTenant(client);
    const people = [await signUp(client, tenant), await signUp(client, tenant)] as const;
    const role = await mustAdmin(client, 'POST', `${API}/roles`, { name: `Role ${word()}`, tenantId: tenant.id });
    await mustAdmin(client, 'PATCH', `${API}/users/${people[0].id}`, { roleIds: [role.body.role.id] });
    return { tenant, people };
  },
  act: (client, { tenant }) => asAdmin(client, 'DELETE', `${API}/tenants/${tenant.id}`),
  settle: async (client, { tenant, people }, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'DELETE', `${API}/tenants/${tenant.id}`)), 'TENANT_NOT_FOUND');
    demand((await found(client, tenant.slug)) === undefined, 'the slug');
    for (const person of people) await demandDead(client, person);
    const answer = await logIn(client, people[0]);
    demand(answer !== LOST && answer.status === 401, 'somebody logs in to a tenant that is gone', answer);
    client.ledger.slugs.push({ slug: tenant.slug, there: false });
  },
});

const createUser = flow('user, create', `${API}/users`, {
  prepare: async (client) => ({
    tenantId: client.tenant.id,
    email: newEmail(),
    password: newPassword(),
    roleIds: [client.ownerRole],
    metadata: { name: `Ada ${word()}` },
  }),
  act: (client, body) => asAdmin(client, 'POST', `${API}/users`, body),
  settle: async (client, body, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'POST', `${API}/users`, body)), 'USER_ALREADY_EXISTS');
    await mustLogIn(client, body);
    client.ledger.accounts.push(body);
  },
});

const updateUser = flow('user, update', `${API}/users/x`, {
  prepare: async (client) => ({
    person: await madeUser(client),
    body: { email: newEmail(), roleIds: [client.ownerRole] },
  }),
  act: (client, { person, body }) => asAdmin(client, 'PATCH', `${API}/users/${person.id}`, body),
  settle: async (client, { person, body }, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'PATCH', `${API}/users/${person.id}`, body)));
    await mustLogIn(client, { ...person, ...body });
    const old = await logIn(client, person);
    demand(old !== LOST && old.status === 401, 'the old address', old);
    client.ledger.accounts.push({ ...person, ...body });
  },
});

const disableUser = flow('user, disable', `${API}/users/x`, {
  prepare: madeUser,
  act: (client, { id }) => asAdmin(client, 'PATCH', `${API}/users/${id}`, { isActive: false }),
  settle: async (client, person, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'PATCH', `${API}/users/${person.id}`, { isActive: false })));
    await demandDead(client, person);
  },
});

const removeUser = flow('user, delete', `${API}/users/x`, {
  prepare: (client) => madeUser(client, { roleIds: [client.ownerRole] }),
  act: (client, { id }) => asAdmin(client, 'DELETE', `${API}/users/${id}`),
  settle: async (client, person, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'DELETE', `${API}/users/${person.id}`)), 'USER_NOT_FOUND');
    await demandDead(client, person);
    // The address is free.
    const { tenantId, email } = person;
    await must(client, 'POST', '/auth/signup', { body: { tenantId, email, password: newPassword() } });
  },
});

const endSessions = flow('user, end sessions', `${API}/users/x/sessions`, {
  prepare: madeUser,
  act: (client, { id }) => asAdmin(client, 'DELETE', `${API}/users/${id}/sessions`),
  settle: async (client, person, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'DELETE', `${API}/users/${person.id}/sessions`)));
    await demandDead(client, person);
  },
});

type Named = { id: string; name: string };
const list = async (client: Client, what: string): Promise<Named[]> =>
  (await mustAdmin(client, 'GET', `${API}/${what}`)).body.data;

/** Create, rename and delete: the same for roles and permissions. */
function namedFlows(what: 'roles' | 'permissions', noun: 'role' | 'permission'): Flow[] {
  const path = `${API}/${what}`;
  const taken = `${noun.toUpperCase()}_ALREADY_EXISTS`;
  const unknown = `${noun.toUpperCase()}_NOT_FOUND`;
  const isThere = async (client: Client, name: string) => (await list(client, what)).some((each) => each.name === name);
  const made = async (client: Client): Promise<Named> =>
    (await mustAdmin(client, 'POST', path, { name: `${noun}.${word()}` })).body[noun];
  /** With a holder, who has to be listed under the new name, or under none. */
  const held = async (client: Client): Promise<Named> => {
    const it = await made(client);
    if (what === 'roles') await madeUser(client, { roleIds: [it.id] });
    return it;
  };
  return [
    flow(`${noun}, create`, path, {
      prepare: async () => ({ name: `${noun}.${word()}` }),
      act: (client, body) => asAdmin(client, 'POST', path, body),
      settle: async (client, body, outcome) => {
        done(await settled(outcome, () => asAdmin(client, 'POST', path, body)), taken);
        demand(await isThere(client, body.name), `the ${noun} is not there`);
      },
    }),
    flow(`${noun}, rename`, `${path}/x`, {
      prepare: async (client) => ({ it: await held(client), body: { name: `${noun}.${word()}` } }),
      act: (client, { it, body }) => asAdmin(client, 'PATCH', `${path}/${it.id}`, body),
      settle: async (client, { it, body }, outcome) => {
        done(await settled(outcome, () => asAdmin(client, 'PATCH', `${path}/${it.id}`, body)));
        demand(await isThere(client, body.name), 'the new name');
        demand(!(await isThere(client, it.name)), 'the old name');
      },
    }),
    flow(`${noun}, delete`, `${path}/x`, {
      prepare: held,
      act: (client, it) => asAdmin(client, 'DELETE', `${path}/${it.id}`),
      settle: async (client, it, outcome) => {
        done(await settled(outcome, () => asAdmin(client, 'DELETE', `${path}/${it.id}`)), unknown);
        demand(!(await isThere(client, it.name)), `the ${noun} is still there`);
      },
    }),
  ];
}

const DOMAINS = `${API}/blocked-email-domains`;
const blockDomain = flow('blocked domain, add', DOMAINS, {
  prepare: async () => `${word()}.example`,
  act: (client, domain) => asAdmin(client, 'POST', DOMAINS, { domains: [domain] }),
  settle: async (client, domain, outcome) => {
    const answer = await settled(outcome, () => asAdmin(client, 'POST', DOMAINS, { domains: [domain] }));
    demand(answer.status < 500, 'blocked-email-domains', answer);
    const body = { tenantId: client.tenant.id, email: `x@${domain}`, password: newPassword() };
    const refused = await client.lane.send('POST', '/auth/signup', { body });
    demand(refused !== LOST && refused.body.code === 'EMAIL_DOMAIN_NOT_ALLOWED', 'the domain', refused);
  },
});

const adminLogin = flow('admin, login', '/auth/admin/login', {
  prepare: async ({ admin: { email, password } }) => ({ email, password }),
  act: (client, body) => client.lane.send('POST', '/auth/admin/login', { body }),
  settle: async (client, body, outcome) => {
    const answer = await settled(outcome, () => client.lane.send('POST', '/auth/admin/login', { body }));
    demand(isGood(answer), 'login', answer);
    await must(client, 'GET', '/auth/admin/me', { cookie: answer.cookie });
  },
});

const ADMINS = '/auth/admin/admins';
const newAdmin = async (client: Client) => {
  const account = { email: newEmail(), password: newPassword() };
  return { ...account, id: (await mustAdmin(client, 'POST', ADMINS, account)).body.admin.id as string };
};
const admitted = async (client: Client, body: { email: string; password: string }): Promise<boolean> =>
  isGood(await client.lane.send('POST', '/auth/admin/login', { body: { email: body.email, password: body.password } }));

const createAdmin = flow('admin, create', ADMINS, {
  prepare: async () => ({ email: newEmail(), password: newPassword() }),
  act: (client, body) => asAdmin(client, 'POST', ADMINS, body),
  settle: async (client, body, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'POST', ADMINS, body)), 'ADMIN_USER_EXISTS');
    demand(await admitted(client, body), 'the new admin');
  },
});

const updateAdmin = flow('admin, new password', `${ADMINS}/x`, {
  prepare: async (client) => ({ admin: await newAdmin(client), password: newPassword() }),
  act: (client, { admin, password }) => asAdmin(client, 'PATCH', `${ADMINS}/${admin.id}`, { password }),
  settle: async (client, { admin, password }, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'PATCH', `${ADMINS}/${admin.id}`, { password })));
    demand(await admitted(client, { ...admin, password }), 'the new password');
    demand(!(await admitted(client, admin)), 'the old password');
  },
});

const removeAdmin = flow('admin, delete', `${ADMINS}/x`, {
  prepare: newAdmin,
  act: (client, { id }) => asAdmin(client, 'DELETE', `${ADMINS}/${id}`),
  settle: async (client, admin, outcome) => {
    done(await settled(outcome, () => asAdmin(client, 'DELETE', `${ADMINS}/${admin.id}`)), 'ADMIN_USER_NOT_FOUND');
    demand(!(await admitted(client, admin)), 'an admin who is gone');
  },
});

export const adminFlows: readonly Flow[] = [
  createTenant,
  renameTenant,
  removeTenant,
  createUser,
  updateUser,
  disableUser,
  removeUser,
  endSessions,
  ...namedFlows('roles', 'role'),
  ...namedFlows('permissions', 'permission'),
  blockDomain,
  adminLogin,
  createAdmin,
  updateAdmin,
  removeAdmin,
];
