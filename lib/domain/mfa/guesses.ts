// Counts guesses at second factors per account: another session, method or login gives no new ones ("AuthQuake", 2024:
// unlimited sessions made six digits guessable in an hour).
import { getMany } from '../../store/dynamo/table.ts';
import type { User } from '../../store/users.ts';
import * as limits from '../credentials/limits.ts';

/** A counted guess. `hasMissed`: wrong guesses came just before it. */
export type Guess = { attempt: limits.Consumption; hasMissed: boolean };

/**
 * Counts a guess before anything is compared. Throws ACCOUNT_LOCKED after ten guesses in an hour, and after fifty wrong
 * ones in a row, when only a recovery code or an admin helps.
 */
export async function consume({ tenantId, id }: User): Promise<Guess> {
  const key = await limits.bucketKey('mfa-in-a-row', tenantId, id);
  const [attempt, [wrongGuesses]] = await Promise.all([limits.consume('mfa-account', tenantId, id), getMany([key])]);
  limits.requireRoom('mfa-in-a-row', wrongGuesses);
  return { attempt, hasMissed: wrongGuesses !== undefined };
}

/** Records that the guess was wrong. */
export const recordWrong = ({ tenantId, id }: User): Promise<void> => limits.record('mfa-in-a-row', tenantId, id);

/** Records that the guess was right: refunds it and ends the row of wrong guesses. */
export async function recordRight({ tenantId, id }: User, { attempt, hasMissed }: Guess): Promise<void> {
  await Promise.all([limits.refund(attempt), hasMissed && limits.resetFor('mfa-in-a-row', tenantId, id)]);
}

/** Resets all guesses, after an authorised caller has unlocked the account. */
export async function reset({ tenantId, id }: User): Promise<void> {
  await Promise.all([limits.resetFor('mfa-account', tenantId, id), limits.resetFor('mfa-in-a-row', tenantId, id)]);
}
