// Stores the TOTP set-up of an admin: begins it, counts guesses at its code, and completes it.
import type { AdminId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { keepSession } from './admin-sessions.ts';
import type { Admin, AdminSession, TotpSetup } from './admins.ts';

/** Replaces the set-up. `false`: the admin is gone, or their sessions were ended meanwhile. */
export async function putSetup(id: AdminId, setup: TotpSetup): Promise<boolean> {
  const put = await table.update(keys.admin(id), {
    set: { totpSetup: setup },
    add: { version: 1 },
    ...table.unchanged(setup, 'epoch'),
  });
  return !('refused' in put);
}

/**
 * Counts a guess at the set-up of this epoch and returns the set-up, so that a guess is counted before it is compared.
 * `undefined`: there is no set-up, it has expired, or its `max` guesses are used up. At most `max` callers get it, also
 * when they are concurrent. `now` in ms.
 */
export async function guessSetup(id: AdminId, epoch: number, max: number, now: number): Promise<TotpSetup | undefined> {
  const counted = await table.update<Admin>(keys.admin(id), {
    set: 'SET #totpSetup.#guesses = #totpSetup.#guesses + :one',
    add: { version: 1 },
    if: '#totpSetup.#epoch = :epoch AND #totpSetup.#guesses < :max AND #totpSetup.#expiresAt > :now',
    values: { one: 1, epoch, max, now },
  });
  return 'refused' in counted ? undefined : counted.totpSetup;
}

/**
 * Stores the TOTP of `after` and removes the set-up, with the events. All sessions end but this one, which moves on to
 * the new epoch. `false`: the admin, their set-up included, changed since `before` was read.
 */
export const enable = (session: AdminSession, before: Admin, after: Admin, events: table.Write): Promise<boolean> =>
  keepSession(session, before, { ...after, totpSetup: undefined }, events);
