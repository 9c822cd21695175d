// Defines who may act in a tenant on what it shares between its own people and admins: domains, and the connections of directories. One
// function makes a change, and the door says for whom. The door of an admin is made here, those of users and setup links in lib/domain/organization.
import { fail } from '../../contract/errors.ts';
import { type RoleId, tenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { find, type TenantHead } from '../../store/tenants/tenants.ts';
import type { AuditActor } from '../audit.ts';

/**
 * Who acts in which tenant: a user, an admin, or a person with a link. `unchanged` is what must still hold when a change is
 * written; `again` makes the door anew after it did not. `requireGivable` throws unless they may give the roles to people.
 */
export type TenantDoor = Readonly<{
  tenant: Pick<TenantHead, 'id'>;
  by: AuditActor;
  unchanged: readonly Write[];
  again: () => Promise<TenantDoor>;
  requireGivable: (...roles: readonly RoleId[]) => Promise<void>;
}>;

/** Returns the door of an admin, whom the guard of requests has let in. Throws TENANT_NOT_FOUND. */
export async function adminDoor(by: AuditActor, id: string): Promise<TenantDoor> {
  const valid = tenantId(id);
  const tenant = valid && (await find(valid));
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const door: TenantDoor = {
    tenant: { id: tenant.id },
    by,
    unchanged: [],
    again: async () => door,
    requireGivable: async () => undefined,
  };
  return door;
}

/** Whether the door is that of an admin, or of a machine that administers. */
export const isOfAdmin = ({ by }: Pick<TenantDoor, 'by'>): boolean => by !== 'secret-key' && 'admin' in by;

/** Runs a change of `what` with the door, and after a conflict with a new one. */
export function withDoor<T>(
  what: string,
  door: TenantDoor,
  attempt: (door: TenantDoor) => Promise<T | undefined>,
): Promise<T> {
  let current: TenantDoor | undefined;
  return retryOnConflict(what, async () => {
    current = current ? await current.again() : door;
    return attempt(current);
  });
}
