// Checks the rehearsal's throttles: a token bucket for each method, and one for the account.
import { expect, test } from '@jest/globals';
import { createThrottles } from '../../infra/tools/rehearsal/throttles.ts';

const settings = [
  { HttpMethod: 'POST', ResourcePath: '/~1auth~1login', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 3 },
  { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 5 },
];
const passing = (passes: () => boolean, times: number): number =>
  Array.from({ length: times }, passes).filter(Boolean).length;

test('a method takes its burst at once, then its rate', () => {
  let clock = 0;
  const passes = createThrottles(settings, () => clock);
  const login = () => passes('POST', '/auth/login');
  expect(passing(login, 10)).toBe(3);
  clock += 2000;
  expect(passing(login, 10)).toBe(2);
});

test('methods have buckets of their own, of the stage’s default unless they set one', () => {
  const passes = createThrottles(settings, () => 0);
  expect(passing(() => passes('POST', '/auth/login'), 10)).toBe(3);
  expect(passing(() => passes('GET', '/auth/me'), 10)).toBe(5);
  expect(passing(() => passes('GET', '/auth/health'), 10)).toBe(5);
});

test('all methods share what the account allows', () => {
  const passes = createThrottles([], () => 0);
  const all = Array.from({ length: 6000 }, (_, at) => passes('GET', `/${at}`)).filter(Boolean).length;
  expect(all).toBe(5000);
});
