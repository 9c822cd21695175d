// Counts guesses at second factors per account: another session, method or login gives no new ones ("AuthQuake", 2024:
// unlimited sessions made six digits guessable in an hour).
import type { User } from '../../store/people/users.ts';
import { recordFailure } from '../credentials/failure-record.ts';
import type { Guess } from '../credentials/guess.ts';
import { noticeGuessing } from '../credentials/guessing-notice.ts';
import * as limits from '../credentials/limits.ts';

/**
 * Opens a guess. Throws ACCOUNT_LOCKED after ten guesses in an hour, and after fifty wrong ones in a row, when only a
 * recovery code or an admin helps: they were made by a caller with the password. A right one ends the row.
 */
export async function openFactorGuess(user: User): Promise<Guess> {
  const { tenantId, id } = user;
  const counted = await limits.consume('mfa-account', tenantId, id);
  return {
    refused: () => false,
    failed: async () => {
      await Promise.all([
        noticeGuessing(counted, tenantId, id, user),
        recordFailure(counted, tenantId, user, 'second_factor.failed'),
      ]);
    },
    succeeded: () => limits.endRow(counted),
  };
}

/** Resets all guesses, after an authorised caller has unlocked the account. */
export const reset = ({ tenantId, id }: User): Promise<void> => limits.resetFor('mfa-account', tenantId, id);
