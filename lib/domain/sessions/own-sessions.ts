// Shows people their own sessions and trusted devices, and ends them.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { deviceId, sessionId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { removeTrust } from '../../store/people/factors.ts';
import * as store from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { usableOf } from '../application-standing.ts';
import { isSinceActive } from '../still-counts.ts';
import { isAlive } from './authenticate.ts';
import type { Actor, Client } from './caller.ts';
import { deviceName } from './device-name.ts';
import { isTrusted } from './trusted-devices.ts';

/**
 * The sessions that can be used now: a login that still needs its second factor is none yet, and an application that was
 * switched off has none.
 */
const liveSessions = async ({ user, tenant }: Actor): Promise<store.Session[]> =>
  usableOf(
    (await store.list(tenant.id, user.id)).filter(
      (session) => !session.pending && isAlive(session, user, tenant, now()),
    ),
    tenant,
  );

/**
 * Returns the live sessions, last active first. `expiresAt`: when one ends at the latest, as in `sessions.verify`.
 */
export async function list(actor: Actor): Promise<Reply<'GET /auth/sessions'>> {
  const sessions = (await liveSessions(actor)).sort((a, b) => b.rotatedAt - a.rotatedAt);
  return {
    sessions: sessions.map(({ id, application, acting, device, userAgent, ip, rotatedAt, createdAt, expiresAt }) => ({
      id,
      isCurrent: id === actor.session.id,
      application: application?.name ?? null,
      isByAdmin: acting !== undefined,
      isBoundToDevice: device !== undefined,
      // Users do not see where an admin works.
      deviceName: acting ? 'Admin' : deviceName(userAgent),
      ipAddress: acting ? '' : ip,
      lastActive: iso(rotatedAt),
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
    })),
  };
}

/**
 * Ends a session of the account, or the one that has replaced it, with what descends from it. Throws
 * USER_SESSION_NOT_FOUND for one that has ended, is unknown, or is another person's.
 */
export async function endOne(actor: Actor, id: string): Promise<{ message: string }> {
  const { user, tenant } = actor;
  const validId = sessionId(id) ?? fail('USER_SESSION_NOT_FOUND');
  const isLive = (await liveSessions(actor)).some((live) => store.isSameLineage(live.id, validId));
  if (!isLive || !(await store.end({ tenant: tenant.id, user: user.id, session: validId })))
    return fail('USER_SESSION_NOT_FOUND');
  return { message: 'Session ended.' };
}

/**
 * Ends every session but the caller's with one write, those included that racing logins begin in the old epoch. Codes,
 * links and the trust in devices end too. Throws SESSION_NOT_FOUND if the caller's session ended meanwhile.
 */
export async function endOthers(actor: Actor): Promise<{ message: string }> {
  await retryOnConflict('the sessions', async () => {
    const current = await requireOwn(actor);
    const after = { ...current, epoch: current.epoch + 1 };
    const kept = store.carryOverWrite(current.tenantId, current.id, actor.session.id, after.epoch);
    return (await users.change(current, after, [kept])) === 'done' || undefined;
  });
  return { message: 'Every other session ended.' };
}

/** Reads the account and the session of the caller again. Throws SESSION_NOT_FOUND if the session has ended. */
export async function requireOwn({ user, tenant, session }: Actor): Promise<users.User> {
  const [userItem, sessionItem] = await getMany([
    users.userKey(tenant.id, user.id),
    store.sessionKey(tenant.id, user.id, session.id),
  ]);
  const [current, stored] = [users.asUser(userItem), store.asSession(sessionItem)];
  const isLive = current?.isActive && stored?.id === session.id && stored.epoch >= current.epoch;
  return isLive ? current : fail('SESSION_NOT_FOUND');
}

/** Returns the devices that are trusted, newest first. */
export async function trustedDevices({ user, tenant }: Actor, { trustTokens }: Client) {
  const { held } = await users.findWithHeld(tenant.id, user.id);
  const live = held.trusted.filter(
    (device) => isTrusted(device, user, now()) && isSinceActive(device.createdAt, tenant),
  );
  return {
    devices: live
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .map(({ id, userAgent, ip, createdAt, expiresAt, lastUsedAt }) => ({
        id,
        isCurrent: trustTokens.some((token) => token.startsWith(`${id}.`)),
        deviceName: deviceName(userAgent),
        ipAddress: ip,
        createdAt: iso(createdAt),
        expiresAt: iso(expiresAt),
        lastUsedAt: iso(lastUsedAt),
      })),
  } satisfies Reply<'GET /auth/trusted-devices'>;
}

/** Ends the trust in a device. Throws MFA_DEVICE_NOT_FOUND for one that is not trusted or another person's. */
export async function forget({ user, tenant }: Actor, id: string): Promise<{ message: string }> {
  const validId = deviceId(id) ?? fail('MFA_DEVICE_NOT_FOUND');
  return retryOnConflict('the device', async () => {
    const { held } = await users.findWithHeld(tenant.id, user.id);
    const device = held.trusted.find((each) => each.id === validId && isTrusted(each, user, now()));
    // A login may replace its token at this moment.
    return (await removeTrust(device ?? fail('MFA_DEVICE_NOT_FOUND'))) ? { message: 'Device forgotten.' } : undefined;
  });
}
