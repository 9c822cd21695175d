// One-time codes and link tokens: one live one of each purpose and user. A new one replaces the old; none is ever read by
// its value. Codes are stored as a keyed hash, tokens (256 random bits) as a digest.
import type { TenantId, UserId } from '../platform/ids.ts';
import * as keys from './keys.ts';
import * as table from './table.ts';

/** What a code proves. A code of one purpose is wrong for every other. */
export type CodePurpose = 'verify-email' | 'verify-phone' | 'login-email' | 'login-sms' | 'reset';
export type TokenPurpose = 'reset-password' | 'set-password';
export type Channel = 'email' | 'sms';

export type OneTimeCode = table.Item & {
  type: 'one-time-code';
  id: string;
  purpose: CodePurpose;
  hash: string;
  /** The address it was sent to, which it proves. */
  to: string;
  channel: Channel;
  /** Tries made. */
  attempts: number;
  expiresAt: number;
  createdAt: number;
  ttl: number;
};

export type LinkToken = table.Item & {
  type: 'link-token';
  id: string;
  purpose: TokenPurpose;
  hash: string;
  /** The address whose possession it proves, if it does. */
  to: string | null;
  channel: Channel | null;
  expiresAt: number;
  createdAt: number;
  ttl: number;
};

export const codeKey = keys.oneTimeCode;
export const tokenKey = keys.linkToken;

export const findCode = (tenant: TenantId, user: UserId, purpose: CodePurpose): Promise<OneTimeCode | undefined> =>
  table.get<OneTimeCode>(keys.oneTimeCode(tenant, user, purpose), 'one-time-code');
export const findToken = (tenant: TenantId, user: UserId, purpose: TokenPurpose): Promise<LinkToken | undefined> =>
  table.get<LinkToken>(keys.linkToken(tenant, user, purpose), 'link-token');
