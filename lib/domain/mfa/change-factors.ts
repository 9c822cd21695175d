// Changes the second factors of an account, passkeys included, and writes the events, all or nothing. A change ends every other session,
// pending login, code and trusted device of the account. The session that makes it stays alive.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import { type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as factors from '../../store/people/factors.ts';
import { asIdentity, type Identity } from '../../store/people/identities.ts';
import { asPasskey, type Passkey } from '../../store/people/passkeys.ts';
import { asSession, carryOverWrite, sessionKey } from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import type { Actor } from '../sessions/caller.ts';
import { policyOf } from '../sessions/mfa-policy.ts';

/** What a change is decided on: the account as it is now. */
export type Factors = {
  user: users.User;
  devices: factors.TotpDevice[];
  setups: factors.TotpSetup[];
  recoveryCodes: factors.RecoveryCodes | undefined;
  passkeys: Passkey[];
  identities: Identity[];
};

/**
 * `mfaAt`: when the second factor of this session was proved, ms. Without it, that stays as it is. `usedCode`: the hash
 * of the recovery code that allows the change.
 */
export type FactorChange = {
  user: Partial<
    Pick<users.User, 'isMfaEnabled' | 'isTotpEnrolled' | 'hasPasskey' | 'passkeyHandle' | 'passkeyRpId' | 'linkEpoch'>
  >;
  writes: Write[];
  events: NewEvent[];
  mfaAt?: number | null;
  usedCode?: string | undefined;
};

/** Throws MFA_NOT_ENABLED if the tenant has switched second factors off. */
export function requireMfa({ tenant }: Pick<Actor, 'tenant'>): void {
  if (policyOf(tenant) === 'off') fail('MFA_NOT_ENABLED');
}

/**
 * Makes the change that `decide` returns; `undefined` changes nothing. Without `endsOthers`, what the account has begun stays. Returns the user after it. If the account changes meanwhile, `decide` is
 * called again with its new state. Throws what `decide` throws, SESSION_NOT_FOUND if the caller's session ended, and
 * `Unavailable` after 20 conflicts.
 */
export async function changeFactors(
  actor: Actor,
  decide: (current: Factors) => FactorChange | undefined | Promise<FactorChange>,
  endsOthers = true,
): Promise<users.User> {
  const { tenant, session } = actor;
  return retryOnConflict('the account', async () => {
    const [items, pendingLogin] = await Promise.all([
      users.everything(tenant.id, actor.user.id),
      session.pending ? getMany([sessionKey(tenant.id, actor.user.id, session.id)]) : [],
    ]);
    const user = items.map(users.asUser).find(Boolean);
    // The stored epoch of the session counts: a change that it made a moment ago raised the user's epoch and its own.
    const stored = [...items, ...pendingLogin].map(asSession).find((candidate) => candidate?.id === session.id);
    if (!user || !stored || stored.epoch < user.epoch) return fail('SESSION_NOT_FOUND');
    const change = await decide({
      user,
      devices: items.flatMap((item) => factors.asTotpDevice(item) ?? []),
      setups: items.flatMap((item) => factors.asTotpSetup(item) ?? []),
      recoveryCodes: items.map(factors.asRecoveryCodes).find(Boolean),
      passkeys: items.flatMap((item) => asPasskey(item) ?? []),
      identities: items.flatMap((item) => asIdentity(item) ?? []),
    });
    if (!change) return user;
    const after = { ...user, ...change.user, epoch: user.epoch + (endsOthers ? 1 : 0), updatedAt: now() };
    const result = await users.change(user, after, [
      ...change.writes,
      ...factors.recoveryCodesWrites(user, after, change.usedCode),
      carryOverWrite(tenant.id, user.id, session.id, after.epoch, session.pending ? undefined : change.mfaAt),
      outboxWrite(tenant.id, change.events, now()),
    ]);
    return result === 'done' ? after : undefined;
  });
}
