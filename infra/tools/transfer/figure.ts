// Says in advance what an import takes: time, units of the table, money.
import type { Read } from '../../../lib/transfer/batches.ts';

/**
 * Write units of a user with an address: those of `admin import 10 users` (test/bench/sections/limits.ts), and the lists, search
 * terms and counters that the change feed writes afterwards. Events and the audit log come on top.
 */
export const WRITE_UNITS = { request: 10, afterwards: 24 };
/** DynamoDB on demand, us-east-1, November 2026: as test/bench/harness/prices.ts has it. */
export const USD_PER_WRITE_UNIT = 0.625e-6;

/** Returns how many users the file has, and what importing them takes at most. */
export async function figureOf(lines: AsyncIterable<Read>, perSecond: number) {
  let users = 0;
  for await (const _ of lines) users += 1;
  const units = users * (WRITE_UNITS.request + WRITE_UNITS.afterwards);
  const usd = units * USD_PER_WRITE_UNIT;
  const minutes = Math.ceil(users / perSecond / 60);
  const text = `${users} users: about ${units} write units, ${minutes} minutes at ${perSecond} a second, ${usd.toFixed(2)} USD for the table`;
  return { users, units, minutes, usd, text };
}
