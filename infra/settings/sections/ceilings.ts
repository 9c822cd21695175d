// Settings of what the deployment may use at most.
import { type Setting, whole } from '../setting.ts';

const rate = (what: string, share: string): Setting =>
  whole(
    `Requests per second to each operation ${what}. Default: ${share}, or less if the table’s units carry less.`,
    '',
    1,
    100_000,
  );

export const CEILINGS = {
  reservedConcurrency: whole(
    'Reserved and maximum concurrent instances of each function behind the API. An account must keep 100 unreserved; new accounts have none to spare.',
    '',
    1,
    1000,
  ),
  readUnits: whole('Maximum read units per second of the table, which bounds the bill.', 12_000, 100, 1_000_000),
  writeUnits: whole('Maximum write units per second of the table, which bounds the bill.', 4000, 100, 1_000_000),
  gatewayRate: whole(
    'The account’s quota in API Gateway: requests per second of all its APIs in the region. In newer regions it is 2500. A support case raises it.',
    10_000,
    100,
    1_000_000,
  ),
  loginRate: rate(
    'that checks a password, a code or a provider’s proof, or sends a message',
    '1000 (10 % of `gatewayRate`)',
  ),
  refreshRate: rate('that exchanges a refresh token', '2000 (20 %)'),
  readRate: rate('that reads', '4000 (40 %)'),
  writeRate: rate('that makes another change', '2000 (20 %)'),
} as const satisfies Record<string, Setting>;
