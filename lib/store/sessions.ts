// Stores the sessions of users. A user has a fixed number of slots, and each session takes one: a login is one
// conditional write to a slot that is free or has been idle longest. So there are never more sessions than slots, also
// when logins race, and nothing is counted or swept. A login whose second factor is outstanding takes no slot: an
// attacker who knows only the password must not end the sessions of the user.
import type { SessionId, TenantId, UserId } from '../platform/ids.ts';
import type { Channel } from './codes.ts';
import type { Refused } from './dynamo/outcome.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

export type Session = table.Item & {
  type: 'session';
  id: SessionId;
  /** The generation of the one live refresh token. */
  gen: number;
  /** When that token was issued, ms. It is also the last use of the session. */
  rotatedAt: number;
  /** The epochs of user and tenant when the session began. */
  epoch: number;
  tenantEpoch: number;
  /** A second factor is still outstanding. */
  pending: boolean;
  /** Authentication methods (RFC 8176). */
  amr: string[];
  /** When the first factor was proved, and the second one if it was. Both ms. */
  authAt: number;
  mfaAt: number | null;
  /** The channel of the first factor's code, if it was a code. The second factor must use another one. */
  channel: Channel | null;
  /** Each rotation moves `idleExpiresAt` this far ahead; `expiresAt` never moves (OWASP ASVS 7.3). All ms. */
  idleMs: number;
  idleExpiresAt: number;
  expiresAt: number;
  /** `false`: the browser deletes the cookies when it closes. */
  persistent: boolean;
  ip: string;
  userAgent: string;
  createdAt: number;
  ttl: number;
};

export const sessionKey = keys.session;
export const asSession = (item: table.Item | undefined): Session | undefined =>
  item?.type === 'session' ? (item as Session) : undefined;
export const slotKey = keys.sessionSlot;
export const slotNumber = (session: Session): number => Number(session.sk.slice(-2));

/** Every stored session of the user, expired ones included. */
export const list = (tenant: TenantId, user: UserId): Promise<Session[]> =>
  table.query<Session>(keys.sessionsOf(tenant, user), 'session');

/** Stores a pending login. It has a key of its own, outside the slots. */
export const begin = (session: Session): Promise<boolean> => table.create(session);

/** Stores the session in its slot if the slot still holds `occupant` in the same generation. One racer wins. */
export const takeSlot = (session: Session, occupant: Session | undefined): Promise<boolean> =>
  occupant ? table.replace(session, table.unchanged(occupant, 'id', 'gen')) : table.create(session);

/** `takeSlot` as a write of a transaction. */
export const takeSlotWrite = (session: Session, occupant: Session | undefined): table.Write =>
  occupant ? { replace: { item: session, ...table.unchanged(occupant, 'id', 'gen') } } : { create: session };

/** The write that replaces a session. Refused if `before` has ended. */
export const replaceWrite = (session: Session, before: Session): table.Write => ({
  replace: { item: session, ...table.unchanged(before, 'id') },
});

/** The write that ends a session. Refused if it has ended. */
export const removeWrite = (session: Session): table.Write => ({
  remove: { pk: session.pk, sk: session.sk, ...table.unchanged(session, 'id') },
});

/**
 * Moves the session from refresh-token generation `gen` to the next one and extends its idle limit. If callers race,
 * exactly one succeeds. The others get the session that refused them. `now` in ms.
 */
export function rotate(
  tenant: TenantId,
  user: UserId,
  id: SessionId,
  gen: number,
  now: number,
): Promise<Session | Refused<Session>> {
  return table.update<Session>(keys.session(tenant, user, id), {
    set: 'SET #gen = #gen + :one, #rotatedAt = :now, #idleExpiresAt = :now + #idleMs',
    if: '#id = :id AND #gen = :gen AND #idleExpiresAt > :now AND #expiresAt > :now',
    values: { id, gen, one: 1, now },
  });
}

/**
 * The write that keeps one session alive when the epoch of its user is raised. `mfaAt`: when its second factor was
 * proved.
 */
export const carryOverWrite = (
  tenant: TenantId,
  user: UserId,
  id: SessionId,
  epoch: number,
  mfaAt?: number | null,
): table.Write => ({
  update: {
    ...keys.session(tenant, user, id),
    set: { epoch, ...(mfaAt !== undefined && { mfaAt }) },
    ...table.unchanged({ id }, 'id'),
  },
});

/** Ends one session. `false`: it had ended before. */
export async function end(tenant: TenantId, user: UserId, id: SessionId): Promise<boolean> {
  return (await table.consume(keys.session(tenant, user, id), table.unchanged({ id }, 'id'))) !== undefined;
}

/** Ends one session and writes the events, all or nothing. `false`: it had ended before. */
export async function endWith(tenant: TenantId, user: UserId, id: SessionId, events: table.Write): Promise<boolean> {
  const session = { remove: { ...keys.session(tenant, user, id), ...table.unchanged({ id }, 'id') } };
  return (await table.transact({ session, events })) === 'done';
}
