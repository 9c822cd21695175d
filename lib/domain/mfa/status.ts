// What a user is shown of his second factors. A secret is never among it.
import type { Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import * as store from '../../store/factors.ts';
import { allowedMethods, canComplete, methodsOf, policyOf } from '../sessions/mfa-policy.ts';
import type { Actor } from '../sessions/sessions.ts';
import { requireMfa } from './change-factors.ts';
import { pendingSetup } from './enrolment.ts';

type Shown = Reply<'GET /auth/mfa/devices'>[number];

const shown = (device: store.TotpDevice | store.TotpSetup): Shown => {
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

async function shownDevices({ user, tenant }: Actor): Promise<Shown[]> {
  const { devices, setups } = await store.devicesOf(tenant.id, user.id);
  const byUse = devices.toSorted((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0));
  return [...byUse, ...pendingSetup(setups)].map(shown);
}

/** Authenticators, the last used first, then those that are being set up. */
export async function devices(actor: Actor): Promise<Shown[]> {
  requireMfa(actor);
  return shownDevices(actor);
}

/** What the account has and the tenant demands. A pending login learns no names of devices: it has one factor only. */
export async function status(actor: Actor): Promise<Reply<'GET /auth/mfa/status'>> {
  const { user, tenant, session } = actor;
  const [policy, usable] = [policyOf(tenant), methodsOf(user, tenant, session.channel)];
  const [totpDevices, codes] = await Promise.all([
    session.pending ? [] : shownDevices(actor),
    store.findRecoveryCodes(tenant.id, user.id),
  ]);
  const isOff = policy === 'off';
  return {
    isEnabled: user.isMfaEnabled && !isOff,
    required: policy === 'required',
    canToggle: policy === 'optional' && (user.isMfaEnabled || canComplete(user, methodsOf(user, tenant))),
    allowUserToggle: policy === 'optional',
    allowMethodSelection: !isOff,
    configuredMethods: isOff ? [] : allowedMethods(tenant),
    verifiedMethods: isOff ? [] : usable,
    totpDevices: isOff ? [] : totpDevices,
    hasRecoveryCode: !isOff && (codes?.hashes?.size ?? 0) > 0,
  };
}
