// Decides whether what an application was given, or what was given for a resource, may be used now: every online door asks
// this.

import type { Grant } from '../contract/applications.ts';
import { isUnregistered } from '../platform/client-ids.ts';
import type { TenantId } from '../platform/ids.ts';
import { type Application, findMany } from '../store/applications/applications.ts';
import type { Session } from '../store/people/sessions.ts';
import type { TenantHead } from '../store/tenants/tenants.ts';
import { noEarlier } from './still-counts.ts';
import { admits } from './unregistered-clients.ts';

/** What an application and a protected resource have in common. */
type Switched = Pick<Application, 'status' | 'tenantIds' | 'activeSince' | 'servedSince'>;

/** Whether the application serves the tenant. */
export const serves = ({ tenantIds }: Pick<Application, 'tenantIds'>, tenant: TenantId): boolean =>
  tenantIds?.includes(tenant) ?? true;

/**
 * Whether the application is active, serves the tenant, and has done so since `givenAt`, in ms: what it was given before it
 * was switched off stays refused after it is switched on again.
 */
export const isUsable = <T extends Switched>(it: T | undefined, tenant: TenantId, givenAt: number): it is T =>
  it?.status === 'active' && serves(it, tenant) && givenAt >= usableSince(it, tenant);

type Place = Pick<TenantHead, 'id' | 'clientHosts'>;

/** Whether users of the tenant may use the application, if it is active. A tenant lets in what is not registered. */
export const servesUsersOf = (application: Pick<Application, 'id' | 'tenantIds'>, tenant: Place): boolean =>
  serves(application, tenant.id) && (!isUnregistered(application.id) || admits(tenant, application.id));

/** Whether the application may use now what it was given at that time, in ms, for a user of the tenant. */
export const isUsableIn = (
  application: Application | undefined,
  tenant: Place,
  givenAt: number,
): application is Application =>
  isUsable(application, tenant.id, givenAt) &&
  (!isUnregistered(application.id) || admits(tenant, application.id, givenAt));

const usableSince = ({ activeSince = 0, servedSince }: Switched, tenant: TenantId): number =>
  Math.max(activeSince, servedSinceOf(servedSince, tenant));

type Times = Application['servedSince'];
const servedSinceOf = (times: Times, tenant: TenantId): number => times?.[tenant] ?? times?.others ?? 0;

/** Nothing that an application is given lives longer: 30 days are the most that a tenant can allow. */
const LONGEST_MS = 31 * 86_400_000;

/** Returns the changed application or resource, with the times from which on what it is given counts. `at` in ms. */
export function withTimes<T extends Switched>(before: T, after: T, at: number): T {
  const isSwitchedOn = before.status !== 'active' && after.status === 'active';
  return {
    ...after,
    ...(isSwitchedOn && { activeSince: noEarlier(before, at) }),
    servedSince: servedAfter(before, after.tenantIds, at),
  };
}

/** A tenant that is new or was given back counts from now on. One that stays keeps its time. */
function servedAfter({ tenantIds: before, servedSince }: Switched, after: TenantId[] | null, at: number): Times {
  if (after === null && before === null) return servedSince;
  const timeOf = (tenant: TenantId) =>
    serves({ tenantIds: before }, tenant) ? servedSinceOf(servedSince, tenant) : at;
  const times = (after ?? before ?? []).map((tenant) => [tenant, timeOf(tenant)] as const);
  // Without a list, all tenants that were on none are new.
  const others = after === null ? { others: at } : {};
  const kept = times.filter(([, time]) => after === null || time > at - LONGEST_MS);
  return { ...others, ...Object.fromEntries(kept) };
}

/** Returns the changed application, with the times since when it has grants that it did not have. `at` in ms. */
export function withGrantTimes(before: Application, after: Application, at: number): Application {
  const added = after.grants.filter((grant) => !before.grants.includes(grant)).map((grant) => [grant, at] as const);
  return added.length ? { ...after, grantsSince: { ...before.grantsSince, ...Object.fromEntries(added) } } : after;
}

/** Whether the application has the grant, and has had it since `givenAt`, in ms. */
export const hasHad = ({ grants, grantsSince }: Application, grant: Grant, givenAt: number): boolean =>
  grants.includes(grant) && givenAt >= (grantsSince?.[grant] ?? 0);

/** Returns those of the sessions that are of no application, or of one that may use them. Reads each application once. */
export async function usableOf(sessions: readonly Session[], tenant: Place): Promise<Session[]> {
  const ids = [...new Set(sessions.flatMap(({ application }) => application?.id ?? []))];
  const byId = await findMany(ids);
  return sessions.filter(
    ({ application, createdAt }) => !application || isUsableIn(byId.get(application.id), tenant, createdAt),
  );
}
