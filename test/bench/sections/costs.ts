// Writes docs/costs.md: what a million calls of each operation cost, from the units that the benchmark asserts.
// `--check` only reports whether the page is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ONE_CPU_MB, SMALL_MB } from '../../../infra/functions.ts';
import { metricNames } from '../../../lib/platform/metrics.ts';
import type { BudgetAction } from '../actions/budget.ts';
import { PRICED, PRICES } from '../harness/prices.ts';
import { BUDGET } from './limits.ts';

const PAGE = fileURLToPath(new URL('../../../docs/costs.md', import.meta.url));
const MILLION = 1_000_000;

/** KB that a request writes to logs: the access log, the request line, and three lines of Lambda. */
const LOGGED_KB = 1.3;

/** Milliseconds that a cold function initialises. Assumed. AWS bills them since August 2025 (AWS Compute Blog, April 2025). */
const INIT_MS = 400;

type Priced = {
  what: string;
  /** The operations of the budget that the row consists of. */
  of: readonly BudgetAction[];
  /** Files of the pages that a browser loads. They cost no units. */
  files?: number;
  /** Milliseconds that the function runs for all of them. Assumed, because no cloud account was available. */
  ms: number;
  memoryMb: number;
  /** Number of events, which pass through the change feed and the bus, and of e-mails. */
  events?: number;
  emails?: number;
  /** Number of new accounts. The change feed updates their lists and counters. */
  accounts?: number;
};

const PRICED_OPERATIONS: readonly Priced[] = [
  { what: 'login', of: ['login'], ms: 60, memoryMb: ONE_CPU_MB },
  {
    what: 'login with an authenticator',
    of: ['login, second factor due', 'mfa/verify'],
    ms: 80,
    memoryMb: ONE_CPU_MB,
    events: 1,
  },
  {
    what: 'login by e-mailed code',
    of: ['passwordless/send', 'login'],
    ms: 60,
    memoryMb: ONE_CPU_MB,
    events: 1,
    emails: 1,
  },
  { what: 'refusal of a wrong password', of: ['login, wrong password'], ms: 55, memoryMb: ONE_CPU_MB },
  { what: 'refresh', of: ['refresh-token'], ms: 12, memoryMb: ONE_CPU_MB },
  { what: 'verification (`verify-session`, `me`)', of: ['verify-session'], ms: 10, memoryMb: ONE_CPU_MB },
  { what: 'sign-up', of: ['signup'], ms: 70, memoryMb: ONE_CPU_MB, events: 2, accounts: 1 },
  { what: 'invitation', of: ['invite'], ms: 50, memoryMb: ONE_CPU_MB, events: 2, emails: 1, accounts: 1 },
  {
    what: 'login by an identity provider',
    of: ['sso start', 'sso callback', 'login, code of a provider'],
    ms: 250,
    memoryMb: SMALL_MB,
  },
  // The document, the style, two scripts and the icon; later the document only, which is 304.
  { what: 'sign-in page, first visit', of: [], files: 5, ms: 15, memoryMb: SMALL_MB },
  { what: 'sign-in page, later visits', of: [], files: 1, ms: 2, memoryMb: SMALL_MB },
  { what: 'row of a resource by its id', of: ['row, by id'], ms: 12, memoryMb: SMALL_MB },
  { what: 'page of ten rows in the order of creation', of: ['rows, page of 10 by cursor'], ms: 15, memoryMb: SMALL_MB },
  { what: 'page of ten rows by an index', of: ['rows, page of 10 by index'], ms: 20, memoryMb: SMALL_MB },
  { what: 'new row of a resource with two indexes', of: ['row, create'], ms: 20, memoryMb: SMALL_MB, events: 1 },
  { what: 'change of a row that moves in an index', of: ['row, update'], ms: 25, memoryMb: SMALL_MB, events: 1 },
];

const MONTH_MS = 730 * 3600 * 1000;
/** What a million users with a session take in the table. */
const MILLION_USERS_GB = 2.9;
/** Milliseconds of a small function: the change feed per event, and the mailer per message. */
const FEED_MS = 10;
const MAILER_MS = 60;
/** Capacity units of the mailer per message: it claims the message, reads the code and marks the message as sent. */
const MAILER_UNITS = { read: 3, write: 2 };
/** Write units of an entry of the audit log (docs/decisions/0054-audit-log.md). */
const AUDIT_UNITS = { alone: 4, busy: 3.25 };
/** Units for list entries, search terms and counters: `admin create user` has them on top of a sign-up (limits.ts). */
const DIRECTORY_UNITS = {
  read: BUDGET['admin create user'].read - BUDGET.signup.read,
  write: BUDGET['admin create user'].write - BUDGET.signup.write,
};

type Cost = { api: number; functions: number; table: number; logs: number; events: number; messages: number };
const seconds = (memoryMb: number, ms: number, price: number = PRICES.functionGbSecond): number =>
  (memoryMb / 1024) * (ms / 1000) * price;

/** Returns the cost of one call in US dollars, by part, behind an API whose requests have that price. */
export function costOf(
  { of, files = 0, ms, memoryMb, events = 0, emails = 0, accounts = 0 }: Priced,
  apiRequest: number = PRICES.apiRequest,
): Cost {
  const units = of.map((operation) => BUDGET[operation]);
  const requests = of.length + files;
  const deferred = { read: 0, write: 0 };
  for (const [times, { read, write }] of [
    [emails, MAILER_UNITS],
    [accounts, DIRECTORY_UNITS],
  ] as const) {
    deferred.read += times * read;
    deferred.write += times * write;
  }
  const read = units.reduce((sum, each) => sum + each.read, deferred.read);
  const write = units.reduce((sum, each) => sum + each.write, deferred.write);
  return {
    api: requests * apiRequest,
    functions: requests * PRICES.functionRequest + seconds(memoryMb, ms),
    table: read * PRICES.readUnit + write * PRICES.writeUnit,
    logs: (requests * LOGGED_KB * PRICES.loggedGb) / 1024 ** 2,
    events: events * (PRICES.event + seconds(SMALL_MB, FEED_MS)),
    messages: emails * (PRICES.email + 3 * PRICES.queued + seconds(SMALL_MB, MAILER_MS)),
  };
}

const total = (cost: Cost): number => Object.values(cost).reduce((sum, each) => sum + each, 0);
const dollars = (amount: number): string => amount.toFixed(2);
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function perMillion(): string {
  const lines = PRICED_OPERATIONS.map((priced) => {
    const cost = costOf(priced);
    const units =
      priced.of.map((operation) => `${BUDGET[operation].read}/${BUDGET[operation].write}`).join(' + ') || '0/0';
    const parts = Object.values(cost).map((each) => dollars(each * MILLION));
    const [rest, http] = [total(cost), total(costOf(priced, PRICES.httpApiRequest))];
    const saved = `${Math.round((1 - http / rest) * 100)} %`;
    const sums = [`**${dollars(rest * MILLION)}**`, dollars(http * MILLION), saved];
    return row(priced.what, units, String(priced.ms), ...parts, ...sums);
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
  const standard = { 'three root secrets': 3 * secretMonth, 'admin key, until it is given up': secretMonth };
  const hardened = {
    'three root secrets': 3 * secretMonth,
    'encryption key': keyMonth,
    'firewall with four rules': firewallMonth + 4 * firewallRuleMonth,
    'seventeen metrics of twelve more alarms': 17 * alarmMonth,
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

## By use

${perMillion()}

API Gateway takes ${dollars(PRICES.apiRequest * MILLION)} of each million requests, so no operation costs less on a REST API, which is the default.
With the [setting](configuration.md#the-deployment) \`gateway=http\` it takes ${dollars(PRICES.httpApiRequest * MILLION)}: the column "HTTP API" has the sum then, from the same contract. ${toReadMore()}
The time in which a cold function initialises is billed, too. If one request in a hundred is cold and takes ${INIT_MS} ms more, a
million of them cost ${dollars(0.01 * MILLION * seconds(ONE_CPU_MB, INIT_MS))} more.
An SMS costs 0.01 to 0.10 USD, depending on the country, which exceeds all other costs. \`smsBudget\` and the
limits by tenant bound it.
The audit log is not in the table above. An entry costs ${AUDIT_UNITS.busy} write units in batches of twenty and more, and ${AUDIT_UNITS.alone} alone
(test/unit/feed/audit-units.test.ts): ${dollars(AUDIT_UNITS.busy * PRICES.writeUnit * MILLION)} to ${dollars(AUDIT_UNITS.alone * PRICES.writeUnit * MILLION)} for a million, and about 1 KB each in storage.
Storage: a user with a session takes about 3 KB. A million users cost ${dollars(MILLION_USERS_GB * PRICES.storedGbMonth)} USD a month, and ${dollars(MILLION_USERS_GB * PRICES.restorableGbMonth)} more for point-in-time
recovery.
Each custom metric that is written in a month costs ${dollars(PRICES.metricMonth)}. There are ${metricNames.length + 1}; one that counts what never
happens, or only late mail, is not written.
The hardened profile adds ${dollars(PRICES.firewallRequest * MILLION)} for a million requests through the firewall, and for logs ${PRICES.archivedGb} per GB that Firehose delivers and the price of S3.

## An idle deployment

* \`standard\`: ${sum(standard)} a month (${list(standard)}). Ten alarms, a dashboard, and
  the ${idleQueueRequests({ polled: 1, everyMinute: 1 })} requests and ${MONTH_MINUTES} invocations that look for messages are within the free tier of every AWS account.
* \`hardened\`: ${sum(hardened)} a month (${list(hardened)}),
  plus 0.03 per 10 000 KMS requests, of which there are some thousands a day.

* \`provisionedConcurrency\` adds ${dollars(seconds(ONE_CPU_MB, MONTH_MS, PRICES.provisionedGbSecond))} a month for each instance.
* \`backupDays\` adds ${dollars(PRICES.backedUpGbMonth)} a month for each GB of each backup that is kept, and as much in the region of the copies,
  plus the transfer. Backups of a million users for 30 days cost ${dollars(30 * MILLION_USERS_GB * PRICES.backedUpGbMonth)}.
* \`auditArchiveDays\` adds less than 0.01 a month, and ${dollars(ARCHIVE_PUTS * PRICES.objectPut)} at most where something happens each hour. A million entries cost
  ${dollars(PRICES.readUnit * MILLION)} to copy, and ${dollars(PRICES.objectGbMonth)} a month to keep.

The heartbeat, every five minutes, and the hourly check of rotations cost ${dollars(watching())} a month, most of it for the logs and for asking
Secrets Manager. API Gateway, functions, table, bus, queues and topic cost nothing else while there are no requests.
`;
}

function content(): string | undefined {
  try {
    return readFileSync(PAGE, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isStale = content() !== costPage();
  if (!process.argv.includes('--check')) writeFileSync(PAGE, costPage());
  else if (isStale) {
    process.stderr.write('docs/costs.md does not match the units and prices. Run npm run docs.\n');
    process.exitCode = 1;
  }
}
