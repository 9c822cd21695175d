// Stores the groups of a directory and who is in them. A membership is beside the user, so that a deletion takes it along; an index
// lists the members of a group.
import { digest } from '../../crypto/secrets.ts';
import {
  type RoleId,
  type ScimConnectionId,
  type ScimGroupId,
  type TenantId,
  tenantOfScimConnection,
  type UserId,
} from '../../platform/ids.ts';
import { firstEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import { jobWrite } from '../jobs.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';

export type ScimGroup = Versioned & {
  type: 'scim-group';
  id: ScimGroupId;
  connectionId: ScimConnectionId;
  displayName: string;
  externalId: string | null;
  /** The role that its members get, as an admin of the tenant decided. */
  roleId: RoleId | null;
  createdAt: number;
  updatedAt: number;
};
/** `sk` has the group, and `pk` the user. */
export type Membership = table.Item & { type: 'scim-member'; groupId: ScimGroupId };
type GroupCount = table.Item & { type: 'scim-group-count'; count: number };
type Claim = table.Item & { type: 'scim-group-claim'; groupId: ScimGroupId };

const FIXED = ['id', 'connectionId', 'createdAt'] as const satisfies readonly (keyof ScimGroup)[];
/** A list reads them all: about 100 units. */
export const MAX_GROUPS = 1000;

export const groupKey = keys.scimGroup;
export const asGroup = (item: table.Item | undefined): ScimGroup | undefined =>
  item?.type === 'scim-group' ? (item as ScimGroup) : undefined;
export const asMembership = (item: table.Item | undefined): Membership | undefined =>
  item?.type === 'scim-member' ? (item as Membership) : undefined;

/** Names are the same in any case. */
export const groupNameKey = (connection: ScimConnectionId, displayName: string): keys.Key =>
  keys.scimGroupClaim(connection, digest(displayName.toLowerCase()));
export const groupNamedBy = (item: table.Item | undefined): ScimGroupId | undefined =>
  item?.type === 'scim-group-claim' ? (item as Claim).groupId : undefined;

const claimOf = ({ id, connectionId, displayName }: Pick<ScimGroup, 'id' | 'connectionId' | 'displayName'>): Claim => ({
  ...groupNameKey(connectionId, displayName),
  type: 'scim-group-claim',
  groupId: id,
});
const releaseWrite = (group: ScimGroup): table.Write => {
  const { pk, sk, groupId } = claimOf(group);
  return { remove: { pk, sk, ...table.unchanged({ groupId }, 'groupId'), mayBeGone: true } };
};

export const find = (connection: ScimConnectionId, id: ScimGroupId): Promise<ScimGroup | undefined> =>
  table.get<ScimGroup>(keys.scimGroup(connection, id), 'scim-group');

/** Returns the groups, oldest first. */
export const inOrder = (groups: readonly ScimGroup[]): ScimGroup[] =>
  [...groups].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));

/** All groups of a connection, oldest first. */
export const listOf = async (connection: ScimConnectionId): Promise<ScimGroup[]> =>
  inOrder(await table.query<ScimGroup>(keys.scimGroups(connection), 'scim-group'));

/** Stores a new group with its events. `'taken'`: another one has its name. `'full'`: there are 1000. */
export async function create(fields: Fields<ScimGroup>, events: table.Write): Promise<'done' | 'taken' | 'full'> {
  const key = keys.scimGroupCount(fields.connectionId);
  const group: ScimGroup = { ...fields, ...keys.scimGroup(fields.connectionId, fields.id), type: 'scim-group' };
  const count = await table.get<GroupCount>(key, 'scim-group-count');
  if ((count?.count ?? 0) >= MAX_GROUPS) return 'full';
  const result = await table.transact({
    group: { create: group },
    claim: { create: claimOf(fields) },
    count: { add: { ...key, type: 'scim-group-count', numbers: { count: 1 } } },
    events,
  });
  return result === 'done' ? 'done' : 'taken';
}

/** Replaces `before` by `after` with the events. `more`: the job that follows. */
export async function change(
  before: ScimGroup,
  after: ScimGroup,
  events: table.Write,
  more: readonly table.Write[] = [],
): Promise<'done' | 'changed' | 'taken'> {
  const isRenamed = claimOf(before).pk !== claimOf(after).pk;
  const result = await table.transact({
    group: changeWrite(before, after, FIXED),
    claim: isRenamed ? { create: claimOf(after) } : undefined,
    release: isRenamed ? releaseWrite(before) : undefined,
    events,
    more,
  });
  if (result === 'done') return 'done';
  return result.has('claim') ? 'taken' : 'changed';
}

/** Removes the group with the events. A job takes its members out. `false`: it was changed meanwhile. */
export async function remove(group: ScimGroup, events: table.Write): Promise<boolean> {
  const { pk, sk, connectionId } = group;
  const result = await table.transact({
    group: { remove: { pk, sk, ...table.unchanged<Versioned>(group, 'version') } },
    release: releaseWrite(group),
    count: { add: { ...keys.scimGroupCount(connectionId), type: 'scim-group-count', numbers: { count: -1 } } },
    job: membersJobWrite(group),
    events,
  });
  return result === 'done';
}

/** The write of the job that gives the members of a group their roles anew, or takes them out of a removed one. */
export const membersJobWrite = ({ id, connectionId }: Pick<ScimGroup, 'id' | 'connectionId'>): table.Write =>
  jobWrite({ kind: 'group', tenantId: tenantOfScimConnection(connectionId), connectionId, groupId: id });

export const membershipOf = (
  tenant: TenantId,
  user: UserId,
  connection: ScimConnectionId,
  groupId: ScimGroupId,
): Membership => ({
  ...keys.scimMember(tenant, user, groupId),
  ...keys.scimMemberIndex(connection, groupId, user),
  type: 'scim-member',
  groupId,
});

/** Returns the ids of up to `most` members of a group, in no order. A new one may take a moment to appear. */
export async function membersOf(
  connection: ScimConnectionId,
  group: ScimGroupId,
  most = Number.POSITIVE_INFINITY,
): Promise<UserId[]> {
  const ids: UserId[] = [];
  let after: string | undefined;
  for (let more = true; more && ids.length < most; ) {
    const limit = most === Number.POSITIVE_INFINITY ? undefined : most - ids.length;
    const page = await firstEntries(keys.scimMemberRange(connection, group), limit, after);
    ids.push(...page.entries.map(({ key }) => keys.userIn(key)));
    after = page.entries.at(-1)?.sort;
    more = page.more && page.entries.length > 0;
  }
  return ids;
}

/** Deletes what the connection has beside its users: groups with their names, and numbers. */
export async function emptyDirectory(connection: ScimConnectionId): Promise<void> {
  await table.removeAll((await listOf(connection)).map(claimOf));
  await table.empty(keys.scimDirectory(connection));
}
