// Stores the users of a tenant.
import { type AddressKind, addressKinds } from '../../contract/channels.ts';
import { now } from '../../platform/clock.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import { removeUsesOf } from '../api-keys.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { erasureItem } from '../outbox.ts';
import { changeWrite, type Fields } from '../record.ts';
import { asScimUser, forget } from '../scim/users.ts';
import { asTotpDevice, asTrustedDevice, type TotpDevice, type TrustedDevice } from './factors.ts';
import { asIdentity, removeIdentity } from './identities.ts';
import { releaseImportWrites } from './imports.ts';
import { asPasskey, removeClaim } from './passkeys.ts';
import { asSession, type Session } from './sessions.ts';
import { asUser, FIXED, itemOf, type User } from './user.ts';
import { claimWrite, releaseWrite } from './user-addresses.ts';
import { changesWaysIn } from './ways-in.ts';

export { asUser, FIXED, itemOf, newUser, statusBucketOf, type User, userKey } from './user.ts';
export { addressKey, claimedBy, type Identifier } from './user-addresses.ts';

export const find = async (tenant: TenantId, id: UserId): Promise<User | undefined> =>
  asUser(await table.get<User>(keys.user(tenant, id), 'user'));

/** The sessions of browsers and trusted devices of a user as stored, expired ones included. */
export type Held = { sessions: Session[]; trusted: TrustedDevice[] };
type Holding<T> = Promise<T & { held: Held }>;

/** The user with their sessions and trusted devices, in one read. `all`: with the sessions of applications. */
export async function findWithHeld(tenant: TenantId, id: UserId, all = false): Holding<{ user: User | undefined }> {
  const items = await table.span(all ? keys.allSessionsAndUser(tenant, id) : keys.sessionsAndUser(tenant, id));
  return { user: asUser(items.find(({ type }) => type === 'user')), held: heldIn(items) };
}

/** The authenticators of a user, with their sessions and trusted devices, in one read: the price of two up to 8 KB. */
export async function findDevicesWithHeld(tenant: TenantId, id: UserId): Holding<{ devices: TotpDevice[] }> {
  const items = await table.span(keys.devicesToUser(tenant, id));
  return { devices: items.flatMap((item) => asTotpDevice(item) ?? []), held: heldIn(items) };
}

const heldIn = (items: readonly table.Item[]): Held => ({
  sessions: items.flatMap((item) => asSession(item) ?? []),
  trusted: items.flatMap((item) => asTrustedDevice(item) ?? []),
});

/** A user who gives an address up to a new one. */
export type Donor = { before: User; after: User };

/** The writes of a new user: see `create`. */
export const creation = (
  user: Fields<User>,
  session: Session | undefined,
  events?: table.Write,
  others: readonly table.Write[] = [],
  donor?: Donor,
) => ({
  user: { create: itemOf(user) },
  donor: donor && userWrite(donor.before, donor.after),
  email: claimWrite(user, 'email', donor?.before),
  phone: claimWrite(user, 'phone', donor?.before),
  session: session && { create: session },
  events,
  others,
});

/**
 * Creates a user, the claims of their addresses, their first session if any, the events and other writes: all or
 * nothing. `donor` gives up an address that the new user takes. Returns the kind of the address that is taken,
 * `'refused'` if another of the writes was.
 */
export async function create(
  user: Fields<User>,
  session: Session | undefined,
  events: table.Write,
  others?: readonly table.Write[],
  donor?: Donor,
): Promise<'done' | AddressKind | 'refused'> {
  const result = await table.transact(creation(user, session, events, others, donor));
  if (result === 'done') return 'done';
  return addressKinds.find((kind) => result.has(kind)) ?? 'refused';
}

/** Refused if the user changed since `before` was read, also by a new password. A change of the ways in ends links. */
function userWrite(before: User, after: User): table.Write {
  const write = changeWrite(before, itemOf(after), FIXED, table.unchanged(before, 'version', 'epoch'));
  return changesWaysIn(before, after) ? { update: { ...write.update, add: { linkEpoch: 1 } } } : write;
}

/** The check that the user did not change since they were read, also not by a new password. */
export const unchangedUserWrite = (user: User): table.Write => ({
  check: { ...keys.user(user.tenantId, user.id), ...table.unchanged(user, 'version', 'epoch') },
});

/** The writes of `change`, for a transaction with more than that. */
export const changeWrites = (before: User, after: User): table.Write[] =>
  Object.values(labelledChange(before, after)).flat();

function labelledChange(before: User, after: User) {
  const moved = addressKinds.filter((kind) => before[kind] !== after[kind]);
  return {
    user: [userWrite(before, after)],
    claims: moved.flatMap((kind) => claimWrite(after, kind) ?? []),
    releases: moved.flatMap((kind) => releaseWrite(before, kind) ?? []),
  };
}

/**
 * Replaces `before` by `after`, with the claims of the addresses that differ and the other writes of the change: all or
 * nothing. `'changed'`: the user changed since `before` was read. `'taken'`: an address belongs to another user.
 */
export async function change(
  before: User,
  after: User,
  others: readonly table.Write[],
): Promise<'done' | 'changed' | 'taken'> {
  const result = await table.transact({ ...labelledChange(before, after), others });
  if (result === 'done') return 'done';
  return result.has('claims') ? 'taken' : 'changed';
}

/** Deletes the user and releases their addresses and what they were imported as. The rest of their partition stays for `purge`. */
export async function remove(user: User, others: readonly (table.Write | undefined)[]): Promise<boolean> {
  const result = await table.transact({
    user: { remove: { ...keys.user(user.tenantId, user.id), ...table.unchanged(user, 'version', 'epoch') } },
    addresses: [releaseWrite(user, 'email'), releaseWrite(user, 'phone')],
    imports: releaseImportWrites(user),
    others,
  });
  return result === 'done';
}

/** Returns everything in the user's partition. Pending logins have a partition of their own. */
export const everything = (tenant: TenantId, id: UserId): Promise<table.Item[]> =>
  table.partition(keys.partitionOf(tenant, id));

const RAISE_EPOCH = { add: { epoch: 1 } } as const;

/** Ends every session of the user with one write. `false`: there is no such user. */
export async function raiseEpoch(tenant: TenantId, id: UserId): Promise<boolean> {
  return !('refused' in (await table.update(keys.user(tenant, id), RAISE_EPOCH)));
}

/** Ends every session of the user and writes the events, all or nothing. `false`: there is no such user. */
export async function raiseEpochWith(tenant: TenantId, id: UserId, events: table.Write): Promise<boolean> {
  const user = { update: { ...keys.user(tenant, id), ...RAISE_EPOCH, set: { updatedAt: now() } } };
  return (await table.transact({ user, events })) === 'done';
}

/**
 * Replaces the password of an active user, ends every session and writes the events: all or nothing. `false`: the
 * password changed since `before` was read.
 */
export async function changePassword(
  before: User,
  passwordHash: string,
  now: number,
  events: table.Write,
): Promise<boolean> {
  const isActive = { if: '#isActive = :true', values: { true: true } };
  const user: table.Write = {
    update: {
      ...keys.user(before.tenantId, before.id),
      set: { passwordHash, mustChangePassword: false, updatedAt: now },
      add: { epoch: 1 },
      ...table.both(table.unchanged(before, 'passwordHash'), isActive),
    },
  };
  return (await table.transact({ user, events })) === 'done';
}

/** The write that makes a second factor mandatory and ends every session. Refused if the user changed since it was read. */
export const enableMfaWrite = (user: User, now: number): table.Write => ({
  update: {
    ...keys.user(user.tenantId, user.id),
    set: { isMfaEnabled: true, updatedAt: now },
    add: { epoch: 1, version: 1 },
    ...table.unchanged(user, 'version', 'epoch'),
  },
});

/** Stores the same password under newer parameters, unless it was changed meanwhile. */
export async function rehash(user: User, passwordHash: string): Promise<void> {
  await table.update(keys.user(user.tenantId, user.id), {
    set: { passwordHash },
    ...table.unchanged(user, 'passwordHash'),
  });
}

/** Stores the networks that the account was used from, unless its sessions were ended meanwhile. */
export async function setNetworks(user: User, networks: readonly string[]): Promise<void> {
  await table.update(keys.user(user.tenantId, user.id), { set: { networks }, ...table.unchanged(user, 'epoch') });
}

/** Deletes what is left of a deleted user, releases their identities and passkeys, and asks the feed to erase them from the audit log. */
export async function purge(tenant: TenantId, id: UserId): Promise<void> {
  const [items] = await Promise.all([table.span(keys.scimUserToPasskeys(tenant, id)), removeUsesOf(tenant, id)]);
  if (items.some((item) => asScimUser(item))) await forget(tenant, id);
  const identities = items.flatMap((item) => asIdentity(item) ?? []);
  const passkeys = items.flatMap((item) => asPasskey(item) ?? []);
  await Promise.all([
    ...identities.map((identity) => removeIdentity(tenant, id, identity)),
    ...passkeys.map((passkey) => removeClaim(tenant, id, passkey)),
  ]);
  const partitions = [keys.partitionOf(tenant, id), keys.pendingOf(tenant, id)];
  await Promise.all([...partitions.map(table.empty), table.create(erasureItem(tenant, id, now()))]);
}
