// Decides whether a passkey proves its owner: the challenge, the owner's handle, the signature, and what WebAuthn does not
// let change.
import { fail } from '../../contract/errors.ts';
import {
  type AuthenticatorState,
  challengeOf,
  PasskeyRefusal,
  type RelyingParty,
  verifyAssertion,
} from '../../crypto/webauthn/ceremonies.ts';
import { now } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import { log } from '../../platform/log.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import { type Passkey, recordUse, type StoredPasskey, useChallengeWrite } from '../../store/people/passkeys.ts';
import type { User } from '../../store/people/users.ts';
import { type Purpose, requireChallenge } from './challenges.ts';

/** A browser sends it (`AuthenticationResponseJSON`). */
export type SentAssertion = {
  id: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null | undefined;
  };
};
/** `isHandleNeeded`: who logs in was not known before, so the authenticator must say it (WebAuthn Level 3, 7.2, step 6). */
type Expected = {
  party: RelyingParty;
  purpose: Purpose;
  isHandleNeeded: boolean;
  mustVerifyUser: boolean;
};

/**
 * `write` uses the challenge up, and belongs into the transaction of what it begins. `told`: events for the same one.
 * `record` stores the use afterwards.
 */
export type PasskeyProof = {
  amr: string[];
  isVerified: boolean;
  write: Write;
  events: NewEvent[];
  record: () => Promise<void>;
};

/** A sign beside the proof: the passkey is on other devices than before, or its counter did not rise. */
export type Sign = { isBackedUp: boolean } | { storedCounter: number; usedCounter: number };

/** Whose passkey it is. `use`: the write that uses a challenge up. `tell`: returns the event of a sign. */
export type Owner<P> = {
  passkeyHandle: string | null;
  use: (challenge: string) => Write;
  tell: (passkey: P, sign: Sign) => NewEvent;
};

/** Returns the proof that the passkey of the user has made. Throws `PasskeyRefusal`. Writes nothing. */
export const proveByPasskey = (
  user: User | undefined,
  passkey: Passkey | undefined,
  sent: SentAssertion,
  expected: Expected,
): Promise<PasskeyProof> => proveBy(user && ownerOf(user), passkey, sent, expected);

const ownerOf = (user: User): Owner<Passkey> => ({
  passkeyHandle: user.passkeyHandle,
  use: (challenge) => useChallengeWrite(user.tenantId, challenge, now()),
  tell: ({ id, name }, sign) => {
    const detail = { ...userHeader(user), passkeyId: id, passkeyName: name };
    return 'isBackedUp' in sign
      ? event('svc.passkey_backup_changed', { ...detail, ...sign })
      : event('svc.passkey_counter_fell', { ...detail, ...sign });
  },
});

/** Does what `proveByPasskey` does, for any owner. */
export async function proveBy<P extends StoredPasskey>(
  owner: Owner<P> | undefined,
  passkey: P | undefined,
  { response }: SentAssertion,
  { party, purpose, isHandleNeeded, mustVerifyUser }: Expected,
): Promise<PasskeyProof> {
  const challenge = challengeOf(response, party);
  await requireChallenge(challenge, purpose);
  // A handle that was replaced shuts all passkeys of before out.
  if (!owner || !passkey || passkey.handle !== owner.passkeyHandle) throw new PasskeyRefusal('unknown');
  const handle = response.userHandle ?? undefined;
  if (handle === undefined ? isHandleNeeded : handle !== passkey.handle) throw new PasskeyRefusal('user_handle');
  const state = verifyAssertion(response, passkey.publicKey, party);
  if (mustVerifyUser && !state.isVerified) throw new PasskeyRefusal('user_not_verified');
  // WebAuthn Level 3, 7.2, step 18: it is fixed when the passkey is made.
  if (state.isBackupEligible !== passkey.isBackupEligible) throw new PasskeyRefusal('backup_eligibility_changed');
  return {
    amr: amrOf(state),
    isVerified: state.isVerified,
    write: owner.use(challenge),
    events: signsOf(passkey, state).map((sign) => owner.tell(passkey, sign)),
    record: () => record(passkey, state),
  };
}

/**
 * RFC 8176: a key in hardware, or one in software that several devices share, and that the user was present. One that
 * verified its user, by a PIN or a biometric, is more than one factor.
 */
const amrOf = ({ isBackupEligible, isVerified }: AuthenticatorState): string[] => [
  isBackupEligible ? 'swk' : 'hwk',
  'user',
  ...(isVerified ? ['mfa'] : []),
];

/** Whether the counter did not rise, which is a sign that the passkey was copied, and no proof (WebAuthn Level 3, 6.1.1). */
const hasFallen = (before: number, after: number): boolean => (before > 0 || after > 0) && after <= before;

const signsOf = (passkey: StoredPasskey, { isBackedUp, counter }: AuthenticatorState): Sign[] => [
  ...(isBackedUp === passkey.isBackedUp ? [] : [{ isBackedUp }]),
  ...(hasFallen(passkey.counter, counter) ? [{ storedCounter: passkey.counter, usedCounter: counter }] : []),
];

const DAY_MS = 86_400_000;

/** Stores the use: once a day, and when something else changed. The login does not wait for the table to have it. */
async function record(passkey: StoredPasskey, { isBackedUp, isVerified, counter }: AuthenticatorState): Promise<void> {
  const at = now();
  const verifiesUser = passkey.verifiesUser || isVerified;
  const isRecent = passkey.lastUsedAt !== null && at - passkey.lastUsedAt < DAY_MS;
  const isSame =
    isBackedUp === passkey.isBackedUp && verifiesUser === passkey.verifiesUser && counter === passkey.counter;
  if (isRecent && isSame) return;
  await followUp('use of a passkey', recordUse(passkey, { counter, isBackedUp, verifiesUser, lastUsedAt: at }));
}

/** Returns the write of the events of a proof, if there are any. */
export const eventsWrite = (user: User, { events }: PasskeyProof): Write[] =>
  events.length ? [outboxWrite(user.tenantId, events, now())] : [];

/** Throws PASSKEY_INVALID for a refusal, which is the same for all of them, and says why in the log. */
export function refused(error: unknown, about: Record<string, unknown>): never {
  if (!(error instanceof PasskeyRefusal)) throw error;
  log.info('passkey_refused', { ...about, reason: error.message });
  return fail('PASSKEY_INVALID');
}
