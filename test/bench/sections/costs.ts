// Writes docs/costs.md: what a million calls of each operation and what a month of so many users cost, from the units that
// the benchmark asserts. `--check` only reports whether the page is up to date. With options it prints a month:
// `--mau 500000 --logins 8`; `--help` lists them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ONE_CPU_MB, SMALL_MB } from '../../../infra/functions.ts';
import { PRICED, PRICES } from '../harness/prices.ts';
import { ASSUMPTIONS, type Assumed, assumed, METRICS, monthOf, onHttp, onRest, sumOf } from './cost-month.ts';
import {
  AUDIT_UNITS,
  costOf,
  LAMBDA_LINES_KB,
  LOGIN,
  logged,
  PRICED_OPERATIONS,
  seconds,
  total,
  unitsText,
  VERIFICATION,
} from './cost-rows.ts';
import { monthsText } from './cost-tables.ts';

const PAGE = fileURLToPath(new URL('../../../docs/costs.md', import.meta.url));
const MILLION = 1_000_000;

/** Milliseconds that a cold function initialises. Assumed. AWS bills them since August 2025 (AWS Compute Blog, April 2025). */
const INIT_MS = 400;
const MONTH_MS = 730 * 3600 * 1000;
/** What a million users with a session take in the table. */
const MILLION_USERS_GB = 2.9;
/** Metrics of alarms that are paid for: of the standard profile beyond the free ones, and of what the hardened one adds. */
export const ALARM_METRICS = { standard: 5, hardened: 20 } as const;

const dollars = (amount: number): string => amount.toFixed(2);
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function perMillion(): string {
  const lines = PRICED_OPERATIONS.map((priced) => {
    const cost = costOf(priced);
    const parts = Object.values(cost).map((each) => dollars(each * MILLION));
    const [rest, http] = [total(cost), total(costOf(priced, PRICES.httpApiRequest))];
    const saved = `${Math.round((1 - http / rest) * 100)} %`;
    const sums = [`**${dollars(rest * MILLION)}**`, dollars(http * MILLION), saved];
    return row(priced.what, unitsText(priced), String(priced.ms), ...parts, ...sums);
  });
  const head = [
    'A million of',
    'R/W units',
    'ms',
    'API',
    'functions',
    'table',
    'logs',
    'events',
    'messages',
    'audit',
    'USD',
    'HTTP API',
    'less',
  ];
  return [row(...head), row(...head.map(() => '---')), ...lines].join('\n');
}

/** An HTTP API compresses nothing. Returns how many KB compression would have to save for the price to be the same. */
const evenKb = (): number => ((PRICES.apiRequest - PRICES.httpApiRequest) / PRICES.sentGb) * 1024 ** 2;

const toReadMore = (): string =>
  `What it
lacks is in [operations](operations.md#an-http-api). It does not compress, and data transfer costs ${PRICES.sentGb} a GB: it is the
cheaper one unless compression saves ${Math.floor(evenKb())} KB a request, on average. A request is a few KB, the files of a sign-in page are more.`;

const MONTH_MINUTES = 30 * 24 * 60;
/** Four shards and their anchors, each hour. */
const ARCHIVE_PUTS = 5 * 30 * 24;
/**
 * Lambda reads an idle queue with five long polls of 20 s at a time, and no fewer while the mapping has a maximum
 * concurrency (AWS Lambda developer guide, "Configuring scaling behavior for SQS event source mappings").
 */
const POLLS_A_MINUTE = 5 * 3;
/** A run of the schedule asks for the codes and for the notices. */
const REQUESTS_A_RUN = 2;

/** Returns the requests that SQS counts in an idle month: of queues with a mapping, and of what runs every minute. */
export const idleQueueRequests = ({ polled, everyMinute }: { polled: number; everyMinute: number }): number =>
  (polled * POLLS_A_MINUTE + everyMinute * REQUESTS_A_RUN) * MONTH_MINUTES;

/** Returns the monthly costs of an idle deployment, by profile. */
export function idle() {
  const { secretMonth, keyMonth, firewallMonth, firewallRuleMonth, alarmMonth } = PRICES;
  const standard = {
    'three root secrets': 3 * secretMonth,
    'admin key, until it is given up': secretMonth,
    'five metrics of alarms beyond the ten that are free': ALARM_METRICS.standard * alarmMonth,
  };
  const hardened = {
    'three root secrets': 3 * secretMonth,
    'encryption key': keyMonth,
    'firewall with four rules': firewallMonth + 4 * firewallRuleMonth,
    'metrics of alarms': (ALARM_METRICS.standard + ALARM_METRICS.hardened) * alarmMonth,
  };
  return { standard, hardened };
}

/** Returns the costs of the heartbeat and of the check of rotations in a month of 30 days. */
function watching(): number {
  const [beats, checks] = [30 * 24 * 12, 30 * 24];
  const { functionRequest, functionGbSecond, writeUnit, readUnit, loggedGb, secretRequest } = PRICES;
  // The watch and the change feed each run for about 50 ms, and Lambda and we log about 1 KB of each run.
  const run = functionRequest + 0.05 * (SMALL_MB / 1024) * functionGbSecond + loggedGb / MILLION;
  return beats * (2 * run + writeUnit) + checks * (run + readUnit + 3 * secretRequest);
}

/** Returns the costs of the login probe in a month of 30 days: secret, alarm, and runs of six requests and 0.6 s. */
function probing(minutes: number): number {
  const { secretMonth, alarmMonth, functionRequest, functionGbSecond } = PRICES;
  // A login and its logout write as much, and the other requests read.
  const requests = 2 * total(costOf(LOGIN)) + 4 * total(costOf(VERIFICATION));
  const run = requests + functionRequest + 0.6 * 0.25 * functionGbSecond;
  return secretMonth + alarmMonth + (MONTH_MINUTES / minutes) * run;
}

const list = (parts: Record<string, number>): string =>
  Object.entries(parts)
    .map(([name, usd]) => `${name} ${dollars(usd)}`)
    .join(', ');

/** The page as Markdown. */
export function costPage(): string {
  const { standard, hardened } = idle();
  const sum = (parts: Record<string, number>) => dollars(Object.values(parts).reduce((all, each) => all + each, 0));
  return `# What it costs

\`npm run docs\` writes this page; don't edit it. The costs are computed from the capacity units that the benchmark asserts
(test/bench/sections/limits.ts) and from list prices of ${PRICED.at} in ${PRICED.region} (test/bench/harness/prices.ts).
Prices are in US dollars, without free tiers, taxes and data transfer. The milliseconds are assumptions for warm functions
that have ${ONE_CPU_MB} MB where passwords are hashed. Compare them with your dashboard.

**Verify access tokens offline.** A service that asks Gatehouse about each request pays for it each time, and ten times as much
in all as one that [verifies the token](guides/protect-an-api.md) by the public keys: the last two columns of the next table.

## By active users

${monthsText(idleSum())}

## By use

${perMillion()}

API Gateway takes ${dollars(PRICES.apiRequest * MILLION)} of each million requests, so no operation costs less on a REST API, which is the default.
With the [setting](configuration.md#the-deployment) \`gateway=http\` it takes ${dollars(PRICES.httpApiRequest * MILLION)}: the column "HTTP API" has the sum then, from the same contract. ${toReadMore()}
The time in which a cold function initialises is billed, too. If one request in a hundred is cold and takes ${INIT_MS} ms more, a
million of them cost ${dollars(0.01 * MILLION * seconds(ONE_CPU_MB, INIT_MS))} more.
An SMS costs 0.01 to 0.10 USD, depending on the country, which exceeds all other costs. \`smsBudget\` and the
limits by tenant bound it.
The column "audit" is the entry of the audit log, the numbers of the day and the run of the change feed that writes them, as
if each were alone in its run. In batches of twenty and more an entry takes ${AUDIT_UNITS.busy} write units instead of ${AUDIT_UNITS.alone}
(test/unit/feed/audit-units.test.ts), and the rest is shared. An entry is about 1 KB in storage.
Lambda's own lines are not in the column "logs": \`lambdaLogs=info\` adds ${dollars(logged(LAMBDA_LINES_KB) * MILLION)} for each request.
Storage: a user with a session takes about 3 KB. A million users cost ${dollars(MILLION_USERS_GB * PRICES.storedGbMonth)} USD a month, and ${dollars(MILLION_USERS_GB * PRICES.restorableGbMonth)} more for point-in-time
recovery.
Each custom metric that is written in a month costs ${dollars(PRICES.metricMonth)}. There are ${METRICS}, and ten are free; one that counts what never
happens, or only late mail, is not written.
The hardened profile adds ${dollars(PRICES.firewallRequest * MILLION)} for a million requests through the firewall, and for logs ${PRICES.archivedGb} per GB that Firehose delivers and the price of S3.

## An idle deployment

* \`standard\`: ${sum(standard)} a month (${list(standard)}). A dashboard, and
  the ${idleQueueRequests({ polled: 1, everyMinute: 1 })} requests and ${MONTH_MINUTES} invocations that look for messages are within the free tier of every AWS account.
* \`hardened\`: ${sum(hardened)} a month (${list(hardened)}),
  plus 0.03 per 10 000 KMS requests, of which there are some thousands a day.

* \`front=cloudfront\` adds ${dollars(PRICES.frontRequest * MILLION)} for a million requests, without the ten million and the TB a month that are free, and
  the secret of the proxy, ${dollars(PRICES.secretMonth)} a month. Data to clients costs 0.085 a GB instead of ${PRICES.sentGb}, compressed where it is a file of a page. A
  web ACL of five rules costs ${dollars(PRICES.firewallMonth + 5 * PRICES.firewallRuleMonth)} a month and ${dollars(PRICES.firewallRequest * MILLION)} for a million requests.
* \`provisionedConcurrency\` adds ${dollars(seconds(ONE_CPU_MB, MONTH_MS, PRICES.provisionedGbSecond))} a month for each instance.
* \`backupDays\` adds ${dollars(PRICES.backedUpGbMonth)} a month for each GB of each backup that is kept, and as much in the region of the copies,
  plus the transfer. Backups of a million users for 30 days cost ${dollars(30 * MILLION_USERS_GB * PRICES.backedUpGbMonth)}.
* \`replicaRegion\` doubles what writes and storage cost, and adds 0.40 a month for each of three to five replicas of secrets, 0.10 for
  an alarm, and about 1.50 for the health check of \`standbyUrl\`. The standby costs nothing else while it waits.
* \`loginProbeMinutes=5\` adds ${dollars(probing(5))} a month, and the key of its stack, ${dollars(PRICES.keyMonth)}, in the hardened profile without \`kmsKeyArn\`.
* \`auditArchiveDays\` adds less than 0.01 a month, and ${dollars(ARCHIVE_PUTS * PRICES.objectPut)} at most where something happens each hour. A million entries cost
  ${dollars(PRICES.readUnit * MILLION)} to copy, and ${dollars(PRICES.objectGbMonth)} a month to keep.
* \`analytics\` costs nothing but ${dollars(PRICES.scannedGb)} for each GB that a query in Athena reads, a million entries of the archive.

The heartbeat, every five minutes, and the hourly check of rotations cost ${dollars(watching())} a month, most of it for the logs and for asking
Secrets Manager. API Gateway, functions, table, bus, queues and topic cost nothing else while there are no requests.
`;
}

/** Returns what a deployment of the standard profile costs a month without traffic. */
const idleSum = (): number => sumOf(idle().standard) + watching();

/** Prints a month by the options, for both kinds of API. */
function printMonth(given: Partial<Assumed>): void {
  for (const [name, built] of Object.entries({ REST: onRest, HTTP: onHttp })) {
    const parts = monthOf(assumed(given), built, idleSum());
    const lines = Object.entries(parts).map(([part, usd]) => `  ${part.padEnd(14)}${dollars(usd).padStart(10)}`);
    process.stdout.write(`${name} API, USD a month: ${dollars(sumOf(parts))}\n${lines.join('\n')}\n`);
  }
}

const usage = (): string =>
  Object.entries(ASSUMPTIONS)
    .map(([name, { value, meaning }]) => `  --${name} ${value}`.padEnd(26) + meaning)
    .join('\n');

/** Returns the options as numbers. Throws on one that is unknown or no number. */
function readOptions(args: string[]): { isHelp: boolean; isCheck: boolean; given: Partial<Assumed> } {
  const numbers = Object.fromEntries(Object.keys(ASSUMPTIONS).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({
    args,
    options: { ...numbers, check: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const { check, help, ...texts } = values as Record<string, string | boolean | undefined>;
  const given = Object.entries(texts).map(([name, value]): [string, number] => {
    const number = Number(value);
    if (!(number >= 0) || (name === 'access-ttl' && number === 0)) throw new Error(`--${name} must be a number`);
    return [name, number];
  });
  return { isHelp: help === true, isCheck: check === true, given: Object.fromEntries(given) };
}

function content(): string | undefined {
  try {
    return readFileSync(PAGE, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { isHelp, isCheck, given } = readOptions(process.argv.slice(2));
  if (isHelp) process.stdout.write(`Prints the costs of a month:\n${usage()}\n`);
  else if (Object.keys(given).length > 0) printMonth(given);
  else if (!isCheck) writeFileSync(PAGE, costPage());
  else if (content() !== costPage()) {
    process.stderr.write('docs/costs.md does not match the units and prices. Run npm run docs.\n');
    process.exitCode = 1;
  }
}
