// Checks the ids of rows: their form, their order, and that nothing else enters a key.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { orderedIdStart, shardOfOrderedId } from '../../../lib/platform/ids.ts';
import { isRowId, newRowId, timePartOf } from '../../../lib/records/store/ids.ts';
import { parts } from './support.ts';

test('ids of rows sort in the order of their creation', () => {
  const time = fc.integer({ min: 0, max: 62 ** 8 - 1 });
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [idA, idB] = [newRowId(parts, a), newRowId(parts, b)];
      if (a !== b) expect(idA < idB).toBe(a < b);
      expect(timePartOf(idA) === timePartOf(idB)).toBe(a === b);
      expect(timePartOf(idA)).toBe(orderedIdStart('prt', a));
    }),
  );
});

test('the start of an id stays in its range for times before 1970 and after the year 8888', () => {
  expect(orderedIdStart('prt', -1)).toBe('prt_00000000');
  expect(orderedIdStart('prt', Date.parse('9999-12-31T23:59:59.999Z'))).toBe('prt_zzzzzzzz');
});

test('isRowId accepts ids of its resource only, and no text that could leave its key', () => {
  const id = newRowId(parts, 1);
  expect(isRowId(parts, id)).toBe(true);
  const wrong = [
    id.slice(1),
    `${id}0`,
    `${id}\n`,
    id.replace('prt', 'box'),
    `${id.slice(0, -1)}#`,
    '',
    'prt_',
    '../x',
    '\0',
  ];
  for (const text of [...wrong, 'prt_'.repeat(1000), `prt_${'0'.repeat(29)}é`])
    expect(isRowId(parts, text)).toBe(false);
});

test('ids are spread over all shards', () => {
  const shards = new Set(Array.from({ length: 400 }, () => shardOfOrderedId(newRowId(parts, 1), 8)));
  expect([...shards].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
