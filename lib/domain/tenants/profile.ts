// Builds what admins see of a tenant beside its settings.
import { keptIn } from '../../contract/fields/field.ts';
import { keptOfTenant } from '../../contract/fields/tenant.ts';
import type { Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';

type Profile = Omit<Reply<'POST /auth/admin/api/tenants'>['tenant'], 'settings' | 'logo'>;

export const profileOf = (tenant: Tenant): Profile => ({
  id: tenant.id,
  ...keptIn(tenant, keptOfTenant),
  metadata: tenant.metadata,
  isActive: tenant.status === 'active',
  createdAt: iso(tenant.createdAt),
  updatedAt: iso(tenant.updatedAt),
});
