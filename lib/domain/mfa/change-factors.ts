// How factors change: against the account as it is at that moment, with the events, all or nothing. Every other session,
// pending login, code and trusted device of the account ends with the change; the session that makes it lives on.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import * as factors from '../../store/factors.ts';
import { type NewEvent, outboxWrite } from '../../store/outbox.ts';
import { asSession, carryOverWrite, sessionKey } from '../../store/sessions.ts';
import * as users from '../../store/users.ts';
import { policyOf } from '../sessions/mfa-policy.ts';
import type { Actor } from '../sessions/sessions.ts';

/** What there is to change. */
export type Factors = {
  user: users.User;
  devices: factors.TotpDevice[];
  setups: factors.TotpSetup[];
  recoveryCodes: factors.RecoveryCodes | undefined;
};

/** `mfaAt`: since when the second factor of this session counts as proved, if the change says anything about it. */
export type FactorChange = {
  user: Partial<Pick<users.User, 'isMfaEnabled' | 'isTotpEnrolled'>>;
  writes: Write[];
  events: NewEvent[];
  mfaAt?: number | null;
};

/** Throws MFA_NOT_ENABLED where the tenant has switched second factors off. */
export function requireMfa({ tenant }: Pick<Actor, 'tenant'>): void {
  if (policyOf(tenant) === 'off') fail('MFA_NOT_ENABLED');
}

/**
 * Makes the change that `decide` answers, which is asked again whenever somebody else changed the account meanwhile; an
 * answer of `undefined` changes nothing. Throws SESSION_NOT_FOUND when the caller's session ended on the way.
 */
export async function changeFactors(actor: Actor, decide: (found: Factors) => FactorChange | undefined): Promise<void> {
  const { tenant, session } = actor;
  await retryOnConflict('the account', async () => {
    const [items, waiting] = await Promise.all([
      users.everything(tenant.id, actor.user.id),
      session.pending ? getMany([sessionKey(tenant.id, actor.user.id, session.id)]) : [],
    ]);
    const user = items.map(users.asUser).find(Boolean);
    // By the session's own epoch: a change that this session made a moment ago raised that of the user, and kept it alive.
    const found = [...items, ...waiting].map(asSession).find((each) => each?.id === session.id);
    if (!user || !found || found.epoch < user.epoch) return fail('SESSION_NOT_FOUND');
    const change = decide({
      user,
      devices: items.flatMap((item) => factors.asTotpDevice(item) ?? []),
      setups: items.flatMap((item) => factors.asTotpSetup(item) ?? []),
      recoveryCodes: items.map(factors.asRecoveryCodes).find(Boolean),
    });
    if (!change) return true;
    const after = { ...user, ...change.user, epoch: user.epoch + 1, updatedAt: now() };
    const result = await users.change(user, after, [
      ...change.writes,
      carryOverWrite(tenant.id, user.id, session.id, after.epoch, session.pending ? undefined : change.mfaAt),
      outboxWrite(tenant.id, change.events, now()),
    ]);
    return result === 'done' || undefined;
  });
}
