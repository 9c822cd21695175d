// Decides the throttles of API Gateway from the settings: how many requests per second reach the functions, for each class
// of operations in the contract. A class never gets more than the table and the account carry.
import type { Operation } from '../../lib/contract/operation.ts';
import { UserError } from '../user-error.ts';

export type Class = Operation['rate'];
/** Requests per second, and above that for a moment. */
export type Throttle = Readonly<{ rate: number; burst: number }>;
export type Rates = Readonly<Record<Class, Throttle>>;
type Units = Readonly<{ read: number; write: number }>;

/**
 * The setting of each class, its share of the account's quota, and the units of its most frequent operation, which
 * test/infra/rates.test.ts compares with the benchmark: a right login, a refresh, a check of a session, a logout. Sessions
 * are refreshed and checked far more often than begun.
 */
export const CLASSES = {
  credential: { setting: 'loginRate', share: 0.1, read: 3, write: 4 },
  refresh: { setting: 'refreshRate', share: 0.2, read: 2, write: 1 },
  read: { setting: 'readRate', share: 0.4, read: 3, write: 0 },
  write: { setting: 'writeRate', share: 0.2, read: 3, write: 1 },
} as const satisfies Record<Class, { setting: string; share: number; read: number; write: number }>;

/** Requests per second of the class that the table carries when it serves nothing else. */
export const carriedBy = (units: Units, { read, write }: Units): number =>
  Math.floor(Math.min(units.read / read, units.write / write));

/**
 * Returns the throttles. Throws `UserError` for a chosen rate that is above the account's quota, or that the table cannot
 * carry by itself: clients would get 503 from the functions instead of 429 from the gateway.
 */
export function ratesOf(chosen: (setting: string) => number | undefined, units: Units, gatewayRate: number): Rates {
  const entries = Object.entries(CLASSES).map(([name, { setting, share, ...cost }]) => {
    const carried = carriedBy(units, cost);
    const rate = chosen(setting) ?? Math.max(1, Math.min(Math.floor(gatewayRate * share), carried));
    if (rate > gatewayRate)
      throw new UserError(`${setting} ${rate} is above gatewayRate ${gatewayRate}, the account's quota in API Gateway`);
    if (rate > carried) {
      const [which, unit] =
        units.write / cost.write < units.read / cost.read
          ? (['writeUnits', 'write'] as const)
          : (['readUnits', 'read'] as const);
      throw new UserError(
        `${setting} ${rate} needs ${which} ${rate * cost[unit]}, not ${units[unit]}: the table carries ${carried} per second`,
      );
    }
    // The account's burst quota is half of its rate (API Gateway developer guide, "Quotas": 10 000 and 5 000, 2 500 and 1 250).
    return [name, { rate, burst: Math.min(2 * rate, Math.floor(gatewayRate / 2)) }] as const;
  });
  return Object.fromEntries(entries) as Rates;
}
