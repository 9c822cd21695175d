// Ends a page of an export before the response is too large.
import { expect, test } from '@jest/globals';
import { fitting } from '../../../lib/domain/transfers/exported.ts';

const line = (characters: number) => ({ sourceId: 'x'.repeat(characters - '{"sourceId":""}'.length) });

test('a page has the lines that fit, and at least one', () => {
  expect(fitting([line(50), line(50), line(50)], 100)).toBe(2);
  expect(fitting([line(50), undefined, line(46)], 100)).toBe(3);
  expect(fitting([line(200), line(50)], 100)).toBe(1);
  expect(fitting([line(50)], 100)).toBe(1);
  expect(fitting([], 100)).toBe(0);
});
