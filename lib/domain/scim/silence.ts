// Tells when a directory went silent: who has left the organization keeps their access, and its people do not notice.
import { iso } from '../../platform/clock.ts';
import { event, outboxWrite } from '../../store/outbox.ts';
import { listOf, type ScimConnection, tellSilence } from '../../store/scim/connections.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { NOTED_MS } from './authenticate.ts';

const DAY_MS = 86_400_000;
/** Entra stops a job that failed for four weeks (quarantine): a week leaves time, and a small directory may have no change for days. */
export const DEFAULT_SILENT_DAYS = 7;

type Heard = Pick<ScimConnection, 'isPaused' | 'lastUsedAt' | 'silentAfterDays'>;

/** Returns after how many days without a request the connection is silent; `null`: never. */
export const silentAfterDaysOf = ({ silentAfterDays = DEFAULT_SILENT_DAYS }: Heard): number | null => silentAfterDays;

/** Whether the connection had requests, and had none for its days. `now` in ms. */
export function isSilent(connection: Heard, now: number): boolean {
  const days = silentAfterDaysOf(connection);
  const { isPaused, lastUsedAt } = connection;
  return !isPaused && days !== null && lastUsedAt !== undefined && lastUsedAt + NOTED_MS + days * DAY_MS < now;
}

/**
 * Publishes an event for each connection of the tenant that is silent: once for each silence, also if it is called again or by several
 * at once. `now` in ms. One read.
 */
export async function tellSilences({ id: tenantId, status }: Tenant, now: number): Promise<void> {
  if (status !== 'active') return;
  for (const connection of (await listOf(tenantId)).connections) {
    const { id, name, lastUsedAt, silenceTold } = connection;
    const silentAfterDays = silentAfterDaysOf(connection);
    if (silentAfterDays === null || lastUsedAt === undefined) continue;
    if (lastUsedAt === silenceTold || !isSilent(connection, now)) continue;
    const detail = { tenantId, connectionId: id, name, lastUsedAt: iso(lastUsedAt), silentAfterDays };
    await tellSilence(connection, outboxWrite(tenantId, [event('svc.scim_connection_silent', detail)], now));
  }
}
