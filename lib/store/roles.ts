import type { RoleId } from '../platform/ids.ts';
import * as keys from './keys.ts';
import type * as table from './table.ts';
export type Role = table.Item & {
  type: 'role';
  id: RoleId;
  name: string;
  guard: string;
  isSystem: boolean;
  isActive: boolean;
};
export const roleKey = keys.role;
export const asRole = (item: table.Item | undefined): Role | undefined =>
  item?.type === 'role' ? (item as Role) : undefined;
export const removeRolesOf = async (_t: unknown): Promise<void> => {};
