// Finds in a page of the table what has to be done, without writing anything.
import { movesOf, rolesOf, type Source } from '../../../lib/domain/directory/sync-user.ts';
import { type RoleId, type TenantId, tenantOfUser, type UserId, userId } from '../../../lib/platform/ids.ts';
import { getMany, type Item } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import type { DirectoryEntry } from '../../../lib/store/people/directory.ts';
import { asUser } from '../../../lib/store/people/users.ts';
import { asRole, roleKey } from '../../../lib/store/tenants/roles.ts';
import { asTenant } from '../../../lib/store/tenants/tenants.ts';
import type { Page } from './scan.ts';

/** Tenants and roles as they were first met. A later change is the change feed's, as is every change beside a run. */
export type Known = { isDeleted: Map<TenantId, boolean>; roleNames: Map<RoleId, string | undefined> };

export type Work = {
  /** All whose partition begins in the page. */
  users: number;
  /** Those to sync. */
  unsynced: UserId[];
  /** Those who are in the audit log with personal data, and do not exist. */
  gone: UserId[];
};

type Found = { user?: Source; entries: DirectoryEntry[] };

/** Finds the work of a page, with one read in batches: of users in the audit log, and of tenants and roles not met before. */
export async function findWork(page: Page, known: Known): Promise<Work> {
  const found = usersIn(page);
  const targets = targetsIn(page.items);
  const tenants = [...new Set([...found.keys()].map(tenantOfUser))].filter((id) => !known.isDeleted.has(id));
  const roles = [...new Set([...found.values()].flatMap(rolesIn))].filter((id) => !known.roleNames.has(id));
  const items = await getMany([...targets.map(keys.userKeyOf), ...tenants.map(keys.tenant), ...roles.map(roleKey)]);
  const others = items.slice(targets.length);
  for (const [at, id] of tenants.entries()) known.isDeleted.set(id, asTenant(others[at])?.status === 'deleted');
  for (const [at, id] of roles.entries()) known.roleNames.set(id, asRole(others[tenants.length + at])?.name);
  // The partition at the end may go on in the next page, so its user is read.
  const cut = page.next && keys.userOfPartition(page.next);
  return {
    users: found.size,
    unsynced: [...found].flatMap(([id, each]) => (id !== cut && isSynced(id, each, known) ? [] : id)),
    gone: targets.filter((_, at) => !asUser(items[at])),
  };
}

/** The users whose partition begins in the page, with what the page has of them. */
function usersIn({ items, after }: Page): Map<UserId, Found> {
  const found = new Map<UserId, Found>();
  for (const item of items) {
    const id = item.pk === after?.pk ? undefined : keys.userOfPartition(item);
    if (id === undefined) continue;
    const each = found.get(id) ?? { entries: [] };
    if (item.type === 'user') each.user = asUser(item);
    if (item.type === 'directory') each.entries.push(item as DirectoryEntry);
    found.set(id, each);
  }
  return found;
}

/** The users whom entries with personal data are about. Those have a salt. */
const targetsIn = (items: readonly Item[]): UserId[] => [
  ...new Set(
    items
      .filter((item) => item.type === 'audit-entry' && 'salt' in item)
      .flatMap((item) => userId(keys.auditEntryIn(item).targetId) ?? []),
  ),
];

const rolesIn = ({ user }: Found): RoleId[] => (user ? attempt(() => rolesOf(user), []) : []);

const isSynced = (id: UserId, { user, entries }: Found, { isDeleted, roleNames }: Known): boolean =>
  user !== undefined &&
  !isDeleted.get(tenantOfUser(id)) &&
  attempt(
    () =>
      !movesOf(
        user,
        entries,
        rolesOf(user).flatMap((role) => roleNames.get(role) ?? []),
      ).length,
    false,
  );

/** An item that cannot be read is no reason to stop: the sync of its user says what is wrong with it. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
