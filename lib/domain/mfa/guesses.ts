// Counts guesses at second factors per account: another session, method or login gives no new ones ("AuthQuake", 2024:
// unlimited sessions made six digits guessable in an hour).
import type { User } from '../../store/people/users.ts';
import { recordFailure } from '../credentials/failure-record.ts';
import { noticeGuessing } from '../credentials/guessing-notice.ts';
import * as limits from '../credentials/limits.ts';

/**
 * Counts a guess before anything is compared. Throws ACCOUNT_LOCKED after ten guesses in an hour, and after fifty wrong
 * ones in a row, when only a recovery code or an admin helps.
 */
export const consume = ({ tenantId, id }: User): Promise<limits.Consumption> =>
  limits.consume('mfa-account', tenantId, id);

/** Records a wrong guess, and tells the owner after many. They were made by a caller with the password. */
export async function recordWrong(user: User, guess: limits.Consumption): Promise<void> {
  await Promise.all([
    noticeGuessing(guess, user.tenantId, user.id, user),
    recordFailure(guess, user.tenantId, user, 'second_factor.failed'),
  ]);
}

/** Records that the guess was right: refunds it and ends the row of wrong guesses. */
export const recordRight = limits.endRow;

/** Resets all guesses, after an authorised caller has unlocked the account. */
export const reset = ({ tenantId, id }: User): Promise<void> => limits.resetFor('mfa-account', tenantId, id);
