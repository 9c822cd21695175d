// Limits messages: one a minute, a few in ten minutes and in a day per address, bounded by caller, number range and
// tenant. Unknown addresses are counted like known ones, so that a limit does not reveal who has an account.
import type { TenantId } from '../../platform/ids.ts';
import type { Channel } from './codes.ts';
import * as limits from './limits.ts';

/** Codes that complete a login. */
const SECOND_FACTOR = ['mfa-email', 'mfa-sms'];

/**
 * Counts a message of this purpose to the address. Returns `false` if it may not be sent now. The limits are checked in
 * order, so that a caller who exceeds a short limit uses up nothing of the longer ones. All counts belong to the
 * tenant: requests for another tenant, or for none, do not affect it. Codes that complete a login are counted
 * separately: a stranger who triggers other messages to the user's number, or from the user's network, must not lock
 * the user out. `client`: what a code of this request is bound to. The minute between messages counts for each client,
 * so that a stranger who was a moment faster does not swallow the owner's message. The other limits count all clients.
 */
export async function maySend(
  tenant: TenantId,
  purpose: string,
  channel: Channel,
  to: string,
  ip: string,
  client?: string,
): Promise<boolean> {
  const apart = SECOND_FACTOR.includes(purpose) ? [purpose] : [];
  if (!apart.length && !(await limits.tryConsume('send-ip', limits.network(ip)))) return false;
  if (!(await limits.tryConsume('send-gap', tenant, purpose, to, ...(client ? [client] : [])))) return false;
  if (channel === 'email') {
    if (!(await limits.tryConsume('email-burst', tenant, purpose, to))) return false;
    const rest = [limits.tryConsume('email-day', tenant, purpose, to), limits.tryConsume('email-tenant-day', tenant)];
    return !(await Promise.all(rest)).includes(false);
  }
  if (!(await limits.tryConsume('sms-burst', tenant, to, ...apart))) return false;
  const rest = [
    limits.tryConsume('sms-day', tenant, to, ...apart),
    limits.tryConsume('sms-prefix', tenant, to.slice(0, -4), ...apart),
    limits.tryConsume('sms-tenant-day', tenant),
  ];
  return !(await Promise.all(rest)).includes(false);
}
