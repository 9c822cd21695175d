// The names of permissions that a role remembers beside their ids: a cache, right as long as the permissions' epoch is
// the one it was filled in. Read afresh and stored again when it isn't.

import { Unavailable } from '../platform/errors.ts';
import type { PermissionId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import { namesOf } from './permissions.ts';
import type { Role } from './roles.ts';

/** After a rename every role is stale: a list of thousands must not become thousands of writes. */
const MOST_REPAIRS = 25;

/** The roles with the names their permissions have now. `epoch` was read before this is called. */
export async function fresh(roles: Role[], epoch: number): Promise<Role[]> {
  const isStale = (role: Role): boolean => role.permissionIds.length > 0 && role.permissionsEpoch < epoch;
  const stale = roles.filter(isStale);
  if (!stale.length) return roles;
  const names = await namesOf(stale.flatMap(({ permissionIds }) => permissionIds));
  const renewed = new Map(stale.map((role) => [role.id, renew(role, names, epoch)]));
  await Promise.all([...renewed.values()].slice(0, MOST_REPAIRS).map(repair));
  return roles.map((role) => renewed.get(role.id) ?? role);
}

/** An id that leads nowhere was deleted and never comes back. */
function renew(role: Role, names: ReadonlyMap<PermissionId, string>, permissionsEpoch: number): Role {
  const permissionIds = role.permissionIds.filter((id) => names.has(id));
  const permissionNames = permissionIds.map((id) => names.get(id) as string).sort();
  return { ...role, permissionIds, permissionNames, permissionsEpoch };
}

/** Stores the names for the next reader, unless the role was changed or repaired meanwhile. Nothing depends on it. */
async function repair({ id, permissionIds, permissionNames, permissionsEpoch, version }: Role): Promise<void> {
  const change: table.Change = {
    set: 'SET #permissionIds = :permissionIds, #permissionNames = :permissionNames, #permissionsEpoch = :permissionsEpoch',
    if: '#version = :version AND #permissionsEpoch < :permissionsEpoch',
    values: { permissionIds, permissionNames, permissionsEpoch, version },
  };
  await table.update(keys.role(id), change).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
  });
}
