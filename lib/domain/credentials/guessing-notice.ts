// Tells the owner of an account about wrong guesses at its password or codes (OWASP ASVS 6.3.5).
import { now } from '../../platform/clock.ts';
import { noUser, type TenantId } from '../../platform/ids.ts';
import { transact } from '../../store/dynamo/table.ts';
import { decoyWrite, event, outboxWrite, userHeader } from '../../store/outbox.ts';
import type { User } from '../../store/people/users.ts';
import * as limits from './limits.ts';

const GUESSED: Partial<Record<limits.Scope, 'code' | 'secondFactor'>> = {
  'code-address': 'code',
  'mfa-account': 'secondFactor',
};

/** Wrong attempts in a row between two notices: typing errors stay below, and slow guessing is reported too. */
const EVERY = 20;

/**
 * Writes the event at every twentieth wrong attempt in a row, at most once a day for `whose`: the address or account. An account that does not exist, or
 * whose address was never verified, costs the same writes and gets no event.
 */
export async function noticeGuessing(
  { scope, row }: limits.Consumption,
  tenant: TenantId,
  whose: string,
  user: User | undefined,
): Promise<void> {
  if (row === 0 || row % EVERY !== 0) return;
  if (!(await limits.tryConsume('guessing-notice', tenant, whose))) return;
  const known = user ?? { tenantId: tenant, id: noUser(tenant), email: null, phone: null };
  const guessed = GUESSED[scope] ?? 'password';
  const detected = event('svc.guessing_detected', { ...userHeader(known), guessed, attempts: row });
  const isTold = user?.isActive && (user.emailVerifiedAt ?? user.phoneVerifiedAt) !== null;
  const write = isTold ? outboxWrite : decoyWrite;
  await transact({ events: write(tenant, [detected], now()) });
}
