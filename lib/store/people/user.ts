// Defines the record of a user: its fields, their initial values, and its item with its positions in the lists.
import { now } from '../../platform/clock.ts';
import { newUserId, type RoleId, type TenantId, type UserId } from '../../platform/ids.ts';
import type { Item } from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { Fields, Versioned } from '../record.ts';
import { FIRST_EPOCH } from './identities.ts';

export type User = Versioned & {
  type: 'user';
  id: UserId;
  tenantId: TenantId;
  email: string | null;
  phone: string | null;
  name: string | null;
  /** The language of messages (BCP 47). `null`: that of the tenant. */
  locale: string | null;
  emailVerifiedAt: number | null;
  phoneVerifiedAt: number | null;
  passwordHash: string | null;
  /**
   * The account was made by a sign-up or an identity, and none of its addresses was ever proved: they may belong to
   * someone else than its creator. `lib/domain/credentials/proofs.ts` says what follows.
   */
  isUnclaimed: boolean;
  /** An account at an identity provider opens this one. */
  hasIdentity: boolean;
  /** Identities carry the epoch they were linked in. Raising it disables them all with one write. */
  identityEpoch: number;
  isActive: boolean;
  /** Logins need a second factor. */
  isMfaEnabled: boolean;
  /** The user has an authenticator. */
  isTotpEnrolled: boolean;
  /** Authenticators have it with each passkey of the account, as `user.id`. Another one ends all passkeys of before. */
  passkeyHandle: string | null;
  /** The user has a passkey. */
  hasPasskey: boolean;
  /** The domain of the newest one. Those of another domain than the deployment's open nothing. */
  passkeyRpId: string | null;
  /** The address may be used to log in. */
  emailLoginEnabled: boolean;
  phoneLoginEnabled: boolean;
  roleIds: RoleId[];
  mustChangePassword: boolean;
  /** Keyed hashes of the networks that the account was used from, the latest first. They have reserves of attempts. */
  networks: string[];
  /** Refresh tokens from before do not make a device known: the creator or a thief may have them. In ms. */
  sourcesSince: number;
  /** Sessions carry the epoch they began in. Raising it ends them all with one write. */
  epoch: number;
  /** Links, and what they began, carry it. Raised when a session ends that they descend from, and by a new way in. */
  linkEpoch: number;
  /**
   * Raised by every change that lists, counters or admins can see. The change feed follows it, so a user who changes
   * their password raises only the epoch.
   */
  version: number;
  metadata: Record<string, unknown>;
  /** Whom the user was at the services that they were imported from, one entry each: see imports.ts. */
  importedAs?: readonly string[];
  createdAt: number;
  updatedAt: number;
};

/** What no change writes from the user that it was given. */
export const FIXED = ['id', 'tenantId', 'linkEpoch', 'createdAt'] as const satisfies readonly (keyof User)[];

/** Users of the release before passkeys lack it. */
const BEFORE_PASSKEYS: Partial<User> = { passkeyHandle: null, hasPasskey: false, passkeyRpId: null };

export const userKey = keys.user;
export const asUser = (item: Item | undefined): User | undefined =>
  item?.type === 'user' ? { ...BEFORE_PASSKEYS, ...(item as User) } : undefined;

/** Active or not, verified or not: what lists filter by. A user is verified if they verified one of their addresses. */
export const statusBucketOf = (
  user: Pick<User, 'isActive' | 'emailVerifiedAt' | 'phoneVerifiedAt'>,
): keys.StatusBucket =>
  ((user.isActive ? 0 : 2) +
    (user.emailVerifiedAt === null && user.phoneVerifiedAt === null ? 1 : 0)) as keys.StatusBucket;

/** The item of a user, with their positions in the lists. */
export const itemOf = (user: Fields<User>): User => ({
  ...user,
  ...keys.user(user.tenantId, user.id),
  ...keys.userListIndex(user.tenantId, user.id, user.createdAt, statusBucketOf(user)),
  type: 'user',
});

/** Returns a new user without roles or verified addresses. It is not stored yet. */
export function newUser(tenant: TenantId, contact: Pick<User, 'email' | 'phone' | 'passwordHash'>): User {
  const at = now();
  return itemOf({
    id: newUserId(tenant),
    tenantId: tenant,
    ...contact,
    name: null,
    locale: null,
    isUnclaimed: false,
    hasIdentity: false,
    identityEpoch: FIRST_EPOCH,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    isActive: true,
    isMfaEnabled: false,
    isTotpEnrolled: false,
    passkeyHandle: null,
    hasPasskey: false,
    passkeyRpId: null,
    emailLoginEnabled: true,
    phoneLoginEnabled: true,
    roleIds: [],
    mustChangePassword: false,
    networks: [],
    sourcesSince: 0,
    epoch: 1,
    linkEpoch: 1,
    version: 1,
    metadata: {},
    createdAt: at,
    updatedAt: at,
  });
}
