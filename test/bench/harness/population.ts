// Builds users, address claims, directory entries and counters as the change feed leaves them, with the functions of
// the product. A tenant has a hundred users. The user at an index is of the same kind at every size: each block of a
// thousand users alternates between ten tenants, so that a page of a list holds users of about ten tenants.

import { entriesOf } from '../../../lib/domain/directory/sync-user.ts';
import { newTenantId, type TenantId, type UserId } from '../../../lib/platform/ids.ts';
import type { Item, Write } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { counterWrites } from '../../../lib/store/people/directory.ts';
import {
  itemOf,
  newUser,
  statusBucketOf,
  type User,
  creation as userCreation,
} from '../../../lib/store/people/users.ts';
import {
  newTenant as emptyTenant,
  type Tenant,
  creation as tenantCreation,
} from '../../../lib/store/tenants/tenants.ts';

const BLOCK = 1000;
const TENANTS = 10;
const NEEDLES = 20;
/** Time between the sign-ups of two users. */
const APART_MS = 60_000;
/** As long as a real hash, but of no password. */
const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'0'.repeat(22)}$${'0'.repeat(43)}`;
const FIRST = 'Ada Alan Barbara Claude Donald Edsger Frances Grace Hedy Ivan John Karen Linus Margaret Niklaus'
  .concat(' Olga Peter Radia Shafi Tim')
  .split(' ');
const LAST = 'Lovelace Turing Liskov Shannon Knuth Dijkstra Allen Hopper Lamarr Sutherland Backus Jones Torvalds'.split(
  ' ',
);

export const ROLE = 'editor';

/** The items and what to request of them. `counts` are the correct numbers for the counters, by status bucket. */
export type Population = {
  items: Generator<Item[]>;
  /** One of the tenants, and one of the twenty users named Zuse. */
  tenantId: TenantId;
  needle: UserId;
  counts: { users: number[]; members: number[]; tenant: number[] };
  /** Active users, spread over the table. */
  people: (count: number) => Person[];
};

/** Whose password is known, for logins. */
export type Person = { tenantId: TenantId; email: string };

/**
 * Builds `users` users, a multiple of a thousand, who all have the same password. `counts` are correct after all `items`
 * were read.
 */
export function createPopulation(users: number, passwordHash = PASSWORD_HASH): Population {
  const start = Date.now() - users * APART_MS;
  const tenants = Array.from({ length: users / (BLOCK / TENANTS) }, (_, at) => newTenant(at, start - 1));
  const tenantId = (tenants[1] as Tenant).id;
  const needles = needlesAmong(users);
  const tenantOf = (index: number): Tenant => tenants[tenantAt(index)] as Tenant;
  const make = (index: number): User => newPerson(index, tenantOf(index), start, needles, passwordHash);
  const first = Math.min(...needles.keys());
  const needle = make(first);
  const counts = { users: [0, 0, 0, 0], members: [0, 0, 0, 0], tenant: [0, 0, 0, 0] };

  function* items(): Generator<Item[]> {
    const counters = new Map<string, Counter>();
    for (const tenant of tenants) yield tenantItems(tenant, counters);
    for (let index = 0; index < users; index++) {
      const user = index === first ? needle : make(index);
      const roles = isMember(index) ? [ROLE] : [];
      counts.users[statusBucketOf(user)]!++;
      if (roles.length) counts.members[statusBucketOf(user)]!++;
      if (user.tenantId === tenantId) counts.tenant[statusBucketOf(user)]!++;
      yield userItems(user, roles, index, counters);
    }
    for (const counter of counters.values()) yield [counter];
  }
  const people = (count: number): Person[] =>
    Array.from({ length: count }, (_, at) => {
      let index = at * Math.floor(users / count);
      while (!isActive(index)) index++;
      return { tenantId: tenantOf(index).id, email: emailAt(index, needles) };
    });
  return { items: items(), tenantId, needle: needle.id, counts, people };
}

/** Returns what the creation of a tenant stores, without its event. What it counts is added to `counters`. */
export const tenantItems = (tenant: Tenant, counters: Counters): Item[] => itemsOf(tenantCreation(tenant), counters);

/** Returns what the creation of a user and the change feed store, without the event. Counters are those of a shard. */
export function userItems(user: User, roles: readonly string[], shard: number, counters: Counters): Item[] {
  const entries = entriesOf(user, roles);
  const moves = entries.map((after) => ({ before: undefined, after }));
  for (const { add } of counterWrites(user.tenantId, moves, shard % keys.COUNTER_SHARDS)) count(counters, add);
  return [...itemsOf(userCreation(user, undefined), counters), ...entries.map((each) => ({ ...each, version: 1 }))];
}

type Writes = Record<string, Write | undefined | readonly (Write | undefined)[]>;

/** Returns the items that the writes of a creation store. What they count is added to `counters`. */
export function itemsOf(writes: Writes, counters: Counters): Item[] {
  return Object.values(writes)
    .flat()
    .flatMap((write): Item[] => {
      if (!write) return [];
      if ('create' in write) return [write.create];
      if ('put' in write) return [write.put];
      if (!('add' in write)) throw new Error('a creation has a write that is no new item');
      count(counters, write.add);
      return [];
    });
}

/** The position of a user in their tenant, 0 to 99, and of the tenant in its block, 0 to 9. */
const positionOf = (index: number): number => Math.floor((index % BLOCK) / TENANTS);
const inBlock = (index: number): number => index % TENANTS;
const tenantAt = (index: number): number => Math.floor(index / BLOCK) * TENANTS + inBlock(index);
/** In every tenant, one user in twenty is inactive, one in three unverified, and one in fifty a member of the role. */
const isActive = (index: number): boolean => positionOf(index) % 20 !== inBlock(index);
const isVerified = (index: number): boolean => index % 3 !== 0;
const isMember = (index: number): boolean => positionOf(index) % 50 === 5 * inBlock(index) + 1;

/** Maps the indexes of the users named Zuse to 0 to 19: two in each of ten tenants, spread over the whole time. */
function needlesAmong(users: number): Map<number, number> {
  const blocks = users / BLOCK;
  const indexes = Array.from({ length: NEEDLES }, (_, at) => {
    const tenant = at % TENANTS;
    return Math.floor((tenant / TENANTS) * blocks) * BLOCK + (at < TENANTS ? 0 : BLOCK / 2) + tenant;
  });
  return new Map(indexes.map((index, at) => [index, at]));
}

const nameAt = (index: number, needles: Map<number, number>): [string, string] => {
  const first = FIRST[(positionOf(index) + index) % FIRST.length] as string;
  return [first, needles.has(index) ? 'Zuse' : (LAST[index % LAST.length] as string)];
};
const emailAt = (index: number, needles: Map<number, number>): string => {
  const needle = needles.get(index);
  const name = nameAt(index, needles).join('.').toLowerCase();
  return needle === undefined ? `${name}.${index}@bench.example` : `zz-needle-${needle}@bench.example`;
};

function newPerson(
  index: number,
  tenant: Tenant,
  start: number,
  needles: Map<number, number>,
  passwordHash: string,
): User {
  const at = start + index * APART_MS;
  const email = emailAt(index, needles);
  return personOf(tenant.id, email, {
    passwordHash,
    metadata: { name: nameAt(index, needles).join(' ') },
    isActive: isActive(index),
    emailVerifiedAt: isVerified(index) ? at : null,
    createdAt: at,
    updatedAt: at,
  });
}

/** A user as an admin creates them. */
export const personOf = (tenant: TenantId, email: string, given: Partial<User>): User =>
  itemOf({ ...newUser(tenant, { email, phone: null, passwordHash: null }), ...given });

const newTenant = (at: number, createdAt: number): Tenant => tenantAs(`Tenant ${at}`, `tenant-${at}`, createdAt);

/** A tenant as an admin creates it. */
export function tenantAs(name: string, slug: string, createdAt: number, id = newTenantId()): Tenant {
  const given = { name, slug, description: null, metadata: {}, status: 'active', settings: {} } as const;
  const times = { ...keys.tenantIndex(id, createdAt), createdAt, updatedAt: createdAt };
  return { ...emptyTenant(id, given), ...times };
}

type Counter = Item & Record<string, unknown>;
export type Counters = Map<string, Counter>;
type Add = Pick<ReturnType<typeof counterWrites>[number], 'add'>['add'];
function count(counters: Counters, { pk, sk, type, numbers }: Add): void {
  const name = `${pk}\n${sk}`;
  const counter: Counter = counters.get(name) ?? { pk, sk, type };
  for (const [number, by] of Object.entries(numbers)) counter[number] = ((counter[number] as number) ?? 0) + by;
  counters.set(name, counter);
}
