// Stores that a user did not sign in for long and when that was said: nothing is done to an account before its notice.
import type { TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { Session } from './session.ts';
import type { User } from './user.ts';

/** `notedAt` in ms. `action`: the end that the notice stated. `epoch`: that of the user then. */
export type Disuse = table.Item & { type: 'disuse'; notedAt: number; action: Ending; epoch: number; ttl: number };

export type Ending = 'disable' | 'delete';

export const asDisuse = (item: table.Item | undefined): Disuse | undefined =>
  item?.type === 'disuse' ? (item as Disuse) : undefined;

/** A notice that no run has looked at for so long is none: the account was in use meanwhile. */
const KEPT_SECONDS = 120 * 86_400;

/** The write of the notice. Refused if there is one. */
export const disuseWrite = ({ tenantId, id, epoch }: User, notedAt: number, action: Ending): table.Write => ({
  create: {
    ...keys.disuse(tenantId, id),
    type: 'disuse',
    notedAt,
    action,
    epoch,
    ttl: Math.floor(notedAt / 1000) + KEPT_SECONDS,
  } as Disuse,
});

/** The write that uses the notice up. Refused if it is another one. */
export const usedDisuseWrite = ({ pk, sk, notedAt }: Disuse): table.Write => ({
  remove: { pk, sk, ...table.unchanged({ notedAt }, 'notedAt') },
});

export const forgetDisuse = ({ pk, sk }: Disuse): Promise<unknown> => table.erase({ pk, sk });

/** As many as a tenant may allow. */
const MOST_SLOTS = 50;

/**
 * The checks that no session of a browser began or was used since `sessions` were read. A login writes a slot and nothing
 * else, so these are what a login and the end of an account conflict in.
 */
export function stillUnusedWrites(tenant: TenantId, user: UserId, sessions: readonly Session[]): table.Write[] {
  const bySlot = new Map(sessions.map((session) => [session.sk, session]));
  return Array.from({ length: MOST_SLOTS }, (_, slot) => {
    const key = keys.sessionSlot(tenant, user, slot);
    const known = bySlot.get(key.sk);
    return known ? { check: { ...key, ...table.unchanged(known, 'id', 'gen') } } : { absent: key };
  });
}
