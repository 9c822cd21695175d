// Switching second factors on and off, and giving authenticators up.
import { fail } from '../../contract/errors.ts';
import * as store from '../../store/factors.ts';
import { event, userHeader } from '../../store/outbox.ts';
import type { Tenant } from '../../store/tenants.ts';
import { canComplete, methodsOf, policyOf, provedAt } from '../sessions/mfa-policy.ts';
import type { Actor } from '../sessions/sessions.ts';
import { requireRecent } from '../sessions/step-up.ts';
import { changeFactors, requireMfa } from './change-factors.ts';
import * as recoveryCodes from './recovery-codes.ts';

/** Throws MFA_LAST_FACTOR where the tenant demands that something stays. */
function requireRemovable(tenant: Tenant): void {
  if (policyOf(tenant) === 'required') fail('MFA_LAST_FACTOR');
}

const disabled = (user: Actor['user'], deviceId: string | null) =>
  event('svc.two_factor_disabled', { ...userHeader(user), deviceId });

/**
 * Demands a second factor at login, or no more. Authenticators stay. Throws MFA_CANNOT_ENABLE_WITHOUT_METHOD where the
 * owner couldn't log in any more, MFA_TOGGLING_NOT_ALLOWED where the tenant demands one.
 */
export async function toggle(actor: Actor, enabled: boolean): Promise<{ message: string }> {
  const { tenant, session } = actor;
  requireMfa(actor);
  if (!enabled && policyOf(tenant) === 'required') fail('MFA_TOGGLING_NOT_ALLOWED');
  await changeFactors(actor, ({ user }) => {
    if (user.isMfaEnabled === enabled) return undefined;
    if (!enabled) return { user: { isMfaEnabled: false }, writes: [], events: [disabled(user, null)] };
    const methods = methodsOf(user, tenant);
    const [method] = methods;
    if (!method || !canComplete(user, methods)) return fail('MFA_CANNOT_ENABLE_WITHOUT_METHOD');
    return {
      user: { isMfaEnabled: true },
      writes: [],
      events: [event('svc.two_factor_enabled', { ...userHeader(user), method, deviceId: null })],
      // The login of this session was the proof that was asked for; it stays one until it is too old.
      mfaAt: session.mfaAt ?? session.authAt,
    };
  });
  return { message: `Two-factor authentication is ${enabled ? 'on' : 'off'}.` };
}

/** Removes an authenticator, or the set-up of one. With the last one the second factor is off. */
export async function removeDevice(actor: Actor, deviceId: string): Promise<{ message: string }> {
  requireMfa(actor);
  const { setups } = await store.devicesOf(actor.tenant.id, actor.user.id);
  const setup = setups.find(({ id }) => id === deviceId);
  if (setup && (await store.dropSetup(setup))) return { message: 'Set-up cancelled.' };
  await changeFactors(actor, ({ user, devices }) => {
    const device = devices.find(({ id }) => id === deviceId) ?? fail('MFA_DEVICE_NOT_FOUND');
    const isLast = devices.length === 1;
    if (isLast) requireRemovable(actor.tenant);
    const detail = { ...userHeader(user), deviceId: device.id, deviceName: device.name };
    return {
      user: isLast ? { isMfaEnabled: false, isTotpEnrolled: false } : {},
      writes: [store.removeDeviceWrite(device)],
      events: [
        event('svc.mfa_device_removed', detail),
        ...(isLast && user.isMfaEnabled ? [disabled(user, device.id)] : []),
      ],
    };
  });
  return { message: 'Device removed.' };
}

/**
 * Gives up every authenticator, for whoever lost them. Proof is a recovery code, which is used up, or a fresh one of the
 * session. Throws MFA_RECOVERY_CODE_INVALID, REAUTH_REQUIRED, MFA_LAST_FACTOR.
 */
export async function resetTotp(actor: Actor, code: string | undefined): Promise<{ message: string }> {
  requireMfa(actor);
  if (code === undefined) requireRecent(provedAt(actor));
  else await recoveryCodes.consumeGuess(actor.user);
  await changeFactors(actor, ({ user, devices, setups, recoveryCodes: left }) => {
    const used = code === undefined ? undefined : recoveryCodes.requireRecoveryCode(left, code);
    if (!devices.length) return fail('MFA_NOT_ENABLED');
    requireRemovable(actor.tenant);
    return {
      user: { isMfaEnabled: false, isTotpEnrolled: false },
      writes: [
        ...[...devices, ...setups].map(store.removeDeviceWrite),
        ...(used === undefined ? [] : [store.useRecoveryCodeWrite(user.tenantId, user.id, used)]),
      ],
      events: [disabled(user, null), ...(used === undefined ? [] : [recoveryCodes.recoveryCodeUsedEvent(user, left)])],
    };
  });
  if (code !== undefined) await recoveryCodes.resetGuesses(actor.user);
  return { message: 'Authenticators removed. Two-factor authentication is off.' };
}
