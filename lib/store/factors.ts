// What an account has besides a password: authenticators, recovery codes, devices that are trusted, accounts elsewhere.
import type { DeviceId, IdentityId, TenantId, UserId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

/** An authenticator that has shown a right code. `secret` is sealed. */
export type TotpDevice = table.Item & {
  type: 'totp-device';
  id: DeviceId;
  name: string;
  secret: string;
  /** Of the last code that was accepted. None of this step or an earlier one is accepted again. */
  lastStep: number;
  lastUsedAt: number | null;
  createdAt: number;
};

/** An authenticator that has yet to show one. Nothing accepts its codes but the end of the set-up. */
export type TotpSetup = table.Item & {
  type: 'totp-setup';
  id: DeviceId;
  name: string;
  secret: string;
  attempts: number;
  expiresAt: number;
  createdAt: number;
  ttl: number;
};

/** The digests of the codes that are left. The set goes with the last of them. */
export type RecoveryCodes = table.Item & { type: 'recovery-codes'; hashes?: Set<string>; createdAt: number };

/** A device that needs no second factor for a while. `hash` is that of its token. */
export type TrustedDevice = table.Item & {
  type: 'trusted-device';
  id: DeviceId;
  hash: string;
  /** When the token was last replaced. */
  rotatedAt: number;
  /** Of the user: whatever ends his sessions ends the trust. */
  epoch: number;
  ip: string;
  userAgent: string;
  lastUsedAt: number | null;
  expiresAt: number;
  createdAt: number;
  ttl: number;
};

/** An account at another provider: who he is there (`subject`), to whom (`issuer`). */
export type Identity = table.Item & {
  type: 'identity';
  id: IdentityId;
  /** Of provider, issuer and subject: the key of what makes it unique. */
  hash: string;
  /** The user's `identityEpoch` when it was linked: it opens nothing once that is another. */
  epoch: number;
  provider: string;
  issuer: string;
  subject: string;
  metadata: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
};

export const asTotpDevice = (item: table.Item): TotpDevice | undefined =>
  item.type === 'totp-device' ? (item as TotpDevice) : undefined;
export const asTotpSetup = (item: table.Item): TotpSetup | undefined =>
  item.type === 'totp-setup' ? (item as TotpSetup) : undefined;
export const asRecoveryCodes = (item: table.Item): RecoveryCodes | undefined =>
  item.type === 'recovery-codes' ? (item as RecoveryCodes) : undefined;
export const asTrustedDevice = (item: table.Item): TrustedDevice | undefined =>
  item.type === 'trusted-device' ? (item as TrustedDevice) : undefined;
export const asIdentity = (item: table.Item): Identity | undefined =>
  item.type === 'identity' ? (item as Identity) : undefined;

export const totpDeviceKey = keys.device;
export const totpSetupKey = keys.deviceSetup;
export const recoveryCodesKey = keys.recoveryCodes;
export const trustedDeviceKey = keys.trustedDevice;

/** The authenticators of a user, and set-ups as stored, dead ones included. */
export async function devicesOf(
  tenant: TenantId,
  user: UserId,
): Promise<{ devices: TotpDevice[]; setups: TotpSetup[] }> {
  const items = await table.span(keys.devicesOf(tenant, user));
  return {
    devices: items.flatMap((item) => asTotpDevice(item) ?? []),
    setups: items.flatMap((item) => asTotpSetup(item) ?? []),
  };
}

/** The write that removes an authenticator or the set-up of one, if it is still there. */
export const removeDeviceWrite = ({ pk, sk, id }: TotpDevice | TotpSetup): table.Write => ({
  remove: { pk, sk, if: '#id = :id', values: { id } },
});

/** The write that spends a step: of any number of callers with a code of one step, one succeeds. `now` in ms. */
export const useStepWrite = ({ pk, sk }: TotpDevice, step: number, now: number): table.Write => ({
  update: {
    pk,
    sk,
    set: 'SET #lastStep = :step, #lastUsedAt = :now',
    if: '#lastStep < :step',
    values: { step, now },
  },
});

/** Stores a set-up in its slot if the slot still holds `occupant`. One racer wins. */
export const beginSetup = (setup: TotpSetup, occupant: TotpSetup | undefined): Promise<boolean> =>
  occupant ? table.replace(setup, { if: '#id = :id', values: { id: occupant.id } }) : table.create(setup);

/** Counts a guess at a set-up, before anybody looks at it. `false`: its `max` guesses are used up, or it is gone. */
export async function guessSetup({ pk, sk, id }: TotpSetup, max: number, now: number): Promise<boolean> {
  const counted = await table.update<TotpSetup>(
    { pk, sk },
    {
      set: 'SET #attempts = #attempts + :one',
      if: '#id = :id AND #attempts < :max AND #expiresAt > :now',
      values: { one: 1, id, max, now },
    },
  );
  return !('refused' in counted);
}

/** Drops a set-up. `false`: it was gone. */
export const dropSetup = async ({ pk, sk, id }: TotpSetup): Promise<boolean> =>
  (await table.consume({ pk, sk }, { if: '#id = :id', values: { id } })) !== undefined;

export const findRecoveryCodes = (tenant: TenantId, user: UserId): Promise<RecoveryCodes | undefined> =>
  table.get<RecoveryCodes>(keys.recoveryCodes(tenant, user), 'recovery-codes');

/** Puts a set of codes in the place of the one before and writes the events, all or nothing. */
export async function replaceRecoveryCodes(codes: RecoveryCodes, events: table.Write): Promise<void> {
  await table.transact([{ put: codes }, events]);
}

/** The write that uses a recovery code up: of any number of callers one succeeds. */
export const useRecoveryCodeWrite = (tenant: TenantId, user: UserId, hash: string): table.Write => ({
  update: {
    ...keys.recoveryCodes(tenant, user),
    set: 'DELETE #hashes :used',
    if: 'contains(#hashes, :hash)',
    values: { used: new Set([hash]), hash },
  },
});

const unrotated = ({ id, hash }: TrustedDevice) => ({ if: '#id = :id AND #hash = :hash', values: { id, hash } });

/** The write that puts a trusted device into its slot if the slot still holds `occupant` as it was read. */
export const storeTrustWrite = (device: TrustedDevice, occupant: TrustedDevice | undefined): table.Write =>
  occupant ? { replace: { item: device, ...unrotated(occupant) } } : { create: device };

/** Replaces the hash of the device's token: of any number of callers one succeeds. `now` in ms. */
export async function rotateTrust(device: TrustedDevice, next: string, now: number): Promise<boolean> {
  const { if: condition, values } = unrotated(device);
  const { pk, sk } = device;
  const rotated = await table.update(
    { pk, sk },
    {
      set: 'SET #hash = :next, #rotatedAt = :now, #lastUsedAt = :now',
      if: condition,
      values: { ...values, next, now },
    },
  );
  return !('refused' in rotated);
}

/** Ends the trust in a device, unless its token was replaced meanwhile. */
export async function removeTrust(device: TrustedDevice): Promise<void> {
  const { pk, sk } = device;
  await table.consume({ pk, sk }, unrotated(device));
}
