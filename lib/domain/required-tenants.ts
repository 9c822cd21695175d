// Validates ids of tenants that a body names.
import { fail } from '../contract/errors.ts';
import { type TenantId, tenantId } from '../platform/ids.ts';
import { getMany } from '../store/dynamo/table.ts';
import { asTenant, tenantKey } from '../store/tenants/tenants.ts';

/** Returns the ids without duplicates. Throws TENANT_NOT_FOUND if a tenant is unknown or deleted. */
export async function requireTenants(sent: readonly string[]): Promise<TenantId[]> {
  const ids = [...new Set(sent)].map((each) => tenantId(each) ?? fail('TENANT_NOT_FOUND'));
  const tenants = (await getMany(ids.map(tenantKey))).map(asTenant);
  return tenants.every((each) => each && each.status !== 'deleted') ? ids : fail('TENANT_NOT_FOUND');
}
