// Counts attempts: one item per scope and key hash, bounded by a conditional add. Its window ends by itself. Its row,
// the attempts since the last success, ends with a success or a year after the last attempt.
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

type Bucket = table.Item & { type: 'limiter'; count: number; resetAt: number; row?: number; ttl: number };
/** `row`: the attempts since the last success; 0 in scopes without a row. */
export type Counted = { count: number; resetAt: number; row: number };
export type Exhausted = { exhaustedUntil: number };

/** A row is forgotten after this time without an attempt, ms. */
const ROW_MS = 365 * 86_400_000;

/**
 * Consumes one of `max` attempts of the window, and one of `inARow` attempts of the row if the scope has one. At most
 * that many callers succeed, also when they are concurrent. Returns the number of attempts so far, or until when none
 * is left. Times in ms.
 */
export async function consume(
  scope: string,
  hash: string,
  max: number,
  windowMs: number,
  now: number,
  inARow?: number,
): Promise<Counted | Exhausted> {
  const ttl = Math.ceil((now + (inARow === undefined ? 2 * windowMs : ROW_MS)) / 1000);
  const item = { ...keys.limiter(scope, hash), type: 'limiter', ttl };
  const result = await table.increment(item, { max, now, windowMs, inARow });
  if (!('refused' in result)) return { count: result.count, resetAt: result.resetAt, row: result.row ?? 0 };
  const { resetAt = now + windowMs, row = 0, ttl: until = ttl } = result.refused ?? {};
  const isRowFull = inARow !== undefined && row >= inARow;
  return { exhaustedUntil: isRowFull ? until * 1000 : resetAt };
}

/** Resets the counter and its row. */
export async function reset(scope: string, hash: string): Promise<void> {
  await table.erase(keys.limiter(scope, hash));
}

/** Returns one attempt to the window it was consumed in, and to the row if the scope has one. */
export async function refund(scope: string, hash: string, resetAt: number, hasRow = false): Promise<void> {
  await table.update(keys.limiter(scope, hash), {
    add: { count: -1, ...(hasRow && { row: -1 }) },
    if: '#count > :zero AND #resetAt = :resetAt',
    values: { zero: 0, resetAt },
  });
}

/** Ends the row after a success. The attempts of the window stay, but for the successful one. */
export async function endRow(scope: string, hash: string, resetAt: number): Promise<void> {
  const key = keys.limiter(scope, hash);
  const refunded = await table.update(key, {
    set: 'SET #row = :zero, #count = #count - :one',
    if: '#count > :zero AND #resetAt = :resetAt',
    values: { zero: 0, one: 1, resetAt },
  });
  // The window ended meanwhile, so there is nothing to refund.
  if ('refused' in refunded && refunded.refused) await table.update(key, { set: { row: 0 } });
}

export const bucketKey = keys.limiter;

/** The attempts in the window at `now`, from the item at `bucketKey`. */
export function attemptsIn(item: table.Item | undefined, now: number): { count: number; resetAt: number } {
  const bucket = item as Bucket | undefined;
  return bucket?.type === 'limiter' && bucket.resetAt > now ? bucket : { count: 0, resetAt: now };
}

/** The attempts since the last success at `now`, from the item at `bucketKey`. */
export function rowIn(item: table.Item | undefined, now: number): number {
  const bucket = item as Bucket | undefined;
  return bucket?.type === 'limiter' && bucket.ttl * 1000 > now ? (bucket.row ?? 0) : 0;
}

/** When the row is forgotten without a further attempt, ms; 0 without a row. */
export const rowEndsAt = (item: table.Item | undefined): number =>
  item?.type === 'limiter' ? (item as Bucket).ttl * 1000 : 0;
