// Makes the door of an admin into a tenant. That of a user is in lib/domain/organization.
import { fail } from '../../contract/errors.ts';
import { tenantId } from '../../platform/ids.ts';
import { find } from '../../store/tenants/tenants.ts';
import type { AuditActor } from '../audit.ts';
import type { DomainDoor } from './domains.ts';

/** Returns the door of an admin, whom the guard of requests has let in. Throws TENANT_NOT_FOUND. */
export async function adminDoor(by: AuditActor, id: string): Promise<DomainDoor> {
  const valid = tenantId(id);
  const tenant = valid && (await find(valid));
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const door: DomainDoor = {
    tenant: { id: tenant.id },
    by,
    unchanged: [],
    again: async () => door,
    requireGivable: async () => undefined,
  };
  return door;
}
