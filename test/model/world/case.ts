// Sets up the world of one case: two tenants, an admin, owners, an inviter and an attacker.
import { now } from '../../../lib/platform/clock.ts';
import { freshIp } from '../../support/http.ts';
import { unique } from '../../support/service.ts';
import { type Maker, makerOf } from '../../world/make.ts';
import type { Random } from '../../world/random.ts';
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

export async function createWorld(stage: Stage, shape: Shape): Promise<World> {
  await stage.clear();
  const { service } = stage;
  const id = unique('x').slice(2);
  const people = new Map([...shape.owners, ATTACKER, INVITER, ADMIN].map((name, at) => [name, personNamed(name, at)]));
  const cookie = await stage.rootCookie();
  const maker = makerOf(service.send, (method, path, { body }) =>
    service.send(method, path, { body, headers: { cookie } }),
  );
  const tenants: World['tenants'] = new Map();
  for (const [name, { mode, mfa }] of Object.entries(shape.tenants)) {
    const settings = {
      signup: { mode },
      mfa: { policy: mfa },
      redirectUris: ['https://app.example.com/signed-in'],
      links: { acceptInvite: 'https://app.example.com/welcome#{token}' },
    };
    const slug = `t-${name.toLowerCase()}-${id}`;
    const tenant = await maker.tenant({ name: `Tenant ${name}`, slug, settings });
    tenants.set(name, { name, id: tenant.id, mode, mfa, era: 1 });
  }
  // Admins are of the whole deployment.
  const adminLogin = { email: `${ADMIN}.${id}@example.com`, password: 'Zq7$ first of the admin' };
  const admin = await maker.admin(adminLogin);
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
    admins: new Map([[ADMIN, { name: ADMIN, ...admin, era: 1, hasLoggedIn: false }]]),
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
  await addInviter(world, maker);
  await stage.post.collect();
  return world;
}

/** Gives the inviter an account in tenant A, whose role may invite. */
async function addInviter(world: World, maker: Maker): Promise<void> {
  const ivan = world.people.get(INVITER)!;
  const password = 'Zq7$ first of the host';
  const emailVerifiedAt = new Date(now()).toISOString();
  const roleIds = [world.stage.inviterRole];
  const given = { email: ivan.email, emailVerifiedAt, password, roleIds };
  const user = await maker.user(world.tenants.get('A')!.id, given);
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
