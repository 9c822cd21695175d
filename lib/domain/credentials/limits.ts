// Limits guessing and flooding. An attempt is counted before anything is compared, in one conditional write to the
// table. Keys are HMACs of the canonical identifier, so that unknown accounts are limited exactly like known ones, and
// the table does not reveal who tried what.
import { randomInt } from 'node:crypto';
import { fail } from '../../contract/errors.ts';
import { limiterKey } from '../../crypto/purpose-keys.ts';
import { hmac } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import type { CeilingName } from '../../platform/settings/ceilings.ts';
import { config } from '../../platform/settings/config.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import * as limiter from '../../store/limiter.ts';
import { ceilingOf, limitOf, type Scope } from './limit-table.ts';

/** The items of a split bucket: 8 000 attempts a second. */
export const SHARDS = 8;

export type { Scope };

/** Returns how many attempts a window of the scope allows. */
export function maxOf(scope: Scope): number {
  const { max } = limitOf(scope);
  return typeof max === 'number' ? max : config().ceilings[ceilingOf(scope) as CeilingName];
}
/** A counted attempt, which can be refunded. `row`: attempts since the last success, this one included. */
export type Consumption = { scope: Scope; hash: string; count: number; resetAt: number; row: number };
/** An attempt that was not allowed. */
export type Refusal = { scope: Scope; refusedUntil: number };

export const isRefused = (attempt: Consumption | Refusal): attempt is Refusal => 'refusedUntil' in attempt;

/** Uses the oldest root version: counts continue through a rotation, and all functions count in the same bucket. */
async function hashOf(scope: Scope, parts: readonly string[]): Promise<string> {
  return hmac(limiterKey(await rootSecret('session')), scope, ...parts);
}

/** Counts an attempt, and returns it or its refusal. Throws `Unavailable` without the table. */
export const attempt = (scope: Scope, ...parts: string[]): Promise<Consumption | Refusal> =>
  attemptWithin(maxOf(scope), scope, ...parts);

/** Counts an attempt in a bucket with a maximum of its own, and returns it or its refusal. Throws `Unavailable`. */
export async function attemptWithin(max: number, scope: Scope, ...parts: string[]): Promise<Consumption | Refusal> {
  const result = limitOf(scope).isSplit ? await countInShards(max, scope, parts) : await countIn(max, scope, parts);
  if (isRefused(result)) logRefusal(scope);
  return result;
}

/** Counts in one item. Without the limits of a local run, counts nothing. */
async function countIn(max: number, scope: Scope, parts: readonly string[]): Promise<Consumption | Refusal> {
  const hash = await hashOf(scope, parts);
  if (!config().limits) return { scope, hash, count: 0, resetAt: 0, row: 0 };
  const { windowMs, inARow } = limitOf(scope);
  const result = await limiter.consume(scope, hash, max, windowMs, now(), inARow);
  if ('count' in result) return { scope, hash, ...result };
  return { scope, refusedUntil: result.exhaustedUntil };
}

/**
 * Counts in one of the bucket's items, chosen at random: one item takes 1 000 writes a second (DynamoDB developer guide,
 * "Partitions and data distribution"). The items together allow exactly `max`, also when callers are concurrent: each has
 * a share of it, and a caller whose item is full tries those that have room.
 */
async function countInShards(max: number, scope: Scope, parts: readonly string[]): Promise<Consumption | Refusal> {
  const shares = sharesOf(max);
  if (shares.length === 0) return { scope, refusedUntil: now() + limitOf(scope).windowMs };
  const countAt = (at: number) => countIn(shares[at] as number, scope, [...parts, String(at)]);
  const first = await countAt(randomInt(shares.length));
  if (!isRefused(first)) return first;
  const buckets = (await getMany(await bucketKeys(scope, ...parts))).map((item) => limiter.attemptsIn(item, now()));
  const room = shares.map((share, at) => share - (buckets[at]?.count ?? 0));
  for (const at of [...shares.keys()].filter((each) => (room[each] as number) > 0)) {
    const counted = await countAt(at);
    if (!isRefused(counted)) return counted;
  }
  const ends = buckets.slice(0, shares.length).map(({ resetAt }) => resetAt);
  return { ...first, refusedUntil: Math.min(first.refusedUntil, ...ends.filter((end) => end > now())) };
}

/**
 * Counts an attempt in one item of a split bucket, chosen at random, and returns whether that item has room. One write, also
 * when the limit is exceeded, and at most `max` attempts in all. For limits that may refuse a few too early.
 */
export async function tryConsumeShare(scope: Scope, ...parts: string[]): Promise<boolean> {
  const shares = sharesOf(maxOf(scope));
  const at = randomInt(shares.length);
  const counted = await countIn(shares[at] as number, scope, [...parts, String(at)]);
  if (isRefused(counted)) logRefusal(scope);
  return !isRefused(counted);
}

/** What each item of a split bucket allows: `max` together, and at least one. */
const sharesOf = (max: number): number[] =>
  Array.from({ length: Math.min(SHARDS, max) }, (_, at) => Math.floor((max + SHARDS - 1 - at) / SHARDS));

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
 * Refunds an attempt of a bucket that many share, but only once a sixth of it is used. Below that, a refund is not worth a
 * write: five sixths remain for attempts at the same time.
 */
export async function refundIfBusy(attempt: Omit<Consumption, 'row'>): Promise<void> {
  const { scope, count } = attempt;
  if (count > maxOf(scope) / 6) await refund(attempt);
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

/** Returns the key of a bucket that is not split, to read it along with other items for `requireRoom`. */
export const bucketKey = async (scope: Scope, ...parts: string[]) =>
  limiter.bucketKey(scope, await hashOf(scope, parts));

/** Returns the keys of all items of a split bucket. */
export const bucketKeys = (scope: Scope, ...parts: string[]) =>
  Promise.all(Array.from({ length: SHARDS }, (_, at) => bucketKey(scope, ...parts, String(at))));

/** Throws the scope's 429 if the bucket, read before, is full. For events that are counted afterwards by `record`. */
export function requireRoom(scope: Scope, bucket: Item | undefined): void {
  const { count, resetAt } = limiter.attemptsIn(bucket, now());
  if (!config().limits || count < maxOf(scope)) return;
  logRefusal(scope);
  failUntil(scope, resetAt);
}

/**
 * Until when the bucket, read before, refuses attempts: its window or its row is exhausted. `undefined` while it has room.
 * `further`: a bucket whose attempts belong to the row, too. Counts nothing.
 */
export function fullUntil(scope: Scope, bucket: Item | undefined, further?: Item): number | undefined {
  const { inARow = Number.POSITIVE_INFINITY } = limitOf(scope);
  const [window, others] = [limiter.attemptsIn(bucket, now()), limiter.attemptsIn(further, now())];
  if (limiter.rowIn(bucket, now()) + others.count >= inARow) return Math.max(limiter.rowEndsAt(bucket), others.resetAt);
  return window.count >= maxOf(scope) ? window.resetAt : undefined;
}

/** Whether the window or the row of the bucket, read before, is exhausted. */
export const isFull = (...bucket: Parameters<typeof fullUntil>): boolean => fullUntil(...bucket) !== undefined;

/** Counts an event of a scope that refuses no request. Above its maximum, the metric of the alarm counts. */
export async function recordForAlarm(scope: 'secret-alarm' | 'code-alarm', ...parts: string[]): Promise<void> {
  const counted = await (limitOf(scope).isSplit ? countInShards : countIn)(maxOf(scope), scope, parts);
  if (!isRefused(counted)) return;
  log.warn('guessing_suspected', { scope });
  count('GuessingSuspected');
}

/** Counts an event, and returns whether there was room for it. Nothing is refused, so nothing is logged. */
export const record = async (scope: Scope, ...parts: string[]): Promise<boolean> =>
  !isRefused(await countIn(maxOf(scope), scope, parts));

const failUntil = (scope: Scope, until: number): never =>
  fail(limitOf(scope).code, { retryAfter: (until - now()) / 1000 });

function logRefusal(scope: Scope): void {
  log.warn('limit', { scope });
  count('RateLimited');
}

/**
 * Returns the network that an IP address is counted as: itself for IPv4, also where it is written as IPv6 (RFC 4291 2.5.5.2,
 * RFC 6052 2.1); its /64, one customer, for IPv6.
 */
export function network(ip: string): string {
  if (!ip.includes(':')) return ip;
  const dotted = ip
    .match(/:(\d+)\.(\d+)\.(\d+)\.(\d+)$/)
    ?.slice(1)
    .map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = dotted ?? [];
  const hex = (high: number, low: number): string => (high * 256 + low).toString(16);
  const text = dotted ? ip.replace(/[\d.]+$/, `${hex(a, b)}:${hex(c, d)}`) : (ip.split('%')[0] as string);
  const [head = '', tail = ''] = text.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right].map(
    (group) => group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
  const prefix = groups.slice(0, 6).join(':');
  if (EMBEDDED.includes(prefix))
    return groups
      .slice(6)
      .flatMap((group) => bytesOf(group))
      .join('.');
  return groups.slice(0, 4).join(':');
}

/** Prefixes of IPv6 addresses that contain an IPv4 address: mapped, and of the well-known translation. */
const EMBEDDED = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];
const bytesOf = (group: string): number[] => {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
};
