// Defines the record of a role.
import type { PermissionId, RoleId, TenantId } from '../../platform/ids.ts';
import type { Copied } from '../copies.ts';

export type Role = Copied & {
  type: 'role';
  id: RoleId;
  /** `null` for a role of all tenants. */
  tenantId: TenantId | null;
  name: string;
  guard: string;
  isSystem: boolean;
  isActive: boolean;
  permissionIds: PermissionId[];
  /** Sorted. As of `permissionsEpoch`, which was read before them, so that they are never newer than they claim. */
  permissionNames: string[];
  permissionsEpoch: number;
  createdAt: number;
  updatedAt: number;
};
