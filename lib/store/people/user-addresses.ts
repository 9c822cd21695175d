// Keeps the addresses of users unique: each e-mail address and phone number of a tenant is claimed by an item of its
// own.
import type { AddressKind } from '../../contract/channels.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import { type Item, unchanged, type Write } from '../dynamo/table.ts';
import * as keys from '../keys.ts';

export type Identifier = { kind: AddressKind; value: string };
type AddressClaim = Item & { type: 'address-claim'; userId: UserId };
type Addressed = { tenantId: TenantId; id: UserId; email: string | null; phone: string | null };

const KEYS = { email: keys.email, phone: keys.phone } satisfies Record<AddressKind, unknown>;
/** The key of the claim of an address. */
export const addressKey = (tenant: TenantId, { kind, value }: Identifier): keys.Key => KEYS[kind](tenant, value);

/** The user who holds the address, from the item at `addressKey`. */
export const claimedBy = (item: Item | undefined): UserId | undefined =>
  item?.type === 'address-claim' ? (item as AddressClaim).userId : undefined;

/**
 * The write that claims an address of the user, if they have one of this kind. Refused if another user has it, except
 * `from`, who gives it up in the same transaction.
 */
export const claimWrite = (user: Addressed, kind: AddressKind, from?: Addressed): Write | undefined => {
  const claim = claimOf(user, kind);
  const previous = from && claimOf(from, kind);
  if (claim?.sk === previous?.sk && claim?.pk === previous?.pk)
    return claim && previous && { replace: { item: claim, ...unchanged(previous, 'userId') } };
  return claim && { create: claim };
};

/**
 * The write that releases an address of the user, if they have one of this kind. The claim may be missing after a second
 * region took over: a transaction arrives there item by item, and its end may be lost.
 */
export const releaseWrite = (user: Addressed, kind: AddressKind): Write | undefined => {
  const claim = claimOf(user, kind);
  if (!claim) return undefined;
  return { remove: { pk: claim.pk, sk: claim.sk, ...unchanged(claim, 'userId'), mayBeGone: true } };
};

function claimOf({ tenantId, id, ...addresses }: Addressed, kind: AddressKind): AddressClaim | undefined {
  const value = addresses[kind];
  return value === null ? undefined : { ...addressKey(tenantId, { kind, value }), type: 'address-claim', userId: id };
}
