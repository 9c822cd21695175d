// Brute force and floods: attempts are debited before anything is compared, in one conditional write, in the table.
// Keys are HMACs of the canonical identifier, so that unknown accounts are limited exactly like known ones and the
// table tells nobody who tried what.
import { type ErrorCode, fail } from '../../contract/errors.ts';
import { oldestVersion, purposeKey } from '../../crypto/purpose-keys.ts';
import { hmac } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { rootSecret } from '../../platform/secrets.ts';
import type { Item } from '../../store/dynamo/table.ts';
import * as limiter from '../../store/limiter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
type Limit = { max: number; windowMs: number; code: ErrorCode };

const limits = {
  // 10 failures in 15 minutes, then a wait that never exceeds those 15 minutes: no lock-out from outside
  // (NIST SP 800-63B 3.2.2 allows 100 consecutive failures, OWASP ASVS 6.3.1).
  'login-account': { max: 10, windowMs: 15 * MINUTE, code: 'ACCOUNT_LOCKED' },
  'admin-account': { max: 10, windowMs: 15 * MINUTE, code: 'ACCOUNT_LOCKED' },
  // Codes of an admin's authenticator, by whoever has the password: a chance of one in 50 000 an hour (OWASP ASVS 6.6.3).
  'admin-otp': { max: 10, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // One address trying many accounts. Generous, because an office shares an address.
  'login-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'admin-ip': { max: 50, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Each makes an item in the table. Whoever comes back gives his attempt back, as after a right password.
  'sso-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'signup-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Sign-up tells a taken address from a free one. After five such answers the address waits an hour.
  'signup-collision': { max: 5, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'lookup-ip': { max: 50, windowMs: MINUTE, code: 'RATE_LIMITED' },
  // The secret key: a mistyped key now and then, never a search.
  'secret-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-reset-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-global': { max: 50, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  // Guesses of one-time codes: three codes' worth in an hour, however many codes are sent (OWASP ASVS 6.6.3). Beyond that
  // the answer stays what it is for a wrong code.
  'code-address': { max: 15, windowMs: HOUR, code: 'RATE_LIMITED' },
  'code-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'token-ip': { max: 50, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Second factors: an hour's guesses of an account, whatever the session and method (OWASP ASVS 6.6.3), and wrong ones in
  // a row, however slowly (NIST SP 800-63B 3.2.2 allows 100), after which a recovery code or an admin has to help.
  'mfa-account': { max: 10, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  'mfa-in-a-row': { max: 50, windowMs: 365 * DAY, code: 'ACCOUNT_LOCKED' },
  'recovery-account': { max: 5, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // Changes of tenant, which make sessions: many for a person, too few to go through tenants or tokens.
  'switch-account': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Messages cost money and patience (OWASP ASVS 2.4.1). Per purpose and address; numbers for all purposes together, but for
  // codes that complete a login.
  'send-gap': { max: 1, windowMs: MINUTE, code: 'RATE_LIMITED' },
  'send-ip': { max: 30, windowMs: HOUR, code: 'RATE_LIMITED' },
  'email-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED' },
  'email-day': { max: 10, windowMs: DAY, code: 'RATE_LIMITED' },
  'email-tenant-day': { max: 20_000, windowMs: DAY, code: 'RATE_LIMITED' },
  'sms-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED' },
  'sms-day': { max: 6, windowMs: DAY, code: 'RATE_LIMITED' },
  // A number less its last four digits: what somebody who is paid for calls to his range would go through.
  'sms-prefix': { max: 50, windowMs: HOUR, code: 'RATE_LIMITED' },
  'sms-tenant-day': { max: 1000, windowMs: DAY, code: 'RATE_LIMITED' },
} as const satisfies Record<string, Limit>;

export type Scope = keyof typeof limits;
/** How many attempts a window of the scope allows. */
export const maxOf = (scope: Scope): number => limits[scope].max;
/** An attempt that was counted, so that it can be given back. */
export type Consumption = { scope: Scope; hash: string; count: number; resetAt: number };

/** Under the oldest root: counts go on through its rotation, and functions that have not heard of it yet count in the same place. */
async function hashOf(scope: Scope, parts: string[]): Promise<string> {
  const roots = await rootSecret();
  return hmac(purposeKey(roots, 'limiter', oldestVersion(roots)), scope, ...parts);
}

/** Counts an attempt. Throws the scope's 429 with `Retry-After` when none is left; fails closed when the table is away. */
export async function consume(scope: Scope, ...parts: string[]): Promise<Consumption> {
  const hash = await hashOf(scope, parts);
  if (!config().limits) return { scope, hash, count: 0, resetAt: 0 };
  const { max, windowMs } = limits[scope];
  const result = await limiter.consume(scope, hash, max, windowMs, now());
  if ('exhaustedUntil' in result) return refuse(scope, result.exhaustedUntil);
  return { scope, hash, count: result.count, resetAt: result.resetAt };
}

/** Counts an attempt and answers whether it was one of those allowed. For what must not show in the answer. */
export async function tryConsume(scope: Scope, ...parts: string[]): Promise<boolean> {
  if (!config().limits) return true;
  const { max, windowMs } = limits[scope];
  const result = await limiter.consume(scope, await hashOf(scope, parts), max, windowMs, now());
  if ('exhaustedUntil' in result) logRefusal(scope);
  return !('exhaustedUntil' in result);
}

/** Forgets the attempts of an account after it proved itself. */
export async function reset({ scope, hash }: Pick<Consumption, 'scope' | 'hash'>): Promise<void> {
  if (config().limits) await limiter.reset(scope, hash);
}

/** Forgets the attempts of an account whose password was set by somebody entitled to. */
export const resetFor = async (scope: Scope, ...parts: string[]): Promise<void> =>
  reset({ scope, hash: await hashOf(scope, parts) });

/** Whoever has a new password needn't wait for the failures of the old one. */
export async function resetLogins({ tenantId, email, phone }: Addressed): Promise<void> {
  await Promise.all([
    email !== null && resetFor('login-account', tenantId, 'email', email),
    phone !== null && resetFor('login-account', tenantId, 'phone', phone),
  ]);
}
type Addressed = { tenantId: string; email: string | null; phone: string | null };

/** Gives an attempt back. A shared bucket is only written when it is filling up: below half, counting it is harmless. */
export async function refundIfBusy(attempt: Consumption): Promise<void> {
  const { scope, count } = attempt;
  if (count > limits[scope].max / 2) await refund(attempt);
}

/** Gives an attempt back, always. */
export async function refund({ scope, hash, resetAt }: Consumption): Promise<void> {
  if (config().limits) await limiter.refund(scope, hash, resetAt);
}

/** The key under which a bucket can be read along with other items, for `demandRoom`. */
export const bucketKey = async (scope: Scope, ...parts: string[]) =>
  limiter.bucketKey(scope, await hashOf(scope, parts));

/** Throws the scope's 429 when the bucket, read before, is full. For what is counted only after the fact. */
export function requireRoom(scope: Scope, bucket: Item | undefined): void {
  const { count, resetAt } = limiter.attemptsIn(bucket, now());
  if (config().limits && count >= limits[scope].max) refuse(scope, resetAt);
}

/** Counts an event without refusing it. */
export async function record(scope: Scope, ...parts: string[]): Promise<void> {
  const { max, windowMs } = limits[scope];
  if (config().limits) await limiter.consume(scope, await hashOf(scope, parts), max, windowMs, now());
}

function logRefusal(scope: Scope): void {
  log.warn('limit', { scope });
  count('RateLimited');
}

function refuse(scope: Scope, until: number): never {
  logRefusal(scope);
  return fail(limits[scope].code, { retryAfter: (until - now()) / 1000 });
}

/** The network an address counts for: an IPv4 address alone, an IPv6 address with its /64 (one customer's share). */
export function network(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i);
  if (mapped) return mapped[1] as string;
  const [head = '', tail = ''] = (ip.split('%')[0] as string).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
