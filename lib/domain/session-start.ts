// How a session begins: after a first factor, in one of the user's slots, pending where a second factor is demanded.
import { now, seconds } from '../platform/clock.ts';
import { config } from '../platform/config.ts';
import { newSessionId } from '../platform/ids.ts';
import { Unavailable } from '../platform/unavailable.ts';
import * as store from '../store/sessions.ts';
import type { Tenant } from '../store/tenants.ts';
import type { User } from '../store/users.ts';
import { type Delivery, tokensOf } from './session-tokens.ts';
import { type Client, lives, slots } from './sessions.ts';

type Session = store.Session;

/** Rounds a login fights for a slot. Each round somebody wins, so this many logins of one account may race. */
const MAX_ROUNDS = 100;

/** What the first factor proved, and where. */
type Opening = { amr: string[]; persistent: boolean; client: Client };

/** A new session in `slot`, pending when the account or the tenant demands a second factor. */
export function newSession(user: User, tenant: Tenant, slot: number, { amr, persistent, client }: Opening): Session {
  const at = now();
  const pending = user.isMfaEnabled || tenant.settings.mfa?.policy === 'required';
  const { ttl } = config();
  const absolute =
    (pending ? ttl.pending : (tenant.settings.session?.absoluteTtlSeconds ?? ttl.sessionAbsolute)) * 1000;
  const idleMs = Math.min((tenant.settings.session?.idleTtlSeconds ?? ttl.sessionIdle) * 1000, absolute);
  const id = newSessionId(tenant.id, slot);
  return {
    ...store.slotKey(tenant.id, user.id, slot),
    type: 'session',
    id,
    gen: 1,
    rotatedAt: at,
    epoch: user.epoch,
    tenantEpoch: tenant.epoch,
    pending,
    amr,
    authAt: at,
    idleMs,
    idleExpiresAt: at + idleMs,
    expiresAt: at + absolute,
    persistent,
    ip: client.ip.slice(0, 45),
    userAgent: client.userAgent.slice(0, 100),
    createdAt: at,
    ttl: seconds(at + absolute) + 86_400,
  };
}

/**
 * Logs the user in: the session takes a free slot or the one that has been idle longest, and exactly that one ends.
 * `stored` are the user's sessions as read a moment ago; whoever loses a race reads again.
 */
export async function startSession(user: User, tenant: Tenant, opening: Opening, stored: Session[]): Promise<Delivery> {
  for (let round = 0, known = stored; round < MAX_ROUNDS; round++) {
    if (round) known = await store.list(tenant.id, user.id);
    const { slot, occupant } = chooseSlot(known, user, tenant, round);
    const session = newSession(user, tenant, slot, opening);
    const [taken, delivery] = await Promise.all([store.occupy(session, occupant), tokensOf(session, user, tenant)]);
    if (taken) return delivery;
  }
  throw new Unavailable('the sessions of the account are contended');
}

/** The slot to take and what stands in it. Racers spread out: over the free slots, later over the oldest few. */
function chooseSlot(stored: Session[], user: User, tenant: Tenant, round: number) {
  const at = now();
  const bySlot = new Map(stored.map((session) => [store.slotNumber(session), session]));
  const all = Array.from({ length: slots(tenant) }, (_, slot) => ({ slot, occupant: bySlot.get(slot) }));
  const free = all.filter(({ occupant }) => !occupant || !lives(occupant, user, tenant, at));
  const oldest = all
    .toSorted((a, b) => (a.occupant?.rotatedAt ?? 0) - (b.occupant?.rotatedAt ?? 0))
    .slice(0, round + 1);
  const candidates = free.length ? free : oldest;
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return candidates[Number(random) % candidates.length]!;
}
