// Recognises the devices and networks that an account was used from. They have a reserve beside every limit that
// strangers can use up (limits.ts), so this opens no account by itself.

import { digest } from '../../crypto/secrets.ts';
import { seconds } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import { sessionId, slotOf, type UserId } from '../../platform/ids.ts';
import type { Held, User } from '../../store/people/users.ts';
import * as users from '../../store/people/users.ts';
import * as limits from '../credentials/limits.ts';
import { networkHash, withNetwork } from '../credentials/networks.ts';
import type { Client } from '../sessions/caller.ts';
import * as tokens from '../sessions/tokens.ts';
import { findTrusted } from '../sessions/trusted-devices.ts';

/** Tokens that are looked at: those of the accounts that a browser holds. */
const MAX_TOKENS = 5;

/** The parts of a reserve's key: the account, its password, and the device or network. */
export type Source = readonly [account: UserId, password: string, source: string];

/** A reset of the password opens new reserves. */
const sourceOf = (user: User, source: string): Source => [user.id, digest(user.passwordHash ?? ''), source];

/**
 * Returns the device that sent a live token of a trusted device of the account, or a refresh token of one of its
 * sessions, ended or not. A pending login proves too little, and a token from before the account was claimed or its
 * password reset may be of another person. Consumes nothing.
 */
export async function knownDevice(user: User, held: Held, client: Client): Promise<Source | undefined> {
  const device = findTrusted(user, held.trusted, client.trustTokens);
  if (device) return sourceOf(user, device.id);
  for (const token of client.sessionTokens.slice(0, MAX_TOKENS)) {
    const claims = await tokens.readRefresh(token);
    // In whole seconds, like `iat`: the session that the claim itself starts counts.
    const isOurs = typeof claims !== 'string' && claims.sub === user.id && claims.iat >= seconds(user.sourcesSince);
    const session = isOurs ? sessionId(claims.sid) : undefined;
    if (session && slotOf(session) !== undefined) return sourceOf(user, session);
  }
  return undefined;
}

/** Returns the known device, or else the network if the account was used from it. */
export async function knownSource(user: User, held: Held, client: Client): Promise<Source | undefined> {
  const device = await knownDevice(user, held, client);
  if (device) return device;
  const network = limits.network(client.ip);
  const seen = [...held.sessions, ...held.trusted].some(
    ({ epoch, ip }) => epoch === user.epoch && limits.network(ip) === network,
  );
  const isKnown = seen || user.networks.includes(await networkHash(user.id, client.ip));
  return isKnown ? sourceOf(user, network) : undefined;
}

/** Whether the request carries a token that `knownDevice` would look at. */
export const mayBeKnown = ({ trustTokens, sessionTokens }: Client): boolean =>
  trustTokens.length + sessionTokens.length > 0;

/** Remembers the network of a login that was completed. Writes only if the network is new. The login does not fail. */
export async function rememberNetwork(user: User, { ip }: Client): Promise<void> {
  const hash = await networkHash(user.id, ip);
  if (user.networks.includes(hash)) return;
  await followUp('network', users.setNetworks(user, withNetwork(user.networks, hash)));
}
