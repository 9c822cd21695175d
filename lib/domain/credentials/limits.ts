// Limits guessing and flooding. An attempt is counted before anything is compared, in one conditional write to the
// table. Keys are HMACs of the canonical identifier, so that unknown accounts are limited exactly like known ones, and
// the table does not reveal who tried what.
import { type ErrorCode, fail } from '../../contract/errors.ts';
import { limiterKey } from '../../crypto/purpose-keys.ts';
import { hmac } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { followUp } from '../../platform/follow-up.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { rootSecret } from '../../platform/secrets.ts';
import type { Item } from '../../store/dynamo/table.ts';
import * as limiter from '../../store/limiter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** `inARow`: attempts since the last success, at any speed. */
type Limit = { max: number; windowMs: number; code: ErrorCode; inARow?: number };

const limits = {
  // Guesses of passwords: 10 in 15 minutes, and at most 100 in a row, however slow (NIST SP 800-63B 3.2.2, OWASP ASVS
  // 6.3.1). Strangers together have 80 of them. The other 20 are a reserve of each device and network that the account
  // was used from: a stranger who uses up the 80 does not keep the owner out (OWASP, "Device Cookies"). A reset of the
  // password ends the row.
  'login-account': { max: 10, windowMs: 15 * MINUTE, inARow: 80, code: 'ACCOUNT_LOCKED' },
  'login-reserve': { max: 10, windowMs: 15 * MINUTE, inARow: 20, code: 'ACCOUNT_LOCKED' },
  // Guesses at an admin's password, per account and network, so that strangers use up their own. All networks share
  // the row.
  'admin-account': { max: 10, windowMs: 15 * MINUTE, code: 'ACCOUNT_LOCKED' },
  'admin-row': { max: 80, windowMs: 365 * DAY, inARow: 80, code: 'ACCOUNT_LOCKED' },
  'admin-reserve': { max: 10, windowMs: 15 * MINUTE, inARow: 20, code: 'ACCOUNT_LOCKED' },
  // Authenticator codes of an admin, guessed by a caller with the password: a chance of 1 in 50 000 an hour (OWASP ASVS
  // 6.6.3), and of 1 in 10 000 in all.
  'admin-otp': { max: 10, windowMs: HOUR, inARow: 50, code: 'ACCOUNT_LOCKED' },
  // Only the holder of the admin's session can use these up, so a stranger cannot keep the admin from a new password.
  'admin-current-password': { max: 10, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // Events of failed logins of one admin, and of all unknown addresses together: enough to see an attack, too few to
  // fill the bus and the logs behind it.
  'admin-failure-event': { max: 20, windowMs: HOUR, code: 'RATE_LIMITED' },
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
  // The admin secret key has no limit that all callers share: strangers would close the emergency exit with it, and no
  // search finds 32 random characters. Above 50 wrong keys an hour, an alarm goes off.
  'secret-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-reset-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-alarm': { max: 50, windowMs: HOUR, code: 'RATE_LIMITED' },
  // Guesses of one-time codes: 15 an hour, for any number of codes sent (OWASP ASVS 6.6.3), and 25 in a row for each
  // purpose and address: 100 for an account with two addresses, for login and reset (NIST SP 800-63B 3.2.2). Further
  // guesses get the response of a wrong code. After 25 in a row the codes have 20 digits (codes.ts).
  'code-address': { max: 15, windowMs: HOUR, inARow: 25, code: 'RATE_LIMITED' },
  // Wrong guesses at codes that are bound to a client, of all clients of an address. Each client's guesses are counted in
  // `code-address` apart, so that strangers use up nothing of the owner's code.
  'code-bound-row': { max: 25, windowMs: 365 * DAY, code: 'RATE_LIMITED' },
  // Wrong codes of a tenant. Above that, an alarm goes off: few guesses at each of many accounts stay below other limits.
  'code-alarm': { max: 300, windowMs: HOUR, code: 'RATE_LIMITED' },
  'code-ip': { max: 100, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'token-ip': { max: 50, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Second factors: guesses an hour per account, over all sessions and methods (OWASP ASVS 6.6.3), and wrong guesses in
  // a row at any speed (NIST SP 800-63B 3.2.2 allows 100). After that, only a recovery code or an admin helps: the
  // guesser has the password.
  'mfa-account': { max: 10, windowMs: HOUR, inARow: 50, code: 'ACCOUNT_LOCKED' },
  'recovery-account': { max: 5, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // Tenant switches, which create sessions: plenty for a person, too few to enumerate tenants or tokens.
  'switch-account': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Refusals of refresh, counted after the fact: the live token always works. An office shares an address. Uses of the
  // grace period: twenty tabs that refresh together, ten times.
  'refresh-session': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'refresh-ip': { max: 300, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'refresh-grace': { max: 200, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Messages cost money and annoy people (OWASP ASVS 2.4.1). E-mails count per purpose and mailbox; SMS for all purposes
  // together, except codes that complete a login. message-budget.ts says who shares which.
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
  // The share of one network in the SMS of a tenant.
  'sms-share': { max: 50, windowMs: DAY, code: 'RATE_LIMITED' },
  // What a device or network that the account was used from may request after strangers used up the limits above.
  'send-reserve': { max: 5, windowMs: DAY, code: 'RATE_LIMITED' },
  // What all devices and networks of an account may request from their reserves: each login makes another device.
  'send-reserve-account': { max: 10, windowMs: DAY, code: 'RATE_LIMITED' },
  // The owner is told about wrong guesses once a day (OWASP ASVS 6.3.5).
  'guessing-notice': { max: 1, windowMs: DAY, code: 'RATE_LIMITED' },
} as const satisfies Record<string, Limit>;

export type Scope = keyof typeof limits;
const limitOf = (scope: Scope): Limit => limits[scope];
/** Returns how many attempts a window of the scope allows. */
export const maxOf = (scope: Scope): number => limitOf(scope).max;
/** A counted attempt, which can be refunded. `row`: attempts since the last success, this one included. */
export type Consumption = { scope: Scope; hash: string; count: number; resetAt: number; row: number };
/** An attempt that was not allowed. `isRowFull`: not the window but the row is exhausted. */
export type Refusal = { scope: Scope; refusedUntil: number; isRowFull: boolean };

export const isRefused = (attempt: Consumption | Refusal): attempt is Refusal => 'refusedUntil' in attempt;

/** Uses the oldest root version: counts continue through a rotation, and all functions count in the same bucket. */
async function hashOf(scope: Scope, parts: string[]): Promise<string> {
  return hmac(limiterKey(await rootSecret('session')), scope, ...parts);
}

/** Counts an attempt, and returns it or its refusal. Throws `Unavailable` without the table. */
export async function attempt(scope: Scope, ...parts: string[]): Promise<Consumption | Refusal> {
  const hash = await hashOf(scope, parts);
  if (!config().limits) return { scope, hash, count: 0, resetAt: 0, row: 0 };
  const { max, windowMs, inARow } = limitOf(scope);
  const result = await limiter.consume(scope, hash, max, windowMs, now(), inARow);
  if ('count' in result) return { scope, hash, ...result };
  logRefusal(scope);
  return { scope, refusedUntil: result.exhaustedUntil, isRowFull: result.isRowFull ?? false };
}

/** Returns the attempt if it was counted. Throws the scope's 429 with `Retry-After` if it was refused. */
export function requireCounted(counted: Consumption | Refusal): Consumption {
  return isRefused(counted) ? failUntil(counted.scope, counted.refusedUntil) : counted;
}

/**
 * Counts an attempt. Throws the scope's 429 with `Retry-After` if none is left. Throws `Unavailable` without the table.
 */
export const consume = async (scope: Scope, ...parts: string[]): Promise<Consumption> =>
  requireCounted(await attempt(scope, ...parts));

/** Counts an attempt and returns whether it is allowed. For limits that the response must not reveal. */
export const tryConsume = async (scope: Scope, ...parts: string[]): Promise<boolean> =>
  !isRefused(await attempt(scope, ...parts));

/** Resets the attempts of an account after a successful proof. Without the table they stay counted. */
export async function reset({ scope, hash }: Pick<Consumption, 'scope' | 'hash'>): Promise<void> {
  if (config().limits) await followUp('reset', limiter.reset(scope, hash));
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
export async function refundIfBusy(attempt: Omit<Consumption, 'row'>): Promise<void> {
  const { scope, count } = attempt;
  if (count > limits[scope].max / 2) await refund(attempt);
}

/** Refunds an attempt. Without the table it stays counted. */
export async function refund({ scope, hash, resetAt }: Pick<Consumption, 'scope' | 'hash' | 'resetAt'>): Promise<void> {
  if (!config().limits) return;
  await followUp('refund', limiter.refund(scope, hash, resetAt, limitOf(scope).inARow !== undefined));
}

/**
 * Ends the row of wrong attempts after a right one, and refunds that one. Wrong ones of the window stay counted. Without
 * the table the row goes on.
 */
export async function endRow({ scope, hash, resetAt }: Consumption): Promise<void> {
  if (config().limits) await followUp('end of a row', limiter.endRow(scope, hash, resetAt));
}

/** A row up to this length is not worth a write: some of its attempts were right ones. */
const SHORT_ROW = 5;

/** Ends the row after a right attempt once it is long. Below that, a write for each success would be wasted. */
export async function endLongRow(attempt: Consumption): Promise<void> {
  if (attempt.row > SHORT_ROW) await endRow(attempt);
}

/** Returns the key of a bucket, to read it along with other items for `requireRoom`. */
export const bucketKey = async (scope: Scope, ...parts: string[]) =>
  limiter.bucketKey(scope, await hashOf(scope, parts));

/** Throws the scope's 429 if the bucket, read before, is full. For events that are counted afterwards by `record`. */
export function requireRoom(scope: Scope, bucket: Item | undefined): void {
  const { count, resetAt } = limiter.attemptsIn(bucket, now());
  if (!config().limits || count < limits[scope].max) return;
  logRefusal(scope);
  failUntil(scope, resetAt);
}

/**
 * Whether the window or the row of the bucket, read before, is exhausted. `further`: a bucket whose attempts belong to
 * the row, too.
 */
export function isFull(scope: Scope, bucket: Item | undefined, further?: Item): boolean {
  const { max, inARow = Number.POSITIVE_INFINITY } = limitOf(scope);
  const row = limiter.rowIn(bucket, now()) + limiter.attemptsIn(further, now()).count;
  return limiter.attemptsIn(bucket, now()).count >= max || row >= inARow;
}

/** Counts an event of a scope that refuses no request. Above its maximum, the metric of the alarm counts. */
export async function recordForAlarm(scope: 'secret-alarm' | 'code-alarm', ...parts: string[]): Promise<void> {
  const { max, windowMs } = limitOf(scope);
  if (!config().limits) return;
  const result = await limiter.consume(scope, await hashOf(scope, parts), max, windowMs, now());
  if ('count' in result) return;
  log.warn('guessing_suspected', { scope });
  count('GuessingSuspected');
}

/** Counts an event. Never throws 429. */
export async function record(scope: Scope, ...parts: string[]): Promise<void> {
  const { max, windowMs } = limits[scope];
  if (config().limits) await limiter.consume(scope, await hashOf(scope, parts), max, windowMs, now());
}

const failUntil = (scope: Scope, until: number): never =>
  fail(limits[scope].code, { retryAfter: (until - now()) / 1000 });

function logRefusal(scope: Scope): void {
  log.warn('limit', { scope });
  count('RateLimited');
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
