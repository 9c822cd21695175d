// Switches second factors on and off, and removes authenticators.
import { fail } from '../../contract/errors.ts';
import { event, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/factors.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import type { Actor } from '../sessions/caller.ts';
import { canComplete, methodsOf, policyOf, provedAt } from '../sessions/mfa-policy.ts';
import { hasPasskeyFactor } from '../sessions/passkey-policy.ts';
import { requireRecent } from '../sessions/step-up.ts';
import { changeFactors, requireMfa } from './change-factors.ts';
import * as recoveryCodes from './recovery-codes.ts';

/** Throws MFA_LAST_FACTOR if the tenant requires a second factor, so the last one must stay. A passkey is another one. */
function requireRemovable(tenant: TenantHead, user: User): void {
  if (policyOf(tenant) === 'required' && !hasPasskeyFactor(user, tenant)) fail('MFA_LAST_FACTOR');
}

const disabledEvent = (user: Actor['user'], deviceId: string | null) =>
  event('svc.two_factor_disabled', { ...userHeader(user), deviceId });

/**
 * Makes a second factor mandatory at login, or no longer mandatory. Authenticators stay. Throws
 * MFA_CANNOT_ENABLE_WITHOUT_METHOD if the user could not log in any more, and MFA_TOGGLING_NOT_ALLOWED if the tenant
 * requires a second factor.
 */
export async function toggle(actor: Actor, enabled: boolean): Promise<{ message: string }> {
  const { tenant, session } = actor;
  requireMfa(actor);
  if (!enabled && policyOf(tenant) === 'required') fail('MFA_TOGGLING_NOT_ALLOWED');
  await changeFactors(actor, ({ user }) => {
    if (user.isMfaEnabled === enabled) return undefined;
    if (!enabled) return { user: { isMfaEnabled: false }, writes: [], events: [disabledEvent(user, null)] };
    const method = firstMethodOf(user, tenant) ?? fail('MFA_CANNOT_ENABLE_WITHOUT_METHOD');
    return {
      user: { isMfaEnabled: true },
      writes: [],
      events: [event('svc.two_factor_enabled', { ...userHeader(user), method, deviceId: null })],
      // The operation required a recent login, which stays the proof until it is too old.
      mfaAt: session.mfaAt ?? session.authAt,
    };
  });
  return { message: `Two-factor authentication is ${enabled ? 'on' : 'off'}.` };
}

/** Returns the best method with which the account could complete a login; `undefined` if it could not. */
function firstMethodOf(user: User, tenant: TenantHead) {
  const methods = methodsOf(user, tenant);
  if (hasPasskeyFactor(user, tenant)) return methods[0] ?? 'passkey';
  return canComplete(user, methods) ? methods[0] : undefined;
}

/**
 * Removes an authenticator, or cancels a set-up. Without the last one, and a passkey, the second factor is off. Throws
 * MFA_DEVICE_NOT_FOUND, and MFA_LAST_FACTOR for the last one if the tenant requires a second factor.
 */
export async function removeDevice(actor: Actor, deviceId: string): Promise<{ message: string }> {
  requireMfa(actor);
  const { setups } = await store.devicesOf(actor.tenant.id, actor.user.id);
  const setup = setups.find(({ id }) => id === deviceId);
  if (setup && (await store.dropSetup(setup))) return { message: 'Set-up cancelled.' };
  await changeFactors(actor, ({ user, devices }) => {
    const device = devices.find(({ id }) => id === deviceId) ?? fail('MFA_DEVICE_NOT_FOUND');
    const isLast = devices.length === 1;
    if (isLast) requireRemovable(actor.tenant, user);
    const isOver = isLast && !hasPasskeyFactor(user, actor.tenant);
    const detail = { ...userHeader(user), deviceId: device.id, deviceName: device.name };
    return {
      user: isLast ? { isTotpEnrolled: false, ...(isOver && { isMfaEnabled: false }) } : {},
      writes: [store.removeDeviceWrite(device)],
      events: [
        event('svc.mfa_device_removed', detail),
        ...(isOver && user.isMfaEnabled ? [disabledEvent(user, device.id)] : []),
      ],
    };
  });
  return { message: 'Device removed.' };
}

/**
 * Removes every authenticator, for users who lost them, and switches the second factor off. The proof is a recovery
 * code, which is consumed, or without `code` a recent proof of the session. Throws MFA_RECOVERY_CODE_INVALID,
 * ACCOUNT_LOCKED after too many guesses, REAUTH_REQUIRED, MFA_NOT_ENABLED, MFA_LAST_FACTOR.
 */
export async function resetTotp(actor: Actor, code: string | undefined): Promise<{ message: string }> {
  requireMfa(actor);
  if (code === undefined) requireRecent(provedAt(actor));
  else await recoveryCodes.consumeGuess(actor.user);
  await changeFactors(actor, ({ user, devices, setups, recoveryCodes: unused }) => {
    const hash = code === undefined ? undefined : recoveryCodes.requireRecoveryCode(unused, code);
    if (!devices.length) return fail('MFA_NOT_ENABLED');
    requireRemovable(actor.tenant, user);
    return {
      user: { isMfaEnabled: false, isTotpEnrolled: false },
      writes: [...devices, ...setups].map(store.removeDeviceWrite),
      usedCode: hash,
      events: [
        disabledEvent(user, null),
        ...(hash === undefined ? [] : [recoveryCodes.recoveryCodeUsedEvent(user, unused)]),
      ],
    };
  });
  if (code !== undefined) await recoveryCodes.resetGuesses(actor.user);
  return { message: 'Authenticators removed. Two-factor authentication is off.' };
}
