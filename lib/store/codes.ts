// One-time codes and link tokens: one live one of each purpose and user. A new one replaces the old; none is ever read by
// its value. Codes are stored as a keyed hash, tokens (256 random bits) as a digest. Both carry the epoch of the user:
// whatever ends his sessions ends them too.
import type { SessionId, TenantId, UserId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

/** What a code proves. A code of one purpose is wrong for every other. */
export type CodePurpose =
  | 'verify-email'
  | 'verify-phone'
  | 'login-email'
  | 'login-sms'
  | 'mfa-email'
  | 'mfa-sms'
  | 'reset';
export type TokenPurpose = 'reset-password' | 'set-password';
export type Channel = 'email' | 'sms';

type Common = {
  id: string;
  hash: string;
  /** The address it was sent to, whose possession it proves. */
  to: string;
  channel: Channel;
  epoch: number;
  expiresAt: number;
  createdAt: number;
  ttl: number;
};
export type OneTimeCode = table.Item &
  Common & {
    type: 'one-time-code';
    purpose: CodePurpose;
    /** Tries made, this one included once it has been counted. */
    attempts: number;
    /** Made by the sign-up itself: whoever has it chose the password of that sign-up, too. */
    isOfSignup?: boolean;
    /** The login it is for: it completes no other. */
    session?: SessionId;
  };
export type LinkToken = table.Item & Common & { type: 'link-token'; purpose: TokenPurpose };

export const codeKey = keys.oneTimeCode;
export const tokenKey = keys.linkToken;
export const asCode = (item: table.Item | undefined): OneTimeCode | undefined =>
  item?.type === 'one-time-code' ? (item as OneTimeCode) : undefined;
export const asToken = (item: table.Item | undefined): LinkToken | undefined =>
  item?.type === 'link-token' ? (item as LinkToken) : undefined;

export const findCode = (tenant: TenantId, user: UserId, purpose: CodePurpose): Promise<OneTimeCode | undefined> =>
  table.get<OneTimeCode>(keys.oneTimeCode(tenant, user, purpose), 'one-time-code');
export const findToken = (tenant: TenantId, user: UserId, purpose: TokenPurpose): Promise<LinkToken | undefined> =>
  table.get<LinkToken>(keys.linkToken(tenant, user, purpose), 'link-token');

/** Puts a code in the place of the one before and writes the events, all or nothing. */
export async function replaceCode(code: OneTimeCode, events: table.Write): Promise<void> {
  await table.transact([{ put: code }, events]);
}

/**
 * Counts a try on the live code of this purpose, before anybody looks at what was sent. `undefined`: there is none, it
 * has expired, or its `max` tries are used up. However many try at once, no more than `max` get the code to compare.
 */
export async function consumeAttempt(
  tenant: TenantId,
  user: UserId,
  purpose: CodePurpose,
  max: number,
  now: number,
): Promise<OneTimeCode | undefined> {
  const counted = await table.update<OneTimeCode>(keys.oneTimeCode(tenant, user, purpose), {
    set: 'SET #attempts = #attempts + :one',
    if: '#type = :type AND #attempts < :max AND #expiresAt > :now',
    values: { one: 1, type: 'one-time-code', max, now },
  });
  return 'refused' in counted ? undefined : counted;
}

/** The write that uses a code or token up: of any number of callers one succeeds. */
export const consumeWrite = ({ pk, sk, id }: OneTimeCode | LinkToken): table.Write => ({
  remove: { pk, sk, if: '#id = :id', values: { id } },
});

/** The write that puts a token in the place of the one before, which must be the one that was read, if any. */
export const replaceWrite = (token: LinkToken, before: LinkToken | undefined): table.Write =>
  before ? { replace: { item: token, if: '#id = :before', values: { before: before.id } } } : { create: token };
