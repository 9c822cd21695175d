// Sets up the world of one round: two tenants full of canaries, a third one to break, and everyone who sends requests.

import { advance, now, seconds } from '../../../lib/platform/clock.ts';
import { HOUR } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { claimsOf } from '../../support/tokens.ts';
import { good } from '../../world/make.ts';
import type { Random } from '../../world/random.ts';
import type { Draft } from '../request.ts';
import { addApplications, grantTokens } from './applications.ts';
import { CALLBACK, call, canaryOf, makerIn, newCaller, PASSWORD, type World } from './base.ts';

import { type Caller, keepCookies, type Person } from './people.ts';
import { createPool } from './pool.ts';
import { PERMISSIONS, type Stage } from './stage.ts';

/** Sets up the world of the round. Its requests depend on the chance alone. */
export async function createWorld(stage: Stage, round: number, chance: Random): Promise<World> {
  stage.clear();
  keepTime(stage);
  const pool = createPool();
  for (const text of stage.shared) pool.hide(text);
  let count = 0;
  const world: World = {
    stage,
    round,
    chance,
    pool,
    tenants: { a: { id: '', slug: '' }, b: { id: '', slug: '' } },
    people: [],
    admins: [],
    callers: [],
    root: await stage.rootCookie(),
    letters: [],
    sent: { a: new Set(), b: new Set() },
    next: () => ++count,
  };
  await addTenants(world);
  for (const side of ['a', 'b'] as const) {
    const role = await makerIn(world).role({
      name: `${canaryOf(side, round)}role`,
      tenantId: world.tenants[side].id,
      permissions: PERMISSIONS,
    });
    pool.harvest({ role }, side, true);
    await addPeople(world, side, role.id);
    await addApplications(world, side, role.id);
    await addThings(world, side);
  }
  await addAdmin(world);
  world.callers.push(newCaller(world, 'stranger', 'a'), newCaller(world, 'stranger', 'b'));
  await plantRows(world);
  await stage.post.collect();
  return world;
}

/** The provider's clock is that of the service. */
function keepTime({ realm }: Stage): void {
  realm.behaviour.claims = { iat: seconds(), exp: seconds() + 600 };
}

async function addTenants(world: World): Promise<void> {
  const { round, pool } = world;
  for (const side of ['a', 'b', 'admin'] as const) {
    const deviceGrant = { enabled: true };
    const apiKeys = { users: true };
    const settings = { redirectUris: [CALLBACK], deviceGrant, apiKeys, links: { acceptInvite: `${CALLBACK}#{token}` } };
    const slug = `f-${side}-${round}-${world.next()}-${now()}`;
    const secret = side === 'admin' ? '' : canaryOf(side, round);
    const tenant = await makerIn(world).tenant({
      slug,
      description: `${secret}description`,
      metadata: { note: `${secret}metadata` },
      settings,
    });
    pool.harvest({ tenant }, side, side !== 'admin');
    if (side !== 'admin') world.tenants[side] = { id: tenant.id, slug };
  }
}

/** A directory and a domain, with which requests for things of a tenant find one. */
async function addThings(world: World, side: 'a' | 'b'): Promise<void> {
  const { pool, round, tenants } = world;
  const { id } = tenants[side];
  const { asRoot } = makerIn(world);
  const { connection } = await asRoot('POST', `api/tenants/${id}/scim-connections`, {
    name: `${canaryOf(side, round)}directory`,
  });
  const { domain } = await asRoot('POST', `api/tenants/${id}/domains`, {
    domain: `${side}${round}.fuzz-of-domains.com`,
  });
  pool.add('scim-connections of tenant', `${id} ${connection.id}`, side);
  pool.add('domains of tenant', `${id} ${domain.domain}`, side);
}

/** Creates an account as an admin does. */
export async function newPerson(
  world: World,
  side: 'a' | 'b',
  roleIds: readonly string[],
  isVerified = true,
): Promise<Person> {
  const number = world.next();
  const canary = canaryOf(side, world.round);
  const at = new Date(now()).toISOString();
  const tenantId = world.tenants[side].id;
  const person: Person = {
    side,
    tenantId,
    email: `${canary}${number}@r${world.round}.example`,
    phone: `+49151${side === 'a' ? 1 : 2}${String(number).padStart(7, '0')}`,
    password: PASSWORD,
  };
  const { id } = await makerIn(world).user(tenantId, {
    ...person,
    side: undefined,
    name: `${canary}name`,
    metadata: { note: `${canary}user` },
    emailVerifiedAt: isVerified ? at : null,
    phoneVerifiedAt: isVerified ? at : null,
    mustChangePassword: false,
    roleIds,
  });
  person.userId = id;
  world.pool.harvest({ id }, side, true);
  world.people.push(person);
  return person;
}

async function addPeople(world: World, side: 'a' | 'b', roleId: string): Promise<void> {
  for (const kind of ['bearer', 'browser', 'pending'] as const) {
    const caller = newCaller(world, kind, side);
    caller.person = await newPerson(world, side, [roleId], kind !== 'browser');
    if (kind === 'pending') await enrol(world, caller);
    if (!(await logIn(world, caller))) throw new Error(`set-up: ${caller.name} cannot log in`);
    if (kind === 'bearer') await addKey(world, caller);
    world.callers.push(caller);
  }
}

async function addKey(world: World, { access, person, ip, side }: Caller): Promise<void> {
  const body = { name: `${canaryOf(side as 'a', world.round)}key`, scopes: [PERMISSIONS.at(-1)] };
  const made = good(
    await call(world, '/auth/api-keys', { body, headers: [['authorization', `Bearer ${access}`]], ip }),
    'key',
  );
  world.pool.harvest(made, side);
  world.pool.add(`key of ${person?.userId}`, made.apiKey.id, side);
}

async function enrol(world: World, caller: Caller): Promise<void> {
  await logIn(world, caller);
  const { secret: totp, deviceId } = await makerIn(world, caller.ip).authenticator(caller.access as string);
  Object.assign(caller.person as Person, { totp, deviceId });
}

/** Logs the caller in. Returns whether that worked. */
export async function logIn(world: World, caller: Caller): Promise<boolean> {
  const { email, password, tenantId } = caller.person as Person;
  const headers: Draft['headers'] = [['user-agent', `${canaryOf(caller.side as 'a', world.round)}agent`]];
  if (caller.kind === 'browser') headers.push(['x-access-token-type', 'cookie']);
  const body = { tenantId, credentials: { email, password } };
  const reply = await call(world, '/auth/login', { body, headers, ip: caller.ip });
  if (reply.status !== 200) return false;
  if (caller.kind === 'browser' && reply.body.isRequiresMfa) return false;
  caller.cookies.clear();
  takeTokens(world, caller, reply);
  return true;
}

/** Continues with the tokens of a reply. */
export function takeTokens(world: World, caller: Caller, reply: Reply): void {
  keepCookies(caller, reply);
  const { accessToken, refreshToken } = reply.body ?? {};
  if (typeof accessToken === 'string') {
    caller.access = accessToken;
    world.pool.add('ses', claimsOf(accessToken).sid, caller.side, true);
  }
  if (typeof refreshToken === 'string') caller.refresh = refreshToken;
  caller.isStale = false;
}

async function addAdmin(world: World): Promise<void> {
  const caller = newCaller(world, 'admin', 'admin');
  world.callers.push(caller);
  await becomeAdmin(world, caller);
}

/** Makes the caller a new admin. */
export async function becomeAdmin(world: World, caller: Caller): Promise<void> {
  const login = { email: `admin-${world.round}-${world.next()}-${now()}@example.com`, password: PASSWORD };
  const admin = await makerIn(world).admin(login);
  world.pool.harvest({ admin }, 'admin', true);
  world.admins.push(login);
  const reply = await call(world, '/auth/admin/login', { body: login, ip: caller.ip });
  good(reply, 'admin login');
  caller.cookies.clear();
  keepCookies(caller, reply);
  caller.isStale = false;
}

/** Rows, invitations and further sessions of both tenants. */
async function plantRows(world: World): Promise<void> {
  for (const caller of world.callers.filter(({ kind }) => kind === 'bearer')) {
    const side = caller.side as 'a' | 'b';
    const canary = canaryOf(side, world.round);
    const headers: Draft['headers'] = [['authorization', `Bearer ${caller.access}`]];
    const send = async (path: string, body: unknown) => {
      const reply = await call(world, path, { body, headers, ip: caller.ip });
      good(reply, path);
      world.pool.harvest(reply.body, side);
      return reply.body;
    };
    const { id } = await send('/projects', { name: `${canary}project`, slug: `${canary}slug`, tags: [`${canary}tag`] });
    await send('/projects', { name: `${canary}other`, slug: `${canary}other` });
    await send('/tasks', { projectId: id, title: `${canary}task`, hours: 3 });
    await send('/auth/invite', {
      email: `${canary}guest@r${world.round}.example`,
      metadata: { note: `${canary}guest` },
    });
  }
}

/** Makes the credentials of a caller work again: by a login, or as a new account if the old one is gone. */
export async function revive(world: World, caller: Caller): Promise<void> {
  if (caller.kind === 'stranger') return;
  if (caller.kind === 'admin') return becomeAdmin(world, caller);
  if (caller.client) {
    caller.isStale = !(await grantTokens(world, caller));
    return;
  }
  if (await logIn(world, caller)) return;
  const reply = await call(world, `/auth/client-config?tenantId=${(caller.person as Person).tenantId}`, {
    method: 'GET',
  });
  // The tenant is gone: its people are, too.
  if (reply.status !== 200) return;
  // A request may have left the tenant without the country of its people, or with a rule that their password breaks.
  const { tenantId } = caller.person as Person;
  await makerIn(world).asRoot('PATCH', `api/tenants/${tenantId}`, { settings: { sms: null, password: null } });
  caller.person = await newPerson(world, caller.side as 'a' | 'b', []);
  if (caller.kind === 'pending') await enrol(world, caller).catch(() => {});
  caller.isStale = !(await logIn(world, caller));
}

/** Lets time pass. The first admin and the identity provider come along. */
export async function pause(world: World, ms: number): Promise<void> {
  advance(ms);
  keepTime(world.stage);
  world.root = await world.stage.rootCookie();
}

/** Longer than a proof is recent, and than an access token lives. */
export const PAUSES = [16 * 60_000, HOUR, 15 * 24 * HOUR] as const;
