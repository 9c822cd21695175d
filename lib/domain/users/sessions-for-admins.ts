// Shows admins the sessions, authenticators and identities of a user, and lets them end or remove these.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { deviceId, identityId, type SessionId, sessionId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { event, userHeader } from '../../store/outbox.ts';
import { asTotpDevice, asTotpSetup, recoveryCodesWrites, removeDeviceWrite } from '../../store/people/factors.ts';
import { asIdentity, keepIdentitiesWrites } from '../../store/people/identities.ts';
import { end, isSameLineage } from '../../store/people/sessions.ts';
import * as store from '../../store/people/users.ts';
import type { AuditActor } from '../audit.ts';
import { reset } from '../mfa/guesses.ts';
import { eventsWrite, userAuditEvent } from './events.ts';
import { load } from './users.ts';
import { detailsOf, sessionsOf, viewsOf } from './view.ts';

/**
 * Returns everything about one user, from one read of their partition. Throws USER_NOT_FOUND, like every function here.
 */
export async function get(id: string) {
  const { user, tenant, items } = await load(id);
  const [view] = await viewsOf([user], [tenant]);
  return { user: view ?? fail('USER_NOT_FOUND'), ...(await detailsOf(user, tenant, items)) };
}

/** Returns the live sessions, last active first. */
export async function sessions(id: string) {
  const { user, tenant, items } = await load(id);
  return { data: await sessionsOf(user, tenant, items) };
}

/** Ends every session of the user with one write. */
export async function revokeSessions(actor: AuditActor, id: string) {
  const { user } = await load(id);
  const events = eventsWrite(user, [userAuditEvent(actor, 'user.sessions_revoked', user)]);
  if (!(await store.raiseEpochWith(user.tenantId, user.id, events))) fail('USER_NOT_FOUND');
  return { message: 'All sessions ended.' };
}

/**
 * Ends one session, or the one that has replaced it, with what descends from it. Throws USER_SESSION_NOT_FOUND for one that
 * has ended, is unknown or is another user's.
 */
export async function revokeSession(actor: AuditActor, id: string, session: string) {
  const { user, tenant, items } = await load(id);
  const validId = sessionId(session) ?? fail('USER_SESSION_NOT_FOUND');
  const isLive = (await sessionsOf(user, tenant, items)).some((live) => isSameLineage(live.id as SessionId, validId));
  if (!isLive) return fail('USER_SESSION_NOT_FOUND');
  const events = eventsWrite(user, [userAuditEvent(actor, 'user.session_revoked', user, { sessionId: validId })]);
  if (!(await end({ tenant: user.tenantId, user: user.id, session: validId }, events))) fail('USER_SESSION_NOT_FOUND');
  return { message: 'Session ended.' };
}

/**
 * Removes an authenticator, or the setup of one. Removing the last one switches MFA off, so that the user is not left
 * with a factor that they cannot present. The same write ends every session and trusted device of the user. Guesses are
 * counted from zero again. Throws MFA_DEVICE_NOT_FOUND.
 */
export function removeDevice(actor: AuditActor, id: string, device: string) {
  return retryOnConflict('the user', async () => {
    const { user, items } = await load(id);
    const validId = deviceId(device);
    const devices = items.flatMap((item) => asTotpDevice(item) ?? []);
    const setups = items.flatMap((item) => asTotpSetup(item) ?? []);
    const target = [...devices, ...setups].find(({ id }) => id === validId) ?? fail('MFA_DEVICE_NOT_FOUND');
    const isTotpEnrolled = devices.some(({ id }) => id !== target.id);
    const isLast = target.type === 'totp-device' && !isTotpEnrolled;
    const isMfaEnabled = user.isMfaEnabled && !isLast;
    const header = { ...userHeader(user), deviceId: target.id };
    const before = { deviceId: target.id, isMfaEnabled: user.isMfaEnabled };
    const events = eventsWrite(user, [
      event('svc.mfa_device_removed', { ...header, deviceName: target.name }),
      ...(user.isMfaEnabled && isLast ? [event('svc.two_factor_disabled', header)] : []),
      userAuditEvent(actor, 'user.mfa_device_removed', user, before, { isMfaEnabled }),
    ]);
    const after = { ...user, isMfaEnabled, isTotpEnrolled, epoch: user.epoch + 1, updatedAt: now() };
    if (
      (await store.change(user, after, [removeDeviceWrite(target), ...recoveryCodesWrites(user, after), events])) !==
      'done'
    )
      return undefined;
    await reset(user);
    return { message: 'Device removed.' };
  });
}

/**
 * Shuts an identity out of the account, until its owner allows it again. The same write ends
 * every session of the user. Throws IDENTITY_NOT_FOUND, also for one that is out already.
 */
export function unlinkIdentity(actor: AuditActor, id: string, identity: string) {
  return retryOnConflict('the user', async () => {
    const { user, items } = await load(id);
    const validId = identityId(identity);
    const active = items.flatMap((item) => asIdentity(item) ?? []).filter(({ epoch }) => epoch === user.identityEpoch);
    const target = active.find((each) => each.id === validId) ?? fail('IDENTITY_NOT_FOUND');
    const { id: unlinkedId, provider } = target;
    const others = active.filter((each) => each.id !== unlinkedId);
    const after = {
      ...user,
      hasIdentity: others.length > 0,
      identityEpoch: user.identityEpoch + 1,
      epoch: user.epoch + 1,
      updatedAt: now(),
    };
    const events = eventsWrite(user, [
      event('svc.identity_unlinked', { ...userHeader(user), provider, identityId: unlinkedId }),
      userAuditEvent(actor, 'user.identity_unlinked', user, { identityId: unlinkedId, provider }),
    ]);
    const kept = keepIdentitiesWrites(user.tenantId, user.id, others, after.identityEpoch, after.updatedAt);
    if ((await store.change(user, after, [...kept, events])) !== 'done') return undefined;
    return { message: 'Identity unlinked.' };
  });
}
