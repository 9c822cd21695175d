// Decides what an address of an account is good for, and what survives when an address is proved. Every path that
// proves something about an account asks here: codes, links, identity providers and admins. The table is lib/contract/pathways.ts.

import { ADDRESSES, type AddressKind, addressKinds } from '../../contract/channels.ts';
import type { ProvingPathway, pathways } from '../../contract/pathways.ts';
import { event, type NewEvent, userHeader } from '../../store/outbox.ts';
import type { Identifier, User } from '../../store/people/users.ts';
import { firstAddress } from '../addresses.ts';

/** Whether the creator's credentials survive, as the table says. A copy, because its prose is not for the functions. */
const KEEPS: { readonly [Name in ProvingPathway]: (typeof pathways)[Name]['keepsCredentials'] } = {
  loginCode: false,
  signupCode: false,
  verificationCode: true,
  addressChange: true,
  reset: false,
  invitation: false,
  invitationPasskey: false,
  providerAddress: false,
  admin: false,
};

/**
 * What an address of an account is good for. `proved`: its owner proved it. `first`: nothing about the account was
 * proved yet, and this is the address that may be: the e-mail address, or the phone number of an account without one.
 * `inert`: any other unproved address. The person who typed it may have typed another person's, so it opens nothing.
 */
export function standingOf(user: User, kind: AddressKind): 'proved' | 'first' | 'inert' {
  if (user[`${kind}VerifiedAt`] !== null) return 'proved';
  if (user[kind] === null || user[`${ADDRESSES[kind].other}VerifiedAt`] !== null) return 'inert';
  return firstAddress(user).kind === kind ? 'first' : 'inert';
}

/** Whether a code or link at this address may open the account, or set its password. */
export const opensAccount = (user: User, kind: AddressKind): boolean => standingOf(user, kind) !== 'inert';

/**
 * Returns the user after the address was proved along this pathway, and the events of the proof. The proof of an address
 * raises the epoch, which ends every session, code and token from before it. If the account was unclaimed and the
 * pathway does not show that its creator and the owner of the address are one person, the creator's credentials go.
 * An address that is not the account's, or is proved already, proves nothing. `now` in ms.
 */
export function proveAddress(
  user: User,
  pathway: ProvingPathway,
  { kind, value }: Identifier,
  now: number,
): { user: User; events: NewEvent[] } {
  const verifiedAt = `${kind}VerifiedAt` as const;
  if (user[kind] !== value || user[verifiedAt] !== null) return { user, events: [] };
  const claimed = KEEPS[pathway] ? { user, events: [] } : withoutCreator(user, [kind], now);
  return {
    user: { ...claimed.user, [verifiedAt]: now, isUnclaimed: false, epoch: user.epoch + 1, updatedAt: now },
    events: [event(ADDRESSES[kind].verified, userHeader(user)), ...claimed.events],
  };
}

/**
 * Returns the user without what the creator of an unclaimed account left in it: password, identities, second factors, known
 * devices and networks, and the addresses that are not `kept`. The creator may have used another person's address ("Pre-hijacked accounts",
 * Sudhodanan and Paverd, 2022). Returns a claimed account as it is. The caller raises the epoch and writes
 * `factorRemovals`.
 */
export function withoutCreator(
  user: User,
  kept: readonly AddressKind[],
  now: number,
): { user: User; events: NewEvent[] } {
  if (!user.isUnclaimed) return { user, events: [] };
  const dropped = addressKinds.filter((kind) => user[kind] !== null && !kept.includes(kind));
  const after: User = {
    ...user,
    isUnclaimed: false,
    passwordHash: null,
    hasIdentity: false,
    identityEpoch: user.identityEpoch + (user.hasIdentity ? 1 : 0),
    isMfaEnabled: false,
    isTotpEnrolled: false,
    passkeyHandle: null,
    hasPasskey: false,
    passkeyRpId: null,
    networks: [],
    sourcesSince: now,
    mustChangePassword: false,
    ...Object.fromEntries(dropped.map((kind) => [kind, null])),
  };
  const header = userHeader(after);
  return {
    user: after,
    events: [
      ...(dropped.length ? [event('svc.user_updated', { ...header, updatedFields: dropped })] : []),
      ...(user.isMfaEnabled ? [event('svc.two_factor_disabled', { ...header, deviceId: null })] : []),
    ],
  };
}
