// Prices the operations: what one call of each costs, from the units that the benchmark asserts.
import { FUNCTIONS, ONE_CPU_MB, SMALL_MB } from '../../../infra/functions.ts';
import type { BudgetAction } from '../actions/budget.ts';
import { PRICES } from '../harness/prices.ts';
import { BUDGET } from './limits.ts';

/** KB that a request writes to logs: the access log, and the request line. */
export const LOGGED_KB = 0.9;
/** KB of Lambda's own three lines of an invocation, which `lambdaLogs=info` writes. */
export const LAMBDA_LINES_KB = 0.4;

export type Priced = {
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
  /** Number of entries of the audit log. Each is priced as if it were alone in its run of the change feed. */
  entries?: number;
};

export const LOGIN: Priced = { what: 'login', of: ['login'], ms: 60, memoryMb: ONE_CPU_MB, entries: 1 };
export const SECOND_FACTOR: Priced = {
  what: 'login with an authenticator',
  of: ['login, second factor due', 'mfa/verify'],
  ms: 80,
  memoryMb: ONE_CPU_MB,
  events: 1,
  entries: 1,
};
/** Most of its time is spent waiting for the table. A smaller CPU signs for longer. */
export const REFRESH: Priced = { what: 'refresh', of: ['refresh-token'], ms: 20, memoryMb: FUNCTIONS.account.memoryMb };
export const VERIFICATION: Priced = {
  what: 'verification (`verify-session`, `me`)',
  of: ['verify-session'],
  ms: 10,
  memoryMb: ONE_CPU_MB,
};
export const SIGN_UP: Priced = {
  what: 'sign-up',
  of: ['signup'],
  ms: 70,
  memoryMb: ONE_CPU_MB,
  events: 2,
  accounts: 1,
  entries: 2,
};
// The document, the style, two scripts and the icon; later the document only, which is 304.
export const FIRST_VISIT: Priced = {
  what: 'sign-in page, first visit',
  of: [],
  files: 5,
  ms: 15,
  memoryMb: SMALL_MB,
};
export const LATER_VISIT: Priced = { what: 'sign-in page, later visits', of: [], files: 1, ms: 2, memoryMb: SMALL_MB };

export const PRICED_OPERATIONS: readonly Priced[] = [
  LOGIN,
  SECOND_FACTOR,
  {
    what: 'login by e-mailed code',
    of: ['passwordless/send', 'login'],
    ms: 60,
    memoryMb: ONE_CPU_MB,
    events: 1,
    emails: 1,
    entries: 1,
  },
  {
    what: 'refusal of a wrong password',
    of: ['login, wrong password'],
    ms: 55,
    memoryMb: ONE_CPU_MB,
    entries: 1,
  },
  REFRESH,
  VERIFICATION,
  SIGN_UP,
  {
    what: 'invitation',
    of: ['invite'],
    ms: 50,
    memoryMb: ONE_CPU_MB,
    events: 2,
    emails: 1,
    accounts: 1,
    entries: 1,
  },
  {
    what: 'login by an identity provider',
    of: ['sso start', 'sso callback', 'login, code of a provider'],
    ms: 250,
    memoryMb: SMALL_MB,
    entries: 1,
  },
  FIRST_VISIT,
  LATER_VISIT,
  { what: 'row of a resource by its id', of: ['row, by id'], ms: 12, memoryMb: SMALL_MB },
  { what: 'page of ten rows in the order of creation', of: ['rows, page of 10 by cursor'], ms: 15, memoryMb: SMALL_MB },
  { what: 'page of ten rows by an index', of: ['rows, page of 10 by index'], ms: 20, memoryMb: SMALL_MB },
  { what: 'new row of a resource with two indexes', of: ['row, create'], ms: 20, memoryMb: SMALL_MB, events: 1 },
  { what: 'change of a row that moves in an index', of: ['row, update'], ms: 25, memoryMb: SMALL_MB, events: 1 },
];

/** Milliseconds of a small function: the change feed per event and per run, and the mailer per message. */
const FEED_MS = 10;
const FEED_RUN_MS = 30;
const MAILER_MS = 60;
/** KB of the line of a batch. */
const BATCH_KB = 0.5;
/** Capacity units of the mailer per message: it claims the message, reads the code and marks the message as sent. */
const MAILER_UNITS = { read: 3, write: 2 };
/** Write units of an entry of the audit log (docs/decisions/0054-audit-log.md). */
export const AUDIT_UNITS = { alone: 4, busy: 3.25 };
/** Write units of a run for the sign-ins of a day: one for the tenant, one for the deployment (lib/workers/activity.ts). */
const ACTIVITY_UNITS = 2;
/** Units for list entries, search terms and counters: `admin create user` has them on top of a sign-up (limits.ts). */
const DIRECTORY_UNITS = {
  read: BUDGET['admin create user'].read - BUDGET.signup.read,
  write: BUDGET['admin create user'].write - BUDGET.signup.write,
};

export type Cost = {
  api: number;
  functions: number;
  table: number;
  logs: number;
  events: number;
  messages: number;
  audit: number;
};
export const seconds = (memoryMb: number, ms: number, price: number = PRICES.functionGbSecond): number =>
  (memoryMb / 1024) * (ms / 1000) * price;
export const logged = (kb: number): number => (kb * PRICES.loggedGb) / 1024 ** 2;

/** Returns what the change feed and the table take for an entry that is alone in its run. */
const entryCost = (): number =>
  (AUDIT_UNITS.alone + ACTIVITY_UNITS) * PRICES.writeUnit +
  PRICES.functionRequest +
  seconds(SMALL_MB, FEED_RUN_MS) +
  logged(BATCH_KB);

/** Returns the cost of one call in US dollars, by part, behind an API whose requests have that price. */
export function costOf(
  { of, files = 0, ms, memoryMb, events = 0, emails = 0, accounts = 0, entries = 0 }: Priced,
  apiRequest: number = PRICES.apiRequest,
  loggedKb = LOGGED_KB,
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
    logs: requests * logged(loggedKb),
    events: events * (PRICES.event + seconds(SMALL_MB, FEED_MS)),
    messages: emails * (PRICES.email + 3 * PRICES.queued + seconds(SMALL_MB, MAILER_MS)),
    audit: entries * entryCost(),
  };
}

export const total = (cost: Cost): number => Object.values(cost).reduce((sum, each) => sum + each, 0);
export const unitsText = ({ of }: Priced): string =>
  of.map((operation) => `${BUDGET[operation].read}/${BUDGET[operation].write}`).join(' + ') || '0/0';
