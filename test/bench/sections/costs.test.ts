// Checks that docs/costs.md shows the prices of the asserted capacity units.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { assumed, monthOf, onFront, onHttp, onRest, sumOf } from './cost-month.ts';
import { costOf, PRICED_OPERATIONS, total } from './cost-rows.ts';
import { costPage, idle } from './costs.ts';
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

test('idle returns the four secrets and five metrics of alarms as the costs of an idle deployment with the standard profile', () => {
  expect(Object.keys(idle().standard)).toEqual([
    'three root secrets',
    'admin key, until it is given up',
    'five metrics of alarms beyond the ten that are free',
  ]);
  expect(page).toContain('`standard`: 2.10 a month');
});

test('a login is priced with its audit entry and the run of the change feed that writes it', () => {
  const login = PRICED_OPERATIONS.find(({ what }) => what === 'login') as (typeof PRICED_OPERATIONS)[number];
  expect(costOf(login).audit * 1e6).toBeCloseTo(6 * 0.625 + 0.2 + 0.2 + 0.24, 1);
  expect(total(costOf(login))).toBeCloseTo(total(costOf({ ...login, entries: 0 })) + costOf(login).audit);
});

describe('a month', () => {
  const of = (given: Parameters<typeof assumed>[0]) => monthOf(assumed({ mau: 2_000_000, ...given }), onHttp, 2);

  test('grows with its users, but for what is fixed', () => {
    const { fixed, ...most } = of({});
    const { fixed: same, ...half } = of({ mau: 1_000_000 });
    expect(same).toBe(fixed);
    expect(sumOf(most)).toBeCloseTo(2 * sumOf(half));
  });

  test('has a quarter of the refreshes with access tokens of an hour', () => {
    expect(of({ 'access-ttl': 3600 }).refreshes).toBeCloseTo(of({}).refreshes / 4);
  });

  test('of two million users costs at most 900 USD on an HTTP API with access tokens of an hour', () => {
    expect(sumOf(of({ 'access-ttl': 3600 }))).toBeLessThan(900);
  });

  test('with CloudFront before an HTTP API costs less than a REST API alone', () => {
    const [front, rest] = [onFront, onRest].map((built) => sumOf(monthOf(assumed({ mau: 2_000_000 }), built, 2)));
    expect(front).toBeLessThan(0.8 * (rest as number));
  });

  test('costs ten times as much where sessions are checked online', () => {
    const rest = (checks: number) => sumOf(monthOf(assumed({ mau: 2_000_000, checks }), onRest, 2));
    expect(rest(2000) / rest(0)).toBeGreaterThan(10);
  });
});
