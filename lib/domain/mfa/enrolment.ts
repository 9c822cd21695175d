// Sets up authenticators: the user gets a secret for their app, then sends a code from it. An authenticator counts only
// after that code, and no login accepts that code again.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { newTotpSecret, otpAuthUrl, stepOf } from '../../crypto/totp.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { type DeviceId, newDeviceId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { qrCode } from '../../platform/qr-code.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import { event, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/factors.ts';
import type { User } from '../../store/people/users.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor } from '../sessions/caller.ts';
import { allowedMethods } from '../sessions/mfa-policy.ts';
import { isPasskeyRequired } from '../sessions/passkey-policy.ts';
import { isOfNow } from '../still-counts.ts';
import { changeFactors, requireMfa } from './change-factors.ts';

/** Authenticators of an account, its set-ups under way, and guesses at each set-up. */
const MAX_DEVICES = 10;
const MAX_SETUPS = 5;
const MAX_GUESSES = 10;
const SETUP_MS = 10 * 60_000;

const sealContext = ({ tenantId, id }: User, device: DeviceId): string => `totp|${tenantId}|${id}|${device}`;

/**
 * Returns the secret of an authenticator of this account. Returns `undefined` if it cannot be decrypted, because it was
 * copied from another account or its key is gone: no code of that authenticator is right, and the others still work.
 */
export async function openSecret(
  user: User,
  { id, secret }: Pick<store.TotpDevice, 'id' | 'secret'>,
): Promise<string | undefined> {
  const roots = await rootSecret('seal');
  try {
    return unseal(roots, sealContext(user, id), secret);
  } catch {
    log.error('authenticator_unreadable', { tenant: user.tenantId, user: user.id, device: id });
    count('RepairNeeded');
    return undefined;
  }
}

/** Returns an authenticator that another service has set up. Its secret is in base32. `at` in ms. */
export async function authenticatorOf(
  user: User,
  { secret, name }: { secret: string; name?: string | undefined },
  at: number,
): Promise<store.TotpDevice> {
  const id = newDeviceId();
  const plain = secret.toUpperCase().replace(/=+$/, '');
  return {
    ...store.totpDeviceKey(user.tenantId, user.id, id),
    type: 'totp-device',
    id,
    name: name ?? config().appName,
    secret: seal(await rootSecret('seal'), sealContext(user, id), plain),
    lastStep: 0,
    lastUsedAt: null,
    createdAt: at,
  };
}

/**
 * In the URL a colon separates issuer and account, so neither may contain one (Key Uri Format of Google Authenticator).
 */
const withoutColon = (text: string): string => text.replaceAll(':', ' ').trim();

/**
 * Begins a set-up and returns the secret, which is shown only this once. Throws MFA_NOT_ENABLED,
 * MFA_METHOD_NOT_AVAILABLE and MFA_DEVICE_LIMIT_REACHED. With too many set-ups under way, the oldest is dropped.
 */
export async function setUp(actor: Actor, { label, deviceName }: Body<'POST /auth/mfa/setup-totp'>) {
  const { user, tenant } = actor;
  requireMfa(actor);
  if (!allowedMethods(tenant).includes('totp') || isPasskeyRequired(tenant)) fail('MFA_METHOD_NOT_AVAILABLE');
  const owner = user.email ?? (user.phone as string);
  const [id, secret] = [newDeviceId(), newTotpSecret()];
  const sealed = seal(await rootSecret('seal'), sealContext(user, id), secret);
  const name = deviceName ?? `${config().appName} : ${owner}`;
  const stored = retryOnConflict('the set-ups of the account', async () => {
    const { devices, setups } = await store.devicesOf(tenant.id, user.id);
    if (devices.length >= MAX_DEVICES) return fail('MFA_DEVICE_LIMIT_REACHED');
    const { key, occupant } = chooseSlot(user, setups);
    const at = now();
    const setup: store.TotpSetup = {
      ...key,
      type: 'totp-setup',
      id,
      name,
      secret: sealed,
      attempts: 0,
      expiresAt: at + SETUP_MS,
      createdAt: at,
      ttl: seconds(at + SETUP_MS) + 86_400,
    };
    return (await store.beginSetup(setup, occupant)) || undefined;
  });
  const [{ name: tenantName }] = await Promise.all([wholeTenant(actor), stored]);
  const issuer = withoutColon(tenantName) || config().appName;
  const account = label ?? owner;
  const url = otpAuthUrl(issuer, account, secret);
  return { deviceId: id, secret, qrCode: await qrCode(url), otpAuthUrl: url, issuer, account };
}

/** Returns the slot of a new set-up and its occupant: a free slot, or that of the oldest set-up. */
function chooseSlot({ tenantId, id }: User, setups: readonly store.TotpSetup[]) {
  const slots = Array.from({ length: MAX_SETUPS }, (_, slot) => {
    const key = store.totpSetupKey(tenantId, id, slot);
    return { key, occupant: setups.find(({ sk }) => sk === key.sk) };
  });
  return slots.toSorted((a, b) => (a.occupant?.createdAt ?? 0) - (b.occupant?.createdAt ?? 0))[0]!;
}

/** Returns the set-ups that may still be completed, newest first. */
export const pendingSetups = (setups: readonly store.TotpSetup[]): store.TotpSetup[] =>
  setups
    .filter(({ expiresAt, createdAt }) => expiresAt > now() && isOfNow(createdAt))
    .toSorted((a, b) => b.createdAt - a.createdAt);

/** Completes a set-up, like `addDevice`. */
export async function completeSetUp(
  actor: Actor,
  body: Body<'POST /auth/mfa/verify-totp-setup'>,
): Promise<{ message: string }> {
  await addDevice(actor, body);
  return { message: 'Authenticator set up. Two-factor authentication is on.' };
}

/**
 * Completes the set-up of `deviceId`, the one with this `secret`, or else the newest, and enables the second factor.
 * Returns the authenticator and its user. Throws MFA_DEVICE_NOT_FOUND for a device of another account,
 * MFA_DEVICE_LIMIT_REACHED, and MFA_CODE_INVALID for a wrong code or if no set-up matches. If several callers show one
 * code, exactly one succeeds.
 */
export async function addDevice(
  actor: Actor,
  { otp, deviceId, secret }: Body<'POST /auth/mfa/verify-totp-setup'>,
): Promise<{ user: User; device: store.TotpDevice }> {
  const { user, tenant } = actor;
  requireMfa(actor);
  const { devices, setups } = await store.devicesOf(tenant.id, user.id);
  if (deviceId !== undefined && ![...devices, ...setups].some(({ id }) => id === deviceId))
    fail('MFA_DEVICE_NOT_FOUND');
  const opened = await Promise.all(
    pendingSetups(setups).map(async (setup) => ({ setup, setupSecret: await openSecret(user, setup) })),
  );
  const chosen = opened.find(
    ({ setup, setupSecret }) => (deviceId ?? setup.id) === setup.id && (secret ?? setupSecret) === setupSecret,
  );
  if (chosen?.setupSecret === undefined) return fail('MFA_CODE_INVALID');
  if (!(await store.guessSetup(chosen.setup, MAX_GUESSES, now()))) return fail('MFA_CODE_INVALID');
  const step = await stepOf(chosen.setupSecret, otp, now());
  if (step === undefined) return fail('MFA_CODE_INVALID');
  let device: store.TotpDevice | undefined;
  const after = await changeFactors(actor, ({ user: current, devices: others, setups: remaining }) => {
    const setup = remaining.find(({ id }) => id === chosen.setup.id) ?? fail('MFA_CODE_INVALID');
    if (others.length >= MAX_DEVICES) return fail('MFA_DEVICE_LIMIT_REACHED');
    const at = now();
    device = {
      ...store.totpDeviceKey(tenant.id, user.id, setup.id),
      type: 'totp-device',
      id: setup.id,
      name: setup.name,
      secret: setup.secret,
      lastStep: step,
      lastUsedAt: at,
      createdAt: setup.createdAt,
    };
    const header = { ...userHeader(user), deviceId: device.id };
    return {
      user: { isMfaEnabled: true, isTotpEnrolled: true },
      writes: [store.removeDeviceWrite(setup), { create: device }],
      events: [
        event('svc.mfa_device_added', { ...header, deviceName: device.name }),
        ...(current.isMfaEnabled ? [] : [event('svc.two_factor_enabled', { ...header, method: 'totp' })]),
      ],
      mfaAt: at,
    };
  });
  if (!device) throw new Error('an authenticator was added without being made');
  return { user: after, device };
}
