// What else an account has besides a password: authenticators, devices that were trusted, accounts at other providers.
import type { DeviceId, TenantId, UserId } from '../platform/ids.ts';
import * as keys from './keys.ts';
import type * as table from './table.ts';

/** An authenticator. `secret` is sealed. It counts once it is verified. */
export type TotpDevice = table.Item & {
  type: 'totp-device';
  id: DeviceId;
  name: string;
  secret: string;
  verifiedAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
};

/** A device that needs no second factor for a while. `hash` is that of its token. */
export type TrustedDevice = table.Item & {
  type: 'trusted-device';
  id: DeviceId;
  hash: string;
  ip: string;
  userAgent: string;
  lastUsedAt: number | null;
  expiresAt: number;
  createdAt: number;
};

/** An account at another provider: who he is there (`subject`), to whom (`issuer`). */
export type Identity = table.Item & {
  type: 'identity';
  id: string;
  provider: string;
  issuer: string;
  subject: string;
  metadata: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
};

export const asTotpDevice = (item: table.Item): TotpDevice | undefined =>
  item.type === 'totp-device' ? (item as TotpDevice) : undefined;
export const asTrustedDevice = (item: table.Item): TrustedDevice | undefined =>
  item.type === 'trusted-device' ? (item as TrustedDevice) : undefined;
export const asIdentity = (item: table.Item): Identity | undefined =>
  item.type === 'identity' ? (item as Identity) : undefined;

export const totpDeviceKey = keys.device;

/** The write that removes an authenticator, if it is still there. */
export const removeTotpDevice = (tenant: TenantId, user: UserId, device: DeviceId): table.Write => ({
  remove: keys.device(tenant, user, device),
});
