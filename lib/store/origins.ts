// Origins that tenants list: how many tenants do, for whoever has an origin and no tenant yet.

import type { Item, Write } from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { Tenant } from './tenants.ts';

type Origin = Item & { type: 'origin'; tenants: number };

export const originKey = keys.origin;

/** How many active tenants list the origin, read by `originKey`. */
export const listings = (item: Item | undefined): number => (item?.type === 'origin' ? (item as Origin).tenants : 0);

/** What a tenant lists, while it is active. */
export const listedBy = (tenant: Tenant | undefined): ReadonlySet<string> =>
  new Set(tenant?.status === 'active' ? tenant.settings.allowedOrigins : []);

/** The writes that keep the numbers in step with a change of the tenant, in the transaction that makes it. */
export function originWrites(before: Tenant | undefined, after: Tenant): Write[] {
  const [gone, come] = [listedBy(before), listedBy(after)];
  const counted = (origin: string, by: number): Write => ({
    add: { ...keys.origin(origin), type: 'origin', numbers: { tenants: by } },
  });
  return [
    ...[...gone].filter((origin) => !come.has(origin)).map((origin) => counted(origin, -1)),
    ...[...come].filter((origin) => !gone.has(origin)).map((origin) => counted(origin, 1)),
  ];
}
