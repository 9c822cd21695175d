// Lists the traps of the component's description (section 16), each with a file whose tests are named by it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..');
const ATTACKS = 'attacks/resources';

/** The numbers that the description leaves out were never given. */
const TRAPS: Readonly<Record<string, string>> = {
  // Hidden fields
  'T-01': `${ATTACKS}/oracles.test.ts`,
  'T-02': 'unit/records/parse-hidden.test.ts',
  'T-03': 'unit/records/parse-hidden.test.ts',
  'T-04': `${ATTACKS}/oracles.test.ts`,
  'T-05': `${ATTACKS}/oracles.test.ts`,
  'T-06': `${ATTACKS}/oracles.test.ts`,
  'T-07': `${ATTACKS}/oracles.test.ts`,
  'T-08': 'unit/records/parse-hidden.test.ts',
  'T-09': `${ATTACKS}/oracles.test.ts`,
  'T-11': `${ATTACKS}/oracles.test.ts`,
  'T-12': `${ATTACKS}/oracles.test.ts`,
  'T-13': 'api/resources/write.test.ts',
  'T-14': 'unit/records/parse-hidden.test.ts',
  // Injection
  'T-10': 'unit/records/parse-query.test.ts',
  'T-15': 'unit/records/parse-query.test.ts',
  'T-16': 'unit/records-store/push-down.test.ts',
  'T-17': 'unit/records/parse-query.test.ts',
  'T-18': 'unit/records/parse-query.test.ts',
  'T-19': `${ATTACKS}/hostile.test.ts`,
  // Writes, scopes, identity
  'T-20': `${ATTACKS}/hostile.test.ts`,
  'T-21': `${ATTACKS}/hostile.test.ts`,
  'T-22': 'api/resources/hooks.test.ts',
  'T-23': `${ATTACKS}/hostile.test.ts`,
  'T-24': `${ATTACKS}/hostile.test.ts`,
  'T-25': `${ATTACKS}/sizes.test.ts`,
  'T-26': `${ATTACKS}/races.test.ts`,
  'T-27': 'api/resources/hooks.test.ts',
  'T-28': `${ATTACKS}/hostile.test.ts`,
  'T-29': `${ATTACKS}/sessions.test.ts`,
  'T-30': 'api/resources/read.test.ts',
  'T-31': 'unit/records/parse-query.test.ts',
  'T-32': 'api/resources/hooks.test.ts',
  'T-33': `${ATTACKS}/relations.test.ts`,
  'T-34': 'api/resources/remove.test.ts',
  'T-35': `${ATTACKS}/hostile.test.ts`,
  // Size and cost
  'T-36': 'unit/records/parse-query.test.ts',
  'T-37': 'unit/records/parse-query.test.ts',
  'T-38': 'unit/records/parse-query.test.ts',
  'T-39': `${ATTACKS}/sizes.test.ts`,
  'T-40': 'unit/records/parse-query.test.ts',
  'T-41': 'unit/records/parse-hostile.test.ts',
  'T-42': 'unit/records/parse-hostile.test.ts',
  'T-43': 'unit/records/parse-query.test.ts',
  'T-44': 'unit/records/parse-hostile.test.ts',
  'T-45': `${ATTACKS}/sizes.test.ts`,
  'T-46': 'unit/records/aggregates.test.ts',
  'T-47': 'unit/records-store/push-down.test.ts',
  // Patterns and matching
  'T-50': 'unit/records/like.test.ts',
  'T-51': 'unit/records/like.test.ts',
  'T-52': 'unit/records/evaluate.test.ts',
  'T-53': 'unit/records/evaluate.test.ts',
  'T-54': `${ATTACKS}/hostile.test.ts`,
  'T-55': 'unit/records/parse-where.test.ts',
  // Prototypes
  'T-60': `${ATTACKS}/hostile.test.ts`,
  'T-61': 'unit/records/parse-query.test.ts',
  'T-62': 'unit/records/parse-where.test.ts',
  'T-63': `${ATTACKS}/hostile.test.ts`,
  'T-64': 'unit/records/parse-hostile.test.ts',
  // Method override and HTTP
  'T-70': 'api/resources/override.test.ts',
  'T-71': 'api/resources/override.test.ts',
  'T-72': `${ATTACKS}/sessions.test.ts`,
  'T-73': 'api/resources/override.test.ts',
  'T-74': 'api/resources/override.test.ts',
  'T-75': `${ATTACKS}/sessions.test.ts`,
  'T-76': `${ATTACKS}/hostile.test.ts`,
  'T-77': `${ATTACKS}/hostile.test.ts`,
  // Semantics
  'T-80': 'unit/records/evaluate.test.ts',
  'T-81': 'unit/records/evaluate.test.ts',
  'T-82': 'unit/records/parse-where.test.ts',
  'T-83': 'unit/records/parse-where.test.ts',
  'T-84': 'records/cursors.test.ts',
  'T-85': 'api/resources/read.test.ts',
  'T-86': 'api/resources/read.test.ts',
  'T-87': 'api/resources/events.test.ts',
  'T-88': 'unit/client/query.test.ts',
  'T-89': 'unit/records/order.test.ts',
};

/** 1-9, 10-19, 20-35, 36-47, 50-55, 60-64, 70-77, 80-89. */
const GAPS = [48, 49, 56, 57, 58, 59, 65, 66, 67, 68, 69, 78, 79];

test('every trap of the description has a file, and tests there have its number in their names', () => {
  const numbers = Array.from({ length: 89 }, (_, at) => at + 1).filter((each) => !GAPS.includes(each));
  expect(Object.keys(TRAPS).sort()).toEqual(numbers.map((each) => `T-${String(each).padStart(2, '0')}`));
  for (const [trap, file] of Object.entries(TRAPS)) {
    // A name is a text: it follows a quotation mark, perhaps with other numbers before it.
    const isNamed = new RegExp(`['"\`](?:T-\\d\\d:? )*${trap}\\b`).test(readFileSync(join(ROOT, file), 'utf8'));
    expect([trap, file, isNamed]).toEqual([trap, file, true]);
  }
});
