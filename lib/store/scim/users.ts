// Stores what a directory says of a user, beside the user. Its name and id there are unique in the connection, by claims that are
// written with it. A user is in one directory at most.
import { digest } from '../../crypto/secrets.ts';
import {
  type RoleId,
  type ScimConnectionId,
  type TenantId,
  tenantOfScimConnection,
  type UserId,
} from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { firstEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';

export type ScimUser = Versioned & {
  type: 'scim-user';
  id: UserId;
  connectionId: ScimConnectionId;
  userName: string;
  externalId: string | null;
  /** The other attributes as JSON, at most 8 KB. */
  attributes: string;
  /** The roles of the account that groups of the directory gave it. Absent: none. */
  roleIds?: RoleId[];
  /** The account was there before the directory said so. */
  isLinked: boolean;
  /** The directory deactivated the account, so it may activate it again. Not one that was disabled here. */
  hasDeactivated: boolean;
  /** The directory deleted the user, and the account stays. The connection may take it up again. */
  hasLeft: boolean;
  createdAt: number;
  updatedAt: number;
};

const FIXED = ['id'] as const satisfies readonly (keyof ScimUser)[];
type Claim = table.Item & { type: 'scim-claim'; userId: UserId };
type Named = Pick<ScimUser, 'connectionId' | 'userName' | 'externalId'>;

export const scimUserKey = keys.scimUser;
export const asScimUser = (item: table.Item | undefined): ScimUser | undefined =>
  item?.type === 'scim-user' ? (item as ScimUser) : undefined;

/** The keys of the claims of a name and of an id. Names are the same in any case (RFC 7643, 4.1.1). */
export const nameClaimKey = (connection: ScimConnectionId, userName: string): keys.Key =>
  keys.scimNameClaim(connection, digest(userName.toLowerCase()));
export const externalClaimKey = (connection: ScimConnectionId, externalId: string): keys.Key =>
  keys.scimExternalClaim(connection, digest(externalId));

/** The user who has a name or an id, from the item at its key. */
export const claimedBy = (item: table.Item | undefined): UserId | undefined =>
  item?.type === 'scim-claim' ? (item as Claim).userId : undefined;

const claimKeys = ({ connectionId, userName, externalId }: Named): keys.Key[] => [
  nameClaimKey(connectionId, userName),
  ...(externalId === null ? [] : [externalClaimKey(connectionId, externalId)]),
];

const claimWrites = (user: Named & Pick<ScimUser, 'id'>, but: readonly keys.Key[] = []): table.Write[] =>
  claimKeys(user)
    .filter(({ pk }) => !but.some((each) => each.pk === pk))
    .map((key) => ({ create: { ...key, type: 'scim-claim', userId: user.id } as Claim }));
const releaseWrites = (user: Named & Pick<ScimUser, 'id'>, but: readonly keys.Key[] = []): table.Write[] =>
  claimKeys(user)
    .filter(({ pk }) => !but.some((each) => each.pk === pk))
    .map((key) => ({ remove: { ...key, ...table.unchanged({ userId: user.id }, 'userId'), mayBeGone: true } }));

const countWrite = ({ connectionId, id }: Pick<ScimUser, 'connectionId' | 'id'>, by: number): table.Write => ({
  add: { ...keys.scimCount(connectionId, keys.scimShardOf(id)), type: 'scim-count', numbers: { users: by } },
});

/** The item with its position in the list. One that has left is in none. */
const itemOf = (user: Fields<ScimUser>): ScimUser => ({
  ...user,
  ...keys.scimUser(tenantOfScimConnection(user.connectionId), user.id),
  ...(user.hasLeft
    ? { pk2: undefined, sk2: undefined }
    : keys.scimUserIndex(user.connectionId, user.id, user.createdAt)),
  type: 'scim-user',
});

const versioned = (user: ScimUser, version: number): ScimUser => ({ ...user, version });

/** The writes that put a user into the directory of the connection. `former`: what one said that they left. */
export function joinWrites(fields: Fields<ScimUser>, former: ScimUser | undefined): table.Write[] {
  const item = itemOf(fields);
  const view: table.Write = former
    ? { replace: { item: versioned(item, former.version + 1), ...table.unchanged<Versioned>(former, 'version') } }
    : { create: item };
  return [view, ...claimWrites(fields), countWrite(fields, 1)];
}

/** The writes that replace `before` by `after`, with the claims of what differs. */
export function changeWrites(before: ScimUser, after: ScimUser): table.Write[] {
  return [
    changeWrite(before, itemOf(after), FIXED),
    ...claimWrites(after, claimKeys(before)),
    ...releaseWrites(before, claimKeys(after)),
  ];
}

/** The writes after which the user is in no directory, and the connection may take them up again. */
export const leaveWrites = (before: ScimUser, hasDeactivated: boolean, now: number): table.Write[] => [
  changeWrite(before, itemOf({ ...before, roleIds: [], hasDeactivated, hasLeft: true, updatedAt: now }), FIXED),
  ...releaseWrites(before),
  countWrite(before, -1),
];

/** The writes that forget what a directory said of a user. */
export const forgetWrites = (user: ScimUser): table.Write[] => [
  { remove: { pk: user.pk, sk: user.sk, ...table.unchanged<Versioned>(user, 'version') } },
  ...(user.hasLeft ? [] : [...releaseWrites(user), countWrite(user, -1)]),
];

/** Forgets what a directory said of a user: of a deleted one, or `of` a removed connection. */
export async function forget(tenant: TenantId, id: UserId, of?: ScimConnectionId): Promise<void> {
  await retryOnConflict('the user of a directory', async () => {
    const items = await table.span(keys.scimUserAndGroups(tenant, id));
    const user = items.map(asScimUser).find(Boolean);
    if (!user || (of !== undefined && user.connectionId !== of)) return true;
    if ((await table.transact({ user: forgetWrites(user) })) !== 'done') return undefined;
    await table.removeAll(items.filter(({ type }) => type === 'scim-member'));
    return true;
  });
}

/** Applies writes alone, without an event. `false`: something changed meanwhile. */
export const writeAlone = async (writes: readonly table.Write[]): Promise<boolean> =>
  (await table.transact({ writes })) === 'done';

/** Applies writes alone, where the account does not change. `false`: something changed meanwhile. */
export const write = async (writes: readonly table.Write[], events: table.Write): Promise<boolean> =>
  (await table.transact({ writes, events })) === 'done';

/** How many users the connection has. One read. */
export async function countOf(connection: ScimConnectionId): Promise<number> {
  const shards = Array.from({ length: keys.SCIM_COUNT_SHARDS }, (_, shard) => keys.scimCount(connection, shard));
  const items = await table.getMany(shards);
  return items.reduce((sum, item) => sum + ((item as { users?: number } | undefined)?.users ?? 0), 0);
}

/** Index entries of one call: about 100 KB. */
const STEP = 1000;

/** Returns the ids of the users of the connection, oldest first, from the one at `skip`, counted from 0. */
export async function idsOf(connection: ScimConnectionId, skip: number, count: number): Promise<UserId[]> {
  const ids: UserId[] = [];
  let left = skip;
  let after: string | undefined;
  for (let more = true; more && ids.length < count; ) {
    const wanted = Math.min(STEP, left + count - ids.length);
    const page = await firstEntries(keys.scimUserRange(connection), wanted, after);
    ids.push(...page.entries.slice(left).map(({ key }) => keys.userIn(key)));
    left = Math.max(0, left - page.entries.length);
    after = page.entries.at(-1)?.sort;
    more = page.more && page.entries.length > 0;
  }
  return ids.slice(0, count);
}

/** A user in the list of a connection. `position`: the place after which the next one is. */
export type Listed = { id: UserId; position: string };

/** Returns up to `count` users of the connection, oldest first, behind the position. `isLast`: there are no further ones. */
export async function listedAfter(
  connection: ScimConnectionId,
  after: string | undefined,
  count: number,
): Promise<{ users: Listed[]; isLast: boolean }> {
  const { entries } = await firstEntries(keys.scimUserRange(connection), count + 1, after);
  const users = entries.slice(0, count).map(({ key, sort }) => ({ id: keys.userIn(key), position: sort }));
  return { users, isLast: entries.length <= count };
}
