// Counts the tenants that list an origin, for requests that come from an origin before their tenant is known.
import { createHash } from 'node:crypto';
import type { Item, Write } from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** What counts of a tenant. */
type Listing = { status: string; settings: { allowedOrigins?: string[] } };
type Origin = Item & { type: 'origin'; tenants: number };

export const originKey = keys.origin;

/** The number of active tenants that list the origin, from the item at `originKey`. */
export const listings = (item: Item | undefined): number => (item?.type === 'origin' ? (item as Origin).tenants : 0);

/**
 * Bytes of a digest: 112 bits, the least strength that NIST SP 800-57 part 1 accepts. A tenant lists forty origins at
 * most: 560 bytes of digests, where the origins may have 10 KB.
 */
const DIGEST = 14;
const digestOf = (origin: string): Buffer => createHash('sha256').update(origin).digest().subarray(0, DIGEST);

/** Returns the digests of the origins, one after the other. */
export const originDigests = (origins: readonly string[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(origins.map(digestOf)));

/** Whether the digest of the origin is one of these. */
export function hasOrigin(digests: Uint8Array, origin: string): boolean {
  const digest = digestOf(origin);
  for (let at = 0; at < digests.length; at += DIGEST) if (digest.equals(digests.subarray(at, at + DIGEST))) return true;
  return false;
}

/** The origins that the tenant lists; none unless it is active. */
const listedBy = (tenant: Listing | undefined): ReadonlySet<string> =>
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
