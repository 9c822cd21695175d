// Counts invitations in the limits of messages.
import * as limits from '../credentials/limits.ts';
import { MESSAGE_LIMITS } from '../credentials/message-limits.ts';
import { attemptMessage } from '../credentials/tenant-budgets.ts';
import type { Invitee, Inviter } from './invitee.ts';

/**
 * Counts the invitation in every message limit. Throws RATE_LIMITED if one is exhausted, and then uses up none of them.
 * The reply may reveal the limit, because the caller is logged in.
 */
export async function consumeLimits({ tenant }: Inviter, { address, channel }: Invitee): Promise<limits.Consumption[]> {
  const counted = await Promise.allSettled([
    ...MESSAGE_LIMITS[channel]
      .invitation(address.value)
      .map(([scope, ...parts]) => limits.consume(scope, tenant.id, ...parts)),
    attemptMessage(channel, tenant, 'invitations').then(limits.requireCounted),
  ]);
  const debits = counted.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refused = counted.find((result) => result.status === 'rejected');
  if (!refused) return debits;
  await refundLimits(debits);
  throw refused.reason;
}

/** Refunds an invitation that is not sent, so that later ones may use the limits. */
export const refundLimits = (debits: limits.Consumption[]): Promise<unknown> => Promise.all(debits.map(limits.refund));
