// Settings of what the deployment may use at most.
import { type Setting, whole } from '../setting.ts';

export const CEILINGS = {
  reservedConcurrency: whole(
    'Reserved and maximum concurrent instances of each of the ten API functions. An account must keep 100 unreserved; new accounts have none to spare.',
    '',
    1,
    1000,
  ),
  readUnits: whole('Maximum read units per second of the table, which bounds the bill.', 12_000, 100, 1_000_000),
  writeUnits: whole('Maximum write units per second of the table, which bounds the bill.', 4000, 100, 1_000_000),
} as const satisfies Record<string, Setting>;
