// Completes a login with a proof of the second factor. The session gets a new id and new tokens in the transaction that
// consumes the proof. If several callers show one proof, or complete one pending login, exactly one succeeds.
import { type ErrorCode, fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { nextSessionId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { type LabelledWrites, transact, type Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import type { Method } from '../sessions/mfa-policy.ts';
import { currentTokenId } from '../sessions/shown-token.ts';
import { chooseSlot, countStarted, displacedWith, newSession } from '../sessions/start.ts';
import { trust } from '../sessions/trusted-devices.ts';

/** `write` consumes the proof. `invalid`: the error if another caller consumed it first. */
export type Proof = {
  amr: string[];
  method?: Method | 'passkey' | undefined;
  write: Write;
  events: NewEvent[];
  invalid: ErrorCode;
};

/**
 * Replaces a pending login by a full session, or a full session by one with a fresh proof. Returns the tokens. `held`
 * is what was just read; a caller that loses a race for a slot reads again. Throws the proof's `invalid`,
 * SESSION_NOT_FOUND if the session ended or was completed meanwhile, and `Unavailable` after 20 conflicts.
 */
export function complete(
  actor: Actor,
  proof: Proof,
  held: users.Held,
  trustDevice: boolean,
  client: Client,
): Promise<Delivery> {
  const { tenant } = actor;
  let known = { user: actor.user, held, before: actor.session };
  let round = 0;
  return retryOnConflict('the sessions of the account', async () => {
    const { before } = known;
    const { user, enableMfa, events } = enableWithFirstProof(known.user, proof);
    const next = { user, tenant, session: before };
    const { session, writes, occupant } = prepareSuccessor(next, proof.amr, known.held.sessions, client, round++);
    const trusted = trustDevice ? trust(user, known.held.trusted, client) : undefined;
    const displaced = await displacedWith(occupant, user, tenant);
    const [result, delivery] = await Promise.all([
      transact({
        proof: proof.write,
        ...writes,
        children: displaced.children ?? [],
        told: displaced.told ?? [],
        user: enableMfa,
        trustedDevice: trusted?.write,
        events: events.length ? outboxWrite(tenant.id, events, now()) : undefined,
      }),
      tokensOf(session, user, tenant, before.pending ? 'Logged in.' : 'Verified.'),
    ]);
    if (result === 'done' && before.pending) countStarted(session);
    if (result === 'done') return { ...delivery, ...(trusted && { trustToken: trusted.token }) };
    if (result.has('proof')) return fail(proof.invalid);
    if (result.has('previous') && before.pending) return fail('SESSION_NOT_FOUND');
    // The user, or the slot of the session or of the trusted device, has changed. Or a session of an application has
    // begun from this one, which the next session must count.
    const current = await users.findWithHeld(tenant.id, actor.user.id);
    const same = before.pending ? before : current.held.sessions.find(({ id }) => id === before.id);
    if (!same || current.user?.epoch !== actor.user.epoch) return fail('SESSION_NOT_FOUND');
    known = { user: current.user, held: current.held, before: same };
    return undefined;
  });
}

/**
 * Returns the user after the proof. If only the tenant requires a second factor, the first proof enables it for the
 * user.
 */
function enableWithFirstProof(user: users.User, { method, events }: Proof) {
  if (user.isMfaEnabled || method === undefined) return { user, enableMfa: undefined, events };
  const enabled = event('svc.two_factor_enabled', { ...userHeader(user), method, deviceId: null });
  return {
    user: { ...user, isMfaEnabled: true, epoch: user.epoch + 1 },
    enableMfa: users.enableMfaWrite(user, now()),
    events: [...events, enabled],
  };
}

type Replacement = LabelledWrites<'previous' | 'slot'>;

/** Returns the next session, the writes that replace the previous one by it, and another session that makes room. */
function prepareSuccessor(
  { user, tenant, session: before }: Actor,
  proved: string[],
  stored: store.Session[],
  client: Client,
  round: number,
): { session: store.Session; writes: Replacement; occupant?: store.Session | undefined } {
  const at = now();
  const amr = [...new Set([...before.amr, ...proved])];
  if (before.pending) {
    const { channel, persistent, authAt, replaces, isSwitched, isVouchedByTenant, descent = [], onBehalfOf } = before;
    // After a switch of tenant, the session that was shown for it ends here, and its token is spent.
    const shown = replaces && stored.find(({ id }) => store.isSameLineage(id, replaces));
    const { slot, occupant } = shown
      ? { slot: store.slotNumber(shown), occupant: shown }
      : chooseSlot(stored, user, tenant, round);
    // A switch is as old as the login it derives from, also with a second factor.
    const origin = isSwitched && { authAt, switched: { descent, onBehalfOf, by: before } };
    const opening = { amr, channel, persistent, client, isVouchedByTenant, ...origin };
    const next = newSession(user, tenant, slot, opening, { authAt, mfaAt: at }, shown ?? before);
    const session = shown ? { ...next, ...withheldFrom(shown) } : next;
    const writes = { previous: store.removeWrite(before), slot: store.takeSlotWrite(session, occupant) };
    return { session, writes, occupant: shown ? undefined : occupant };
  }
  const session: store.Session = {
    ...before,
    id: nextSessionId(before.id, store.slotNumber(before)),
    gen: 1,
    rotatedAt: at,
    ...withheldFrom(before),
    epoch: user.epoch,
    amr,
    mfaAt: at,
    idleExpiresAt: Math.min(at + before.idleMs, before.expiresAt),
  };
  return { session, writes: { previous: store.replaceWrite(session, before), slot: undefined } };
}

/** The refresh token from before the proof is spent, and leads to no tokens of after it, not even for a moment. */
const withheldFrom = (before: store.Session) => ({ before: currentTokenId(before), client: null });
