// Decides what the maker of a setup link may do now: the link can never do more.
import { DUTIES } from '../../contract/duties.ts';
import type { OrganizationPermission } from '../../contract/groups/parts/organization-permissions.ts';
import { permissionOfIntent } from '../../contract/groups/parts/organization-permissions.ts';
import { type AdminId, adminId, userId } from '../../platform/ids.ts';
import { find as findAdmin } from '../../store/admins/admins.ts';
import { find as findUser, type User } from '../../store/people/users.ts';
import { organizationPermissionsIn } from '../../store/tenants/permissions.ts';
import type { SetupLink } from '../../store/tenants/setup-links.ts';
import { activeRolesOf } from '../access/grants.ts';

/**
 * Returns those permissions of the link's intents that its maker has now, or may give as an admin. None, once all sessions of
 * the maker have ended: a thief of one of them would keep the link.
 */
export async function permissionsOf(link: SetupLink): Promise<OrganizationPermission[]> {
  const intended = link.intents.map(permissionOfIntent);
  const admin = adminId(link.createdBy);
  if (admin) return (await isOperator(admin, link)) ? intended : [];
  const user = userId(link.createdBy);
  const maker = user && (await findUser(link.tenantId, user));
  if (!maker?.isActive || maker.epoch !== link.makerEpoch) return [];
  const theirs = await permissionsOfUser(maker);
  return intended.filter((each) => theirs.includes(each));
}

/** Returns the permissions of the organization that the user's roles grant now. */
export async function permissionsOfUser(user: User): Promise<OrganizationPermission[]> {
  const roles = await activeRolesOf(user);
  return organizationPermissionsIn(new Set(roles.flatMap(({ permissionIds }) => permissionIds)));
}

/** Whether the admin may change this tenant, as an operation with the duty `operate` asks. */
async function isOperator(id: AdminId, { tenantId, makerEpoch }: SetupLink): Promise<boolean> {
  const admin = await findAdmin(id);
  if (admin?.epoch !== makerEpoch) return false;
  return DUTIES[admin.role].includes('operate') && (admin.tenants?.includes(tenantId) ?? true);
}
