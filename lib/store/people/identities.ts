// Stores accounts at identity providers. A claim, unique by its key, says which account of a tenant an identity opens.
// It is written in one transaction with the identity.
import { digest } from '../../crypto/secrets.ts';
import type { IdentityId, TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** An account at an identity provider: the user is `subject` at `issuer`. `provider`: its name when it was linked, a label. */
export type Identity = table.Item & {
  type: 'identity';
  id: IdentityId;
  /** Digest of issuer and subject: the key of the claim. */
  hash: string;
  /** The user's `identityEpoch` when the identity was linked. It opens nothing once that has changed. */
  epoch: number;
  provider: string;
  issuer: string;
  subject: string;
  metadata: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
};

/** `epoch` is the user's `identityEpoch`: raising that disables the identities linked before. */
export type IdentityClaim = table.Item & { type: 'identity-claim'; userId: UserId; epoch: number };

/** The `identityEpoch` of an account that no identity was shut out of yet. */
export const FIRST_EPOCH = 1;

export const identityKey = keys.identity;
/** Returns what names an identity in its keys: only issuer and subject are stable. */
export const identityHashOf = (issuer: string, subject: string): string => digest(JSON.stringify([issuer, subject]));
/** `hash`: of issuer and subject. */
export const identityClaimKey = keys.identityClaim;
export const asIdentity = (item: table.Item): Identity | undefined =>
  item.type === 'identity' ? (item as Identity) : undefined;
export const asIdentityClaim = (item: table.Item | undefined): IdentityClaim | undefined =>
  item?.type === 'identity-claim' ? (item as IdentityClaim) : undefined;

/** The writes that give an identity to a user. `occupant`: the stale claim they replace, if any. One racer wins. */
export function identityWrites(
  tenant: TenantId,
  user: UserId,
  identity: Identity,
  occupant: IdentityClaim | undefined,
): table.Write[] {
  const { hash, epoch } = identity;
  const item: IdentityClaim = { ...keys.identityClaim(tenant, hash), type: 'identity-claim', userId: user, epoch };
  const claim = occupant ? { replace: { item, ...table.unchanged(occupant, 'userId', 'epoch') } } : { create: item };
  return [claim, { put: identity }];
}

/**
 * The check that the account of a claim exists, is active, and still accepts the identity. `mustBeProved`: and that it
 * is not unclaimed.
 */
export const requireOpenAccountWrite = (
  tenant: TenantId,
  { userId, epoch }: IdentityClaim,
  mustBeProved: boolean,
): table.Write => ({
  check: {
    ...keys.user(tenant, userId),
    if: `#isActive = :true AND #identityEpoch = :epoch${mustBeProved ? ' AND #isUnclaimed = :false' : ''}`,
    values: { true: true, epoch, ...(mustBeProved && { false: false }) },
  },
});

/** Returns the identities of the user, unlinked ones included. */
export const identitiesOf = (tenant: TenantId, user: UserId): Promise<Identity[]> =>
  table.query<Identity>(keys.identitiesOf(tenant, user), 'identity');

/** Identities of an account that stay when another one is unlinked: two writes each, in one transaction of at most 100. */
const MOST_KEPT = 40;

/**
 * The writes that keep these identities of a user when the user's `identityEpoch` becomes `epoch`, which shuts out all
 * others. Their claims stay, too: without its claim, the next login with the provider would link an identity anew. Keeps
 * the newest 40. Refused if one of them changed since it was read. `now` in ms.
 */
export function keepIdentitiesWrites(
  tenant: TenantId,
  user: UserId,
  kept: readonly Identity[],
  epoch: number,
  now: number,
): table.Write[] {
  const newest = kept.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, MOST_KEPT);
  return newest.flatMap(({ pk, sk, hash, epoch: before }) => [
    {
      update: {
        ...keys.identityClaim(tenant, hash),
        set: { epoch },
        ...table.unchanged({ userId: user, epoch: before }, 'userId', 'epoch'),
      },
    },
    { update: { pk, sk, set: { epoch, updatedAt: now }, ...table.unchanged({ epoch: before }, 'epoch') } },
  ]);
}

/** Forgets an identity that was shut out: it may be linked again. Its claim goes first, unless another user has it. */
export async function forgetIdentity(tenant: TenantId, user: UserId, identity: Identity): Promise<void> {
  const { hash, epoch, pk, sk } = identity;
  await table.erase(keys.identityClaim(tenant, hash), table.unchanged({ userId: user, epoch }, 'userId', 'epoch'));
  await table.erase({ pk, sk }, table.unchanged(identity, 'epoch'));
}

/** Releases the identity of a deleted user, unless another user has it by now. */
export async function removeIdentity(tenant: TenantId, userId: UserId, { hash }: Identity): Promise<void> {
  await table.erase(keys.identityClaim(tenant, hash), table.unchanged({ userId }, 'userId'));
}
