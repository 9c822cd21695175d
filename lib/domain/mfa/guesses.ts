// Guesses at second factors. They count for the account: neither another session nor another method nor another login
// gives new ones ("AuthQuake", 2024: unlimited sessions made six digits guessable in an hour).

import { getMany } from '../../store/dynamo/table.ts';
import type { User } from '../../store/users.ts';
import * as limits from '../credentials/limits.ts';

/** A guess that was counted. `missed`: there were wrong ones before it. */
export type Guess = { debit: limits.Consumption; missed: boolean };

/**
 * Counts a guess before anything is compared. Throws ACCOUNT_LOCKED when the hour's are used up, or after so many wrong
 * ones in a row that only a recovery code or an admin helps.
 */
export async function consume({ tenantId, id }: User): Promise<Guess> {
  const key = await limits.bucketKey('mfa-in-a-row', tenantId, id);
  const [taken, [row]] = await Promise.all([limits.consume('mfa-account', tenantId, id), getMany([key])]);
  limits.requireRoom('mfa-in-a-row', row);
  return { debit: taken, missed: row !== undefined };
}

/** It was wrong. */
export const recordWrong = ({ tenantId, id }: User): Promise<void> => limits.record('mfa-in-a-row', tenantId, id);

/** It was right: the guess is given back, and those before it don't count as a row any more. */
export async function recordRight({ tenantId, id }: User, { debit, missed }: Guess): Promise<void> {
  await Promise.all([limits.refund(debit), missed && limits.resetFor('mfa-in-a-row', tenantId, id)]);
}

/** Somebody entitled to has opened the account again. */
export async function reset({ tenantId, id }: User): Promise<void> {
  await Promise.all([limits.resetFor('mfa-account', tenantId, id), limits.resetFor('mfa-in-a-row', tenantId, id)]);
}
