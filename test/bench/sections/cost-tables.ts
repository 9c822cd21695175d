// Writes the tables of costs by active users: three sizes, the assumptions, and what halves the bill of the largest.
import { ONE_CPU_MB } from '../../../infra/functions.ts';
import {
  ASSUMPTIONS,
  type Assumed,
  assumed,
  type Built,
  monthOf,
  onFront,
  onHttp,
  onRest,
  sumOf,
} from './cost-month.ts';
import { LAMBDA_LINES_KB, LOGGED_KB, REFRESH } from './cost-rows.ts';

const SIZES = [1000, 100_000, 2_000_000] as const;
/** Checks of a user a month, where a service asks for each of its requests: a hundred on each day of use. */
const CHECKS = 2000;
/** How the service was built before a small function exchanged refresh tokens and Lambda's lines were left out. */
const BEFORE = (built: Built): Built => ({
  ...built,
  refresh: { ...REFRESH, ms: 12, memoryMb: ONE_CPU_MB },
  loggedKb: LOGGED_KB + LAMBDA_LINES_KB,
});

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
const number = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');

/** `idle`: what a deployment costs a month without traffic. */
export function monthsText(idle: number): string {
  const usd = (built: Built, given: Partial<Assumed>): string => number(sumOf(monthOf(assumed(given), built, idle)));
  const most = { mau: SIZES[2] };
  const hour = { ...most, 'access-ttl': 3600 };
  const parts = monthOf(assumed(most), onHttp, idle);
  const largest = Object.entries(parts)
    .filter(([, part]) => part >= 1)
    .sort(([, one], [, other]) => other - one)
    .map(([name, part]) => `${name} ${number(part)}`);
  return `${table(
    [
      'Users a month',
      'REST API',
      'HTTP API',
      'HTTP API and CloudFront',
      'REST API, checks online',
      'HTTP API, checks online',
    ],
    SIZES.map((mau) => [
      number(mau),
      `**${usd(onRest, { mau })}**`,
      `**${usd(onHttp, { mau })}**`,
      `**${usd(onFront, { mau })}**`,
      usd(onRest, { mau, checks: CHECKS }),
      usd(onHttp, { mau, checks: CHECKS }),
    ]),
  )}

USD a month, of the standard profile. The last two columns are for ${number(CHECKS)} checks of each user.
Two million users on an HTTP API pay for: ${largest.join(', ')}. Most of it is refreshes, so this is what lowers the bill:

${table(
  [`${number(most.mau)} users`, 'REST API', 'HTTP API', 'HTTP API and CloudFront'],
  [
    [
      'refreshes in `authentication`, and all lines of Lambda',
      usd(BEFORE(onRest), most),
      usd(BEFORE(onHttp), most),
      usd(BEFORE(onFront), most),
    ],
    [
      'refreshes in `account`, a small function, without lines of Lambda',
      usd(onRest, most),
      usd(onHttp, most),
      usd(onFront, most),
    ],
    [
      'access tokens of an hour (`GATEHOUSE_ACCESS_TTL=3600`)',
      usd(onRest, hour),
      usd(onHttp, hour),
      usd(onFront, hour),
    ],
  ],
)}

An hour is for tenants that accept that a service which verifies offline
[notices the end of a session](guides/protect-an-api.md#revocation) as late as that. The numbers are of clients
that refresh when they need a token. A client that refreshes by a timer also pays while it is not used.

The assumptions are options of a command that prints the same for your numbers:
\`node test/bench/sections/costs.ts --mau 500000 --logins 8\`. Options that are not given have these values:

${table(
  ['Option', 'Value', 'Of an active user in a month'],
  Object.entries(ASSUMPTIONS).map(([name, { value, meaning }]) => [`\`--${name}\``, String(value), meaning]),
)}`;
}
