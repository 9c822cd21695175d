// Sets up the world of one case: two tenants, an admin, owners, an inviter and an attacker.
import { randomBytes } from 'node:crypto';
import { now } from '../../../lib/platform/clock.ts';
import { freshIp, type Reply } from '../../support/http.ts';
import type { Random } from '../random.ts';
import type * as E from './entities.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** What a case is like, besides its steps. Drawn once; replays use it as it is. */
export type Shape = {
  tenants: Record<E.TenantName, Pick<E.Tenant, 'mode' | 'mfa'>>;
  owners: string[];
  /** The groups of commands that are likely in this case. */
  groups: string[];
};

/** The second owner is in some cases only: things happen to one person sooner if there are few. */
export const OWNERS = ['olga', 'otto'] as const;
export const ATTACKER = 'mallory';
export const INVITER = 'ivan';
export const ADMIN = 'ada';

export function drawShape(chance: Random, groups: readonly string[]): Shape {
  const tenant = (): Pick<E.Tenant, 'mode' | 'mfa'> => ({
    mode: chance.below(3) ? 'instant' : 'verifyFirst',
    mfa: chance.below(6) ? 'optional' : 'required',
  });
  const owners = OWNERS.slice(0, chance.below(4) ? 1 : 2);
  return { tenants: { A: tenant(), B: tenant() }, owners, groups: chance.some(groups, 3 + chance.below(2)) };
}

const letters = (): string =>
  randomBytes(5)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);

/**
 * The addresses are the same in every case, so that steps can name them: tenants, and with them accounts and limits, are
 * new.
 */
function personNamed(name: E.PersonName, at: number): E.Person {
  return {
    name,
    email: `${name}@example.com`,
    phone: `+4915112345${String(at).padStart(3, '0')}`,
    subject: `subject-${name}`,
    ip: freshIp(),
    agent: `Browser of ${name}`,
    verifier: name.padEnd(43, '-'),
    isAttacker: name === ATTACKER,
  };
}

/** Throws unless the reply has the status. Set-up is no step: it must succeed. */
const made = (reply: Reply, status: number) => {
  if (reply.status !== status) throw new Error(`set-up: ${reply.status} ${reply.text}`);
  return reply.body;
};

export async function createWorld(stage: Stage, shape: Shape): Promise<World> {
  await stage.clear();
  const { service } = stage;
  const id = letters();
  const people = new Map([...shape.owners, ATTACKER, INVITER, ADMIN].map((name, at) => [name, personNamed(name, at)]));
  const cookie = await stage.rootCookie();
  const root = (path: string, body: unknown) => service.post(path, body, { headers: { cookie } });
  const tenants: World['tenants'] = new Map();
  for (const [name, { mode, mfa }] of Object.entries(shape.tenants)) {
    const settings = {
      signup: { mode },
      mfa: { policy: mfa },
      redirectUris: ['https://app.example.com/signed-in'],
      links: { acceptInvite: 'https://app.example.com/welcome#{token}' },
    };
    const slug = `t-${name.toLowerCase()}-${id}`;
    const { tenant } = made(await root('/auth/admin/api/tenants', { name: `Tenant ${name}`, slug, settings }), 201);
    tenants.set(name, { name, id: tenant.id, mode, mfa, era: 1 });
  }
  // Admins are of the whole deployment.
  const adminLogin = { email: `${ADMIN}.${id}@example.com`, password: 'Zq7$ first of the admin' };
  const { admin: adminView } = made(await root('/auth/admin/admins', adminLogin), 201);
  const world: World = {
    stage,
    service,
    post: stage.post,
    step: 0,
    id,
    people,
    tenants,
    accounts: [],
    passwords: [],
    sessions: [],
    copies: [],
    links: [],
    messages: [],
    linkTokens: [],
    devices: [],
    recovery: [],
    trusts: [],
    idTokens: [],
    identities: [],
    exchangeCodes: [],
    admins: new Map([[ADMIN, { name: ADMIN, id: adminView.id, ...adminLogin, era: 1, hasLoggedIn: false }]]),
    adminSessions: [],
    known: new Map(),
    taps: new Map(),
    since: 0,
    rows: new Map(),
    attempts: new Map(),
    places: new Set(),
    shownEnds: new Map(),
    violations: [],
    trace: [],
  };
  await addInviter(world, root);
  await stage.post.collect();
  return world;
}

/** Gives the inviter an account in tenant A, whose role may invite. */
async function addInviter(world: World, root: (path: string, body: unknown) => Promise<Reply>): Promise<void> {
  const ivan = world.people.get(INVITER)!;
  const password = 'Zq7$ first of the host';
  const emailVerifiedAt = new Date(now()).toISOString();
  const body = { email: ivan.email, emailVerifiedAt, password, roleIds: [world.stage.inviterRole] };
  const tenantId = world.tenants.get('A')!.id;
  const { user } = made(await root('/auth/admin/api/users', { tenantId, ...body }), 201);
  world.accounts.push({
    name: 'account@0',
    id: user.id,
    tenant: 'A',
    email: ivan.email,
    phone: null,
    creator: 'admin',
    invited: null,
    proved: { email: now() },
    first: 'email',
    isUnclaimed: false,
    mfa: false,
    era: 1,
    eraEnds: [],
  });
  world.passwords.push({ name: 'password@0', account: 'account@0', value: password, by: INVITER });
  world.known.set(INVITER, new Set([password]));
}
