// Stores permissions, the items that keep their names unique, and the epoch that tells roles when their cached names
// are old.
import { randomInt } from 'node:crypto';
import { now } from '../../platform/clock.ts';
import { newPermissionId, type PermissionId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';

export type Permission = Versioned & {
  type: 'permission';
  id: PermissionId;
  name: string;
  guard: string;
  description: string | null;
  category: string | null;
  createdAt: number;
  updatedAt: number;
};

/** What no change writes. */
export const FIXED = ['id', 'guard', 'createdAt'] as const satisfies readonly (keyof Permission)[];

type Epoch = table.Item & { type: 'permissions-epoch'; count: number };
type NameItem = table.Item & { type: 'permission-name'; permissionId: PermissionId };

/** Every request of a user with roles reads one copy. Ten copies spread these reads over as many partitions. */
export const EPOCH_COPIES = 10;

/** The key of one copy of the epoch: always the same one for a reader, a random one without a reader. */
export const epochKey = (reader?: string): keys.Key =>
  keys.permissionsEpoch(reader ? reader.charCodeAt(reader.length - 1) % EPOCH_COPIES : randomInt(EPOCH_COPIES));

/** How many times a permission was renamed or deleted so far, from a copy of the epoch. */
export const epochIn = (item: table.Item | undefined): number =>
  item?.type === 'permissions-epoch' ? (item as Epoch).count : 0;

const raiseEpochWrites = (): table.Write[] =>
  Array.from({ length: EPOCH_COPIES }, (_, copy) => ({
    add: { ...keys.permissionsEpoch(copy), type: 'permissions-epoch', numbers: { count: 1 } },
  }));

export const permissionKey = keys.permission;

/** Returns a new permission. It is not stored yet. */
export function newPermission(given: Pick<Permission, 'name' | 'guard' | 'description' | 'category'>): Permission {
  const [id, at] = [newPermissionId(), now()];
  const fields: Fields<Permission> = { id, ...given, version: 1, createdAt: at, updatedAt: at };
  return { ...fields, ...keys.permission(id), type: 'permission' };
}

const nameItem = ({ id, guard, name }: Permission): NameItem => ({
  ...keys.permissionName(guard, name),
  type: 'permission-name',
  permissionId: id,
});

/** The write that releases the name of the permission. */
const releaseNameWrite = ({ guard, name }: Permission): table.Write => ({ remove: keys.permissionName(guard, name) });

export const find = (id: PermissionId): Promise<Permission | undefined> =>
  table.get<Permission>(keys.permission(id), 'permission');
export const list = (): Promise<Permission[]> => table.query<Permission>(keys.permissions, 'permission');

/** The ids of the permissions with these names, in their order; `undefined` where there is none. */
export async function idsOf(guard: string, names: readonly string[]): Promise<(PermissionId | undefined)[]> {
  // Names are of ASCII. Others name no permission, and 255 characters of several bytes are too long for a key.
  const possible = [...new Set(names)].filter((name) => /^[\x21-\x7e]+$/.test(name));
  const items = await table.getMany(possible.map((name) => keys.permissionName(guard, name)));
  const found = new Map(possible.map((name, at) => [name, items[at]]));
  return names.map((name) => {
    const item = found.get(name);
    return item?.type === 'permission-name' ? (item as NameItem).permissionId : undefined;
  });
}

/** The names of those permissions that exist, by their ids. */
export async function namesOf(ids: readonly PermissionId[]): Promise<Map<PermissionId, string>> {
  const items = await table.getMany(ids.map(keys.permission));
  const found = items.filter((item) => item?.type === 'permission') as Permission[];
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Creates the permission with its name and the events. `false`: the name is taken. */
export async function create(permission: Permission, events: table.Write): Promise<boolean> {
  const result = await table.transact({
    permission: { create: permission },
    name: { create: nameItem(permission) },
    events,
  });
  return result === 'done';
}

/**
 * Replaces `before` by `after`, unless it was changed meanwhile. A new name raises the epoch in the same transaction.
 */
export async function change(
  before: Permission,
  after: Permission,
  events: table.Write,
): Promise<'done' | 'changed' | 'name-taken'> {
  const isRenamed = after.name !== before.name;
  const result = await table.transact({
    permission: changeWrite(before, after, FIXED),
    name: isRenamed ? [releaseNameWrite(before), { create: nameItem(after) }] : undefined,
    epoch: isRenamed ? raiseEpochWrites() : undefined,
    events,
  });
  if (result === 'done') return 'done';
  return result.has('permission') ? 'changed' : 'name-taken';
}

/** Deletes the permission with its name, and raises the epoch. `false`: it was changed meanwhile. */
export async function remove(permission: Permission, events: table.Write): Promise<boolean> {
  const result = await table.transact({
    permission: { remove: { ...keys.permission(permission.id), ...table.unchanged(permission, 'version') } },
    name: releaseNameWrite(permission),
    epoch: raiseEpochWrites(),
    events,
  });
  return result === 'done';
}
