// Stores the second factors of an account: authenticators, recovery codes and trusted devices.
import type { DeviceId, TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** An authenticator that was verified by a code. `secret` is sealed. */
export type TotpDevice = table.Item & {
  type: 'totp-device';
  id: DeviceId;
  name: string;
  secret: string;
  /** The step of the last accepted code. No code of this step or an earlier one is accepted again. */
  lastStep: number;
  lastUsedAt: number | null;
  createdAt: number;
};

/** An authenticator that is not verified yet. Only the end of its set-up accepts its codes. */
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

/** The digests of the unused codes. DynamoDB removes the set with the last of them. */
export type RecoveryCodes = table.Item & { type: 'recovery-codes'; hashes?: Set<string>; createdAt: number };

/** A device that needs no second factor for a while. `hash` is the digest of its token. */
export type TrustedDevice = table.Item & {
  type: 'trusted-device';
  id: DeviceId;
  hash: string;
  /** When the token was last replaced. */
  rotatedAt: number;
  /** The user's epoch: the trust ends with the user's sessions. */
  epoch: number;
  ip: string;
  userAgent: string;
  lastUsedAt: number | null;
  expiresAt: number;
  createdAt: number;
  ttl: number;
};

export const asTotpDevice = (item: table.Item): TotpDevice | undefined =>
  item.type === 'totp-device' ? (item as TotpDevice) : undefined;
export const asTotpSetup = (item: table.Item): TotpSetup | undefined =>
  item.type === 'totp-setup' ? (item as TotpSetup) : undefined;
export const asRecoveryCodes = (item: table.Item): RecoveryCodes | undefined =>
  item.type === 'recovery-codes' ? (item as RecoveryCodes) : undefined;
export const asTrustedDevice = (item: table.Item): TrustedDevice | undefined =>
  item.type === 'trusted-device' ? (item as TrustedDevice) : undefined;

export const totpDeviceKey = keys.device;
export const totpSetupKey = keys.deviceSetup;
export const recoveryCodesKey = keys.recoveryCodes;
export const trustedDeviceKey = keys.trustedDevice;

/** The authenticators of a user, and their set-ups as stored, expired ones included. */
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

/** The write that removes an authenticator or its set-up, if it is still stored. */
export const removeDeviceWrite = (device: TotpDevice | TotpSetup): table.Write => ({
  remove: { pk: device.pk, sk: device.sk, ...table.unchanged(device, 'id') },
});

type Enrolment = {
  tenantId: TenantId;
  id: UserId;
  isMfaEnabled: boolean;
  isTotpEnrolled: boolean;
  isUnclaimed: boolean;
};

/**
 * Returns the writes to the recovery codes when an account changes. `used`: the hash of a code that is used up; refused
 * if it is not unused. Recovery codes end with what they recover: a second factor that is set up later starts without
 * old codes.
 */
export function recoveryCodesWrites(before: Enrolment, after: Enrolment, used?: string): table.Write[] {
  const isOver = (before.isMfaEnabled && !after.isMfaEnabled) || (before.isTotpEnrolled && !after.isTotpEnrolled);
  const key = keys.recoveryCodes(before.tenantId, before.id);
  if (used !== undefined && !isOver) return [useRecoveryCodeWrite(before.tenantId, before.id, used)];
  if (used !== undefined) return [{ remove: { ...key, if: 'contains(#hashes, :used)', values: { used } } }];
  return isOver ? [{ erase: key }] : [];
}

/**
 * Returns the writes that remove what the change ends: authenticators with their set-ups, and recovery codes. An account
 * that is claimed loses the set-ups that its creator began, too.
 */
export async function factorRemovals(before: Enrolment, after: Enrolment): Promise<table.Write[]> {
  const codes = recoveryCodesWrites(before, after);
  const isClaimed = before.isUnclaimed && !after.isUnclaimed;
  if (!isClaimed && (!before.isTotpEnrolled || after.isTotpEnrolled)) return codes;
  const { devices, setups } = await devicesOf(before.tenantId, before.id);
  return [...[...devices, ...setups].map(removeDeviceWrite), ...codes];
}

/** The write that uses up a step. If callers race with a code of one step, one succeeds. `now` in ms. */
export const useStepWrite = ({ pk, sk }: TotpDevice, step: number, now: number): table.Write => ({
  update: { pk, sk, set: { lastStep: step, lastUsedAt: now }, if: '#lastStep < :step', values: { step } },
});

/** The write that confirms that the last code of the authenticator is still the one of this step. */
export const keepStepWrite = ({ pk, sk, lastStep, lastUsedAt }: TotpDevice): table.Write => ({
  update: { pk, sk, set: { lastUsedAt }, ...table.unchanged({ lastStep }, 'lastStep') },
});

/** Stores a set-up in its slot if the slot still holds `occupant`. One racer wins. */
export const beginSetup = (setup: TotpSetup, occupant: TotpSetup | undefined): Promise<boolean> =>
  occupant ? table.replace(setup, table.unchanged(occupant, 'id')) : table.create(setup);

/** Counts a guess at a set-up before it is compared. `false`: its `max` guesses are used up, or it is gone. */
export async function guessSetup({ pk, sk, id }: TotpSetup, max: number, now: number): Promise<boolean> {
  const counted = await table.update<TotpSetup>(
    { pk, sk },
    { add: { attempts: 1 }, if: '#id = :id AND #attempts < :max AND #expiresAt > :now', values: { id, max, now } },
  );
  return !('refused' in counted);
}

/** Removes a set-up. `false`: it was gone. */
export const dropSetup = ({ pk, sk, id }: TotpSetup): Promise<boolean> =>
  table.erase({ pk, sk }, table.unchanged({ id }, 'id'));

export const findRecoveryCodes = (tenant: TenantId, user: UserId): Promise<RecoveryCodes | undefined> =>
  table.get<RecoveryCodes>(keys.recoveryCodes(tenant, user), 'recovery-codes');

type Protected = { tenantId: TenantId; id: UserId; epoch: number };

/**
 * Replaces the set of codes and writes the events, all or nothing. `false`: the second factor is off, or the sessions
 * of the user ended, since the user was read. Codes that were stored later would outlive what they recover.
 */
export async function replaceRecoveryCodes(user: Protected, codes: RecoveryCodes, events: table.Write) {
  const unchanged = table.unchanged(user, 'epoch');
  const isOn = { if: '#isMfaEnabled = :on', values: { on: true } };
  const check = { ...keys.user(user.tenantId, user.id), ...table.both(unchanged, isOn) };
  return (await table.transact({ user: { check }, codes: { put: codes }, events })) === 'done';
}

/** The write that uses up a recovery code. If callers race, one succeeds. */
export const useRecoveryCodeWrite = (tenant: TenantId, user: UserId, hash: string): table.Write => ({
  update: {
    ...keys.recoveryCodes(tenant, user),
    set: 'DELETE #hashes :used',
    if: 'contains(#hashes, :hash)',
    values: { used: new Set([hash]), hash },
  },
});

/** The write that stores a trusted device in its slot, if the slot still holds `occupant` with the same token. */
export const storeTrustWrite = (device: TrustedDevice, occupant: TrustedDevice | undefined): table.Write =>
  occupant ? { replace: { item: device, ...table.unchanged(occupant, 'id', 'hash') } } : { create: device };

/** The write that replaces the hash of the device's token. If callers race, one succeeds. `now` in ms. */
export const rotateTrustWrite = (device: TrustedDevice, next: string, now: number): table.Write => ({
  update: {
    pk: device.pk,
    sk: device.sk,
    set: { hash: next, rotatedAt: now, lastUsedAt: now },
    ...table.unchanged(device, 'id', 'hash'),
  },
});

/** Ends the trust in a device. `false`: its token was replaced meanwhile. */
export const removeTrust = (device: TrustedDevice): Promise<boolean> =>
  table.erase({ pk: device.pk, sk: device.sk }, table.unchanged(device, 'id', 'hash'));
