// Shows users their second factors. Secrets are never shown again.
import type { Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import * as store from '../../store/people/factors.ts';
import type { Actor } from '../sessions/caller.ts';
import { allowedMethods, canComplete, methodsOf, policyOf } from '../sessions/mfa-policy.ts';
import { hasPasskeyFactor } from '../sessions/passkey-policy.ts';
import { requireMfa } from './change-factors.ts';
import { pendingSetups } from './enrolment.ts';

type DeviceView = Reply<'GET /auth/mfa/devices'>[number];

const viewOf = (device: store.TotpDevice | store.TotpSetup): DeviceView => {
  const lastUsedAt = device.type === 'totp-device' ? iso(device.lastUsedAt) : null;
  return {
    id: device.id,
    deviceName: device.name,
    method: 'totp',
    verified: device.type === 'totp-device',
    createdAt: iso(device.createdAt),
    ...(lastUsedAt !== null && { lastUsedAt }),
  };
};

async function listDevices({ user, tenant }: Actor): Promise<DeviceView[]> {
  const { devices, setups } = await store.devicesOf(tenant.id, user.id);
  const byLastUse = devices.toSorted((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0));
  return [...byLastUse, ...pendingSetups(setups)].map(viewOf);
}

/** Returns the authenticators, last used first, then those that are being set up, newest first. */
export async function devices(actor: Actor): Promise<DeviceView[]> {
  requireMfa(actor);
  return listDevices(actor);
}

/**
 * Returns what the account has and what the tenant requires. A pending login gets no names of devices: it has proved
 * only one factor.
 */
export async function status(actor: Actor): Promise<Reply<'GET /auth/mfa/status'>> {
  const { user, tenant, session } = actor;
  const [policy, usable] = [policyOf(tenant), methodsOf(user, tenant, session.channel)];
  const [totpDevices, codes] = await Promise.all([
    session.pending ? [] : listDevices(actor),
    store.findRecoveryCodes(tenant.id, user.id),
  ]);
  const isOff = policy === 'off';
  return {
    isEnabled: user.isMfaEnabled && !isOff,
    required: policy === 'required',
    canToggle:
      policy === 'optional' &&
      (user.isMfaEnabled || hasPasskeyFactor(user, tenant) || canComplete(user, methodsOf(user, tenant))),
    allowUserToggle: policy === 'optional',
    allowMethodSelection: !isOff,
    configuredMethods: isOff ? [] : allowedMethods(tenant),
    verifiedMethods: isOff ? [] : usable,
    totpDevices: isOff ? [] : totpDevices,
    hasRecoveryCode: !isOff && (codes?.hashes?.size ?? 0) > 0,
    ...(hasPasskeyFactor(user, tenant) && !isOff && { hasPasskey: true }),
  };
}
