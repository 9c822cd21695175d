// Permissions, the items that keep their names unique, and the epoch that tells roles when a name they remember is old.
import { randomInt } from 'node:crypto';
import type { PermissionId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

export type Permission = table.Item & {
  type: 'permission';
  id: PermissionId;
  name: string;
  guard: string;
  description: string | null;
  category: string | null;
  /** Raised by every change: the condition of the next one. */
  version: number;
  createdAt: number;
  updatedAt: number;
};

type Epoch = table.Item & { type: 'permissions-epoch'; count: number };
type NameItem = table.Item & { type: 'permission-name'; permissionId: PermissionId };

/** Every request of somebody with a role reads one; ten spread that over as many partitions. */
const EPOCH_COPIES = 10;

/** The key of one copy of the epoch: for a user always the same, else any. */
export const epochKey = (reader?: string): keys.Key =>
  keys.permissionsEpoch(reader ? reader.charCodeAt(reader.length - 1) % EPOCH_COPIES : randomInt(EPOCH_COPIES));

/** How often a permission was renamed or deleted so far, according to a copy that was read. */
export const epochIn = (item: table.Item | undefined): number =>
  item?.type === 'permissions-epoch' ? (item as Epoch).count : 0;

const raiseEpoch: readonly table.Write[] = Array.from({ length: EPOCH_COPIES }, (_, copy) => ({
  add: { ...keys.permissionsEpoch(copy), type: 'permissions-epoch', numbers: { count: 1 } },
}));

const nameItem = ({ id, guard, name }: Pick<Permission, 'id' | 'guard' | 'name'>): NameItem => ({
  ...keys.permissionName(guard, name),
  type: 'permission-name',
  permissionId: id,
});

export const permissionKey = keys.permission;
export const find = (id: PermissionId): Promise<Permission | undefined> =>
  table.get<Permission>(keys.permission(id), 'permission');
export const list = (): Promise<Permission[]> => table.query<Permission>(keys.permissions, 'permission');

/** The ids behind names, in their order; `undefined` where there is none. */
export async function idsOf(guard: string, names: readonly string[]): Promise<(PermissionId | undefined)[]> {
  const items = await table.getMany(names.map((name) => keys.permissionName(guard, name)));
  return items.map((item) => (item?.type === 'permission-name' ? (item as NameItem).permissionId : undefined));
}

/** The names of those that exist, by their ids. */
export async function namesOf(ids: readonly PermissionId[]): Promise<Map<PermissionId, string>> {
  const items = await table.getMany(ids.map(keys.permission));
  const found = items.filter((item) => item?.type === 'permission') as Permission[];
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Creates the permission with its name and events. `false`: the name is taken. */
export async function create(
  permission: Omit<Permission, 'pk' | 'sk' | 'type'>,
  events: table.Write,
): Promise<boolean> {
  const item: Permission = { ...permission, ...keys.permission(permission.id), type: 'permission' };
  return (await table.transact([{ create: item }, { create: nameItem(item) }, events])) === true;
}

/** Replaces `before` by `after`, if nobody changed it meanwhile. A new name raises the epoch with the same write. */
export async function change(
  before: Permission,
  after: Permission,
  events: table.Write,
): Promise<'done' | 'changed' | 'name-taken'> {
  const fields = ['name', 'description', 'category', 'version', 'updatedAt'] as const;
  const { name, description, category, updatedAt } = after;
  const version = before.version + 1;
  const writes: table.Write[] = [
    {
      update: {
        ...keys.permission(before.id),
        set: `SET ${fields.map((field) => `#${field} = :${field}`).join(', ')}`,
        if: '#version = :before',
        values: { name, description, category, version, updatedAt, before: before.version },
      },
    },
    events,
  ];
  if (name !== before.name) {
    const { pk, sk } = nameItem(before);
    writes.push({ remove: { pk, sk } }, { create: nameItem(after) }, ...raiseEpoch);
  }
  const result = await table.transact(writes);
  if (result === true) return 'done';
  return result.includes(0) ? 'changed' : 'name-taken';
}

/** Deletes the permission with its name, and raises the epoch. `false`: somebody changed it meanwhile. */
export async function remove(permission: Permission, events: table.Write): Promise<boolean> {
  const { pk, sk } = nameItem(permission);
  const values = { before: permission.version };
  const item = { ...keys.permission(permission.id), if: '#version = :before', values };
  return (await table.transact([{ remove: item }, { remove: { pk, sk } }, events, ...raiseEpoch])) === true;
}
