// Stores what admins do with their own sessions: a new proof, the list, and their end.
import type { AdminId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { changeWrite } from '../record.ts';
import { type Admin, type AdminSession, FIXED, provedWrite, type SecondFactor, stopActingWrite } from './admins.ts';

/**
 * Records that the admin proved who they are in this session. Its end stays. `gone`: the session has ended. `further`: writes
 * that use a passkey's challenge up.
 */
export async function renewProof(
  admin: Admin,
  { pk, sk, epoch, expiresAt }: AdminSession,
  now: number,
  step: SecondFactor,
  events: table.Write,
  further: readonly table.Write[] = [],
): Promise<'done' | 'gone' | 'refused'> {
  const isLive = { if: '#epoch = :epoch AND #expiresAt = :expiresAt', values: { epoch, expiresAt } };
  const result = await table.transact({
    session: { update: { pk, sk, set: { provedAt: now, lastUsedAt: now }, ...isLive } },
    admin: provedWrite(admin, {}, step),
    further,
    events,
  });
  if (result === 'done') return 'done';
  return result.has('session') ? 'gone' : 'refused';
}

/** The stored sessions of the admin, live or not, in no order. */
export const list = (id: AdminId): Promise<AdminSession[]> =>
  table.query<AdminSession>(keys.adminSessions(id), 'admin-session');

/** Ends the session with the events. `false`: it has ended. */
export const end = async ({ pk, sk }: AdminSession, events: table.Write): Promise<boolean> =>
  (await table.transact({ session: { remove: { pk, sk } }, events })) === 'done';

/**
 * Replaces `before` by `after`, which has another epoch, with the events. All sessions of the admin end but this one, which
 * moves on to the new epoch. `false`: the admin changed since `before` was read, the session has ended, or one of the
 * `further` writes was refused.
 */
export async function keepSession(
  { pk, sk }: AdminSession,
  before: Admin,
  after: Admin,
  events: table.Write,
  further: readonly table.Write[] = [],
): Promise<boolean> {
  const result = await table.transact({
    admin: changeWrite(before, after, FIXED),
    session: { update: { pk, sk, set: { epoch: after.epoch }, ...table.unchanged(before, 'epoch') } },
    acting: stopActingWrite(before.id),
    further,
    events,
  });
  return result === 'done';
}

/** Binds the session to the key, with the events. If callers race, one gets `true`. `false`: it has a key, or has ended. */
export async function bindToDevice(
  { pk, sk, epoch }: AdminSession,
  device: NonNullable<AdminSession['device']>,
  events: table.Write,
): Promise<boolean> {
  const isFree = { if: '#epoch = :epoch AND attribute_not_exists(#device)', values: { epoch } };
  return (await table.transact({ session: { update: { pk, sk, set: { device }, ...isFree } }, events })) === 'done';
}
