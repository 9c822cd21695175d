// How many messages may go where: a minute between two, a few in ten minutes, few a day, bounded by caller, range of
// numbers and tenant. Counted by address, known or not, so that a limit tells nothing about who has an account.
import type { TenantId } from '../../platform/ids.ts';
import type { Channel } from './codes.ts';
import * as limits from './limits.ts';

/** Codes that complete a login. */
const SECOND_FACTOR = ['mfa-email', 'mfa-sms'];

/**
 * Whether a message of this purpose may go to the address now; if so it is counted. In an order: a caller who is stopped
 * must not use up somebody else's minute, nor asking again and again the ten minutes, nor those the day. All are the
 * tenant's own: requests in the name of another tenant, or of none, take nothing from it. What completes a login is asked for
 * by whoever has proved a first factor, and is counted apart: strangers who have messages sent to his number, or from his
 * office, must not keep him out.
 */
export async function maySend(
  tenant: TenantId,
  purpose: string,
  channel: Channel,
  to: string,
  ip: string,
): Promise<boolean> {
  const apart = SECOND_FACTOR.includes(purpose) ? [purpose] : [];
  if (!apart.length && !(await limits.tryConsume('send-ip', limits.network(ip)))) return false;
  if (!(await limits.tryConsume('send-gap', tenant, purpose, to))) return false;
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
