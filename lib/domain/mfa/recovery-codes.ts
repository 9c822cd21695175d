// Manages recovery codes, for users who lost their second factor. Each code works once. A new set replaces the old one.
import { fail } from '../../contract/errors.ts';
import { newRecoveryCode, recoveryCodeHash } from '../../crypto/recovery-codes.ts';
import { now } from '../../platform/clock.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/factors.ts';
import type { User } from '../../store/people/users.ts';
import * as limits from '../credentials/limits.ts';
import type { Actor } from '../sessions/caller.ts';
import { requireFactor } from './challenge.ts';
import * as guesses from './guesses.ts';

const COUNT = 10;

/**
 * Returns a new set of codes, which is shown only this once. Throws MFA_NOT_ENABLED for an account without a second
 * factor: a thief of its password could otherwise keep codes for the day it gets one. Throws SESSION_NOT_FOUND if the
 * sessions of the account ended meanwhile.
 */
export async function generate(actor: Actor) {
  const { user, tenant } = actor;
  requireFactor(actor);
  const codes = Array.from({ length: COUNT }, newRecoveryCode);
  const at = now();
  const item: store.RecoveryCodes = {
    ...store.recoveryCodesKey(tenant.id, user.id),
    type: 'recovery-codes',
    hashes: new Set(codes.map((code) => recoveryCodeHash(code) as string)),
    createdAt: at,
  };
  const generated = event('svc.mfa_recovery_codes_generated', userHeader(user));
  if (!(await store.replaceRecoveryCodes(user, item, outboxWrite(tenant.id, [generated], at))))
    fail('SESSION_NOT_FOUND');
  return { message: 'Keep these codes safe. Each code works once.', codes, code: codes[0] as string };
}

/** Counts a guess at the recovery codes before it is compared. Throws ACCOUNT_LOCKED after five guesses in an hour. */
export const consumeGuess = ({ tenantId, id }: User): Promise<limits.Consumption> =>
  limits.consume('recovery-account', tenantId, id);

/** Resets the guesses after a right code, those at second factors as well: the user may have lost theirs. */
export const resetGuesses = async (user: User): Promise<void> => {
  await Promise.all([limits.resetFor('recovery-account', user.tenantId, user.id), guesses.reset(user)]);
};

/** Returns the hash of the code if it is unused. Throws MFA_RECOVERY_CODE_INVALID. */
export function requireRecoveryCode(unused: store.RecoveryCodes | undefined, code: string): string {
  const hash = recoveryCodeHash(code);
  return hash !== undefined && unused?.hashes?.has(hash) ? hash : fail('MFA_RECOVERY_CODE_INVALID');
}

/** Returns the event of a used code. `before`: the codes that were unused before, including it. */
export const recoveryCodeUsedEvent = (user: User, before: store.RecoveryCodes | undefined) =>
  event('svc.mfa_recovery_code_used', { ...userHeader(user), codesLeft: (before?.hashes?.size ?? 1) - 1 });
