// Checks that the throttles of API Gateway fit the table and the account, and that synthesis refuses rates that do not.
import { describe, expect, test } from '@jest/globals';
import { CLASSES } from '../../infra/settings/rates.ts';
import { readSettings } from '../../infra/settings/read.ts';
import { warningsOf } from '../../infra/settings/warnings.ts';
import { BUDGET } from '../bench/sections/limits.ts';

const ratesOf = (context: Record<string, unknown>) => readSettings(context).rates;

test('the units of each class are those that the benchmark asserts for its most frequent operation', () => {
  const frequent = { credential: 'login', refresh: 'refresh-token', read: 'verify-session' } as const;
  for (const [name, action] of Object.entries(frequent)) {
    const { read, write } = CLASSES[name as keyof typeof frequent];
    expect([name, read, write]).toEqual([name, BUDGET[action].read, BUDGET[action].write]);
  }
  const [one, all] = [BUDGET.logout, BUDGET['logout-all']];
  expect([CLASSES.write.read, CLASSES.write.write]).toEqual([Math.max(one.read, all.read), one.write]);
});

describe('a rate that is not chosen', () => {
  test('is a share of the account’s quota', () => {
    const { credential, refresh, read, write } = ratesOf({ gatewayRate: 2500 });
    expect([credential.rate, refresh.rate, read.rate, write.rate]).toEqual([250, 500, 1000, 500]);
  });

  test('is lower if the table carries less', () => {
    const { credential, refresh, read } = ratesOf({ writeUnits: 400, readUnits: 1200 });
    expect([credential.rate, refresh.rate, read.rate]).toEqual([100, 400, 400]);
  });

  test.each([100, 2500, 10_000, 1_000_000])('leaves a burst within half of the quota of %d', (gatewayRate) => {
    const units = { readUnits: 1_000_000, writeUnits: 1_000_000 };
    const throttles = Object.values(ratesOf({ gatewayRate, ...units }));
    for (const { burst } of throttles) expect(burst).toBeLessThanOrEqual(gatewayRate / 2);
    expect(throttles.reduce((sum, { rate }) => sum + rate, 0)).toBeLessThanOrEqual(gatewayRate);
  });
});

test('a chosen rate is used if table and account carry it', () => {
  expect(ratesOf({ loginRate: 2500, writeUnits: 10_000 }).credential).toEqual({ rate: 2500, burst: 5000 });
  expect(ratesOf({ readRate: 1 }).read).toEqual({ rate: 1, burst: 2 });
});

test.each([
  [{ loginRate: 1001 }, 'loginRate 1001 needs writeUnits 4004, not 4000: the table carries 1000 per second'],
  [{ loginRate: 1000, writeUnits: 3999 }, 'loginRate 1000 needs writeUnits 4000, not 3999'],
  [{ readRate: 4001 }, 'readRate 4001 needs readUnits 12003, not 12000'],
  [{ refreshRate: 4001 }, 'refreshRate 4001 needs writeUnits 4001'],
  [{ refreshRate: 2600, gatewayRate: 2500 }, 'refreshRate 2600 is above gatewayRate 2500'],
])('synthesis refuses %j', (context, message) => {
  expect(() => readSettings(context)).toThrow(message);
});

describe('synthesis warns', () => {
  const sender = 'a@b.example';
  const warnings = (context: Record<string, unknown>) => warningsOf(readSettings({ sender, ...context }));

  test('of nothing by default', () => {
    expect(warnings({})).toEqual([]);
  });

  test('of a deployment without a mailer', () => {
    expect(warningsOf(readSettings({}))).toEqual([expect.stringMatching(/^no sender is set/)]);
  });

  test('of a region without SMS', () => {
    expect(warnings({ region: 'ap-east-1' })).toEqual([expect.stringMatching(/^SNS sends no SMS from ap-east-1/)]);
    expect(warnings({ region: 'eu-central-1' })).toEqual([]);
  });

  test('of a proxy that does not prove itself', () => {
    const baseUrl = 'https://auth.example.com';
    expect(warnings({ baseUrl })).toEqual([expect.stringMatching(/^baseUrl is set without trustedProxy/)]);
    expect(warnings({ baseUrl, trustedProxy: 1 })).toEqual([]);
  });

  test('of more logins than the reserved instances serve', () => {
    expect(warnings({ reservedConcurrency: 10 })).toEqual([
      expect.stringMatching(/^loginRate 1000 is more than 10 .* about 166 logins/),
    ]);
    expect(warnings({ reservedConcurrency: 60, accountConcurrency: 1420 })).toEqual([]);
    expect(warnings({ accountConcurrency: 10 })).toEqual([
      expect.stringMatching(/^loginRate 1000 is more than 10 .* about 166 logins/),
    ]);
  });
});
