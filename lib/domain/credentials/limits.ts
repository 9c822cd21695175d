// Limits guessing and flooding. An attempt is counted before anything is compared, in one conditional write to the
// table. Keys are HMACs of the canonical identifier, so that unknown accounts are limited exactly like known ones, and
// the table does not reveal who tried what.
import { type ErrorCode, fail } from '../../contract/errors.ts';
import { limiterKey } from '../../crypto/purpose-keys.ts';
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
  // 10 failures in 15 minutes, then a wait of at most 15 minutes: a stranger cannot lock an account for good
  // (NIST SP 800-63B 3.2.2 allows 100 consecutive failures, OWASP ASVS 6.3.1).
  'login-account': { max: 10, windowMs: 15 * MINUTE, code: 'ACCOUNT_LOCKED' },
  'admin-account': { max: 10, windowMs: 15 * MINUTE, code: 'ACCOUNT_LOCKED' },
  // Authenticator codes of an admin, guessed by a caller with the password: a chance of 1 in 50 000 an hour (OWASP ASVS
  // 6.6.3).
  'admin-otp': { max: 10, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // One IP address that tries many accounts. Generous, because an office shares an address.
  'login-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'admin-ip': { max: 50, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Each start creates an item. A user who returns from the provider gets the attempt refunded, as after a correct
  // password.
  'sso-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'signup-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Sign-up reveals whether an address is taken. After five such responses the IP address waits an hour.
  'signup-collision': { max: 5, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'lookup-ip': { max: 50, windowMs: MINUTE, code: 'RATE_LIMITED' },
  // The admin secret key: enough for typing errors, far too few for a search.
  'secret-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-reset-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-global': { max: 50, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  // Guesses of one-time codes: 15 an hour, for any number of codes sent (OWASP ASVS 6.6.3). Further guesses get the
  // response of a wrong code.
  'code-address': { max: 15, windowMs: HOUR, code: 'RATE_LIMITED' },
  'code-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'token-ip': { max: 50, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Second factors: guesses an hour per account, over all sessions and methods (OWASP ASVS 6.6.3), and wrong guesses in
  // a row at any speed (NIST SP 800-63B 3.2.2 allows 100). After that, only a recovery code or an admin helps.
  'mfa-account': { max: 10, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  'mfa-in-a-row': { max: 50, windowMs: 365 * DAY, code: 'ACCOUNT_LOCKED' },
  'recovery-account': { max: 5, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // Tenant switches, which create sessions: plenty for a person, too few to enumerate tenants or tokens.
  'switch-account': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Messages cost money and annoy people (OWASP ASVS 2.4.1). E-mails count per purpose and address; SMS for all
  // purposes together, except codes that complete a login.
  'send-gap': { max: 1, windowMs: MINUTE, code: 'RATE_LIMITED' },
  'send-ip': { max: 30, windowMs: HOUR, code: 'RATE_LIMITED' },
  'email-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED' },
  'email-day': { max: 10, windowMs: DAY, code: 'RATE_LIMITED' },
  'email-tenant-day': { max: 20_000, windowMs: DAY, code: 'RATE_LIMITED' },
  'sms-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED' },
  'sms-day': { max: 6, windowMs: DAY, code: 'RATE_LIMITED' },
  // A number without its last four digits: SMS pumping fraud goes through a range of numbers.
  'sms-prefix': { max: 50, windowMs: HOUR, code: 'RATE_LIMITED' },
  'sms-tenant-day': { max: 1000, windowMs: DAY, code: 'RATE_LIMITED' },
} as const satisfies Record<string, Limit>;

export type Scope = keyof typeof limits;
/** Returns how many attempts a window of the scope allows. */
export const maxOf = (scope: Scope): number => limits[scope].max;
/** A counted attempt, which can be refunded. */
export type Consumption = { scope: Scope; hash: string; count: number; resetAt: number };

/** Uses the oldest root version: counts continue through a rotation, and all functions count in the same bucket. */
async function hashOf(scope: Scope, parts: string[]): Promise<string> {
  return hmac(limiterKey(await rootSecret('session')), scope, ...parts);
}

/**
 * Counts an attempt. Throws the scope's 429 with `Retry-After` if none is left. Throws `Unavailable` without the table.
 */
export async function consume(scope: Scope, ...parts: string[]): Promise<Consumption> {
  const hash = await hashOf(scope, parts);
  if (!config().limits) return { scope, hash, count: 0, resetAt: 0 };
  const { max, windowMs } = limits[scope];
  const result = await limiter.consume(scope, hash, max, windowMs, now());
  if ('exhaustedUntil' in result) return refuse(scope, result.exhaustedUntil);
  return { scope, hash, count: result.count, resetAt: result.resetAt };
}

/** Counts an attempt and returns whether it is allowed. For limits that the response must not reveal. */
export async function tryConsume(scope: Scope, ...parts: string[]): Promise<boolean> {
  if (!config().limits) return true;
  const { max, windowMs } = limits[scope];
  const result = await limiter.consume(scope, await hashOf(scope, parts), max, windowMs, now());
  if ('exhaustedUntil' in result) logRefusal(scope);
  return !('exhaustedUntil' in result);
}

/** Resets the attempts of an account after a successful proof. */
export async function reset({ scope, hash }: Pick<Consumption, 'scope' | 'hash'>): Promise<void> {
  if (config().limits) await limiter.reset(scope, hash);
}

/** Resets the attempts of an account whose password was set by an authorised caller. */
export const resetFor = async (scope: Scope, ...parts: string[]): Promise<void> =>
  reset({ scope, hash: await hashOf(scope, parts) });

/** Resets the failed logins of both addresses, so that a new password works at once. */
export async function resetLogins({ tenantId, email, phone }: Addressed): Promise<void> {
  await Promise.all([
    email !== null && resetFor('login-account', tenantId, 'email', email),
    phone !== null && resetFor('login-account', tenantId, 'phone', phone),
  ]);
}
type Addressed = { tenantId: string; email: string | null; phone: string | null };

/**
 * Refunds an attempt of a shared bucket, but only once the bucket is half full. Below that, a refund is not worth a
 * write.
 */
export async function refundIfBusy(attempt: Consumption): Promise<void> {
  const { scope, count } = attempt;
  if (count > limits[scope].max / 2) await refund(attempt);
}

/** Refunds an attempt. */
export async function refund({ scope, hash, resetAt }: Consumption): Promise<void> {
  if (config().limits) await limiter.refund(scope, hash, resetAt);
}

/** Returns the key of a bucket, to read it along with other items for `requireRoom`. */
export const bucketKey = async (scope: Scope, ...parts: string[]) =>
  limiter.bucketKey(scope, await hashOf(scope, parts));

/** Throws the scope's 429 if the bucket, read before, is full. For events that are counted afterwards by `record`. */
export function requireRoom(scope: Scope, bucket: Item | undefined): void {
  const { count, resetAt } = limiter.attemptsIn(bucket, now());
  if (config().limits && count >= limits[scope].max) refuse(scope, resetAt);
}

/** Counts an event. Never throws 429. */
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

/** Returns the network that an IP address is counted as: itself for IPv4, its /64 (one customer) for IPv6. */
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
