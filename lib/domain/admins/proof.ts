// Checks the password and the code of an admin, for a login and for a new proof in a session. Both share every limit on
// guessing, so neither gives a guesser more attempts.
import { followUp } from '../../platform/follow-up.ts';
import { note } from '../../platform/request-context.ts';
import * as store from '../../store/admins/admins.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/caller.ts';
import * as attempts from './attempts.ts';
import { type Factor, type GivenFactor, hasFactor, refuseFactor, requireFactor } from './factor.ts';
import { refuseCredentials } from './failed-login.ts';

type Given = GivenFactor & { password: string; emailCode?: string | undefined };
/** A proof. The write that makes use of it uses its second factor up. */
export type Proof = {
  admin: store.Admin;
  password: string;
  attempt: attempts.Attempt;
  ofNetwork: limits.Consumption;
  factor: Factor | undefined;
};

/**
 * Counts an attempt, then compares the password, then the second factor if the admin has one. `email` is canonical.
 * Throws INVALID_CREDENTIALS, EMAIL_CODE_REQUIRED, MFA_REQUIRED, PASSKEY_REQUIRED, MFA_CODE_INVALID, PASSKEY_INVALID, ACCOUNT_LOCKED and
 * RATE_LIMITED.
 */
export async function requireProof(email: string, given: Given, client: Client): Promise<Proof> {
  const { password, emailCode } = given;
  await logIdentifier(email);
  const ofNetwork = await limits.consume('admin-ip', limits.network(client.ip));
  const attempt = await attempts.consume(email, emailCode, client);
  const { admin } = attempt;
  const isCorrect = await passwords.matches(password, admin?.passwordHash, [ofNetwork, ...attempt.consumed]);
  if (!admin || !isCorrect || attempt.code === 'wrong') return refuseCredentials(admin, client);
  note({ actor: admin.id });
  // The password was correct. From here on, failures count as guesses of the code.
  if (hasFactor(admin)) await attempts.refund(attempt);
  return { admin, password, attempt, ofNetwork, factor: await requireFactor(admin, given, client) };
}

/** Throws for a proof that came too late: another call used its second factor, or changed the admin. */
export const refuse = ({ admin, factor }: Proof, client: Client): Promise<never> =>
  factor ? refuseFactor(admin, factor, client) : refuseCredentials(admin, client);

/** Resets and refunds the attempts of a proof that was used, and hashes the password anew if its hash is old. */
export async function settle({ admin, password, attempt, ofNetwork, factor }: Proof): Promise<void> {
  const newHash = await passwords.rehashed(password, admin.passwordHash);
  await Promise.all([
    attempts.reset(attempt),
    limits.refundIfBusy(ofNetwork),
    factor?.settle(),
    newHash && followUp('new hash', store.rehash(admin, newHash)),
  ]);
}
