// Devices that need no second factor for a while. A token says which one, and works once: each login replaces it, so a
// token that comes back was copied. Whatever ends all sessions of the account ends its trust in devices.
import { randomInt } from 'node:crypto';
import { digest, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { deviceId, newDeviceId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { Write } from '../../store/dynamo/table.ts';
import {
  removeTrust,
  rotateTrust,
  storeTrustWrite,
  type TrustedDevice,
  trustedDeviceKey,
} from '../../store/factors.ts';
import type { User } from '../../store/users.ts';
import type { Client } from './sessions.ts';

/** The device that was last used longest ago makes room. */
const MOST = 10;
/** Tokens a browser may hold, for several accounts. More aren't looked at. */
export const MOST_TOKENS = 5;
/** A token replaced a moment ago may come from a second tab: no reason to distrust. */
const GRACE_MS = 10_000;

const isAlive = (device: TrustedDevice, user: User, at: number): boolean =>
  device.expiresAt > at && device.epoch === user.epoch && device.createdAt >= config().sessionsSince;

/**
 * The token that takes the place of the one that was shown, if it is that of a device the user trusts. Of any number of
 * callers with one token, one gets an answer. Shown again later, it ends the trust.
 */
export async function redeem(
  user: User,
  trusted: readonly TrustedDevice[],
  tokens: readonly string[],
): Promise<string | undefined> {
  const at = now();
  for (const token of tokens.slice(0, MOST_TOKENS)) {
    const [id, secret = ''] = token.split('.');
    const device = trusted.find((each) => each.id === id && isAlive(each, user, at));
    if (!device || deviceId(id) === undefined) continue;
    if (sameSecret(digest(secret), device.hash)) {
      const next = randomSecret();
      return (await rotateTrust(device, digest(next), at)) ? `${device.id}.${next}` : undefined;
    }
    if (at - device.rotatedAt > GRACE_MS) {
      log.warn('trusted_device_reuse', { tenant: user.tenantId, user: user.id });
      await removeTrust(device);
    }
  }
  return undefined;
}

/** A new trusted device: its token, and the write that stores it over the one least used of the `known`. */
export function trust(
  user: User,
  known: readonly TrustedDevice[],
  { ip, userAgent }: Client,
): { token: string; write: Write } {
  const at = now();
  const bySlot = new Map(known.map((device) => [device.sk, device]));
  const slots = Array.from({ length: MOST }, (_, slot) => trustedDeviceKey(user.tenantId, user.id, slot));
  const usedAt = (sk: string): number => {
    const occupant = bySlot.get(sk);
    return occupant && isAlive(occupant, user, at) ? occupant.rotatedAt : 0;
  };
  // Racers spread out over the free places.
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
