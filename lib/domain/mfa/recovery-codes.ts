// Recovery codes: for whoever lost his second factor. Each works once; a new set voids the old one.
import { fail } from '../../contract/errors.ts';
import { newRecoveryCode, recoveryCodeHash } from '../../crypto/recovery-codes.ts';
import { now } from '../../platform/clock.ts';
import * as store from '../../store/factors.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import type { User } from '../../store/users.ts';
import * as limits from '../credentials/limits.ts';
import type { Actor } from '../sessions/sessions.ts';
import { requireFactor } from './challenge.ts';
import * as guesses from './guesses.ts';

const COUNT = 10;

/**
 * A new set, shown this once. Throws MFA_NOT_ENABLED for an account without a second factor: whoever has its password could
 * keep codes for the day that it gets one.
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
  await store.replaceRecoveryCodes(item, outboxWrite(tenant.id, [generated], at));
  return { message: 'Keep these codes where only you find them. Each works once.', codes, code: codes[0] as string };
}

/** Counts a guess at the recovery codes, before anything is compared. */
export const consumeGuess = ({ tenantId, id }: User): Promise<limits.Consumption> =>
  limits.consume('recovery-account', tenantId, id);

/** Somebody knew one: guesses count anew, of second factors as well, which he may have lost. */
export const resetGuesses = async (user: User): Promise<void> => {
  await Promise.all([limits.resetFor('recovery-account', user.tenantId, user.id), guesses.reset(user)]);
};

/** The hash of the code, if it is among those that are left. Throws MFA_RECOVERY_CODE_INVALID. */
export function requireRecoveryCode(left: store.RecoveryCodes | undefined, code: string): string {
  const hash = recoveryCodeHash(code);
  return hash !== undefined && left?.hashes?.has(hash) ? hash : fail('MFA_RECOVERY_CODE_INVALID');
}

/** The event of a code that was used; `left` are those from before. */
export const recoveryCodeUsedEvent = (user: User, left: store.RecoveryCodes | undefined) =>
  event('svc.mfa_recovery_code_used', { ...userHeader(user), codesLeft: (left?.hashes?.size ?? 1) - 1 });
