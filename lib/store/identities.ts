// Accounts at other providers. That an identity opens one account of a tenant, and which, is an item of its own: unique by
// its key, made and replaced with the account in one transaction.
import type { TenantId, UserId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import type { Identity } from './factors.ts';
import * as keys from './keys.ts';

/** `epoch` is the user's `identityEpoch`: whatever raises that shuts out the identities from before. */
export type IdentityClaim = table.Item & { type: 'identity-claim'; userId: UserId; epoch: number };

export const identityKey = keys.identity;
/** `hash`: of provider, issuer and subject. */
export const identityClaimKey = keys.identityClaim;
export const asIdentityClaim = (item: table.Item | undefined): IdentityClaim | undefined =>
  item?.type === 'identity-claim' ? (item as IdentityClaim) : undefined;

/** The writes that give an identity to a user; `occupant`: the dead lock that may stand in its place. One racer wins. */
export function identityWrites(
  tenant: TenantId,
  user: UserId,
  identity: Identity,
  occupant: IdentityClaim | undefined,
): table.Write[] {
  const { hash, epoch } = identity;
  const item: IdentityClaim = { ...keys.identityClaim(tenant, hash), type: 'identity-claim', userId: user, epoch };
  return [occupant ? { replace: { item, ...unmoved(occupant) } } : { create: item }, { put: identity }];
}

const unmoved = ({ userId, epoch }: IdentityClaim) => ({
  if: '#userId = :userId AND #epoch = :epoch',
  values: { userId, epoch },
});

/** The check that the account behind a lock is there, active, and still open to it. */
export const requireOpenAccountWrite = (tenant: TenantId, { userId, epoch }: IdentityClaim): table.Write => ({
  check: {
    ...keys.user(tenant, userId),
    if: '#isActive = :true AND #identityEpoch = :epoch',
    values: { true: true, epoch },
  },
});

/** Gives up the identity of a user who is gone, unless somebody else has it by now. */
export async function removeIdentity(tenant: TenantId, userId: UserId, { hash }: Identity): Promise<void> {
  await table.consume(keys.identityClaim(tenant, hash), { if: '#userId = :userId', values: { userId } });
}
