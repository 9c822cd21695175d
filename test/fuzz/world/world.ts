// Sets up the world of one round: two tenants full of canaries, a third one to break, and everyone who sends requests.

import { advance, now, seconds } from '../../../lib/platform/clock.ts';
import type { RoleId, TenantId } from '../../../lib/platform/ids.ts';
import type { Random } from '../../model/random.ts';
import type { Letter } from '../../model/world/post.ts';
import { HOUR } from '../../support/api.ts';
import { newApplication } from '../../support/applications.ts';
import { challengeOf } from '../../support/oauth-browser.ts';
import { claimsOf } from '../../support/tokens.ts';
import { nextCode } from '../../support/totp.ts';
import type { Draft, Reply } from '../request.ts';
import { deliver } from '../request.ts';
import { basicOf, type Caller, type CallerKind, cookiesOf, keepCookies, type Person } from './people.ts';
import { createPool, type Pool, type Side } from './pool.ts';
import { PERMISSIONS, type Stage } from './stage.ts';

export type Tenant = { id: string; slug: string };
export type World = {
  stage: Stage;
  round: number;
  chance: Random;
  pool: Pool;
  tenants: { a: Tenant; b: Tenant };
  people: Person[];
  /** Admins who may log in, besides the first. */
  admins: { email: string; password: string }[];
  callers: Caller[];
  /** The cookie of the first admin. */
  root: string;
  /** Messages that were sent, oldest first. */
  letters: Letter[];
  /** What callers of a tenant sent so far: a reply may repeat it. */
  sent: Record<'a' | 'b', Set<string>>;
  /** Numbers things, so that their names are new. */
  next: () => number;
};

export const CALLBACK = 'https://app.example.com/callback';
export const SIGNED_OUT = 'https://app.example.com/signed-out';
/** RFC 7636: what callers keep. */
export const VERIFIER = 'v'.repeat(43);
export const CHALLENGE = challengeOf(VERIFIER);
/** A text in everything that belongs to a tenant and is not public. No other tenant may ever see it. */
export const canaryOf = (side: 'a' | 'b', round: number): string => `canary-${side}${round}-`;
const PASSWORD = 'Zq7$ a password of the fuzz';

/** Whose tenant it is. */
export const sideOf = ({ tenants }: Pick<World, 'tenants'>, tenantId: string): Side =>
  tenantId === tenants.a.id ? 'a' : tenantId === tenants.b.id ? 'b' : 'admin';

type Call = { method?: string; body?: unknown; form?: Record<string, string>; headers?: Draft['headers']; ip?: string };

/** Sends a request that must succeed: set-up is no drawn request. */
export async function call(world: World, path: string, { method = 'POST', body, form, headers = [], ip }: Call = {}) {
  const [bare, query = ''] = path.split('?') as [string, string?];
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const text = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body);
  const draft: Draft = { method, path: bare, query, headers: [...headers] };
  if (text !== undefined) {
    draft.headers.push(['content-type', type]);
    draft.body = Buffer.from(text);
  }
  return deliver(world.stage.service.baseUrl, draft, ip ?? addressOf(world, 'admin'));
}

const made = (reply: Reply, what: string): Reply => {
  if (reply.status >= 400) throw new Error(`set-up: ${what}: ${reply.status} ${reply.text}`);
  return reply;
};

/** Networks of each side: addresses are personal data, too. */
const NETWORK = { a: 41, b: 42, admin: 43 };
export const addressOf = ({ chance }: Pick<World, 'chance'>, side: 'a' | 'b' | 'admin'): string =>
  `127.${NETWORK[side]}.${chance.below(250)}.${1 + chance.below(250)}`;

const asRoot = async (world: World, path: string, body?: unknown, method = 'POST'): Promise<Reply> =>
  made(await call(world, path, { method, body, headers: [['cookie', world.root]] }), `${method} ${path}`);

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
    const { role } = (
      await asRoot(world, '/auth/admin/api/roles', {
        name: `${canaryOf(side, round)}role`,
        tenantId: world.tenants[side].id,
        permissions: PERMISSIONS,
      })
    ).body;
    pool.harvest({ role }, side, true);
    await addPeople(world, side, role.id);
    await addApplications(world, side, role.id);
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
    const settings = { redirectUris: [CALLBACK], links: { acceptInvite: `${CALLBACK}#{token}` } };
    const slug = `f-${side}-${round}-${world.next()}-${now()}`;
    const secret = side === 'admin' ? '' : canaryOf(side, round);
    const { body } = await asRoot(world, '/auth/admin/api/tenants', {
      name: `Tenant ${slug}`,
      slug,
      description: `${secret}description`,
      metadata: { note: `${secret}metadata` },
      settings,
    });
    pool.harvest(body, side, side !== 'admin');
    if (side !== 'admin') world.tenants[side] = { id: body.tenant.id, slug };
  }
}

export const newCaller = (world: World, kind: CallerKind, side: Caller['side']): Caller => ({
  name: `${kind} of ${side}`,
  kind,
  side,
  ip: addressOf(world, side),
  cookies: new Map(),
  isStale: false,
});

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
  const { body } = await asRoot(world, '/auth/admin/api/users', {
    ...person,
    side: undefined,
    name: `${canary}name`,
    metadata: { note: `${canary}user` },
    emailVerifiedAt: isVerified ? at : null,
    phoneVerifiedAt: isVerified ? at : null,
    mustChangePassword: false,
    roleIds,
  });
  person.userId = body.user.id;
  world.pool.harvest({ id: body.user.id }, side, true);
  world.people.push(person);
  return person;
}

async function addPeople(world: World, side: 'a' | 'b', roleId: string): Promise<void> {
  for (const kind of ['bearer', 'browser', 'pending'] as const) {
    const caller = newCaller(world, kind, side);
    caller.person = await newPerson(world, side, [roleId], kind !== 'browser');
    if (kind === 'pending') await enrol(world, caller);
    if (!(await logIn(world, caller))) throw new Error(`set-up: ${caller.name} cannot log in`);
    world.callers.push(caller);
  }
}

async function enrol(world: World, caller: Caller): Promise<void> {
  await logIn(world, caller);
  const headers: Draft['headers'] = [['authorization', `Bearer ${caller.access}`]];
  const { body } = made(
    await call(world, '/auth/mfa/setup-totp', { body: {}, headers, ip: caller.ip }),
    'authenticator',
  );
  const otp = nextCode(body.secret);
  made(await call(world, '/auth/mfa/verify-totp-setup', { body: { otp }, headers, ip: caller.ip }), 'authenticator');
  Object.assign(caller.person as Person, { totp: body.secret, deviceId: body.deviceId });
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

async function addApplications(world: World, side: 'a' | 'b', roleId: string): Promise<void> {
  const { pool, tenants } = world;
  const tenantIds = [tenants[side].id as TenantId];
  const server = await newApplication({
    kind: 'server',
    name: 'A shop',
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: [SIGNED_OUT],
    tenantIds,
  });
  const machine = await newApplication({ name: 'A machine', tenantIds, roleIds: [roleId as RoleId] });
  for (const [kind, known] of [
    ['application', server],
    ['machine', machine],
  ] as const) {
    const caller = newCaller(world, kind, side);
    caller.client = { id: known.application.id, secret: known.secret };
    pool.add('app', known.application.id, side, true);
    await grantTokens(world, caller);
    world.callers.push(caller);
  }
}

/** Gets the tokens of an application. Returns whether that worked. */
export async function grantTokens(world: World, caller: Caller): Promise<boolean> {
  const client = caller.client as { id: string; secret: string };
  const headers: Draft['headers'] = [['authorization', basicOf(client)]];
  const form = caller.kind === 'machine' ? { grant_type: 'client_credentials' } : await codeGrant(world, caller);
  if (!form) return false;
  const reply = await call(world, '/oauth2/token', { form, headers, ip: caller.ip });
  if (reply.status !== 200) return false;
  caller.access = reply.body.access_token;
  caller.refresh = reply.body.refresh_token;
  caller.isStale = false;
  world.pool.harvest(reply.body, caller.side);
  return true;
}

/** Asks for a code in the browser of the same tenant. */
async function codeGrant(world: World, caller: Caller): Promise<Record<string, string> | undefined> {
  const browser = world.callers.find(({ kind, side }) => kind === 'browser' && side === caller.side);
  const query = new URLSearchParams({
    client_id: (caller.client as { id: string }).id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const headers: Draft['headers'] = [['cookie', cookiesOf(browser?.cookies ?? new Map())]];
  const reply = await call(world, `/oauth2/authorize?${query}`, { method: 'GET', headers, ip: caller.ip });
  const code = URL.parse(String(reply.headers.location))?.searchParams.get('code');
  if (!code) return undefined;
  return { grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: CALLBACK };
}

async function addAdmin(world: World): Promise<void> {
  const caller = newCaller(world, 'admin', 'admin');
  world.callers.push(caller);
  await becomeAdmin(world, caller);
}

/** Makes the caller a new admin. */
export async function becomeAdmin(world: World, caller: Caller): Promise<void> {
  const login = { email: `admin-${world.round}-${world.next()}-${now()}@example.com`, password: PASSWORD };
  const { body } = await asRoot(world, '/auth/admin/admins', login);
  world.pool.harvest(body, 'admin', true);
  world.admins.push(login);
  const reply = made(await call(world, '/auth/admin/login', { body: login, ip: caller.ip }), 'admin login');
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
      const reply = made(await call(world, path, { body, headers, ip: caller.ip }), path);
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
