// Tells before the client secret of an identity provider ends: no one signs in with the provider afterwards.
import { derivedEventId } from '../../platform/ids.ts';
import { create } from '../../store/dynamo/table.ts';
import { event, outboxItem } from '../../store/outbox.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { enabledOf } from '../enabled-providers.ts';

const DAY_MS = 86_400_000;
/**
 * The days before the end, and how many days a notice is caught up on if the job of a day did not run. That is shorter than an
 * event stays in the outbox, whose id tells the repetition.
 */
const NOTICES = [30, 7, 1] as const;
const CATCH_UP_DAYS = 6;

/** Returns which notice is due for a secret that ends then; `undefined`: none. Both in ms. */
export function noticeOf(endsAt: number, now: number): (typeof NOTICES)[number] | undefined {
  const left = (endsAt - now) / DAY_MS;
  return NOTICES.find((days) => left > Math.max(0, days - CATCH_UP_DAYS) && left <= days);
}

/**
 * Publishes an event for each secret of the tenant's providers that ends in 30, 7 or 1 days: once each, also if it is called again.
 * `now` in ms. A provider that is off is of no use to anyone, so its secret is not told.
 */
export async function tellEndingSecrets(tenant: Tenant, now: number): Promise<void> {
  if (tenant.status !== 'active') return;
  for (const { name, secretExpiresAt } of enabledOf(tenant)) {
    const daysLeft = secretExpiresAt === undefined ? undefined : noticeOf(Date.parse(secretExpiresAt), now);
    if (secretExpiresAt === undefined || daysLeft === undefined) continue;
    const id = derivedEventId(tenant.id, name, secretExpiresAt, String(daysLeft));
    const detail = { id, tenantId: tenant.id, provider: name, expiresAt: secretExpiresAt, daysLeft };
    await create(outboxItem(tenant.id, [event('svc.provider_secret_expiring', detail)], now));
  }
}
