// Counts attempts at the password of an admin before it is compared. Each network has its own, so strangers do not lock
// the admin out. All networks share a row, beside which the networks of the admin's last logins have a reserve. The way
// out of a full row is a reset with the secret key.
import { digest } from '../../crypto/secrets.ts';
import * as store from '../../store/admins.ts';
import * as limits from '../credentials/limits.ts';
import { networkHash } from '../credentials/networks.ts';
import type { Client } from '../sessions/sessions.ts';

/** What an attempt consumed, and the admin of the address. */
export type Attempt = { admin: store.Admin | undefined; consumed: limits.Consumption[] };

/**
 * Counts an attempt and returns it with the admin. Throws ACCOUNT_LOCKED if none is left for this network. An unknown
 * address costs the same.
 */
export async function consume(email: string, client: Client): Promise<Attempt> {
  const network = limits.network(client.ip);
  const ofNetwork = await limits.consume('admin-account', email, network);
  const [row, admin] = await Promise.all([limits.attempt('admin-row', email), store.findByEmail(email)]);
  return { admin, consumed: [ofNetwork, await orReserve(row, admin, client)] };
}

/** Returns the counted attempt, else one from the reserve of a network that the admin logged in from. */
async function orReserve(
  row: limits.Consumption | limits.Refusal,
  admin: store.Admin | undefined,
  { ip }: Client,
): Promise<limits.Consumption> {
  if (!limits.isRefused(row)) return row;
  if (!admin?.networks.includes(await networkHash(admin.id, ip))) return limits.requireCounted(row);
  return limits.consume('admin-reserve', admin.id, digest(admin.passwordHash), limits.network(ip));
}

/** Refunds the attempt: the password was right, but the login is not complete. */
export const refund = ({ consumed }: Attempt): Promise<unknown> => Promise.all(consumed.map(limits.refund));

/** Resets the attempts after a login. */
export const reset = ({ consumed }: Attempt): Promise<unknown> => Promise.all(consumed.map(limits.reset));

/** Resets the attempts of the caller's network and the row, so that a new password works at once. */
export const resetLogins = (email: string, { ip }: Client): Promise<unknown> =>
  Promise.all([limits.resetFor('admin-account', email, limits.network(ip)), limits.resetFor('admin-row', email)]);
