// Asserts in CI that the operations cost each key what docs/explanation/scale.md was computed from.
import { expect, test } from '@jest/globals';
import { type Recorded, recordHeat } from '../heat/record.ts';
import { readRecorded } from '../heat/scale.ts';

/** An item near a whole KB may take a unit more in one call of a batch. */
const TOLERANCE = 0.25;

/** Returns every unit of the recording by its place, such as `login request session write`. */
const unitsOf = (recorded: Recorded): Map<string, number> =>
  new Map(
    Object.entries(recorded).flatMap(([operation, heat]) =>
      (['request', 'feed'] as const).flatMap((part) =>
        Object.entries(heat[part]).flatMap(([shape, { read, write }]) => [
          [`${operation} ${part} ${shape} read`, read] as const,
          [`${operation} ${part} ${shape} write`, write] as const,
        ]),
      ),
    ),
  );

test('each operation costs each key what is recorded; `npm run bench heat` records a change', async () => {
  const [now, recorded] = [unitsOf(await recordHeat()), unitsOf(readRecorded())];
  expect([...now.keys()]).toEqual([...recorded.keys()]);
  const changed = [...now].filter(([place, units]) => Math.abs(units - (recorded.get(place) as number)) > TOLERANCE);
  expect(changed).toEqual([]);
});
