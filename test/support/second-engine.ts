// Declares what is different when the tests run on DynamoDB Local (`npm run test:engines`), with the reasons.
import { test } from '@jest/globals';
import { db } from '../../lib/store/dynamo/client.ts';

const isSecondEngine = Boolean(process.env.GATEHOUSE_ENGINE);

/**
 * Where DynamoDB Local 3.3.1 is not like DynamoDB, or not like the embedded engine. A test that needs the other
 * behaviour is skipped, and its title has the reason. The other differences that we know of need no skipped test:
 *
 * - Stream images lack the `M` of an empty map: `newImage` reads them (lib/workers/stream-record.ts).
 * - A page ends after 1 MB with another item than on the embedded engine: no test asserts page sizes.
 * - CreateTable refuses an index with a maximum of read units but none of write units: the local table has neither.
 * - Items are deleted within seconds of their TTL, on a table with indexes only if they have the index's keys: readers
 *   compare the time themselves, and no test waits for a deletion.
 * - A request is validated before its conditions, as by DynamoDB: an unused value or a missing key is a
 *   ValidationException also when the condition fails. The embedded engine reports the failed condition.
 */
const DIFFERENCES = {
  'units of a missing key': 'DynamoDB Local charges nothing for a missing key of BatchGetItem, DynamoDB one unit',
  'units of a transaction':
    'DynamoDB Local reports two write units for a transaction of any size, DynamoDB two for each item',
  kill: 'DynamoDB Local may lose a transaction that it has acknowledged when it is killed: one of sixty in a try without our code',
} as const;

/** `test`, or a skipped test with the reason in its title if this engine has the difference. */
export const testUnless = (difference: keyof typeof DIFFERENCES) => (title: string, run: () => Promise<void>) =>
  isSecondEngine ? test.skip(`${title} (skipped: ${DIFFERENCES[difference]})`, run) : test(title, run);

/** The time that functions have on this engine: twenty callers and a JVM share a core there. `undefined`: as deployed. */
export const FUNCTION_TIMEOUT_MS = isSecondEngine ? 100_000 : undefined;
const TIMEOUTS_MS = { connectionTimeout: 30_000, requestTimeout: 30_000 };

/**
 * Lets the client of the table wait longer than it does as deployed. Call it when the client's settings are
 * known. Not before a test that stops the engine, which is about those two seconds.
 */
export function waitForEngine(): void {
  if (!isSecondEngine) return;
  const { requestHandler } = db().config;
  const { updateHttpClientConfig } = requestHandler as { updateHttpClientConfig?: (name: string, ms: number) => void };
  for (const [name, ms] of Object.entries(TIMEOUTS_MS)) updateHttpClientConfig?.call(requestHandler, name, ms);
}
