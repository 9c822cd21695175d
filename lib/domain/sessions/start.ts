// Starts sessions. After the first factor a session takes one of the user's slots. If a second factor is needed, it
// starts as a pending login, which takes no slot and lives for minutes.
import type { Channel } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { Unavailable } from '../../platform/errors.ts';
import { newPendingSessionId, newSessionId, nextSessionId } from '../../platform/ids.ts';
import { count } from '../../platform/metrics.ts';
import { origin } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import { transact, type Write } from '../../store/dynamo/table.ts';
import type { AccountState } from '../../store/people/account-links.ts';
import * as store from '../../store/people/sessions.ts';
import type { Held, User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { isSinceActive } from '../still-counts.ts';
import { isAlive, slots } from './authenticate.ts';
import type { Client } from './caller.ts';
import { type Delivery, tokensOf } from './delivery.ts';
import { firstBinding } from './device/texts.ts';
import { needsSecondFactor } from './mfa-policy.ts';
import { clientDigest, currentTokenId } from './shown-token.ts';
import { redeem } from './trusted-devices.ts';

type Session = store.Session;

/** Each round at least one racing login wins, so this many logins of one account may race for a slot. */
export const MAX_ROUNDS = 100;

/**
 * How the first factor was proved. `channel`: where its code went, if it was one. `authAt`: when, if not just now; the
 * session's lifetime counts from then. `isVouchedByTenant`: a provider that the tenant configured vouched for it.
 * `hasBothFactors`: it proved two at once, such as a passkey that verified its user. `switched`: for a switch of tenant, what
 * the new session descends from, and the session that was shown, which the new one replaces, or the lineage whose proof a
 * link carried on, and the session of the caller.
 */
export type Opening = {
  amr: string[];
  channel: Channel | null;
  persistent: boolean;
  client: Client;
  authAt?: number;
  isVouchedByTenant?: boolean | undefined;
  hasBothFactors?: true;
  switched?: { descent: AccountState[]; shown?: Session; onBehalfOf?: string | undefined; by: Session };
};
/** When the factors were proved. `mfaAt` is `null` for a trusted device. */
type Proved = { authAt: number; mfaAt: number | null };

/** Returns the absolute lifetime of a session of the tenant, ms. */
export const absoluteOf = (tenant: TenantHead): number =>
  (tenant.settings.session?.absoluteTtlSeconds ?? config().ttl.sessionAbsolute) * 1000;

/** Returns how long a session of the tenant may be idle, ms. */
export const idleOf = (tenant: TenantHead): number =>
  Math.min((tenant.settings.session?.idleTtlSeconds ?? config().ttl.sessionIdle) * 1000, absoluteOf(tenant));

/**
 * Returns a new session in `slot`; a pending login if a second factor is needed and not `proved`. `before`: the session
 * or pending login that it replaces. Both have one lineage and secret, so the tokens of one are recognised as replayed
 * by the other, and what ends one ends the other.
 */
export function newSession(
  user: User,
  tenant: TenantHead,
  slot: number,
  opening: Opening,
  proved?: Proved,
  before?: Session,
): Session {
  const { amr, channel, persistent, client, switched } = opening;
  const at = now();
  const pending = !proved && needsSecondFactor(user, tenant);
  // A session that continues another one descends from what that one does.
  const { descent, onBehalfOf } = (before && !before.pending ? before : switched) ?? {};
  const isVouchedByTenant = [opening, before, switched?.shown].some((each) => each?.isVouchedByTenant);
  const { ttl } = config();
  const requestId = origin()?.r;
  const absolute = pending ? ttl.pending * 1000 : absoluteOf(tenant);
  const expiresAt = (pending ? at : (opening.authAt ?? at)) + absolute;
  const idleMs = Math.min((tenant.settings.session?.idleTtlSeconds ?? ttl.sessionIdle) * 1000, absolute);
  const id = pending
    ? newPendingSessionId(tenant.id)
    : before
      ? nextSessionId(before.id, slot)
      : newSessionId(tenant.id, slot);
  return {
    ...store.sessionKey(tenant.id, user.id, id),
    type: 'session',
    id,
    secret: before?.secret ?? randomSecret(16),
    gen: 1,
    rotatedAt: at,
    before: null,
    client: clientDigest(client),
    epoch: user.epoch,
    tenantEpoch: tenant.epoch,
    pending,
    amr,
    channel,
    authAt: proved?.authAt ?? opening.authAt ?? at,
    mfaAt: proved?.mfaAt ?? null,
    ...(switched && { isSwitched: true as const }),
    ...(before?.isSource && { isSource: true as const }),
    ...(before?.children && { children: before.children }),
    ...(descent && { descent }),
    ...(onBehalfOf && { onBehalfOf }),
    ...(isVouchedByTenant && { isVouchedByTenant: true as const }),
    ...(pending && switched?.shown && { replaces: switched.shown.id }),
    ...bindingOf(tenant, opening, before),
    idleMs,
    idleExpiresAt: at + idleMs,
    expiresAt,
    persistent,
    ip: client.ip.slice(0, 45),
    userAgent: client.userAgent.slice(0, 100),
    ...(requestId && { requestId }),
    createdAt: at,
    ttl: seconds(expiresAt) + 86_400,
  };
}

/** A session that comes from a bound one is bound to the same key: a thief of one set of cookies gets no other. */
function bindingOf(tenant: TenantHead, { client, switched }: Opening, before: Session | undefined) {
  const bound = [before, switched?.shown, switched?.by].find((each) => each?.boundTo !== undefined);
  if (bound) return { boundTo: bound.boundTo, ...(bound.device && { device: bound.device }) };
  return firstBinding(tenant, client);
}

/**
 * Logs the user in after the first factor. If a second factor is needed and the device is not trusted, the login is
 * pending. Otherwise the session takes a free slot, or ends exactly the session that has been idle longest. `held` is
 * what was just read; a caller that loses a race reads again.
 */
export const startSession = (user: User, tenant: TenantHead, opening: Opening, held: Held): Promise<Delivery> =>
  start(user, tenant, opening, held, []) as Promise<Delivery>;

/**
 * Like `startSession`, in one transaction with the writes that use up the proof of the first factor: a code is never
 * used up without its session. `undefined`: one of them was refused, and nothing is written.
 */
export const startSessionWith = (
  user: User,
  tenant: TenantHead,
  opening: Opening,
  held: Held,
  proof: readonly [Write, ...Write[]],
): Promise<Delivery | undefined> => start(user, tenant, opening, held, proof);

async function start(user: User, tenant: TenantHead, opening: Opening, held: Held, proof: readonly Write[]) {
  if (opening.hasBothFactors) {
    const at = now();
    return deliveryOf(await takeSlot(user, tenant, opening, held.sessions, { proof }, { authAt: at, mfaAt: at }));
  }
  if (!needsSecondFactor(user, tenant))
    return deliveryOf(await takeSlot(user, tenant, opening, held.sessions, { proof }));
  const devices = held.trusted.filter(({ createdAt }) => isSinceActive(createdAt, tenant));
  const trusted = await redeem(user, devices, opening.client.trustTokens);
  if (!trusted) return startPending(user, tenant, opening, proof);
  const proved = { authAt: opening.authAt ?? now(), mfaAt: null };
  // In one transaction: a login that fails leaves the token of the device as it was.
  const taken = await takeSlot(user, tenant, opening, held.sessions, { proof, trust: [trusted.write] }, proved);
  // Another login was faster with the same token.
  if (taken === 'untrusted') return startPending(user, tenant, opening, proof);
  const delivery = deliveryOf(taken);
  return delivery && { ...delivery, trustToken: trusted.token };
}

const deliveryOf = (taken: Taken): Delivery | undefined => (typeof taken === 'object' ? taken : undefined);

/** Counts a completed login. */
export function countStarted({ pending }: Session): void {
  if (!pending) count('AuthenticationSuccess');
}

async function startPending(user: User, tenant: TenantHead, opening: Opening, proof: readonly Write[]) {
  const session = newSession(user, tenant, 0, opening);
  const begin = async () => (proof.length ? transact({ session: { create: session }, proof }) : store.begin(session));
  const [result, delivery] = await Promise.all([begin(), tokensOf(session, user, tenant)]);
  return typeof result === 'object' ? undefined : delivery;
}

/** The writes that a new session uses up: proof of the first factor, and trust in the device. */
type Used = { proof: readonly Write[]; trust?: readonly Write[] };
/** The tokens, or which of the writes was refused. */
type Taken = Delivery | 'unproved' | 'untrusted';

async function takeSlot(
  user: User,
  tenant: TenantHead,
  opening: Opening,
  stored: Session[],
  { proof, trust = [] }: Used,
  proved?: Proved,
): Promise<Taken> {
  const shown = opening.switched?.shown;
  for (let round = 0, known = stored; round < MAX_ROUNDS; round++) {
    if (round) known = await store.list(tenant.id, user.id);
    const before = shown && known.find(({ id }) => store.isSameLineage(id, shown.id));
    if (shown && before?.id !== shown.id) return tokensOfReplacement(before, shown, user, tenant, opening.client);
    const { slot, occupant } = before
      ? { slot: store.slotNumber(before), occupant: before }
      : chooseSlot(known, user, tenant, round);
    const fresh = newSession(user, tenant, slot, opening, proved, before);
    const session = before ? { ...fresh, before: currentTokenId(before), isSource: true as const } : fresh;
    const displaced = before ? {} : await displacedWith(occupant, user, tenant);
    const take = async () =>
      proof.length || trust.length || displaced.children
        ? transact({ slot: store.takeSlotWrite(session, occupant), proof, trust, children: [], told: [], ...displaced })
        : store.takeSlot(session, occupant);
    const [taken, delivery] = await Promise.all([take(), tokensOf(session, user, tenant)]);
    if (typeof taken === 'object' && taken.has('proof')) return 'unproved';
    if (typeof taken === 'object' && taken.has('trust')) return 'untrusted';
    if (taken !== 'done' && taken !== true) continue;
    countStarted(session);
    return delivery;
  }
  throw new Unavailable('the sessions of the account are contended');
}

/**
 * Returns the tokens of the session that has just replaced the shown one, if the same client did that with the same
 * token: another tab switched, too. Throws NOT_A_MEMBER_OF_TENANT if the shown session has ended.
 */
async function tokensOfReplacement(
  replacement: Session | undefined,
  shown: Session,
  user: User,
  tenant: TenantHead,
  client: Client,
): Promise<Delivery> {
  const isByOtherTab = replacement?.before === currentTokenId(shown) && replacement.client === clientDigest(client);
  return isByOtherTab ? tokensOf(replacement, user, tenant) : fail('NOT_A_MEMBER_OF_TENANT');
}

/**
 * Returns the writes that end what goes with a live session that makes room: sessions of applications. After a session that
 * has expired they go on, because nothing has ended them.
 */
export const displacedWith = async (
  occupant: Session | undefined,
  user: User,
  tenant: TenantHead,
): Promise<Partial<store.DisplacedWrites>> =>
  occupant?.children !== undefined && isAlive(occupant, user, tenant, now()) ? store.displacedWrites(occupant) : {};

/**
 * Returns the slot to take and its occupant. Racing logins spread over the free slots, then over the oldest few. The last
 * argument names other slots than those of browsers.
 */
export function chooseSlot(
  stored: Session[],
  user: User,
  tenant: TenantHead,
  round: number,
  { first, count }: { first: number; count: number } = { first: 0, count: slots(tenant) },
) {
  const at = now();
  const bySlot = new Map(stored.map((session) => [store.slotNumber(session), session]));
  const all = Array.from({ length: count }, (_, at) => ({ slot: first + at, occupant: bySlot.get(first + at) }));
  const free = all.filter(({ occupant }) => !occupant || !isAlive(occupant, user, tenant, at));
  const oldest = all
    .toSorted((a, b) => (a.occupant?.rotatedAt ?? 0) - (b.occupant?.rotatedAt ?? 0))
    .slice(0, round + 1);
  const candidates = free.length ? free : oldest;
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return candidates[Number(random) % candidates.length]!;
}
