// Stores the sessions of users. A user has a fixed number of slots, and each session of a browser takes one: a login is one
// conditional write to a slot that is free or has been idle longest. So there are never more sessions than slots, also
// when logins race, and nothing is counted or swept. A login whose second factor is outstanding takes no slot: an
// attacker who knows only the password must not end the sessions of the user.
import { lineageOf, type SessionId, slotOf, type TenantId, tenantOfUser, type UserId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Refused } from '../dynamo/outcome.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { endedWrite } from './ended-sessions.ts';
import { asSession, type Session, type SessionDevice, TO_BE_BOUND } from './session.ts';

export { asSession, type Session, type SessionDevice, sessionKey, TO_BE_BOUND } from './session.ts';

export const slotKey = keys.sessionSlot;
/** `NaN` for a pending login. */
export const slotNumber = ({ id }: Session): number => slotOf(id) ?? Number.NaN;

/** Every stored session of the user, expired ones and those of applications included. */
export const list = async (tenant: TenantId, user: UserId): Promise<Session[]> =>
  (await table.span(keys.sessionsOf(tenant, user))).flatMap((item) => asSession(item) ?? []);

/** Stores a pending login. It has a key of its own, outside the slots. */
export const begin = (session: Session): Promise<boolean> => table.create(session);

/** Stores the session in its slot if the slot still holds `occupant` in the same generation. One racer wins. */
export const takeSlot = (session: Session, occupant: Session | undefined): Promise<boolean> =>
  occupant ? table.replace(session, sameOccupant(occupant)) : table.create(session);

/** `takeSlot` as a write of a transaction. */
export const takeSlotWrite = (session: Session, occupant: Session | undefined): table.Write =>
  occupant ? { replace: { item: session, ...sameOccupant(occupant) } } : { create: session };

const sameOccupant = (occupant: Session) => table.both(table.unchanged(occupant, 'gen'), sameSession(occupant));

/** A session that replaces another one has its binding: one that was registered meanwhile is not lost. */
const sameSession = (session: Session) =>
  table.both(
    sameChildren(session),
    session.boundTo === undefined ? { if: 'attribute_not_exists(#boundTo)' } : table.unchanged(session, 'boundTo'),
  );

/** The condition that it is still this session, and that no session of an application has begun from it meanwhile. */
const sameChildren = (session: Session) =>
  session.children === undefined
    ? table.both(table.unchanged(session, 'id'), { if: 'attribute_not_exists(#children)' })
    : table.unchanged(session, 'id', 'children');

/**
 * The write that counts a session of an application which begins from this one. Refused if it, or what has replaced it,
 * has ended.
 */
export const countChildWrite = (tenant: TenantId, user: UserId, parent: SessionId): table.Write => ({
  update: { ...keys.session(tenant, user, parent), add: { children: 1 }, ...sameLineage(parent) },
});

const sameLineage = (id: SessionId) => ({ if: 'begins_with(#id, :lineage)', values: { lineage: lineageOf(id) } });

/** The write that replaces a session. Refused if `before` has ended. */
export const replaceWrite = (session: Session, before: Session): table.Write => ({
  replace: { item: session, ...sameSession(before) },
});

/** The check that the session has neither ended nor been replaced. */
export const requireSessionWrite = ({ pk, sk, id }: Session): table.Write => ({
  check: { pk, sk, if: '#id = :id', values: { id } },
});

/** The write that ends a session. Refused if it has ended. */
export const removeWrite = (session: Session): table.Write => ({
  remove: { pk: session.pk, sk: session.sk, ...table.unchanged(session, 'id') },
});

/** What identifies a session. */
export type SessionIds = { tenant: TenantId; user: UserId; session: SessionId };
/**
 * A refresh token that is exchanged: its session, generation and id, and a digest of the client that shows it. `boundTo`: the
 * binding that the client proves.
 */
export type Exchange = SessionIds & { gen: number; before: string; client: string; boundTo?: string | undefined };

/** What the session must have: the scopes, and a login since then, ms. */
type Wanted = { scope: readonly string[]; since?: number | undefined };

/**
 * Moves the session from refresh-token generation `gen` to the next one and extends its idle limit. If callers race,
 * exactly one succeeds. The others get the session that refused them, and so does a caller who asks for a scope that the
 * session does not have, or for a more recent login, or does not prove its binding. The caller checks the token's id against the session. `now` in ms.
 */
export function rotate(
  { tenant, user, session, gen, boundTo, ...by }: Exchange,
  { scope, since }: Wanted,
  now: number,
) {
  const granted = scope.map((_, index) => ` AND contains(#scope, :scope${index})`).join('');
  const recent = since === undefined ? '' : ' AND #authAt >= :since AND attribute_not_exists(#isSwitched)';
  const free = 'attribute_not_exists(#boundTo)';
  const bound = boundTo === undefined ? free : `(${free} OR #boundTo = :boundTo)`;
  const rotation: Promise<Session | Refused<Session>> = table.update<Session>(keys.session(tenant, user, session), {
    set:
      'SET #gen = #gen + :one, #rotatedAt = :now, #idleExpiresAt = :now + #idleMs, ' +
      '#before = :before, #client = :client',
    if: `#id = :id AND #gen = :gen AND #idleExpiresAt > :now AND #expiresAt > :now AND ${bound}${granted}${recent}`,
    values: {
      ...by,
      id: session,
      gen,
      one: 1,
      now,
      ...(since !== undefined && { since }),
      ...(boundTo !== undefined && { boundTo }),
      ...Object.fromEntries(scope.map((each, index) => [`scope${index}`, each])),
    },
  });
  return rotation;
}

/** Binds a session to the key of a device, and writes the events. `false`: it has ended, or is bound. */
export async function bindToDevice(ids: SessionIds, device: SessionDevice, events: table.Write): Promise<boolean> {
  const session: table.Write = {
    update: {
      ...keys.session(ids.tenant, ids.user, ids.session),
      set: { device, boundTo: ids.session },
      if: '#id = :id AND (attribute_not_exists(#boundTo) OR #boundTo = :free)',
      values: { id: ids.session, free: TO_BE_BOUND },
    },
  };
  return (await table.transact({ session, events })) === 'done';
}

/** Records that the reply to this registration is given again. `false`: it was before, or the session has another key. */
export async function repeatBinding(ids: SessionIds, device: SessionDevice): Promise<boolean> {
  const result = await table.update(keys.session(ids.tenant, ids.user, ids.session), {
    set: { isBindingRepeated: true },
    if: '#id = :id AND #boundTo = :id AND #device = :device AND attribute_not_exists(#isBindingRepeated)',
    values: { id: ids.session, device },
  });
  return !('refused' in result);
}

/** The write that marks a session as one that links descend from. Refused if the session has ended. */
export const markSourceWrite = ({ pk, sk, id }: Session): table.Write => ({
  update: { pk, sk, set: { isSource: true }, ...table.unchanged({ id }, 'id') },
});

/** Marks a session as one that sessions of other accounts descend from. `false`: it has ended. */
export async function markSource({ pk, sk, id }: Session): Promise<boolean> {
  return !(
    'refused' in (await table.update({ pk, sk }, { set: { isSource: true }, ...table.unchanged({ id }, 'id') }))
  );
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

/** Returns the lineage whose links the session may use. */
export const linkingLineage = ({ id, onBehalfOf }: Session): string => onBehalfOf ?? lineageOf(id);

/** Whether one session replaced the other, or they are the same. */
export const isSameLineage = (one: SessionId, other: SessionId): boolean => lineageOf(one) === lineageOf(other);

/**
 * Ends a session, or the one that has replaced it, and writes the events: all or nothing. The sessions of applications
 * that began from it, and other sessions or links that descend from it, end with the same write, which also tells the
 * applications. `false`: it had ended before.
 */
export async function end(ids: SessionIds, events?: table.Write): Promise<boolean> {
  const key = keys.session(ids.tenant, ids.user, ids.session);
  const isAlone = ['isSource', 'children', 'application'].map((name) => `attribute_not_exists(#${name})`).join(' AND ');
  const alone = table.both(sameLineage(ids.session), { if: isAlone });
  const ended = events
    ? (await table.transact({ session: { remove: { ...key, ...alone } }, events })) === 'done'
    : await table.erase(key, alone);
  return ended || endWithDescendants(ids, key, events);
}

/** A child that begins meanwhile changes the number of children, so the end is decided again. */
const endWithDescendants = ({ tenant, user, session: id }: SessionIds, key: keys.Key, events?: table.Write) =>
  retryOnConflict('the sessions of the account', async () => {
    const stored = await list(tenant, user);
    const session = stored.find((each) => each.sk === key.sk && isSameLineage(each.id, id));
    if (!session) return false;
    const children = await fewOf(tenant, user, childrenIn(stored, id));
    if (!children) return undefined;
    const isSource = session.isSource ?? false;
    const isStillNoSource = { if: 'attribute_not_exists(#isSource)' };
    const isSame = isSource ? sameChildren(session) : table.both(sameChildren(session), isStillNoSource);
    const result = await table.transact({
      session: { remove: { ...key, ...isSame } },
      children: children.map(removeWrite),
      descendants: isSource ? { update: { ...keys.user(tenant, user), add: { linkEpoch: 1 } } } : undefined,
      events: endedWrite(tenant, user, [session, ...children], events),
    });
    return result === 'done' || undefined;
  });

const childrenIn = (stored: readonly Session[], id: SessionId): Session[] =>
  stored.filter(({ parent }) => parent !== undefined && isSameLineage(parent, id));

/** A transaction takes 100 writes. Beside the children there are the session, the account, events and proofs. */
const MOST_CHILDREN = 80;

/** Ends children until the others fit into a transaction, and returns those. `undefined`: one of them has changed. */
export async function fewOf(
  tenant: TenantId,
  user: UserId,
  children: readonly Session[],
): Promise<Session[] | undefined> {
  const [surplus, few] = [children.slice(MOST_CHILDREN), children.slice(0, MOST_CHILDREN)];
  for (let at = 0; at < surplus.length; at += MOST_CHILDREN) {
    const some = surplus.slice(at, at + MOST_CHILDREN);
    const events = endedWrite(tenant, user, some);
    if ((await table.transact({ children: some.map(removeWrite), events })) !== 'done') return undefined;
  }
  return few;
}

export type DisplacedWrites = { children: table.Write[]; told: table.Write[] };

/**
 * Returns the writes that end, with a session of a browser which makes room, the sessions of applications that began from
 * it, and tell the applications. One read.
 */
export async function displacedWrites(session: Session): Promise<DisplacedWrites> {
  const user = keys.userIn(session);
  const tenant = tenantOfUser(user);
  const children = await retryOnConflict('the sessions of the account', async () =>
    fewOf(tenant, user, childrenIn(await list(tenant, user), session.id)),
  );
  const events = endedWrite(tenant, user, children);
  return { children: children.map(removeWrite), told: events ? [events] : [] };
}

/** Ends a login: a session or pending login, what has replaced it, and the session that has completed it. */
export async function endLogin(ids: SessionIds): Promise<void> {
  // First, so that no pending login is completed after the sessions were read.
  await end(ids);
  const same = (await list(ids.tenant, ids.user)).filter(({ id }) => isSameLineage(id, ids.session));
  await Promise.all(same.map(({ id }) => end({ ...ids, session: id })));
}
