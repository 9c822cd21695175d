// Users of a tenant and the items that keep their addresses unique.
import { now } from '../platform/clock.ts';
import { newUserId, type RoleId, type TenantId, type UserId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import { asTrustedDevice, type Identity, type TrustedDevice } from './factors.ts';
import { removeIdentity } from './identities.ts';
import * as keys from './keys.ts';
import { asSession, type Session } from './sessions.ts';

export type User = table.Item & {
  type: 'user';
  id: UserId;
  tenantId: TenantId;
  email: string | null;
  phone: string | null;
  emailVerifiedAt: number | null;
  phoneVerifiedAt: number | null;
  passwordHash: string | null;
  /** He signed up by himself: nobody but him says that the addresses are his. */
  isSelfMade: boolean;
  /** The password was chosen at sign-up by somebody who had proved no address: he may have taken somebody else's. */
  isPasswordUnproved: boolean;
  /** An account elsewhere opens this one. */
  hasIdentity: boolean;
  /** It brought the e-mail address along without proving it: its owner may have taken somebody else's. */
  isIdentityUnproved: boolean;
  /** Identities carry the epoch they were linked in; raising it shuts them out with one write. */
  identityEpoch: number;
  isActive: boolean;
  /** Whether his logins need a second factor, and whether he has an authenticator for it. */
  isMfaEnabled: boolean;
  isTotpEnrolled: boolean;
  /** Whether the address may be used to log in. */
  emailLoginEnabled: boolean;
  phoneLoginEnabled: boolean;
  roleIds: RoleId[];
  mustChangePassword: boolean;
  /** Sessions carry the epoch they began in; raising it ends them all with one write. */
  epoch: number;
  /** Raised by every change of what lists, counters or admins know of him: the condition of the next one. */
  version: number;
  metadata: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
};

export type Identifier = { kind: 'email' | 'phone'; value: string };
type AddressClaim = table.Item & { type: 'address-claim'; userId: UserId };

export const userKey = keys.user;
export const asUser = (item: table.Item | undefined): User | undefined =>
  item?.type === 'user' ? (item as User) : undefined;
/** Active or not, verified or not: what lists filter by. Verified is whoever proved one of his addresses. */
export const statusBucketOf = (
  user: Pick<User, 'isActive' | 'emailVerifiedAt' | 'phoneVerifiedAt'>,
): keys.StatusBucket =>
  ((user.isActive ? 0 : 2) +
    (user.emailVerifiedAt === null && user.phoneVerifiedAt === null ? 1 : 0)) as keys.StatusBucket;

/** A user as an item, with his places in the lists. */
export const itemOf = (user: Omit<User, 'pk' | 'sk' | 'type'>): User => ({
  ...user,
  ...keys.user(user.tenantId, user.id),
  ...keys.userListIndex(user.tenantId, user.id, user.createdAt, statusBucketOf(user)),
  type: 'user',
});

/** Returns a new account with nothing proved about it and no role. It is not stored yet. */
export function newUser(tenant: TenantId, contact: Pick<User, 'email' | 'phone' | 'passwordHash'>): User {
  const at = now();
  return itemOf({
    id: newUserId(tenant),
    tenantId: tenant,
    ...contact,
    isSelfMade: false,
    isPasswordUnproved: false,
    hasIdentity: false,
    isIdentityUnproved: false,
    identityEpoch: 1,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    isActive: true,
    isMfaEnabled: false,
    isTotpEnrolled: false,
    emailLoginEnabled: true,
    phoneLoginEnabled: true,
    roleIds: [],
    mustChangePassword: false,
    epoch: 1,
    version: 1,
    metadata: {},
    createdAt: at,
    updatedAt: at,
  });
}

export const find = (tenant: TenantId, id: UserId): Promise<User | undefined> =>
  table.get<User>(keys.user(tenant, id), 'user');

/** What a user holds: sessions and trusted devices as stored, dead ones included. */
export type Held = { sessions: Session[]; trusted: TrustedDevice[] };

/** The user with all that he holds, in one read. */
export async function findWithHeld(tenant: TenantId, id: UserId): Promise<{ user: User | undefined; held: Held }> {
  const items = await table.span(keys.sessionsAndUser(tenant, id));
  return {
    user: asUser(items.find(({ type }) => type === 'user')),
    held: {
      sessions: items.flatMap((item) => asSession(item) ?? []),
      trusted: items.flatMap((item) => asTrustedDevice(item) ?? []),
    },
  };
}

/** The key of the item that says whose address this is. */
export const addressKey = (tenant: TenantId, { kind, value }: Identifier): keys.Key =>
  kind === 'email' ? keys.email(tenant, value) : keys.phone(tenant, value);
/** The user that a lock, read by `lockKey`, names. */
export const claimedBy = (item: table.Item | undefined): UserId | undefined =>
  item?.type === 'address-claim' ? (item as AddressClaim).userId : undefined;

/**
 * Creates a user, the locks of his addresses, his first session if any, the events and what else: all or nothing. Answers
 * `true`, or which address is taken already.
 */
export async function create(
  user: Omit<User, 'pk' | 'sk' | 'type'>,
  session: Session | undefined,
  events: table.Write,
  more: readonly table.Write[] = [],
): Promise<true | 'email' | 'phone'> {
  const email = addressWrites(user, 'email', 'create');
  const result = await table.transact([
    ...email,
    ...addressWrites(user, 'phone', 'create'),
    { create: itemOf(user) },
    ...(session ? [{ create: session }] : []),
    events,
    ...more,
  ]);
  if (result === true) return true;
  return email.length && result.includes(0) ? 'email' : 'phone';
}

type Addressed = Pick<User, 'tenantId' | 'id' | 'email' | 'phone'>;

/** The write that takes, or gives up, one of the user's addresses; none if he has none of that kind. */
function addressWrites(user: Addressed, kind: 'email' | 'phone', verb: 'create' | 'remove'): table.Write[] {
  const value = user[kind];
  if (value === null) return [];
  const key = addressKey(user.tenantId, { kind, value });
  if (verb === 'remove') return [{ remove: { ...key, if: '#userId = :id', values: { id: user.id } } }];
  return [{ create: { ...key, type: 'address-claim', userId: user.id } as AddressClaim }];
}

const CHANGEABLE = [
  'email',
  'phone',
  'emailVerifiedAt',
  'phoneVerifiedAt',
  'passwordHash',
  'isPasswordUnproved',
  'hasIdentity',
  'isIdentityUnproved',
  'identityEpoch',
  'isActive',
  'isMfaEnabled',
  'isTotpEnrolled',
  'emailLoginEnabled',
  'phoneLoginEnabled',
  'roleIds',
  'mustChangePassword',
  'epoch',
  'version',
  'metadata',
  'updatedAt',
] as const;

/**
 * Replaces `before` by `after`, with the locks of the addresses that differ and whatever else belongs to the change:
 * all or nothing, and only if no admin changed the user meanwhile.
 */
export async function change(
  before: User,
  after: User,
  writes: readonly table.Write[],
): Promise<'done' | 'changed' | 'taken'> {
  const { pk, sk, type, id, tenantId, createdAt, ...values } = itemOf({ ...after, version: before.version + 1 });
  const fields = [...CHANGEABLE, 'pk1', 'pk2'];
  const moved = (['email', 'phone'] as const).filter((kind) => before[kind] !== after[kind]);
  const created = moved.flatMap((kind) => addressWrites(after, kind, 'create'));
  const result = await table.transact([
    {
      update: {
        ...keys.user(before.tenantId, before.id),
        set: `SET ${fields.map((field) => `#${field} = :${field}`).join(', ')}`,
        // The password's own condition: changing it as a user raises no version.
        if: '#version = :before AND #epoch = :epochBefore',
        values: { ...values, before: before.version, epochBefore: before.epoch },
      },
    },
    ...created,
    ...moved.flatMap((kind) => addressWrites(before, kind, 'remove')),
    ...writes,
  ]);
  if (result === true) return 'done';
  return result.some((index) => index > 0 && index <= created.length) ? 'taken' : 'changed';
}

/** Deletes the user and gives his addresses free; what lies in his partition stays for the purge. */
export async function remove(user: User, writes: readonly table.Write[]): Promise<boolean> {
  const result = await table.transact([
    {
      remove: {
        ...keys.user(user.tenantId, user.id),
        if: '#version = :version',
        values: { version: user.version },
      },
    },
    ...addressWrites(user, 'email', 'remove'),
    ...addressWrites(user, 'phone', 'remove'),
    ...writes,
  ]);
  return result === true;
}

/** Everything in the user's partition. Pending logins have one of their own. */
export const everything = (tenant: TenantId, id: UserId): Promise<table.Item[]> =>
  table.partition(keys.partitionOf(tenant, id));

const raise = { set: 'SET #epoch = #epoch + :one', values: { one: 1 } };

/** Ends every session of the user with one write. `false`: there is no such user. */
export async function raiseEpoch(tenant: TenantId, id: UserId): Promise<boolean> {
  return !('refused' in (await table.update(keys.user(tenant, id), raise)));
}

/** Ends every session of the user and writes the events, all or nothing. `false`: there is no such user. */
export async function raiseEpochWith(tenant: TenantId, id: UserId, events: table.Write): Promise<boolean> {
  return (await table.transact([{ update: { ...keys.user(tenant, id), ...raise } }, events])) === true;
}

/**
 * Sets the password that was `before`, ends every session and writes the events: all or nothing. `false`: the password
 * is no longer `before`.
 */
export async function changePassword(
  user: User,
  passwordHash: string,
  now: number,
  events: table.Write,
): Promise<boolean> {
  const change: table.Write = {
    update: {
      ...keys.user(user.tenantId, user.id),
      set: 'SET #passwordHash = :after, #epoch = #epoch + :one, #mustChangePassword = :false, #updatedAt = :now',
      if: '#passwordHash = :before AND #isActive = :true',
      values: { after: passwordHash, before: user.passwordHash, one: 1, now, false: false, true: true },
    },
  };
  return (await table.transact([change, events])) === true;
}

/** The write that demands a second factor from now on and ends every session, if the user is as he was read. */
export const enableMfaWrite = (user: User, now: number): table.Write => ({
  update: {
    ...keys.user(user.tenantId, user.id),
    set: 'SET #isMfaEnabled = :true, #epoch = #epoch + :one, #version = #version + :one, #updatedAt = :now',
    if: '#epoch = :epoch AND #version = :version',
    values: { true: true, one: 1, now, epoch: user.epoch, version: user.version },
  },
});

/** Stores the same password under newer parameters, unless it was changed meanwhile. */
export async function rehash(user: User, passwordHash: string): Promise<void> {
  await table.update(keys.user(user.tenantId, user.id), {
    set: 'SET #passwordHash = :after',
    if: '#passwordHash = :before',
    values: { after: passwordHash, before: user.passwordHash },
  });
}

/** Deletes whatever is left in the partitions of a user who is gone, and gives his identities free. */
export async function purge(tenant: TenantId, id: UserId): Promise<void> {
  const identities = await table.query<Identity>(keys.identitiesOf(tenant, id), 'identity');
  await Promise.all(identities.map((identity) => removeIdentity(tenant, id, identity)));
  await Promise.all([keys.partitionOf(tenant, id), keys.pendingOf(tenant, id)].map(table.empty));
}
