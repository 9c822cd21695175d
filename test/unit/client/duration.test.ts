// Tests what a wait is called: in the messages of 429, and on pages.
import { describe, expect, test } from '@jest/globals';
import { durationOf, inDuration } from '../../../lib/contract/duration.ts';
import { ApiError, errorCodes, statusOf } from '../../../lib/contract/errors.ts';

describe('the unit of a wait', () => {
  test.each([
    [0, 1, 'second'],
    [0.2, 1, 'second'],
    [59.1, 60, 'second'],
    [119, 119, 'second'],
    [120, 2, 'minute'],
    [833, 14, 'minute'],
    [900, 15, 'minute'],
    [7199, 120, 'minute'],
    [7200, 2, 'hour'],
    [86_400, 24, 'hour'],
    [172_799, 48, 'hour'],
    [172_800, 2, 'day'],
    [365 * 86_400, 365, 'day'],
  ] as const)('of %d seconds: %d %s', (seconds, amount, unit) => {
    expect(durationOf(seconds)).toEqual([amount, unit]);
  });

  test('is never shorter than the wait', () => {
    const length = { second: 1, minute: 60, hour: 3600, day: 86_400 };
    for (let seconds = 1; seconds < 400_000; seconds += 37) {
      const [amount, unit] = durationOf(seconds);
      expect(amount * length[unit]).toBeGreaterThanOrEqual(seconds);
    }
  });

  test.each([
    ['en', 833, 'in 14 minutes'],
    ['en', 1, 'in 1 second'],
    ['de', 833, 'in 14 Minuten'],
    ['de', 200_000, 'in 3 Tagen'],
    ['fr', 7200, 'dans 2 heures'],
    ['ar', 833, 'خلال 14 دقيقة'],
  ])('in %s for %d seconds: %s', (language, seconds, text) => {
    expect(inDuration(seconds, language)).toBe(text);
  });
});

describe('the message of a 429', () => {
  const limited = errorCodes.filter((code) => statusOf(code) === 429);

  test.each(limited)('%s says how long to wait, and the header the same', (code) => {
    const error = new ApiError(code, { retryAfter: 832.4 });
    expect(error.body.message).toMatch(/ Wait 14 minutes\.$/);
    expect(error.headers['retry-after']).toBe('833');
    expect(new ApiError(code, { retryAfter: 0 }).body.message).toMatch(/ Wait 1 second\.$/);
    expect(new ApiError(code, { retryAfter: 0 }).headers['retry-after']).toBe('1');
  });

  test.each(limited)('%s without a known wait asks to try later', (code) => {
    expect(new ApiError(code).body.message).toMatch(/ Try again later\.$/);
    expect(new ApiError(code).headers['retry-after']).toBeUndefined();
  });

  test('is that of the caller if one is given', () => {
    expect(new ApiError('RATE_LIMITED', { message: 'Not now.', retryAfter: 60 }).body.message).toBe('Not now.');
  });
});
