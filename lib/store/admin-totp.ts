// How an admin's TOTP begins: a set-up, guesses at its code, and the write that makes it count.
import type { AdminId } from '../platform/ids.ts';
import type { Admin, AdminSession, TotpSetup } from './admins.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

/** Puts a set-up in the place of the one before. `false`: the admin is gone, or his sessions were ended meanwhile. */
export async function putSetup(id: AdminId, setup: TotpSetup): Promise<boolean> {
  const put = await table.update(keys.admin(id), {
    set: 'SET #totpSetup = :setup',
    if: '#epoch = :epoch',
    values: { setup, epoch: setup.epoch },
  });
  return !('refused' in put);
}

/**
 * Counts a guess at the set-up of this epoch, before anybody looks at what was sent. `undefined`: there is none, it has
 * expired, or its `max` guesses are used up. However many guess at once, no more than `max` get it to compare.
 */
export async function guessSetup(id: AdminId, epoch: number, max: number, now: number): Promise<TotpSetup | undefined> {
  const counted = await table.update<Admin>(keys.admin(id), {
    set: 'SET #totpSetup.#guesses = #totpSetup.#guesses + :one',
    if: '#totpSetup.#epoch = :epoch AND #totpSetup.#guesses < :max AND #totpSetup.#expiresAt > :now',
    values: { one: 1, epoch, max, now },
  });
  return 'refused' in counted ? undefined : counted.totpSetup;
}

/**
 * Makes the TOTP of `after` count in the place of the set-up, with the events. All sessions end but this one, which moves
 * on to the new epoch. `false`: the admin was changed since `before` was read, or his set-up is another one.
 */
export async function enable(
  { pk, sk }: AdminSession,
  before: Admin,
  after: Admin,
  events: table.Write,
): Promise<boolean> {
  const { totp, epoch, updatedAt } = after;
  const begun = before.epoch;
  const enabled = {
    ...keys.admin(before.id),
    set: 'SET #totp = :totp, #epoch = :epoch, #updatedAt = :updatedAt REMOVE #totpSetup',
    if: '#updatedAt = :seen AND #epoch = :begun AND #totpSetup.#secret = :secret',
    values: { totp, epoch, updatedAt, begun, seen: before.updatedAt, secret: totp?.secret },
  };
  const kept = { pk, sk, set: 'SET #epoch = :epoch', if: '#epoch = :begun', values: { epoch, begun } };
  return (await table.transact([{ update: enabled }, { update: kept }, events])) === true;
}
