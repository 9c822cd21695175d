// From a proof of the second factor to a full session: a new id and new tokens, in the transaction that uses the proof up.
// Of any number of callers with one proof, or in one pending login, one succeeds.
import { type ErrorCode, fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { newSessionId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { transact, type Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/sessions.ts';
import * as users from '../../store/users.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import type { Method } from '../sessions/mfa-policy.ts';
import type { Actor, Client } from '../sessions/sessions.ts';
import { chooseSlot, countStarted, newSession } from '../sessions/start.ts';
import { trust } from '../sessions/trusted-devices.ts';

/** `use`: the write that uses it up; `invalid`: the answer when somebody else was faster. */
export type Proof = { amr: string[]; method?: Method; use: Write; events: NewEvent[]; invalid: ErrorCode };

/**
 * Makes a pending login a full session, or renews the proof of one that is. `held` is what the user held a moment ago.
 * Throws the proof's `invalid`, and SESSION_NOT_FOUND when the session ended or was completed meanwhile.
 */
export function complete(
  actor: Actor,
  proof: Proof,
  held: users.Held,
  trustDevice: boolean,
  client: Client,
): Promise<Delivery> {
  const { tenant, session: before } = actor;
  let known: { user: users.User; held: users.Held } = { user: actor.user, held };
  let round = 0;
  return retryOnConflict('the sessions of the account', async () => {
    const { user, writes, events } = afterFirstProof(known.user, proof);
    const { session, succession } = successorOf({ ...actor, user }, proof.amr, known.held.sessions, client, round++);
    const trusted = trustDevice ? trust(user, known.held.trusted, client) : undefined;
    const [result, delivery] = await Promise.all([
      transact([
        proof.use,
        ...succession,
        ...writes,
        ...(trusted ? [trusted.write] : []),
        ...(events.length ? [outboxWrite(tenant.id, events, now())] : []),
      ]),
      tokensOf(session, user, tenant, before.pending ? 'Logged in.' : 'Verified.'),
    ]);
    if (result === true && before.pending) countStarted(session);
    if (result === true) return { ...delivery, ...(trusted && { trustToken: trusted.token }) };
    if (result.includes(0)) return fail(proof.invalid);
    if (result.includes(1)) return fail('SESSION_NOT_FOUND');
    // The slot, the place of the trusted device or the user himself is not what it was.
    const found = await users.findWithHeld(tenant.id, actor.user.id);
    if (found.user?.epoch !== actor.user.epoch) return fail('SESSION_NOT_FOUND');
    known = { user: found.user, held: found.held };
    return undefined;
  });
}

/** Where the tenant demands a second factor, the first that an account proves is the one it has from then on. */
function afterFirstProof(user: users.User, { method, events }: Proof) {
  if (user.isMfaEnabled || method === undefined) return { user, writes: [], events };
  const enabled = event('svc.two_factor_enabled', { ...userHeader(user), method, deviceId: null });
  return {
    user: { ...user, isMfaEnabled: true, epoch: user.epoch + 1 },
    writes: [users.enableMfaWrite(user, now())],
    events: [...events, enabled],
  };
}

/** The session that follows, and the writes that put it in the place of the one before. */
function successorOf(
  { user, tenant, session: before }: Actor,
  proved: string[],
  stored: store.Session[],
  client: Client,
  round: number,
) {
  const at = now();
  const amr = [...new Set([...before.amr, ...proved])];
  if (before.pending) {
    const { slot, occupant } = chooseSlot(stored, user, tenant, round);
    const { channel, persistent, authAt } = before;
    const session = newSession(user, tenant, slot, { amr, channel, persistent, client }, { authAt, mfaAt: at });
    return { session, succession: [store.removeWrite(before), store.takeSlotWrite(session, occupant)] };
  }
  const session: store.Session = {
    ...before,
    id: newSessionId(tenant.id, store.slotNumber(before)),
    gen: 1,
    rotatedAt: at,
    epoch: user.epoch,
    amr,
    mfaAt: at,
    idleExpiresAt: Math.min(at + before.idleMs, before.expiresAt),
  };
  return { session, succession: [store.replaceSessionWrites(session, before)] };
}
