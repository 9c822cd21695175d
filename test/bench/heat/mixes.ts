// Lists the mixes of operations that the model is asked about, and the goals among them.
import type { Mix } from './model.ts';

/**
 * Milliseconds that the change feed takes for a batch of a hundred records: those of 33 sign-ups take 110 ms of a processor
 * (docs/explanation/measurements/feed-rate.json), of which a function with 512 MB has 29 %.
 */
export const FEED_BATCH_MS = 380;
/** Records a second of one shard: the batches of a shard are handled one after the other. */
export const FEED_RECORDS = 100 / (FEED_BATCH_MS / 1000);

export type NamedMix = Mix & { about: string };

/** A mix holds if no key has more than this part of its limit: then two others may be in the same partition. */
export const HOLDS = 0.5;

const PEOPLE = 50_000;
const MANY = 10_000_000;

/** A login with a password as a browser makes it: the page, the name of the tenant, the login, and who it is. */
const signIns = (rate: number): Record<string, number> => ({
  'tenants/lookup': rate,
  'client-config': rate,
  login: rate,
  me: rate,
});

export const MIXES: readonly NamedMix[] = [
  {
    name: 'verification in one tenant',
    about: '10 000 `verify-session` a second by 10 000 users of one tenant, from 100 addresses',
    rates: { 'verify-session': 10_000 },
    among: { user: 10_000, address: 100 },
  },
  {
    name: '`me` in one tenant',
    about: '10 000 `me` a second by 10 000 users with one role, who all have a role of all tenants as well',
    rates: { me: 10_000 },
    among: { user: 10_000, address: 100 },
  },
  {
    name: 'introspection by one service',
    about: '10 000 introspections a second by one application that serves one tenant',
    rates: { 'oauth introspect': 10_000 },
    among: { user: 10_000, address: 100 },
  },
  {
    name: 'goal: verifications and logins in one tenant',
    about: '10 000 verifications, 500 logins and 500 refreshes a second in one tenant',
    rates: { 'verify-session': 10_000, ...signIns(500), 'refresh-token': 500 },
    among: { user: 10_000, address: 100, domain: 1 },
  },
  {
    name: 'single sign-on in one tenant',
    about: '500 logins a second by one provider, of people with addresses of one domain',
    rates: { 'sso start': 500, 'sso callback': 500, 'login, code of a provider': 500, 'verify-session': 10_000 },
    among: { user: 10_000, address: 100 },
  },
  {
    name: 'storm of sign-ins',
    about: `${PEOPLE.toLocaleString('en').replace(',', ' ')} people of one tenant sign in within 100 s, a tenth of them with a wrong password first`,
    rates: { ...signIns(500), 'login, wrong password': 50, 'verify-session': 1000 },
    among: { user: PEOPLE, address: 1000 },
  },
  {
    name: 'one address',
    about: 'the same people behind one NAT address, within five minutes',
    rates: { 'tenants/lookup': 167, 'client-config': 167, 'login, busy address': 167, me: 167, 'verify-session': 1000 },
    among: { user: PEOPLE },
  },
  {
    name: 'an attack on one tenant',
    about:
      '5000 wrong passwords a second at 100 000 accounts, from 10 000 addresses, long enough for the audit log to stop',
    rates: { 'login, wrong password in a flood': 3000 },
    among: { user: 100_000, address: 10_000 },
  },
  {
    name: '100 000 tenants',
    about:
      '20 000 verifications, 1000 logins and 2000 refreshes a second, evenly over 100 000 tenants; all users have a role of all tenants',
    rates: { 'verify-session': 20_000, me: 5000, login: 1000, 'refresh-token': 2000 },
    among: { tenant: 100_000, user: 1_000_000, address: 100_000 },
  },
  {
    name: 'ten million users',
    about:
      'of 1000 tenants: a thousand verifications, 35 logins and 350 refreshes a month each, all in an eighth of the time',
    rates: { 'verify-session': 31_000, login: 1100, 'refresh-token': 11_000, signup: 100 },
    among: { tenant: 1000, user: MANY, address: 1_000_000, domain: 1000 },
  },
  {
    name: 'import',
    about: '200 users a second into one tenant, by the operation of admins, with addresses of one domain',
    rates: { 'admin create user': 200 },
    among: { user: PEOPLE, admin: 1 },
  },
  {
    name: 'purge',
    about: '200 users a second of one tenant are deleted',
    rates: { 'admin delete user': 200 },
    among: { user: PEOPLE, admin: 1 },
  },
  {
    name: 'change feed an hour behind',
    about: 'after an hour without it at 200 sign-ups a second, it works as fast as four shards of the stream allow',
    rates: { signup: Math.floor((4 * FEED_RECORDS) / 3) },
    among: { user: MANY, address: 1_000_000 },
    onlyFeed: true,
  },
];
