// Builds what the one tenant that an application serves keeps of it: its entry in a list, and its place in a number.
import type { ApplicationId, TenantId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

type Listed = { id: ApplicationId; createdAt: number; tenantIds: TenantId[] | null };
type Made = { madeIn: TenantId | null };
type Count = table.Item & { type: 'application-count'; count: number };

/** Each application is an item with twelve copies, and a line of a page that people read. */
const MOST = 50;

/** The one tenant that it serves; `undefined` if it serves several or all. */
export const onlyTenantOf = ({ tenantIds }: Pick<Listed, 'tenantIds'>): TenantId | undefined =>
  tenantIds?.length === 1 ? tenantIds[0] : undefined;

/** Returns the application with its entry in the list of the one tenant that it serves, or without an entry. */
export function listed<T extends Listed>(application: T): T {
  const tenant = onlyTenantOf(application);
  const entry = tenant && keys.tenantApplicationIndex(tenant, application.id, application.createdAt);
  return { ...application, pk2: entry?.pk2, sk2: entry?.sk2 };
}

/** Returns the write that counts one more application that people of the tenant make. `undefined`: there are fifty. */
export async function joinWrite(tenant: TenantId): Promise<table.Write | undefined> {
  const key = keys.tenantApplicationCount(tenant);
  const before = await table.get<Count>(key, 'application-count');
  if (!before) return { create: { ...key, type: 'application-count', count: 1 } as Count };
  if (before.count >= MOST) return undefined;
  return { update: { ...key, add: { count: 1 }, if: '#count < :most', values: { most: MOST } } };
}

/** The write that no longer counts the application in the tenant whose people made it. It needs no count: a restored table may lack it. */
export const leaveWrite = ({ madeIn }: Made): table.Write | undefined =>
  madeIn === null
    ? undefined
    : { add: { ...keys.tenantApplicationCount(madeIn), type: 'application-count', numbers: { count: -1 } } };

/** Removes the number of a deleted tenant. */
export async function removeCountOf(tenant: TenantId): Promise<void> {
  await table.erase(keys.tenantApplicationCount(tenant));
}
