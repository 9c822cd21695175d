// Manages trusted devices, which need no second factor for a while. A device's token works once: each login replaces
// it, so a token that is shown again was copied. Ending all sessions of the account ends the trust in its devices.
import { randomInt } from 'node:crypto';
import { digest, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { deviceId, newDeviceId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { config } from '../../platform/settings/config.ts';
import type { Write } from '../../store/dynamo/table.ts';
import {
  removeTrust,
  rotateTrustWrite,
  storeTrustWrite,
  type TrustedDevice,
  trustedDeviceKey,
} from '../../store/people/factors.ts';
import type { User } from '../../store/people/users.ts';
import { isOfNow } from '../still-counts.ts';
import type { Client } from './caller.ts';

/** The least recently used device makes room for a new one. */
const MAX_DEVICES = 10;
/** Tokens a browser may send, for several accounts. Further ones are ignored. */
export const MAX_TOKENS = 5;
/** A token that was just replaced may come from a second tab, so it does not end the trust. */
const GRACE_MS = 10_000;

/** Whether the device needs no second factor now. `at` in ms. */
export const isTrusted = (device: TrustedDevice, user: User, at: number): boolean =>
  device.expiresAt > at && device.epoch === user.epoch && isOfNow(device.createdAt);

/** Returns the device that one of the tokens is valid for. Consumes nothing. */
export const findTrusted = (
  user: User,
  trusted: readonly TrustedDevice[],
  tokens: readonly string[],
): TrustedDevice | undefined =>
  trusted.find((device) =>
    tokens.slice(0, MAX_TOKENS).some((token) => {
      const [id, secret = ''] = token.split('.');
      return device.id === id && isTrusted(device, user, now()) && sameSecret(digest(secret), device.hash);
    }),
  );

/**
 * Returns the replacement of a trusted device's token, with the write that consumes the token; `undefined` if no device
 * matches. If several callers show one token, exactly one write succeeds. A replaced token that is shown later ends the
 * trust.
 */
export async function redeem(
  user: User,
  trusted: readonly TrustedDevice[],
  tokens: readonly string[],
): Promise<{ token: string; write: Write } | undefined> {
  const at = now();
  for (const token of tokens.slice(0, MAX_TOKENS)) {
    const [id, secret = ''] = token.split('.');
    const device = trusted.find((candidate) => candidate.id === id && isTrusted(candidate, user, at));
    if (!device || deviceId(id) === undefined) continue;
    if (sameSecret(digest(secret), device.hash)) {
      const next = randomSecret();
      return { token: `${device.id}.${next}`, write: rotateTrustWrite(device, digest(next), at) };
    }
    if (at - device.rotatedAt > GRACE_MS) {
      log.warn('trusted_device_reuse', { tenant: user.tenantId, user: user.id });
      await removeTrust(device);
    }
  }
  return undefined;
}

/**
 * Returns the token of a new trusted device, and the write that stores it over the least recently used of the `known`.
 */
export function trust(
  user: User,
  known: readonly TrustedDevice[],
  { ip, userAgent }: Client,
): { token: string; write: Write } {
  const at = now();
  const bySlot = new Map(known.map((device) => [device.sk, device]));
  const slots = Array.from({ length: MAX_DEVICES }, (_, slot) => trustedDeviceKey(user.tenantId, user.id, slot));
  const usedAt = (sk: string): number => {
    const occupant = bySlot.get(sk);
    return occupant && isTrusted(occupant, user, at) ? occupant.rotatedAt : 0;
  };
  // Racing callers spread over the free slots.
  const least = Math.min(...slots.map(({ sk }) => usedAt(sk)));
  const candidates = slots.filter(({ sk }) => usedAt(sk) === least);
  const key = candidates[randomInt(candidates.length)]!;
  const secret = randomSecret();
  const expiresAt = at + config().ttl.trustedDevice * 1000;
  const device: TrustedDevice = {
    ...key,
    type: 'trusted-device',
    id: newDeviceId(),
    hash: digest(secret),
    rotatedAt: at,
    epoch: user.epoch,
    ip: ip.slice(0, 45),
    userAgent: userAgent.slice(0, 100),
    lastUsedAt: null,
    expiresAt,
    createdAt: at,
    ttl: seconds(expiresAt) + 86_400,
  };
  return { token: `${device.id}.${secret}`, write: storeTrustWrite(device, bySlot.get(key.sk)) };
}
