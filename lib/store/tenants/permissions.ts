// Stores permissions, the items that keep their names unique, and the epoch that tells roles when their cached names
// are old.
import { randomInt } from 'node:crypto';
import {
  type OrganizationPermission,
  organizationPermissions,
} from '../../contract/groups/parts/organization-permissions.ts';
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

/** The guard of roles that apply to users, as in domain/access. */
const BUILT_IN_GUARD = 'web';

const MEANINGS: Readonly<Record<OrganizationPermission, string>> = {
  'organization.members': 'See, disable, enable and delete the members of the own tenant',
  'organization.invite': 'Invite people into the own tenant',
  'organization.roles': 'Give and take the roles of members of the own tenant',
  'organization.audit': 'Read the audit log of the own tenant',
  'organization.sso': 'Manage the identity providers of the own tenant',
  'organization.domains': 'Prove domains of the own tenant, and decide how people with their addresses join it',
  'organization.applications': 'Manage the applications of the own tenant',
};

/** Characters of an id behind its prefix. */
const ID = 22;
/** `organization.members` -> an id that no permission gets: ids are random. It is stored in roles, so it stays. */
const builtInId = (name: OrganizationPermission): PermissionId =>
  `per_${name.replace('.', '').slice(0, ID).padEnd(ID, '0')}` as PermissionId;

/** Permissions of this service. They are not stored, so nothing can rename or delete them. */
const BUILT_IN: readonly Permission[] = organizationPermissions.map((name) => ({
  ...keys.permission(builtInId(name)),
  type: 'permission',
  id: builtInId(name),
  name,
  guard: BUILT_IN_GUARD,
  description: MEANINGS[name],
  category: 'Organization',
  version: 1,
  createdAt: Date.UTC(2026, 10, 27),
  updatedAt: Date.UTC(2026, 10, 27),
}));

/** The built-in permission of this id. */
export const builtIn = (id: PermissionId): Permission | undefined => BUILT_IN.find((each) => each.id === id);

/** Returns which of the ids are built in. A stored permission of the same name is another one. */
export const organizationPermissionsIn = (ids: ReadonlySet<PermissionId>): OrganizationPermission[] =>
  organizationPermissions.filter((name) => ids.has(builtInId(name)));

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

export const find = async (id: PermissionId): Promise<Permission | undefined> =>
  builtIn(id) ?? table.get<Permission>(keys.permission(id), 'permission');

/** Every permission, with the built-in ones. One that is stored under the name of a built-in one hides it. */
export async function list(): Promise<Permission[]> {
  const stored = await table.query<Permission>(keys.permissions, 'permission');
  const taken = new Set(stored.filter(({ guard }) => guard === BUILT_IN_GUARD).map(({ name }) => name));
  return [...stored, ...BUILT_IN.filter(({ name }) => !taken.has(name))];
}

/**
 * The ids of the permissions with these names, in their order; `undefined` where there is none. A stored permission comes
 * before a built-in one: it keeps the meaning that it had.
 */
export async function idsOf(guard: string, names: readonly string[]): Promise<(PermissionId | undefined)[]> {
  // Names are of ASCII. Others name no permission, and 255 characters of several bytes are too long for a key.
  const possible = [...new Set(names)].filter((name) => /^[\x21-\x7e]+$/.test(name));
  const items = await table.getMany(possible.map((name) => keys.permissionName(guard, name)));
  const found = new Map(possible.map((name, at) => [name, items[at]]));
  return names.map((name) => {
    const item = found.get(name);
    if (item?.type === 'permission-name') return (item as NameItem).permissionId;
    return BUILT_IN.find((each) => each.guard === guard && each.name === name)?.id;
  });
}

/** The names of those permissions that exist, by their ids. */
export async function namesOf(ids: readonly PermissionId[]): Promise<Map<PermissionId, string>> {
  const items = await table.getMany(ids.filter((id) => !builtIn(id)).map(keys.permission));
  const stored = items.filter((item) => item?.type === 'permission') as Permission[];
  const found = [...stored, ...ids.flatMap((id) => builtIn(id) ?? [])];
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
