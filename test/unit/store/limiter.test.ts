// Attempt counters: bounded, whatever comes at once; reset when their window is over; given back and forgotten.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as table from '../../../lib/store/dynamo/table.ts';
import * as limiter from '../../../lib/store/limiter.ts';
import { race } from '../../support/race.ts';
import { unique } from '../../support/service.ts';
import { startTable } from './support.ts';

const MAX = 10;
const WINDOW = 60_000;
const START = 1_800_000_000_000;
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

const debit = (hash: string, at = START) => limiter.consume('test', hash, MAX, WINDOW, at);
type Passed = { count: number; resetAt: number };
const passed = (results: object[]) => results.filter((result): result is Passed => 'count' in result);
const held = async (hash: string, at = START) => {
  const [item] = await table.getMany([limiter.bucketKey('test', hash)]);
  return limiter.attemptsIn(item, at).count;
};

describe('debit', () => {
  test('lets the maximum through one by one, then says until when', async () => {
    const hash = unique('h');
    const results = [];
    for (let at = 0; at < MAX + 2; at++) results.push(await debit(hash, START + at));
    expect(results.slice(0, MAX).map((result) => 'count' in result && result.count)).toEqual(
      Array.from({ length: MAX }, (_, index) => index + 1),
    );
    expect(results.slice(MAX)).toEqual(Array(2).fill({ exhaustedUntil: START + WINDOW }));
  });

  test('lets the maximum through when a hundred come at once', async () => {
    const hash = unique('h');
    const results = await race(100, () => debit(hash));
    expect(passed(results)).toHaveLength(MAX);
    expect(await held(hash)).toBe(MAX);
  });

  test('opens the next window once, when a hundred come at its first moment', async () => {
    const hash = unique('h');
    await race(MAX + 5, () => debit(hash));
    expect(passed([await debit(hash, START + WINDOW - 1)])).toHaveLength(0);
    const results = await race(100, () => debit(hash, START + WINDOW));
    expect(passed(results)).toHaveLength(MAX);
    const counts = passed(results).map((result) => result.count);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: MAX }, (_, index) => index + 1));
    expect(new Set(passed(results).map((result) => result.resetAt))).toEqual(new Set([START + 2 * WINDOW]));
  });

  test('does not move the end of a window that is running', async () => {
    const hash = unique('h');
    await debit(hash);
    expect(await debit(hash, START + WINDOW - 1)).toEqual(
      expect.objectContaining({ count: 2, resetAt: START + WINDOW }),
    );
  });

  test('keeps scopes and hashes apart', async () => {
    const hash = unique('h');
    await race(MAX, () => debit(hash));
    expect(passed([await limiter.consume('other', hash, MAX, WINDOW, START), await debit(unique('h'))])).toHaveLength(
      2,
    );
  });

  test('of one attempt lets one through', async () => {
    const hash = unique('h');
    const results = await race(20, () => limiter.consume('test', hash, 1, WINDOW, START));
    expect(passed(results)).toHaveLength(1);
  });
});

describe('refund', () => {
  test('gives back one attempt each, never below none', async () => {
    const hash = unique('h');
    await race(3, () => debit(hash));
    await race(20, () => limiter.refund('test', hash, START + WINDOW));
    expect(await held(hash)).toBe(0);
    expect(passed(await race(40, () => debit(hash)))).toHaveLength(MAX);
  });

  test('of an attempt of an earlier window leaves the new one alone', async () => {
    const hash = unique('h');
    await debit(hash);
    await limiter.refund('test', hash, START + WINDOW - 1);
    expect(await held(hash)).toBe(1);
  });

  test('of a bucket that is not there makes none', async () => {
    const hash = unique('h');
    await limiter.refund('test', hash, START + WINDOW);
    expect(await table.getMany([limiter.bucketKey('test', hash)])).toEqual([undefined]);
  });
});

test('clear forgets every attempt', async () => {
  const hash = unique('h');
  await race(MAX + 5, () => debit(hash));
  await limiter.reset('test', hash);
  expect(await held(hash)).toBe(0);
  expect(passed([await debit(hash)])).toHaveLength(1);
});

test('attempts of a window that is over do not count, though the item is still there', async () => {
  const hash = unique('h');
  await debit(hash);
  expect([await held(hash, START + WINDOW - 1), await held(hash, START + WINDOW)]).toEqual([1, 0]);
});
