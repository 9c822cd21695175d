// Stores one-time codes and link tokens. A user has at most one of each purpose, and one for each client that binds its
// own to itself; a new one replaces the old. None is looked up by its value: codes are stored as a keyed hash, tokens
// (256 random bits) as a digest. Both carry the epoch of the user, so they end with the user's sessions.
import type { ADDRESSES, AddressKind, CHANNELS, Channel } from '../../contract/channels.ts';
import type { SessionId, TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** What a code proves. A code of one purpose is wrong for every other one. */
export type CodePurpose =
  | (typeof CHANNELS)[Channel]['login' | 'secondFactor']
  | (typeof ADDRESSES)[AddressKind]['verify' | 'change']
  | 'reset'
  | 'list-tenants';
export type TokenPurpose = 'reset-password' | 'set-password' | 'recover-account';

type Common = {
  id: string;
  hash: string;
  /** The address it was sent to. It proves possession of that address. */
  to: string;
  channel: Channel;
  epoch: number;
  expiresAt: number;
  createdAt: number;
  ttl: number;
};
/** A password, or the identity that was linked in this epoch of identities. */
export type SignupChoice = { passwordHash: string } | { identityEpoch: number };
export type OneTimeCode = table.Item &
  Common & {
    type: 'one-time-code';
    purpose: CodePurpose;
    /** Attempts so far, including the current one once it is counted. */
    attempts: number;
    /** The hash of the secret of the client that asked for it. Part of the key: no other client finds the code. */
    binding?: string;
    /** What the client chose that signed up, kept until the same client proves the address with this code. */
    choice?: SignupChoice;
    /** The login that it completes. It completes no other. */
    session?: SessionId;
  };
export type LinkToken = table.Item &
  Common & {
    type: 'link-token';
    purpose: TokenPurpose;
    /** Of `recover-account`: whether its use removes the passkeys of before. */
    removesPasskeys?: boolean;
  };

export const codeKey = keys.oneTimeCode;
export const tokenKey = keys.linkToken;
export const asCode = (item: table.Item | undefined): OneTimeCode | undefined =>
  item?.type === 'one-time-code' ? (item as OneTimeCode) : undefined;
export const asToken = (item: table.Item | undefined): LinkToken | undefined =>
  item?.type === 'link-token' ? (item as LinkToken) : undefined;

export const findCode = (
  tenant: TenantId,
  user: UserId,
  purpose: CodePurpose,
  binding?: string,
): Promise<OneTimeCode | undefined> =>
  table.get<OneTimeCode>(keys.oneTimeCode(tenant, user, purpose, binding), 'one-time-code');

/** Returns the live code of this purpose without counting an attempt. For codes too long to guess. `now` in ms. */
export async function findLiveCode(
  tenant: TenantId,
  user: UserId,
  { purpose, binding }: { purpose: CodePurpose; binding: string | undefined },
  now: number,
): Promise<OneTimeCode | undefined> {
  const code = await findCode(tenant, user, purpose, binding);
  return code && code.expiresAt > now ? code : undefined;
}
export const findToken = (tenant: TenantId, user: UserId, purpose: TokenPurpose): Promise<LinkToken | undefined> =>
  table.get<LinkToken>(keys.linkToken(tenant, user, purpose), 'link-token');

/**
 * Replaces the code of the same purpose and client and writes the events, all or nothing. A client that signed up and
 * asks for another code keeps its choice.
 */
export async function replaceCode(code: OneTimeCode, events: table.Write): Promise<void> {
  await table.transact({ code: code.binding === undefined ? { put: code } : { merge: code }, events });
}

/**
 * Counts an attempt at the live code of this purpose and client and returns the code, so that an attempt is counted
 * before it is compared. `undefined`: there is no code, it has expired, or its `max` attempts are used up. At most `max` callers get
 * the code, also when they are concurrent. `now` in ms.
 */
export async function consumeAttempt(
  tenant: TenantId,
  user: UserId,
  { purpose, binding }: { purpose: CodePurpose; binding: string | undefined },
  max: number,
  now: number,
): Promise<OneTimeCode | undefined> {
  const counted = await table.update<OneTimeCode>(keys.oneTimeCode(tenant, user, purpose, binding), {
    add: { attempts: 1 },
    if: '#type = :type AND #attempts < :max AND #expiresAt > :now',
    values: { type: 'one-time-code', max, now },
  });
  return 'refused' in counted ? undefined : counted;
}

/** The write that uses up a code or token. If callers race, one succeeds. */
export const consumeWrite = (code: OneTimeCode | LinkToken): table.Write => ({
  remove: { pk: code.pk, sk: code.sk, ...table.unchanged(code, 'id') },
});

/** The write that keeps a code alive when the epoch of its user is raised. Refused if the code was used or replaced. */
export const carryOverWrite = (code: OneTimeCode, epoch: number): table.Write => ({
  update: { pk: code.pk, sk: code.sk, set: { epoch }, ...table.unchanged(code, 'id') },
});

/** The write that replaces a token. Refused if `before` is not the token that is stored (`undefined`: none). */
export const replaceWrite = (token: LinkToken, before: LinkToken | undefined): table.Write =>
  before ? { replace: { item: token, ...table.unchanged(before, 'id') } } : { create: token };
