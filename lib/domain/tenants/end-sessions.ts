// Ends every session of a tenant, because an admin asked for it: of this one, or of all.
import { now } from '../../platform/clock.ts';
import type { TenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as store from '../../store/tenants/tenants.ts';
import { afterThisSecond, noEarlier } from '../still-counts.ts';

/** Returns the tenant of which no session counts, nor anything else that was given until the end of the second of `at`, ms. */
export const withoutSessions = (before: store.Tenant, at: number): store.Tenant => ({
  ...before,
  epoch: before.epoch + 1,
  activeSince: noEarlier(before, afterThisSecond(at)),
  sessionsEndedAt: at,
});

/**
 * Ends the sessions of the tenant, as an admin asked for all tenants at `askedAt`, ms. Changes nothing if that is done, or if
 * the tenant is gone or was made later. What was given meanwhile ends, too: a session of before may have led to it. Throws
 * `Unavailable`.
 */
export async function endSessionsOf(id: TenantId, askedAt: number): Promise<void> {
  await retryOnConflict('the tenant', async () => {
    const tenant = await store.find(id);
    if (!tenant || tenant.status === 'deleted') return true;
    const isDone = Math.max(tenant.createdAt, tenant.sessionsEndedAt ?? 0) >= askedAt;
    // Clocks of functions differ. The tenant must count as done for this job all the same.
    const at = Math.max(askedAt, now());
    return isDone || (await store.changeHead(tenant, withoutSessions(tenant, at))) || undefined;
  });
}
