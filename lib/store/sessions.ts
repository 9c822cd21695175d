// Sessions of users. A user has a fixed number of slots and a session lives in one of them: logging in is one
// conditional write on a slot that is free or longest idle. However many logins race, there are never more sessions
// than slots, and nothing has to be counted or swept. A login whose second factor is outstanding takes no slot: whoever
// has only the password must not end the sessions of whoever has both.
import type { SessionId, TenantId, UserId } from '../platform/ids.ts';
import type { Channel } from './codes.ts';
import type { Refused } from './dynamo/outcome.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

export type Session = table.Item & {
  type: 'session';
  id: SessionId;
  /** Generation of the one refresh token that is live. */
  gen: number;
  /** When it was issued, ms. Also the last sign of life. */
  rotatedAt: number;
  /** Epochs of user and tenant when the session began. */
  epoch: number;
  tenantEpoch: number;
  /** Whether a second factor is still outstanding. */
  pending: boolean;
  /** Authentication methods (RFC 8176); when the first factor was proved, and the second, if it was, ms. */
  amr: string[];
  authAt: number;
  mfaAt: number | null;
  /** Where the code of the first factor went, if it was one: the second has to go another way. */
  channel: Channel | null;
  /** Each rotation moves `idleExpiresAt` this far ahead; `expiresAt` never moves (OWASP ASVS 7.3). All ms. */
  idleMs: number;
  idleExpiresAt: number;
  expiresAt: number;
  /** `false`: the browser forgets the cookies when it closes. */
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

/** Every stored session of the user, dead ones included. */
export const list = (tenant: TenantId, user: UserId): Promise<Session[]> =>
  table.query<Session>(keys.sessionsOf(tenant, user), 'session');

/** Stores a pending login: it has a place of its own. */
export const begin = (session: Session): Promise<boolean> => table.create(session);

const unmoved = ({ id, gen }: Session) => ({ if: '#id = :id AND #gen = :gen', values: { id, gen } });

/** Puts the session into its slot if the slot still holds `occupant` in the state it was read in. One racer wins. */
export const takeSlot = (session: Session, occupant: Session | undefined): Promise<boolean> =>
  occupant ? table.replace(session, unmoved(occupant)) : table.create(session);

/** `occupy` as a write of a transaction. */
export const takeSlotWrite = (session: Session, occupant: Session | undefined): table.Write =>
  occupant ? { replace: { item: session, ...unmoved(occupant) } } : { create: session };

/** The write that puts a session in the place of another one, which must still be there. */
export const replaceSessionWrites = (session: Session, { id }: Session): table.Write => ({
  replace: { item: session, if: '#id = :id', values: { id } },
});

/** The write that ends a session, which must still be there. */
export const removeWrite = ({ pk, sk, id }: Session): table.Write => ({
  remove: { pk, sk, if: '#id = :id', values: { id } },
});

/**
 * Moves the session from refresh-token generation `gen` to the next and its idle limit with it: of any number of
 * callers exactly one does. The others are refused with the session as it is. `now` in ms.
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

/** The write that lets one session live on when the epoch of its user is raised. `mfaAt`: its second factor was proved. */
export const carryOverWrite = (
  tenant: TenantId,
  user: UserId,
  id: SessionId,
  epoch: number,
  mfaAt?: number | null,
): table.Write => ({
  update: {
    ...keys.session(tenant, user, id),
    set: mfaAt === undefined ? 'SET #epoch = :epoch' : 'SET #epoch = :epoch, #mfaAt = :mfaAt',
    if: '#id = :id',
    values: { id, epoch, mfaAt },
  },
});

/** Ends one session. `false`: it had ended before. */
export async function end(tenant: TenantId, user: UserId, id: SessionId): Promise<boolean> {
  return (await table.consume(keys.session(tenant, user, id), { if: '#id = :id', values: { id } })) !== undefined;
}

/** Ends one session and writes the events, all or nothing. `false`: it had ended before. */
export async function endWith(tenant: TenantId, user: UserId, id: SessionId, events: table.Write): Promise<boolean> {
  const remove = { ...keys.session(tenant, user, id), if: '#id = :id', values: { id } };
  return (await table.transact([{ remove }, events])) === true;
}
