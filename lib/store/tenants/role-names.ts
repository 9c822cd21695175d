// Caches the names of a role's permissions beside their ids. The cache is right while the permissions' epoch is the one
// it was filled in. After that the names are read again and stored.
import { Unavailable } from '../../platform/errors.ts';
import type { PermissionId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { namesOf } from './permissions.ts';
import type { Role } from './role.ts';

/** After a rename every role is stale: a list of thousands must not become thousands of writes. */
const MOST_REPAIRS = 25;

/** Returns the roles with the current names of their permissions. `epoch` was read before this is called. */
export async function fresh(roles: Role[], epoch: number): Promise<Role[]> {
  const isStale = (role: Role): boolean => role.permissionIds.length > 0 && role.permissionsEpoch < epoch;
  const stale = roles.filter(isStale);
  if (!stale.length) return roles;
  const names = await namesOf(stale.flatMap(({ permissionIds }) => permissionIds));
  const renewed = new Map(stale.map((role) => [role.id, renew(role, names, epoch)]));
  await Promise.all([...renewed.values()].slice(0, MOST_REPAIRS).map(repair));
  return roles.map((role) => renewed.get(role.id) ?? role);
}

/** An id without a name belongs to a deleted permission and never returns. */
function renew(role: Role, names: ReadonlyMap<PermissionId, string>, permissionsEpoch: number): Role {
  const permissionIds = role.permissionIds.filter((id) => names.has(id));
  const permissionNames = permissionIds.map((id) => names.get(id) as string).sort();
  return { ...role, permissionIds, permissionNames, permissionsEpoch };
}

/**
 * Stores the names for the next reader, unless the role was changed or repaired meanwhile. Correctness does not depend
 * on it, so it raises no version, and a table that does not respond is no error.
 */
async function repair(role: Role): Promise<void> {
  const { permissionIds, permissionNames, permissionsEpoch } = role;
  const isOlder = { if: '#permissionsEpoch < :epoch', values: { epoch: permissionsEpoch } };
  const change: table.Change = {
    set: { permissionIds, permissionNames, permissionsEpoch },
    ...table.both(table.unchanged(role, 'version'), isOlder),
  };
  const { pk, sk } = keys.role(role.id);
  // The role itself, and the copy that was read.
  const read = pk === role.pk ? [] : [{ pk: role.pk, sk: role.sk }];
  await Promise.all([{ pk, sk }, ...read].map((key) => table.update(key, change))).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
  });
}
