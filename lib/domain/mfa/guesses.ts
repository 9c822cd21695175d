// Counts guesses at second factors per account: another session, method or login gives no new ones ("AuthQuake", 2024:
// unlimited sessions made six digits guessable in an hour).
import type { User } from '../../store/users.ts';
import { noticeGuessing } from '../credentials/guessing-notice.ts';
import * as limits from '../credentials/limits.ts';

/**
 * Counts a guess before anything is compared. Throws ACCOUNT_LOCKED after ten guesses in an hour, and after fifty wrong
 * ones in a row, when only a recovery code or an admin helps.
 */
export const consume = ({ tenantId, id }: User): Promise<limits.Consumption> =>
  limits.consume('mfa-account', tenantId, id);

/** Tells the owner after many wrong guesses. They were made by a caller with the password. */
export const recordWrong = (user: User, guess: limits.Consumption): Promise<void> =>
  noticeGuessing(guess, user.tenantId, user.id, user);

/** Records that the guess was right: refunds it and ends the row of wrong guesses. */
export const recordRight = limits.endRow;

/** Resets all guesses, after an authorised caller has unlocked the account. */
export const reset = ({ tenantId, id }: User): Promise<void> => limits.resetFor('mfa-account', tenantId, id);
