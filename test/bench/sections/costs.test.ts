// Checks that docs/costs.md shows the prices of the asserted capacity units.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { costOf, costPage, idle } from './costs.ts';
import { BUDGET } from './limits.ts';

const page = readFileSync(new URL('../../../docs/costs.md', import.meta.url), 'utf8');

test('docs/costs.md is up to date', () => {
  expect(page).toBe(costPage());
});

test('costOf prices a verification as three read units, one function request with its time, and one API request', () => {
  const { api, functions, table } = costOf({ what: 'x', of: ['verify-session'], ms: 10, memoryMb: 1024 });
  expect(BUDGET['verify-session']).toMatchObject({ read: 3, write: 0 });
  expect(table * 1e6).toBeCloseTo(3 * 0.125);
  expect(functions * 1e6).toBeCloseTo(0.2 + 0.133334);
  expect(api * 1e6).toBeCloseTo(3.5);
});

test('idle returns only the four secrets as the costs of an idle deployment with the standard profile', () => {
  expect(Object.keys(idle().standard)).toEqual(['three root secrets', 'admin key, until it is given up']);
  expect(page).toContain('`standard`: 1.60 a month');
});
