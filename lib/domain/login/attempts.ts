// Counts attempts at passwords before they are compared. A limit that strangers used up does not stop the devices and
// networks that the account was used from: each of them has a reserve of its own.
import type { Held, User } from '../../store/people/users.ts';
import { knownDevice, knownSource, mayBeKnown } from '../account/known-source.ts';
import * as limits from '../credentials/limits.ts';
import type { Client } from '../sessions/caller.ts';

type Counted = limits.Consumption | limits.Refusal;

/** Throws RATE_LIMITED if the address was refused and the request carries no token that could be of a known device. */
export function requireAddress(address: Counted, client: Client): void {
  if (limits.isRefused(address) && !mayBeKnown(client)) limits.requireCounted(address);
}

/**
 * Returns the attempt if it was counted. If it was refused, counts one in the reserve of the device, or of the network
 * if not the network's own limit was used up. Throws the 429 of the limit without a reserve, ACCOUNT_LOCKED if the
 * reserve is used up, too. An account that does not exist has none.
 */
export async function requireAttempt(
  counted: Counted,
  user: User | undefined,
  held: Held,
  client: Client,
): Promise<limits.Consumption> {
  if (!limits.isRefused(counted)) return counted;
  const find = counted.scope === 'login-ip' ? knownDevice : knownSource;
  const source = user && (await find(user, held, client));
  return source ? limits.consume('login-reserve', ...source) : limits.requireCounted(counted);
}
