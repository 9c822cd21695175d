// docs/costs.md: what a million of something costs, from the units that the benchmark asserts. `--check` only says
// whether the page is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ONE_CPU_MB, SMALL_MB } from '../../../infra/functions.ts';
import type { BudgetAction } from '../actions/budget.ts';
import { PRICED, PRICES } from '../harness/prices.ts';
import { BUDGET } from './limits.ts';

const PAGE = fileURLToPath(new URL('../../../docs/costs.md', import.meta.url));
const MILLION = 1_000_000;

/** KB that a request leaves in logs: access log, request line, and Lambda's own three. */
const LOGGED_KB = 1.3;

type Priced = {
  what: string;
  /** Operations of the budget that it consists of. */
  of: readonly BudgetAction[];
  /** Milliseconds that the function runs for all of them: assumed, since no cloud was at hand. */
  ms: number;
  memoryMb: number;
  /** Changes that the change feed sees, events on the bus, and e-mails. */
  events?: number;
  emails?: number;
  /** Accounts that are made: the change feed keeps the lists and counters they show in. */
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
];

/** What the change feed and the mailer do for an event or a message; milliseconds of a small function. */
const FEED_MS = 10;
const MAILER_MS = 60;
/** Claim, look, mark: the mailer's own share of the table. */
const MAILER_UNITS = { read: 3, write: 2 };
/** Entries in lists and searches, counters: what `admin create user` writes beyond a sign-up (test/bench/sections/limits.ts). */
const DIRECTORY_UNITS = {
  read: BUDGET['admin create user'].read - BUDGET.signup.read,
  write: BUDGET['admin create user'].write - BUDGET.signup.write,
};

type Cost = { api: number; functions: number; table: number; logs: number; events: number; messages: number };
const seconds = (memoryMb: number, ms: number): number => (memoryMb / 1024) * (ms / 1000) * PRICES.functionGbSecond;

/** US dollars of one. */
export function costOf({ of, ms, memoryMb, events = 0, emails = 0, accounts = 0 }: Priced): Cost {
  const units = of.map((operation) => BUDGET[operation]);
  const later = { read: 0, write: 0 };
  for (const [times, { read, write }] of [
    [emails, MAILER_UNITS],
    [accounts, DIRECTORY_UNITS],
  ] as const) {
    later.read += times * read;
    later.write += times * write;
  }
  const read = units.reduce((sum, each) => sum + each.read, later.read);
  const write = units.reduce((sum, each) => sum + each.write, later.write);
  return {
    api: of.length * PRICES.apiRequest,
    functions: of.length * PRICES.functionRequest + seconds(memoryMb, ms),
    table: read * PRICES.readUnit + write * PRICES.writeUnit,
    logs: (of.length * LOGGED_KB * PRICES.loggedGb) / 1024 ** 2,
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
    const units = priced.of.map((operation) => `${BUDGET[operation].read}/${BUDGET[operation].write}`).join(' + ');
    const parts = Object.values(cost).map((each) => dollars(each * MILLION));
    return row(priced.what, units, String(priced.ms), ...parts, `**${dollars(total(cost) * MILLION)}**`);
  });
  const head = ['A million of', 'R/W units', 'ms', 'API', 'functions', 'table', 'logs', 'events', 'messages', 'USD'];
  return [row(...head), row(...head.map(() => '---')), ...lines].join('\n');
}

/** What stands there when nobody comes, by the month. */
export function idle() {
  const { secretMonth, keyMonth, firewallMonth, firewallRuleMonth, alarmMonth } = PRICES;
  const standard = { 'root secret': secretMonth, 'admin key, until it is given up': secretMonth };
  const hardened = {
    'root secret': secretMonth,
    'key of one’s own': keyMonth,
    'firewall with four rules': firewallMonth + 4 * firewallRuleMonth,
    'alarms beyond ten': 6 * alarmMonth,
  };
  return { standard, hardened };
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

Made by \`npm run docs\` from the capacity units that the benchmark asserts (test/bench/sections/limits.ts) and list prices of
${PRICED.at}, ${PRICED.region} (test/bench/harness/prices.ts); don't edit. US dollars, without free tiers, taxes and data transfer.
Milliseconds are assumptions for warm functions with ${ONE_CPU_MB} MB where passwords are hashed: compare them with the dashboard.

## By use

${perMillion()}

SMS cost by country, from 0.01 to 0.10 USD each, and exceed everything else: hence \`smsBudget\` and the limits by tenant.
Storage: a user with a session takes about 3 KB, so a million of them ${dollars(2.9 * PRICES.storedGbMonth)} USD a month and ${dollars(2.9 * PRICES.restorableGbMonth)} for point-in-time recovery.
Each metric of the functions' own that is written in a month costs ${dollars(PRICES.metricMonth)}: at most eight.
The hardened profile adds ${dollars(PRICES.firewallRequest * MILLION)} for a million requests through the firewall, and for logs in S3 what S3 costs.

## When nobody comes

* \`standard\`: ${sum(standard)} a month (${list(standard)}). Ten alarms, a dashboard, and the
  650 000 requests by which the mailer's queue is polled are within what AWS gives every account for nothing.
* \`hardened\`: ${sum(hardened)} a month (${list(hardened)}), and what KMS takes for 10 000
  requests: 0.03, some thousands a day.

API Gateway, functions, table, bus, queues and topic cost nothing while nothing happens.
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
    process.stderr.write('docs: costs.md differs from the units and prices: run npm run docs\n');
    process.exitCode = 1;
  }
}
