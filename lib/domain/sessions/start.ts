// How a session begins: after a first factor, in one of the user's slots; where a second factor is demanded as a pending
// login, which takes no slot and lives for minutes.
import { now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { Unavailable } from '../../platform/errors.ts';
import { newPendingSessionId, newSessionId } from '../../platform/ids.ts';
import { count } from '../../platform/metrics.ts';
import type { Channel } from '../../store/codes.ts';
import * as store from '../../store/sessions.ts';
import type { Tenant } from '../../store/tenants.ts';
import type { Held, User } from '../../store/users.ts';
import { type Delivery, tokensOf } from './delivery.ts';
import { needsSecondFactor } from './mfa-policy.ts';
import { type Client, isAlive, slots } from './sessions.ts';
import { redeem } from './trusted-devices.ts';

type Session = store.Session;

/** Rounds a login fights for a slot. Each round somebody wins, so this many logins of one account may race. */
const MAX_ROUNDS = 100;

/**
 * What the first factor proved, how and where. `channel`: where its code went, if it was one. `authAt`: when it was, if not
 * just now; the session ends when one from then would. `instead`: a session of the user that gives way to the new one.
 */
export type Opening = {
  amr: string[];
  channel: Channel | null;
  persistent: boolean;
  client: Client;
  authAt?: number;
  instead?: Session;
};
/** When the factors were proved, where it wasn't just the first, just now. `mfaAt`: `null` for a device that is trusted. */
type Proved = { authAt: number; mfaAt: number | null };

/** How long a session of the tenant lives, whatever is done with it, ms. */
export const absoluteOf = (tenant: Tenant): number =>
  (tenant.settings.session?.absoluteTtlSeconds ?? config().ttl.sessionAbsolute) * 1000;

/** A new session in `slot`; a pending login when a second factor is demanded and not `proved`. */
export function newSession(user: User, tenant: Tenant, slot: number, opening: Opening, proved?: Proved): Session {
  const { amr, channel, persistent, client } = opening;
  const at = now();
  const pending = !proved && needsSecondFactor(user, tenant);
  const { ttl } = config();
  const absolute = pending ? ttl.pending * 1000 : absoluteOf(tenant);
  const expiresAt = (pending ? at : (opening.authAt ?? at)) + absolute;
  const idleMs = Math.min((tenant.settings.session?.idleTtlSeconds ?? ttl.sessionIdle) * 1000, absolute);
  const id = pending ? newPendingSessionId(tenant.id) : newSessionId(tenant.id, slot);
  return {
    ...store.sessionKey(tenant.id, user.id, id),
    type: 'session',
    id,
    gen: 1,
    rotatedAt: at,
    epoch: user.epoch,
    tenantEpoch: tenant.epoch,
    pending,
    amr,
    channel,
    authAt: proved?.authAt ?? opening.authAt ?? at,
    mfaAt: proved?.mfaAt ?? null,
    idleMs,
    idleExpiresAt: at + idleMs,
    expiresAt,
    persistent,
    ip: client.ip.slice(0, 45),
    userAgent: client.userAgent.slice(0, 100),
    createdAt: at,
    ttl: seconds(expiresAt) + 86_400,
  };
}

/**
 * Logs the user in after his first factor. Where a second one is demanded, and the client is no device he trusts, the
 * login is pending. Else the session takes a free slot or the one that has been idle longest, and exactly that one ends.
 * `held` is what the user held a moment ago; whoever loses a race reads again.
 */
export async function startSession(user: User, tenant: Tenant, opening: Opening, held: Held): Promise<Delivery> {
  if (!needsSecondFactor(user, tenant)) return takeSlot(user, tenant, opening, held.sessions);
  const trustToken = await redeem(user, held.trusted, opening.client.trustTokens);
  if (trustToken === undefined) return startPending(user, tenant, opening);
  const delivery = await takeSlot(user, tenant, opening, held.sessions, {
    authAt: opening.authAt ?? now(),
    mfaAt: null,
  });
  return { ...delivery, trustToken };
}

/** Counts a login that is complete. */
export function countStarted({ pending }: Session): void {
  if (!pending) count('AuthenticationSuccess');
}

async function startPending(user: User, tenant: Tenant, opening: Opening): Promise<Delivery> {
  const session = newSession(user, tenant, 0, opening);
  const [, delivery] = await Promise.all([store.begin(session), tokensOf(session, user, tenant)]);
  return delivery;
}

async function takeSlot(
  user: User,
  tenant: Tenant,
  opening: Opening,
  stored: Session[],
  proved?: Proved,
): Promise<Delivery> {
  for (let round = 0, known = stored; round < MAX_ROUNDS; round++) {
    if (round) known = await store.list(tenant.id, user.id);
    const { instead } = round ? {} : opening;
    const { slot, occupant } = instead
      ? { slot: store.slotNumber(instead), occupant: instead }
      : chooseSlot(known, user, tenant, round);
    const session = newSession(user, tenant, slot, opening, proved);
    const [taken, delivery] = await Promise.all([store.takeSlot(session, occupant), tokensOf(session, user, tenant)]);
    if (!taken) continue;
    countStarted(session);
    return delivery;
  }
  throw new Unavailable('the sessions of the account are contended');
}

/** The slot to take and what stands in it. Racers spread out: over the free slots, later over the oldest few. */
export function chooseSlot(stored: Session[], user: User, tenant: Tenant, round: number) {
  const at = now();
  const bySlot = new Map(stored.map((session) => [store.slotNumber(session), session]));
  const all = Array.from({ length: slots(tenant) }, (_, slot) => ({ slot, occupant: bySlot.get(slot) }));
  const free = all.filter(({ occupant }) => !occupant || !isAlive(occupant, user, tenant, at));
  const oldest = all
    .toSorted((a, b) => (a.occupant?.rotatedAt ?? 0) - (b.occupant?.rotatedAt ?? 0))
    .slice(0, round + 1);
  const candidates = free.length ? free : oldest;
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return candidates[Number(random) % candidates.length]!;
}
