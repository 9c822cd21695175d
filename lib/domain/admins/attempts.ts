// Counts attempts at the password of an admin before it is compared. Each network has its own, so strangers do not lock
// the admin out. All networks share a row. When it is full, a network of the admin's last logins has a reserve. Once that is
// used up, too, and on any other network, the login needs a code that is sent to the admin. What is counted belongs to a password: a new one begins at zero, and
// so does an unlock by an owner.
import { digest } from '../../crypto/secrets.ts';
import * as store from '../../store/admins/admins.ts';
import * as limits from '../credentials/limits.ts';
import { networkHash } from '../credentials/networks.ts';
import type { Client } from '../sessions/caller.ts';
import { isConfirmed, refuseUnconfirmed } from './confirmation.ts';

/** What an attempt consumed, and the admin of the address. */
export type Attempt = { admin: store.Admin | undefined; consumed: limits.Consumption[] };

/** The key of what is counted of an admin's password. Guesses at an address before it had an admin do not count. */
const guessed = (admin: store.Admin): [string, string, string] => [
  admin.id,
  digest(admin.passwordHash),
  String(admin.unlocks),
];

/**
 * Counts an attempt and returns it with the admin. Throws ACCOUNT_LOCKED if none is left for this network, and
 * EMAIL_CODE_REQUIRED if none is left for all of them. An unknown address costs the same.
 */
export async function consume(email: string, emailCode: string | undefined, client: Client): Promise<Attempt> {
  const admin = await store.findByEmail(email);
  const key = admin ? guessed(admin) : ([email] as const);
  const ofNetwork = await limits.consume('admin-account', ...key, limits.network(client.ip));
  const row = await limits.attempt('admin-row', ...key);
  const counted = limits.isRefused(row) ? await fromReserve(admin, emailCode, email, client) : row;
  return { admin, consumed: [ofNetwork, counted] };
}

/**
 * Counts in the reserve of a network that the admin logged in from, or that showed the code sent to the admin. Others in a
 * known network, such as an office, may use its reserve up: then the code opens that network as it opens any other.
 */
async function fromReserve(
  admin: store.Admin | undefined,
  emailCode: string | undefined,
  email: string,
  { ip }: Client,
): Promise<limits.Consumption> {
  if (admin?.networks.includes(await networkHash(admin.id, ip))) {
    const ofNetwork = await limits.attempt('admin-reserve', ...guessed(admin), limits.network(ip));
    if (!limits.isRefused(ofNetwork)) return ofNetwork;
  }
  if (!admin || !(await isConfirmed(admin, emailCode))) return refuseUnconfirmed(admin, email);
  // One bucket for all networks: the mailbox has as many guesses as a known network.
  return limits.consume('admin-reserve', ...guessed(admin), 'email');
}

/** Refunds the attempt: the password was right, but the login is not complete. */
export const refund = ({ consumed }: Attempt): Promise<unknown> => Promise.all(consumed.map(limits.refund));

/** Resets the attempts after a login, with the row also where a reserve was used: it counts since the last success. */
export async function reset({ admin, consumed }: Attempt): Promise<void> {
  const isOfRow = consumed.some(({ scope }) => scope === 'admin-row');
  const row = admin && !isOfRow ? [limits.resetFor('admin-row', ...guessed(admin))] : [];
  await Promise.all([...consumed.map(limits.reset), ...row]);
}

/** Counts a guess at the admin's authenticator. Throws ACCOUNT_LOCKED. */
export const consumeCode = (admin: store.Admin): Promise<limits.Consumption> =>
  limits.consume('admin-otp', ...codes(admin));

/** Resets the guesses at the authenticator, which is another one from now on. */
export const resetCodes = (admin: store.Admin): Promise<unknown> => limits.resetFor('admin-otp', ...codes(admin));

const codes = ({ id, unlocks }: store.Admin): [string, string] => [id, String(unlocks)];

/** Returns the keys of the buckets that all networks share: of the password and of the authenticator. */
export const sharedBuckets = async (admin: store.Admin) =>
  Promise.all([limits.bucketKey('admin-row', ...guessed(admin)), limits.bucketKey('admin-otp', ...codes(admin))]);
