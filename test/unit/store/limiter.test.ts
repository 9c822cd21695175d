// Checks attempt counters: they stay bounded under concurrent calls, and end with their window or on request.
import { describe, expect, test } from '@jest/globals';
import * as table from '../../../lib/store/dynamo/table.ts';
import * as limiter from '../../../lib/store/limiter.ts';
import { race } from '../../support/race.ts';
import { unique } from '../../support/service.ts';
import { useTable } from './support.ts';

const MAX = 10;
const WINDOW = 60_000;
const START = 1_800_000_000_000;
useTable();

const consume = (hash: string, at = START) => limiter.consume('test', hash, MAX, WINDOW, at);
type Permitted = { count: number; resetAt: number };
/** Returns the results of the attempts that were permitted. */
const permittedOf = (results: object[]) => results.filter((result): result is Permitted => 'count' in result);
const attemptsIn = async (hash: string, at = START) => {
  const [item] = await table.getMany([limiter.bucketKey('test', hash)]);
  return limiter.attemptsIn(item, at).count;
};

describe('consume', () => {
  test('permits the maximum of attempts one by one, then returns when the window ends', async () => {
    const hash = unique('h');
    const results = [];
    for (let at = 0; at < MAX + 2; at++) results.push(await consume(hash, START + at));
    expect(results.slice(0, MAX).map((result) => 'count' in result && result.count)).toEqual(
      Array.from({ length: MAX }, (_, index) => index + 1),
    );
    expect(results.slice(MAX)).toEqual(Array(2).fill({ exhaustedUntil: START + WINDOW }));
  });

  test('permits the maximum when twenty callers attempt at once', async () => {
    const hash = unique('h');
    const results = await race(20, () => consume(hash));
    expect(permittedOf(results)).toHaveLength(MAX);
    expect(await attemptsIn(hash)).toBe(MAX);
  });

  test('opens one new window when twenty callers attempt right at the end of the old one', async () => {
    const hash = unique('h');
    await race(MAX + 5, () => consume(hash));
    expect(permittedOf([await consume(hash, START + WINDOW - 1)])).toHaveLength(0);
    const results = await race(20, () => consume(hash, START + WINDOW));
    expect(permittedOf(results)).toHaveLength(MAX);
    const counts = permittedOf(results).map((result) => result.count);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: MAX }, (_, index) => index + 1));
    expect(new Set(permittedOf(results).map((result) => result.resetAt))).toEqual(new Set([START + 2 * WINDOW]));
  });

  test('does not move the end of the running window', async () => {
    const hash = unique('h');
    await consume(hash);
    expect(await consume(hash, START + WINDOW - 1)).toEqual(
      expect.objectContaining({ count: 2, resetAt: START + WINDOW }),
    );
  });

  test('counts each scope and hash separately', async () => {
    const hash = unique('h');
    await race(MAX, () => consume(hash));
    expect(
      permittedOf([await limiter.consume('other', hash, MAX, WINDOW, START), await consume(unique('h'))]),
    ).toHaveLength(2);
  });

  test('permits one of twenty callers when the maximum is one', async () => {
    const hash = unique('h');
    const results = await race(20, () => limiter.consume('test', hash, 1, WINDOW, START));
    expect(permittedOf(results)).toHaveLength(1);
  });
});

describe('refund', () => {
  test('gives back one attempt per call, and never below zero', async () => {
    const hash = unique('h');
    await race(3, () => consume(hash));
    await race(20, () => limiter.refund('test', hash, START + WINDOW));
    expect(await attemptsIn(hash)).toBe(0);
    expect(permittedOf(await race(40, () => consume(hash)))).toHaveLength(MAX);
  });

  test('does not change the count when the attempt was made in another window', async () => {
    const hash = unique('h');
    await consume(hash);
    await limiter.refund('test', hash, START + WINDOW - 1);
    expect(await attemptsIn(hash)).toBe(1);
  });

  test('does not create a counter that does not exist', async () => {
    const hash = unique('h');
    await limiter.refund('test', hash, START + WINDOW);
    expect(await table.getMany([limiter.bucketKey('test', hash)])).toEqual([undefined]);
  });
});

test('reset removes all attempts', async () => {
  const hash = unique('h');
  await race(MAX + 5, () => consume(hash));
  await limiter.reset('test', hash);
  expect(await attemptsIn(hash)).toBe(0);
  expect(permittedOf([await consume(hash)])).toHaveLength(1);
});

test('attemptsIn returns 0 after the end of the window, although DynamoDB has not yet removed the item', async () => {
  const hash = unique('h');
  await consume(hash);
  expect([await attemptsIn(hash, START + WINDOW - 1), await attemptsIn(hash, START + WINDOW)]).toEqual([1, 0]);
});
