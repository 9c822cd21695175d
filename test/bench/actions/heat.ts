// Defines the operations whose heat is recorded. People have a role of their tenant and one of all tenants, because
// permissions are read with most requests.
import type { IdentityProvider } from '../../support/identity-provider.ts';
import type { Caller } from '../harness/caller.ts';
import { load } from '../harness/load.ts';
import { emailOf, login, loginBody, signup, type Tokens, type World } from '../harness/world.ts';
import { from } from './account.ts';
import { messageActions } from './messages.ts';
import { oauthActions } from './oauth.ts';
import { resourceActions } from './resources.ts';
import { ssoActions } from './sso.ts';

type Action = () => Promise<unknown>;
/** `times`: how often it is called for one recording, so that the change feed handles a batch. */
export type HeatAction = { act: Action; times: number };

/** Operations whose records the change feed handles in batches. */
const BATCH = 20;
/** More than a sixth of the limit of an address: from then on each right login is refunded. */
const BUSY = 30;

/** More failed logins than the audit log keeps of a tenant in an hour, for each item of that limit. */
const FLOOD = 1000;
const PER_ADDRESS = 20;

/** Returns the actions. What they use up is made here, outside of the recording. */
export async function heatActions(
  common: Caller,
  world: World,
  own: (idp: IdentityProvider) => IdentityProvider,
): Promise<Record<string, HeatAction>> {
  const { tenantId, slug, adminCookie: cookie } = world;
  const caller = from('127.0.0.3', common);
  const api = '/auth/admin/api';
  const ids = await createRoles(caller, cookie, tenantId);
  /** Creates a user with both roles. */
  const member = async (name: string): Promise<string> => {
    const body = { tenantId, email: emailOf(name), password: 'plain-lantern-orbit-27', roleIds: ids };
    const { user } = await caller.ok(`POST ${api}/users`, { cookie, body });
    return (user as { id: string }).id;
  };
  const each = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
    const all: T[] = [];
    for (let index = 0; index < count; index++) all.push(await make(index));
    return all;
  };

  await member('one');
  await each(BATCH + 1, (index) => member(`regular${index}`));
  const gone = await each(2, (index) => member(`gone${index}`));
  let session = await login(caller, tenantId, 'one');
  const leaving = await each(BATCH + 1, (index) => login(caller, tenantId, `regular${index}`));
  const tokens = () => ({ bearer: session.accessToken });
  const campus = from('127.0.0.4', common);
  await member('student');
  await each(BUSY, () => login(campus, tenantId, 'student'));
  const machine = await createMachine(caller, cookie, ids);
  const { access_token: shown } = await machine(`grant_type=client_credentials&tenant=${tenantId}`);
  let [made, next, wrong, tenants] = [0, 0, 0, 0];
  const wrongLogin = from('127.0.0.5', common);

  const flooded = await createFlooded(common, cookie);

  const once: Record<string, Action> = {
    'verify-session': () => caller.ok('GET /auth/verify-session', tokens()),
    me: () => caller.ok('GET /auth/me', tokens()),
    'login, busy address': () => login(campus, tenantId, 'student'),
    'refresh-token': async () => {
      const body = { refreshToken: session.refreshToken };
      session = (await caller.ok('POST /auth/refresh-token', { body })) as Tokens;
    },
    'tenants/lookup': () => from('127.0.0.7', common).ok(`GET /auth/tenants/lookup?slug=${slug}`),
    'client-config': () => from('127.0.0.7', common).ok(`GET /auth/client-config?tenantId=${tenantId}`),
    'oauth introspect': () => machine(`token=${session.accessToken}`, '/oauth2/introspect'),
    'oauth introspect, machine': () => machine(`token=${shown}`, '/oauth2/introspect'),
    'oauth token, machine': () => machine(`grant_type=client_credentials&tenant=${tenantId}`),
    'admin create tenant': () => {
      const body = { name: 'Another', slug: `another${tenants++}` };
      return caller.ok(`POST ${api}/tenants`, { cookie, body });
    },
    'admin update tenant': () =>
      caller.ok(`PATCH ${api}/tenants/${tenantId}`, {
        cookie,
        body: { settings: { session: { maxPerUser: 10 + (tenants++ % 2) } } },
      }),
    'admin update role': () => caller.ok(`PATCH ${api}/roles/${ids[0]}`, { cookie, body: { isActive: true } }),
    'admin delete user': () => caller.ok(`DELETE ${api}/users/${gone.pop()}`, { cookie }),
  };
  const repeated: Record<string, Action> = {
    login: () => login(caller, tenantId, `regular${next++ % BATCH}`),
    'login, wrong password': async () => {
      const { status } = await wrongLogin.call(
        'POST /auth/login',
        loginBody(tenantId, `regular${wrong++ % BATCH}`, 'no-such-password-5'),
      );
      if (status !== 401) throw new Error(`expected 401 for a wrong login, got ${status}`);
    },
    signup: () => signup(from('127.0.0.8', common), tenantId, `new${made++}`),
    'login, wrong password in a flood': () => flooded(FLOOD + made++),
    logout: () => caller.ok('POST /auth/logout', { bearer: leaving.pop()?.accessToken }),
    'admin create user': () => member(`made${made++}`),
  };
  const others: Record<string, Action> = {
    ...(await pick(messageActions(from('127.0.0.10', common), world, 2), ['passwordless/send'])),
    ...(await pick(ssoActions(from('127.0.0.11', common), world, own, 2), [
      'sso start',
      'sso callback',
      'sso callback, new account',
      'login, code of a provider',
    ])),
    ...(await pick(oauthActions(from('127.0.0.12', common), world, 2), [
      'oauth authorize',
      'oauth token, code',
      'oauth token, refresh token',
      'oauth userinfo',
    ])),
    ...(await pick(resourceActions(from('127.0.0.13', common), world, 2), [
      'row, by id',
      'rows, page of 10 by cursor',
      'row, create',
      'row, update',
    ])),
  };
  const timed = (actions: Record<string, Action>, times: number) =>
    Object.entries(actions).map(([name, act]) => [name, { act, times }] as const);
  return Object.fromEntries([...timed(once, 1), ...timed(repeated, BATCH), ...timed(others, 1)]);
}

/** Creates a tenant in which strangers have used up what the audit log keeps, and returns a further wrong login there. */
async function createFlooded(caller: Caller, cookie: string) {
  const body = { name: 'Flooded', slug: 'flooded' };
  const { tenant } = await caller.ok('POST /auth/admin/api/tenants', { cookie, body });
  const { id } = tenant as { id: string };
  const wrong = async (index: number): Promise<void> => {
    const stranger = from(`127.2.${Math.floor(index / PER_ADDRESS)}.1`, caller);
    const { status } = await stranger.call('POST /auth/login', loginBody(id, `stranger${index}`));
    if (status !== 401) throw new Error(`expected 401 for a wrong login, got ${status}`);
  };
  await load(FLOOD, 8, wrong);
  return wrong;
}

async function pick<T extends Record<string, Action>>(all: Promise<T>, names: (keyof T & string)[]) {
  const actions = await all;
  return Object.fromEntries(names.map((name) => [name, actions[name] as Action]));
}

/** Creates a role of the tenant and one of all tenants, with a permission each, and returns their ids. */
async function createRoles(caller: Caller, cookie: string, tenantId: string): Promise<string[]> {
  const api = '/auth/admin/api';
  const ids: string[] = [];
  for (const owner of [tenantId, null]) {
    const name = owner ? 'shop.read' : 'help.read';
    await caller.ok(`POST ${api}/permissions`, { cookie, body: { name } });
    const body = { name: owner ? 'Member' : 'Everyone', tenantId: owner, permissions: [name] };
    ids.push(((await caller.ok(`POST ${api}/roles`, { cookie, body })).role as { id: string }).id);
  }
  return ids;
}

/** Creates an application that is a machine, and returns the call of an endpoint of the OpenID provider that it makes. */
async function createMachine(caller: Caller, cookie: string, roleIds: string[]) {
  const api = '/auth/admin/api/applications';
  const body = { name: 'Machine', kind: 'machine', redirectUris: [], roleIds: [roleIds[1]] };
  const { id } = (await caller.ok(`POST ${api}`, { cookie, body })).application as { id: string };
  const { secret } = (await caller.ok(`POST ${api}/${id}/secrets`, { cookie, body: {} })) as {
    secret: { secret: string };
  };
  return (form: string, path = '/oauth2/token') =>
    caller.ok(`POST ${path}`, {
      basic: { name: id, secret: secret.secret },
      form: Object.fromEntries(new URLSearchParams(form)),
    });
}
