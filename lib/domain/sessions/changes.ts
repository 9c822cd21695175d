// Counts the changes that an account makes, over all of its sessions.
import type { AccessClaims, PendingClaims } from '../../crypto/jwt.ts';
import * as limits from '../credentials/limits.ts';

/** A change that is counted, or refused. */
export type Change = limits.Consumption | limits.Refusal;

/** Counts a change of the account that the verified token names. */
export const countChange = ({ tid, sub }: AccessClaims | PendingClaims): Promise<Change> =>
  limits.attempt('account-change', tid, sub);

/** Throws RATE_LIMITED if the change was refused. */
export const requireChange = (change: Change): limits.Consumption => limits.requireCounted(change);

/** Refunds the change of a request that was refused. */
export async function refundChange(change: Promise<Change> | undefined): Promise<void> {
  const counted = await change?.catch(() => undefined);
  if (counted && !limits.isRefused(counted)) await limits.refund(counted);
}
