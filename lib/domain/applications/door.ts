// Says who changes applications, and which: admins change all of them, people of a tenant those that were made there.

import { defaultGrants } from '../../contract/applications.ts';
import { fail } from '../../contract/errors.ts';
import { applicationId, type TenantId } from '../../platform/ids.ts';
import { type Application, findStored, type Told } from '../../store/applications/applications.ts';
import { onlyTenantOf } from '../../store/applications/tenant-list.ts';
import type { AuditActor } from '../audit.ts';

/**
 * Who acts, and on what. `tenant`: they are people of this tenant; `null`: admins of the deployment. `conditions`: what must still
 * hold when a change is written; `again` makes the door anew after it did not.
 */
export type ApplicationDoor = Readonly<{
  by: AuditActor;
  tenant: TenantId | null;
  conditions: Told['conditions'];
  again: () => Promise<ApplicationDoor>;
}>;

/** Returns the door of an admin, whom the guard of requests has let in. */
export function deploymentDoor(by: AuditActor): ApplicationDoor {
  const door: ApplicationDoor = { by, tenant: null, conditions: [], again: async () => door };
  return door;
}

/**
 * Whether an application may do what only admins give: pass without consent, act with roles, for users or among admins. Its
 * addresses and its secrets are worth that, so they are not for people of the tenant.
 */
const hasWhatAdminsGive = ({ kind, party, accountByDefault, roleIds, administers, grants }: Application): boolean =>
  party === 'first' ||
  accountByDefault ||
  roleIds.length > 0 ||
  administers !== null ||
  grants.some((each) => !defaultGrants(kind).includes(each));

/**
 * Whether people of the tenant may change the application: it was made there, has no more than they can give, and no admin has
 * disabled it. People who gave their consent to one that an admin made gave it to others.
 */
export const mayChange = (application: Application, tenant: TenantId): boolean =>
  application.madeIn === tenant && !application.isHeld && !hasWhatAdminsGive(application);

/**
 * Returns the application as it is stored, if the door may change it. Throws APPLICATION_NOT_FOUND, for one that serves another
 * tenant as well, too, and MISSING_REQUIRED_PERMISSIONS for one that only admins change.
 */
export async function requireChangeable({ tenant }: Pick<ApplicationDoor, 'tenant'>, id: string): Promise<Application> {
  const application = (await findStored(applicationId(id))) ?? fail('APPLICATION_NOT_FOUND');
  if (tenant === null) return application;
  if (onlyTenantOf(application) !== tenant) fail('APPLICATION_NOT_FOUND');
  if (!mayChange(application, tenant))
    fail('MISSING_REQUIRED_PERMISSIONS', { message: 'Only admins of the deployment change this application.' });
  return application;
}
