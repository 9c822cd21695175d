// Refuses a login of an admin and publishes that it failed, so that guessing at admins is seen where security events are
// kept. Strangers cause these events, so their number is limited.
import { fail } from '../../contract/errors.ts';
import type { EventDetail } from '../../contract/events.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Admin } from '../../store/admins/admins.ts';
import { transact } from '../../store/dynamo/table.ts';
import { decoyWrite, event, outboxWrite } from '../../store/outbox.ts';
import * as limits from '../credentials/limits.ts';
import type { Client } from '../sessions/caller.ts';

/** All addresses without an admin share a budget, which strangers cannot use up for an address that has one. */
const UNKNOWN = 'unknown';

/** Throws INVALID_CREDENTIALS. The work is the same whether or not the address has an admin. */
export async function refuseCredentials(admin: Admin | undefined, client: Client): Promise<never> {
  log.info('admin_login_failed', { ip: client.ip });
  await publish(admin, 'credentials', client);
  return fail('INVALID_CREDENTIALS');
}

/** Throws MFA_CODE_INVALID, with `message` if given. Also for a code whose step a concurrent login used first. */
export async function refuseCode(admin: Admin, client: Client, message?: string): Promise<never> {
  log.info('admin_code_wrong', { admin: admin.id, ip: client.ip });
  await publish(admin, 'code', client);
  return fail('MFA_CODE_INVALID', { ...(message !== undefined && { message }) });
}

/** Throws PASSKEY_INVALID. Also for a challenge that a concurrent login used first. */
export async function refusePasskey(admin: Admin | undefined, client: Client): Promise<never> {
  await publish(admin, 'passkey', client);
  return fail('PASSKEY_INVALID');
}

/** Publishes that the identity provider refused an admin, or named a person who is none. */
export const noteRefusalByProvider = (client: Client): Promise<void> => publish(undefined, 'provider', client);

type Reason = EventDetail<'svc.admin_login_failed'>['reason'];

/**
 * Writes the event, or a write of the same size if there were many already for this reason: wrong passwords of strangers do
 * not hide a wrong code, whose sender has the password.
 */
async function publish(admin: Admin | undefined, reason: Reason, { ip }: Client): Promise<void> {
  const isAllowed = await limits.tryConsume('admin-failure-event', admin?.id ?? UNKNOWN, reason);
  const events = [event('svc.admin_login_failed', { adminId: admin?.id ?? null, reason, ipAddress: ip })];
  await transact({ events: isAllowed ? outboxWrite(null, events, now()) : decoyWrite(null, events, now()) });
}
