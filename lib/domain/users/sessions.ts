// Sessions and authenticators of a user, looked at and ended by admins.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { deviceId, sessionId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { asTotpDevice, asTotpSetup, removeDeviceWrite } from '../../store/factors.ts';
import { event, userHeader } from '../../store/outbox.ts';
import { endWith } from '../../store/sessions.ts';
import * as store from '../../store/users.ts';
import type { Acting } from '../audit.ts';
import { reset } from '../mfa/guesses.ts';
import { action, writeEvents } from './events.ts';
import { load } from './users.ts';
import { detailsOf, sessionsOf, viewsOf } from './view.ts';

/** Everything about one user, from one read of his partition. Throws USER_NOT_FOUND, as all of these do. */
export async function get(id: string) {
  const { user, tenant, items } = await load(id);
  const [view] = await viewsOf([user], [tenant]);
  return { user: view ?? fail('USER_NOT_FOUND'), ...detailsOf(user, tenant, items) };
}

/** The live sessions, last active first. */
export async function sessions(id: string) {
  const { user, tenant, items } = await load(id);
  return { data: sessionsOf(user, tenant, items) };
}

/** Ends every session of the user with one write. */
export async function revokeSessions(acting: Acting, id: string) {
  const { user } = await load(id);
  const events = writeEvents(user, [action(acting, 'user.sessions_revoked', user)]);
  if (!(await store.raiseEpochWith(user.tenantId, user.id, events))) fail('USER_NOT_FOUND');
  return { message: 'All sessions ended.' };
}

/** Ends one session. Throws USER_SESSION_NOT_FOUND for one that is dead, unknown, or somebody else's. */
export async function revokeSession(acting: Acting, id: string, session: string) {
  const { user, tenant, items } = await load(id);
  const known = sessionId(session);
  const live = sessionsOf(user, tenant, items).some((each) => each.id === known);
  if (!known || !live) return fail('USER_SESSION_NOT_FOUND');
  const events = writeEvents(user, [action(acting, 'user.session_revoked', user, { sessionId: known })]);
  if (!(await endWith(user.tenantId, user.id, known, events))) fail('USER_SESSION_NOT_FOUND');
  return { message: 'Session ended.' };
}

/**
 * Removes an authenticator, or the set-up of one. With the last one MFA is off: nobody is left with a factor he can't
 * present. Every session of the user and his trust in devices end with it, and guesses count anew.
 */
export function removeDevice(acting: Acting, id: string, device: string) {
  return retryOnConflict('the user', async () => {
    const { user, items } = await load(id);
    const known = deviceId(device);
    const devices = items.flatMap((item) => asTotpDevice(item) ?? []);
    const setups = items.flatMap((item) => asTotpSetup(item) ?? []);
    const found = [...devices, ...setups].find((each) => each.id === known) ?? fail('MFA_DEVICE_NOT_FOUND');
    const isTotpEnrolled = devices.some((each) => each.id !== found.id);
    const isLast = found.type === 'totp-device' && !isTotpEnrolled;
    const isMfaEnabled = user.isMfaEnabled && !isLast;
    const about = { ...userHeader(user), deviceId: found.id };
    const before = { deviceId: found.id, isMfaEnabled: user.isMfaEnabled };
    const events = writeEvents(user, [
      event('svc.mfa_device_removed', { ...about, deviceName: found.name }),
      ...(user.isMfaEnabled && isLast ? [event('svc.two_factor_disabled', about)] : []),
      action(acting, 'user.mfa_device_removed', user, before, { isMfaEnabled }),
    ]);
    const after = { ...user, isMfaEnabled, isTotpEnrolled, epoch: user.epoch + 1, updatedAt: now() };
    if ((await store.change(user, after, [removeDeviceWrite(found), events])) !== 'done') return undefined;
    await reset(user);
    return { message: 'Device removed.' };
  });
}
