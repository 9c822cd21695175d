// Tests the CSV files of the console.
import { expect, test } from '@jest/globals';
import { asCsv } from '../../../lib/apps/console/core/csv.ts';

test('CSV quotes every cell and ends every row with CR LF', () => {
  expect(
    asCsv([
      ['a', 1, null],
      ['say "hi", please', undefined, true],
    ]),
  ).toBe('"a","1",""\r\n"say ""hi"", please","","true"\r\n');
});

test.each(['=1+1', '+49 151', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', '＝1', '＋1', '－1', '＠1'])(
  'CSV makes no formula of %j',
  (text) => expect(asCsv([[text]])).toBe(`"'${text}"\r\n`),
);

test('CSV leaves a text alone that has the characters of a formula inside', () => {
  expect(asCsv([['ann+1@example.com']])).toBe('"ann+1@example.com"\r\n');
});
