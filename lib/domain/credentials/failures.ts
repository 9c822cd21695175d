// Counts sign-ins that failed, for the figures that admins see.
import { now } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import { NO_TENANT, type TenantId } from '../../platform/ids.ts';
import * as store from '../../store/audit/activity.ts';

/**
 * Counts a sign-in that failed. `tenant`: `undefined` if there is no such tenant. The write is the same then, so that the
 * response takes as long, and no stranger creates counters of tenants that do not exist.
 */
export const countFailure = (tenant: TenantId | undefined): Promise<void> =>
  followUp('failed sign-in', store.countFailure(tenant ?? NO_TENANT, now()));
