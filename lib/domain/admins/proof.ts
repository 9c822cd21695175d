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
import { refuseCode, refuseCredentials } from './failed-login.ts';
import { requireCode } from './totp.ts';

type Given = { password: string; otp?: string | undefined; emailCode?: string | undefined };
/** A proof. The write that makes use of it uses the step of its code up. */
export type Proof = {
  admin: store.Admin;
  password: string;
  attempt: attempts.Attempt;
  ofNetwork: limits.Consumption;
  code: Awaited<ReturnType<typeof requireCode>>;
};

/**
 * Counts an attempt, then compares the password, then the code if the admin has an authenticator. `email` is canonical.
 * Throws INVALID_CREDENTIALS, EMAIL_CODE_REQUIRED, MFA_REQUIRED, MFA_CODE_INVALID, ACCOUNT_LOCKED and RATE_LIMITED.
 */
export async function requireProof(email: string, { password, otp, emailCode }: Given, client: Client): Promise<Proof> {
  await logIdentifier(email);
  const ofNetwork = await limits.consume('admin-ip', limits.network(client.ip));
  const attempt = await attempts.consume(email, emailCode, client);
  const { admin } = attempt;
  const isCorrect = await passwords.matches(password, admin?.passwordHash, [ofNetwork, ...attempt.consumed]);
  if (!admin || !isCorrect) return refuseCredentials(admin, client);
  note({ actor: admin.id });
  // The password was correct. From here on, failures count as guesses of the code.
  if (admin.totp) await attempts.refund(attempt);
  return { admin, password, attempt, ofNetwork, code: await requireCode(admin, otp, client) };
}

/** Throws for a proof that came too late: another call used the code, or changed the admin. */
export const refuse = ({ admin, code }: Proof, client: Client): Promise<never> =>
  code ? refuseCode(admin, client) : refuseCredentials(admin, client);

/** Resets and refunds the attempts of a proof that was used, and hashes the password anew if its hash is old. */
export async function settle({ admin, password, attempt, ofNetwork, code }: Proof): Promise<void> {
  const newHash = await passwords.rehashed(password, admin.passwordHash);
  await Promise.all([
    attempts.reset(attempt),
    limits.refundIfBusy(ofNetwork),
    code && limits.endRow(code.guess),
    newHash && followUp('new hash', store.rehash(admin, newHash)),
  ]);
}
