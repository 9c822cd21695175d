// Asserts in CI that the operations cost each key what docs/explanation/scale.md was computed from.
import { expect, test } from '@jest/globals';
import { recordHeat } from '../heat/record.ts';
import { readRecorded } from '../heat/scale.ts';

test('each operation costs each key what is recorded; `npm run bench heat` records a change', async () => {
  expect(await recordHeat()).toEqual(readRecorded());
}, 300_000);
