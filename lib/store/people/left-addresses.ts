// Stores which addresses accounts gave up while their tenant moves people, so that a password at the earlier service does not
// open an account for them again. An item is a hash and has no name of the account.
import { digest } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import type { TenantId } from '../../platform/ids.ts';
import type { Item, Write } from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { Identifier } from './user-addresses.ts';

type LeftAddress = Item & { type: 'left-address'; ttl: number };

/** As long as the longest migration. */
const KEEP_SECONDS = 366 * 86_400;

/** The key of the item that says that an account gave the address up. */
export const leftAddressKey = (tenant: TenantId, { kind, value }: Identifier): keys.Key =>
  keys.leftAddress(tenant, digest(JSON.stringify([kind, value])));

/** Whether an account gave the address up, from the item at `leftAddressKey`. */
export const isLeft = (item: Item | undefined): boolean => item?.type === 'left-address';

/** The write that says so, for the transaction that releases the address. */
export function leftAddressWrite(tenant: TenantId, address: Identifier): Write {
  const item: LeftAddress = {
    ...leftAddressKey(tenant, address),
    type: 'left-address',
    ttl: Math.floor(now() / 1000) + KEEP_SECONDS,
  };
  return { put: item };
}
