// Prices a month by its active users, from twelve assumptions that a reader may change.
import { metricNames } from '../../../lib/platform/metrics.ts';
import { PRICES } from '../harness/prices.ts';
import {
  costOf,
  FIRST_VISIT,
  LATER_VISIT,
  LOGGED_KB,
  LOGIN,
  type Priced,
  REFRESH,
  SECOND_FACTOR,
  SIGN_UP,
  total,
  VERIFICATION,
} from './cost-rows.ts';

type Assumption = { value: number; meaning: string };

/** Option -> its value unless given. Numbers are those of one active user in a month unless the meaning says otherwise. */
export const ASSUMPTIONS = {
  mau: { value: 100_000, meaning: 'active users of the month' },
  logins: { value: 4, meaning: 'logins' },
  'second-factors': { value: 0.1, meaning: 'part of the logins that use an authenticator' },
  days: { value: 20, meaning: 'days of use' },
  hours: { value: 2, meaning: 'hours of use on such a day' },
  'access-ttl': {
    value: 900,
    meaning: 'seconds that an access token lives; each is followed by a refresh while in use',
  },
  'sign-ups': { value: 0.05, meaning: 'sign-ups' },
  'page-loads': { value: 4, meaning: 'loads of the sign-in page, one in eight of them a first visit' },
  mails: { value: 0.3, meaning: 'e-mails' },
  accounts: { value: 5, meaning: 'accounts that are stored, of 3 KB each with a session' },
  'audit-days': { value: 365, meaning: 'days that the audit log is kept; an entry takes 1 KB' },
  checks: { value: 0, meaning: 'checks of sessions online, by services that do not verify offline' },
} as const satisfies Record<string, Assumption>;

export type Assumed = Readonly<Record<keyof typeof ASSUMPTIONS, number>>;
export const assumed = (given: Partial<Assumed> = {}): Assumed => ({
  ...(Object.fromEntries(Object.entries(ASSUMPTIONS).map(([name, { value }]) => [name, value])) as Assumed),
  ...given,
});

/** How a deployment is built. `apiRequest`: the price of a request. `refresh`: its row. */
export type Built = { apiRequest: number; refresh: Priced; loggedKb: number };
export const onRest: Built = { apiRequest: PRICES.apiRequest, refresh: REFRESH, loggedKb: LOGGED_KB };
export const onHttp: Built = { ...onRest, apiRequest: PRICES.httpApiRequest };

/** With CloudFront before it, which counts the same requests. Ten million of them a month are free, and not subtracted. */
export const onFront: Built = { ...onRest, apiRequest: PRICES.httpApiRequest + PRICES.frontRequest };

/** Custom metrics that a deployment with traffic writes. */
export const METRICS = metricNames.length + 1;
const FREE_METRICS = 10;
const STORED_GB = PRICES.storedGbMonth + PRICES.restorableGbMonth;
const KB_PER_GB = 1024 ** 2;

/** Returns the cost of the month in US dollars by part. `idle`: what the deployment costs without traffic. */
export function monthOf(given: Assumed, { apiRequest, refresh, loggedKb }: Built, idle: number) {
  const price = (row: Priced): number => total(costOf(row, apiRequest, loggedKb));
  const logins = given.mau * given.logins;
  const factors = logins * given['second-factors'];
  const refreshes = given.mau * given.days * Math.ceil((given.hours * 3600) / given['access-ttl']);
  const signUps = given.mau * given['sign-ups'];
  const pages = given.mau * given['page-loads'];
  const entries = (logins + 2 * signUps) * (given['audit-days'] / 30);
  return {
    refreshes: refreshes * price(refresh),
    logins: (logins - factors) * price(LOGIN) + factors * price(SECOND_FACTOR),
    'sign-ups': signUps * price(SIGN_UP),
    pages: (pages / 8) * price(FIRST_VISIT) + ((pages * 7) / 8) * price(LATER_VISIT),
    'e-mails': given.mau * given.mails * costOf({ ...LOGIN, of: [], ms: 0, entries: 0, emails: 1 }).messages,
    'online checks': given.mau * given.checks * price(VERIFICATION),
    storage: ((given.mau * given.accounts * 3 + entries) / KB_PER_GB) * STORED_GB,
    fixed: idle + (METRICS - FREE_METRICS) * PRICES.metricMonth,
  };
}

export const sumOf = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((sum, each) => sum + each, 0);
