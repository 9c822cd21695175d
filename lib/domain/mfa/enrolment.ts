// Setting up an authenticator: a secret for the app, then a code from the app. Until that code was seen the device counts
// for nothing; the code itself is spent with it.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { newTotpSecret, otpAuthUrl, stepOf } from '../../crypto/totp.ts';
import { now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { type DeviceId, newDeviceId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { qrCode } from '../../platform/qr-code.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { rootSecret } from '../../platform/secrets.ts';
import * as store from '../../store/factors.ts';
import { event, userHeader } from '../../store/outbox.ts';
import type { User } from '../../store/users.ts';
import { allowedMethods } from '../sessions/mfa-policy.ts';
import type { Actor } from '../sessions/sessions.ts';
import { changeFactors, requireMfa } from './change-factors.ts';

/** Authenticators of an account, set-ups of it under way, and guesses at each of those. */
const MOST_DEVICES = 10;
const MOST_SETUPS = 5;
const GUESSES = 10;
const SETUP_MS = 10 * 60_000;

const sealContext = ({ tenantId, id }: User, device: DeviceId): string => `totp|${tenantId}|${id}|${device}`;

/**
 * The secret of an authenticator of this account; `undefined` for one that doesn't open, because it was moved here from
 * another account or its key is gone. That one is no way in, and shuts no other.
 */
export async function secretOf(
  user: User,
  { id, secret }: Pick<store.TotpDevice, 'id' | 'secret'>,
): Promise<string | undefined> {
  const roots = await rootSecret();
  try {
    return unseal(roots, sealContext(user, id), secret);
  } catch {
    log.error('authenticator_unreadable', { tenant: user.tenantId, user: user.id, device: id });
    return undefined;
  }
}

/** Codes are shown under "issuer (account)"; the colon is what separates the two. */
const withoutColon = (text: string): string => text.replaceAll(':', ' ').trim();

/** Begins a set-up: the only time that the secret is shown. Throws MFA_DEVICE_LIMIT_REACHED. */
export async function setUp(actor: Actor, { label, deviceName }: Body<'POST /auth/mfa/setup-totp'>) {
  const { user, tenant } = actor;
  requireMfa(actor);
  if (!allowedMethods(tenant).includes('totp')) fail('MFA_METHOD_NOT_AVAILABLE');
  const owner = user.email ?? (user.phone as string);
  const [id, secret] = [newDeviceId(), newTotpSecret()];
  const sealed = seal(await rootSecret(), sealContext(user, id), secret);
  const name = deviceName ?? `${config().appName} : ${owner}`;
  await retryOnConflict('the set-ups of the account', async () => {
    const { devices, setups } = await store.devicesOf(tenant.id, user.id);
    if (devices.length >= MOST_DEVICES) return fail('MFA_DEVICE_LIMIT_REACHED');
    const { key, occupant } = place(user, setups);
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
  const issuer = withoutColon(tenant.name) || config().appName;
  const account = label ?? owner;
  const url = otpAuthUrl(issuer, account, secret);
  return { deviceId: id, secret, qrCode: await qrCode(url), otpAuthUrl: url, issuer, account };
}

/** The place of a new set-up: free, or that of the oldest. */
function place({ tenantId, id }: User, setups: readonly store.TotpSetup[]) {
  const places = Array.from({ length: MOST_SETUPS }, (_, slot) => {
    const key = store.totpSetupKey(tenantId, id, slot);
    return { key, occupant: setups.find(({ sk }) => sk === key.sk) };
  });
  return places.toSorted((a, b) => (a.occupant?.createdAt ?? 0) - (b.occupant?.createdAt ?? 0))[0]!;
}

/** Set-ups that may still be completed, newest first. */
export const pendingSetup = (setups: readonly store.TotpSetup[]): store.TotpSetup[] =>
  setups.filter(({ expiresAt }) => expiresAt > now()).toSorted((a, b) => b.createdAt - a.createdAt);

/**
 * Completes a set-up: the one named, the one with this secret, or the newest. The account needs a second factor from then
 * on. Throws MFA_DEVICE_NOT_FOUND for a device that isn't the caller's, MFA_CODE_INVALID.
 */
export async function completeSetUp(
  actor: Actor,
  { otp, deviceId, secret }: Body<'POST /auth/mfa/verify-totp-setup'>,
): Promise<{ message: string }> {
  const { user, tenant } = actor;
  requireMfa(actor);
  const { devices, setups } = await store.devicesOf(tenant.id, user.id);
  if (deviceId !== undefined && ![...devices, ...setups].some(({ id }) => id === deviceId))
    fail('MFA_DEVICE_NOT_FOUND');
  const opened = await Promise.all(
    pendingSetup(setups).map(async (setup) => ({ setup, itsSecret: await secretOf(user, setup) })),
  );
  const found = opened.find(
    ({ setup, itsSecret }) => (deviceId ?? setup.id) === setup.id && (secret ?? itsSecret) === itsSecret,
  );
  if (found?.itsSecret === undefined) return fail('MFA_CODE_INVALID');
  if (!(await store.guessSetup(found.setup, GUESSES, now()))) return fail('MFA_CODE_INVALID');
  const step = await stepOf(found.itsSecret, otp, now());
  if (step === undefined) return fail('MFA_CODE_INVALID');
  await changeFactors(actor, ({ user: current, devices: others, setups: left }) => {
    const setup = left.find(({ id }) => id === found.setup.id) ?? fail('MFA_CODE_INVALID');
    if (others.length >= MOST_DEVICES) return fail('MFA_DEVICE_LIMIT_REACHED');
    const at = now();
    const device: store.TotpDevice = {
      ...store.totpDeviceKey(tenant.id, user.id, setup.id),
      type: 'totp-device',
      id: setup.id,
      name: setup.name,
      secret: setup.secret,
      lastStep: step,
      lastUsedAt: at,
      createdAt: setup.createdAt,
    };
    const about = { ...userHeader(user), deviceId: device.id };
    return {
      user: { isMfaEnabled: true, isTotpEnrolled: true },
      writes: [store.removeDeviceWrite(setup), { create: device }],
      events: [
        event('svc.mfa_device_added', { ...about, deviceName: device.name }),
        ...(current.isMfaEnabled ? [] : [event('svc.two_factor_enabled', { ...about, method: 'totp' })]),
      ],
      mfaAt: at,
    };
  });
  return { message: 'The authenticator is set up. Logging in needs it from now on.' };
}
