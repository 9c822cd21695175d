// Compares counters and lists with a recount of what they are about (I14).
import { entriesOf } from '../../../lib/domain/directory/sync-user.ts';
import { tenantOfUser, type UserId } from '../../../lib/platform/ids.ts';
import type { DirectoryEntry } from '../../../lib/store/people/directory.ts';
import type { User } from '../../../lib/store/people/users.ts';
import type { Role } from '../../../lib/store/tenants/roles.ts';
import type { Tenant } from '../../../lib/store/tenants/tenants.ts';
import type { Row } from '../rows.ts';
import { userIn } from './shapes.ts';

export type Complain = (invariant: string, what: string) => void;
export type World = {
  rows: readonly Row[];
  at: (pk: string, sk: string) => Row | undefined;
  of: <T>(type: string) => (Row & T)[];
  users: Map<string, Row & User>;
  tenants: Map<string, Row & Tenant>;
};

type Sums = Map<string, number>;
const add = (sums: Sums, name: string, by: number): void => void sums.set(name, (sums.get(name) ?? 0) + by);

export function counters({ of, users, tenants }: World, complain: Complain): void {
  const entries = of<DirectoryEntry>('directory');
  const roles = new Map(of<Role>('role').map((role) => [role.id as string, role]));
  for (const user of users.values()) {
    const roleNames = [...new Set(user.roleIds.flatMap((id) => roles.get(id)?.name ?? []))];
    const wanted = entriesOf(user, roleNames).map((entry) => JSON.stringify(plain(entry)));
    const there = entries.filter((entry) => userIn(entry) === user.id).map((entry) => JSON.stringify(plain(entry)));
    const differing = [
      ...wanted.filter((each) => !there.includes(each)),
      ...there.filter((each) => !wanted.includes(each)),
    ];
    if (differing.length) complain('I14', `the entries of ${user.id} differ: ${differing}`);
  }
  const recount: Sums = new Map();
  for (const entry of entries) {
    for (const [subject, number] of entry.contributions) {
      if (!subject.startsWith('JOINED#')) add(recount, `P ${subject} ${number}`, 1);
      if (!subject.startsWith('DAY#'))
        add(recount, `T#${tenantOfUser(userIn(entry) as UserId)} ${subject} ${number}`, 1);
    }
  }
  const counted: Sums = new Map();
  for (const { pk, sk, type, ...numbers } of of<Record<string, number>>('counter')) {
    // Sign-ins leave nothing behind to recount.
    if (sk.startsWith('ACTIVITY#')) continue;
    const space = pk.slice(0, pk.indexOf('#CNT#'));
    for (const [name, by] of Object.entries(numbers)) add(counted, `${space} ${sk} ${name}`, by as number);
  }
  for (const name of new Set([...recount.keys(), ...counted.keys()])) {
    const [is, should] = [counted.get(name) ?? 0, recount.get(name) ?? 0];
    if (is !== should) complain('I14', `${name} says ${is}, and there are ${should}`);
  }
  const count = (what: string) => of<{ count: number }>('count').find(({ pk }) => pk === `P#COUNT#${what}`)?.count ?? 0;
  const alive = [...tenants.values()].filter(({ status }) => status !== 'deleted');
  if (count('TENANTS') !== alive.length) complain('I14', `${alive.length} tenants are counted as ${count('TENANTS')}`);
  if (count('ROLES') !== roles.size) complain('I14', `${roles.size} roles are counted as ${count('ROLES')}`);
  for (const row of of<{ tenants: number }>('origin')) {
    const origin = row.pk.slice('P#ORIGIN#'.length);
    const listing = alive.filter(
      ({ status, settings }) => status === 'active' && settings.allowedOrigins?.includes(origin),
    );
    if (row.tenants !== listing.length) complain('I14', `${origin} is listed by ${listing.length}, not ${row.tenants}`);
  }
}

const plain = ({ version: _, ...entry }: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
