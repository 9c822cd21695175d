// Checks the rehearsal's throttles: a token bucket for each method, and one for the account.
import { expect, test } from '@jest/globals';
import { createThrottles } from '../../infra/rehearsal/throttles.ts';
import { advance } from '../../lib/platform/clock.ts';

const settings = [
  // So slow that the time a test takes adds no token.
  { HttpMethod: 'POST', ResourcePath: '/~1auth~1login', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 3 },
  { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 5 },
];
const passing = (passes: () => boolean, times: number): number =>
  Array.from({ length: times }, passes).filter(Boolean).length;

test('a method takes its burst at once, then its rate', () => {
  const passes = createThrottles(settings);
  const login = () => passes('POST', '/auth/login');
  expect(passing(login, 10)).toBe(3);
  advance(2000 * 1000);
  expect(passing(login, 10)).toBe(2);
});

test('methods have buckets of their own, of the stage’s default unless they set one', () => {
  const passes = createThrottles(settings);
  expect(passing(() => passes('POST', '/auth/login'), 10)).toBe(3);
  expect(passing(() => passes('GET', '/auth/me'), 10)).toBe(5);
  expect(passing(() => passes('GET', '/auth/health'), 10)).toBe(5);
});

test('all methods share what the account allows', () => {
  const passes = createThrottles([]);
  const all = Array.from({ length: 30_000 }, (_, at) => passes('GET', `/${at}`)).filter(Boolean).length;
  expect(all).toBeGreaterThanOrEqual(5000);
  expect(all).toBeLessThan(30_000);
});
