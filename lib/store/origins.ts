// Counts the tenants that list an origin, for requests that come from an origin before their tenant is known.
import type { Item, Write } from './dynamo/table.ts';
import * as keys from './keys.ts';

/** What counts of a tenant. */
type Listing = { status: string; settings: { allowedOrigins?: string[] } };
type Origin = Item & { type: 'origin'; tenants: number };

export const originKey = keys.origin;

/** The number of active tenants that list the origin, from the item at `originKey`. */
export const listings = (item: Item | undefined): number => (item?.type === 'origin' ? (item as Origin).tenants : 0);

/** The origins that the tenant lists; none unless it is active. */
export const listedBy = (tenant: Listing | undefined): ReadonlySet<string> =>
  new Set(tenant?.status === 'active' ? tenant.settings.allowedOrigins : []);

/** The writes that update the counts, for the transaction that changes the tenant. */
export function originWrites(before: Listing | undefined, after: Listing): Write[] {
  const [listedBefore, listedAfter] = [listedBy(before), listedBy(after)];
  const countWrite = (origin: string, by: number): Write => ({
    add: { ...keys.origin(origin), type: 'origin', numbers: { tenants: by } },
  });
  return [
    ...[...listedBefore].filter((origin) => !listedAfter.has(origin)).map((origin) => countWrite(origin, -1)),
    ...[...listedAfter].filter((origin) => !listedBefore.has(origin)).map((origin) => countWrite(origin, 1)),
  ];
}
