// Checks limits that many callers share: they are spread over items of the table, and yet allow exactly their maximum.
import { expect, test } from '@jest/globals';
import * as limits from '../../../../lib/domain/credentials/limits.ts';
import { now } from '../../../../lib/platform/clock.ts';
import { getMany } from '../../../../lib/store/dynamo/table.ts';
import { attemptsIn } from '../../../../lib/store/limiter.ts';
import { race } from '../../../support/race.ts';
import { unique, useService } from '../../../support/service.ts';

const DAY = 86_400_000;
useService();

const attempt = (max: number, tenant: string) => limits.attemptWithin(max, 'sms-tenant-day', tenant, 'accounts');
const countsOf = async (tenant: string) =>
  (await getMany(await limits.bucketKeys('sms-tenant-day', tenant, 'accounts'))).map(
    (item) => attemptsIn(item, now()).count,
  );

test.each([1, 3, 8, 9, 15])('a maximum of %d is neither exceeded nor missed by 20 callers at once', async (max) => {
  const tenant = unique('t');
  const results = await race(20, () => attempt(max, tenant));
  expect(results.filter((result) => !limits.isRefused(result))).toHaveLength(max);
  expect((await countsOf(tenant)).reduce((sum, count) => sum + count)).toBe(max);
});

test('the attempts are spread over eight items', async () => {
  const tenant = unique('t');
  for (let round = 0; round < 10; round++) await race(20, () => attempt(100_000, tenant));
  const counts = await countsOf(tenant);
  expect(counts.filter((count) => count > 0)).toHaveLength(8);
  expect(Math.max(...counts)).toBeLessThan(100);
});

test('a refusal says when the first of the items allows attempts again', async () => {
  const tenant = unique('t');
  await race(10, () => attempt(10, tenant));
  const refused = await attempt(10, tenant);
  if (!limits.isRefused(refused)) throw new Error('not refused');
  expect(refused.refusedUntil - now()).toBeGreaterThan(DAY - 60_000);
  expect(refused.refusedUntil - now()).toBeLessThanOrEqual(DAY);
});

test('a maximum of zero allows nothing', async () => {
  const tenant = unique('t');
  expect((await race(20, () => attempt(0, tenant))).every(limits.isRefused)).toBe(true);
});

test('a refund returns the attempt to the item that counted it', async () => {
  const tenant = unique('t');
  const results = await race(5, () => attempt(5, tenant));
  await limits.refund(results[0] as limits.Consumption);
  const again = await race(20, () => attempt(5, tenant));
  expect(again.filter((result) => !limits.isRefused(result))).toHaveLength(1);
});

test('a limit that counts in one item at random is never exceeded', async () => {
  const tenant = unique('t');
  let allowed = 0;
  for (let round = 0; round < 40; round++) {
    const results = await race(20, () => limits.tryConsumeShare('failure-record', tenant));
    allowed += results.filter(Boolean).length;
  }
  const items = await getMany(await limits.bucketKeys('failure-record', tenant));
  const counts = items.map((item) => attemptsIn(item, now()).count);
  expect(Math.max(...counts)).toBe(limits.maxOf('failure-record') / 8);
  expect(allowed).toBe(counts.reduce((sum, count) => sum + count));
  expect(allowed).toBeLessThanOrEqual(limits.maxOf('failure-record'));
});
