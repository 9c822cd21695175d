// Guesses at second factors. They count for the account: neither another session nor another method nor another login
// gives new ones ("AuthQuake", 2024: unlimited sessions made six digits guessable in an hour).

import { getMany } from '../../store/dynamo/table.ts';
import type { User } from '../../store/users.ts';
import * as limits from '../credentials/limits.ts';

/** A guess that was counted. `missed`: there were wrong ones before it. */
export type Guess = { debit: limits.Debit; missed: boolean };

/**
 * Counts a guess before anything is compared. Throws ACCOUNT_LOCKED when the hour's are used up, or after so many wrong
 * ones in a row that only a recovery code or an admin helps.
 */
export async function debit({ tenantId, id }: User): Promise<Guess> {
  const key = await limits.bucketKey('mfa-in-a-row', tenantId, id);
  const [taken, [row]] = await Promise.all([limits.debit('mfa-account', tenantId, id), getMany([key])]);
  limits.demandRoom('mfa-in-a-row', row);
  return { debit: taken, missed: row !== undefined };
}

/** It was wrong. */
export const wrong = ({ tenantId, id }: User): Promise<void> => limits.note('mfa-in-a-row', tenantId, id);

/** It was right: the guess is given back, and those before it don't count as a row any more. */
export async function right({ tenantId, id }: User, { debit, missed }: Guess): Promise<void> {
  await Promise.all([limits.giveBack(debit), missed && limits.forget('mfa-in-a-row', tenantId, id)]);
}

/** Somebody entitled to has opened the account again. */
export async function forget({ tenantId, id }: User): Promise<void> {
  await Promise.all([limits.forget('mfa-account', tenantId, id), limits.forget('mfa-in-a-row', tenantId, id)]);
}
