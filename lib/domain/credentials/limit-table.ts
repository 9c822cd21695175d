// Lists every limit on guessing and flooding: how many attempts, in which window, and the code of the refusal.
import type { ErrorCode } from '../../contract/errors.ts';
import type { CeilingName } from '../../platform/ceilings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * `max`: attempts in a window; `ceiling` if the deployment chooses it (lib/platform/ceilings.ts). `inARow`: attempts since
 * the last success, at any speed. `isSplit`: the bucket is shared by many callers, and split over several items.
 */
export type Limit = { max: number | 'ceiling'; windowMs: number; code: ErrorCode; inARow?: number; isSplit?: true };

export const LIMITS = {
  // Guesses of passwords: 10 in 15 minutes, and at most 100 in a row, however slow (NIST SP 800-63B 3.2.2, OWASP ASVS
  // 6.3.1). Strangers together have 80 of them. The other 20 are a reserve of each device and network that the account
  // was used from: a stranger who uses up the 80 does not keep the owner out (OWASP, "Device Cookies"). A reset of the
  // password ends the row.
  'login-account': { max: 10, windowMs: 15 * MINUTE, inARow: 80, code: 'ACCOUNT_LOCKED' },
  'login-reserve': { max: 10, windowMs: 15 * MINUTE, inARow: 20, code: 'ACCOUNT_LOCKED' },
  // Guesses at an admin's password, per account and network, so that strangers use up their own. All networks share
  // the row.
  'admin-account': { max: 10, windowMs: 15 * MINUTE, code: 'ACCOUNT_LOCKED' },
  'admin-row': { max: 80, windowMs: 365 * DAY, inARow: 80, code: 'ACCOUNT_LOCKED' },
  'admin-reserve': { max: 10, windowMs: 15 * MINUTE, inARow: 20, code: 'ACCOUNT_LOCKED' },
  // Authenticator codes of an admin, guessed by a caller with the password: a chance of 1 in 50 000 an hour (OWASP ASVS
  // 6.6.3), and of 1 in 10 000 in all.
  'admin-otp': { max: 10, windowMs: HOUR, inARow: 50, code: 'ACCOUNT_LOCKED' },
  // Only the holder of the admin's session can use these up, so a stranger cannot keep the admin from a new password.
  'admin-current-password': { max: 10, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // Events of failed logins of one admin, by reason, and of all unknown addresses together: enough to see an attack, too few to
  // fill the bus and the logs behind it.
  'admin-failure-event': { max: 20, windowMs: HOUR, code: 'RATE_LIMITED' },
  // Failed sign-ins of a tenant that the audit log keeps, of each kind of proof: those of a person who forgot a password are
  // among them, and an attack on many accounts fills a page of it, not the log.
  'failure-record': { max: 600, windowMs: HOUR, code: 'RATE_LIMITED', isSplit: true },
  // The share of one address in them, where wrong codes are counted for each client that they are bound to, and that of one
  // network, where an identity provider refused logins and no account is known.
  'failure-record-each': { max: 5, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // One IP address that tries many accounts. Generous, because an office shares an address: right logins are refunded once
  // a sixth of the limit is used, so 125 of 150 may be in flight at once. A guesser has 150 (Auth0 allows 100 at once).
  'login-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'admin-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Each start creates an item. A user who returns from the provider gets the attempt refunded, as after a correct
  // password.
  'sso-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // A class or an office signs up in one go: 300 an hour allow that, and 7 200 accounts a day instead of the 9 600 of 100
  // in 15 minutes. A free account opens nothing, messages to it count in `send-ip`, and taken addresses in the next limit.
  'signup-ip': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED' },
  // Sign-up reveals whether an address is taken. After five such responses the IP address waits an hour.
  'signup-collision': { max: 'ceiling', windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  // Refused applications, counted after the fact: a secret has 256 random bits, and the right one always works.
  'client-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Tokens of one machine, which has proved itself: a loop of its own must not cost without a bound.
  'machine-token': { max: 'ceiling', windowMs: MINUTE, code: 'RATE_LIMITED' },
  'lookup-ip': { max: 'ceiling', windowMs: MINUTE, code: 'RATE_LIMITED' },
  // The admin secret key has no limit that all callers share: strangers would close the emergency exit with it, and no
  // search finds 32 random characters. Above 50 wrong keys an hour, an alarm goes off.
  'secret-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-reset-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED' },
  'secret-alarm': { max: 50, windowMs: HOUR, code: 'RATE_LIMITED' },
  // Guesses of one-time codes: 15 an hour, for any number of codes sent (OWASP ASVS 6.6.3), and 25 in a row for each
  // purpose and address: 100 for an account with two addresses, for login and reset (NIST SP 800-63B 3.2.2). Further
  // guesses get the response of a wrong code. After 25 in a row the codes have 20 digits (codes.ts).
  'code-address': { max: 15, windowMs: HOUR, inARow: 25, code: 'RATE_LIMITED' },
  // Wrong guesses at codes that are bound to a client, of all clients of an address. Each client's guesses are counted in
  // `code-address` apart, so that strangers use up nothing of the owner's code.
  'code-bound-row': { max: 25, windowMs: 365 * DAY, code: 'RATE_LIMITED' },
  // Wrong codes of a tenant. Above that, an alarm goes off: few guesses at each of many accounts stay below other limits.
  'code-alarm': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED', isSplit: true },
  'code-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'token-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Second factors: guesses an hour per account, over all sessions and methods (OWASP ASVS 6.6.3), and wrong guesses in
  // a row at any speed (NIST SP 800-63B 3.2.2 allows 100). After that, only a recovery code or an admin helps: the
  // guesser has the password.
  'mfa-account': { max: 10, windowMs: HOUR, inARow: 50, code: 'ACCOUNT_LOCKED' },
  'recovery-account': { max: 5, windowMs: HOUR, code: 'ACCOUNT_LOCKED' },
  // Tenant switches, which create sessions: plenty for a person, too few to enumerate tenants or tokens.
  'switch-account': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Refusals of refresh, counted after the fact: the live token always works. An office shares an address. Uses of the
  // grace period: twenty tabs that refresh together, ten times.
  'refresh-session': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'refresh-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  'refresh-grace': { max: 200, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Unlocks of an account by admins: plenty for a person who needs help, too few to guess on with. Ten guesses each.
  'unlock-account': { max: 10, windowMs: DAY, code: 'RATE_LIMITED' },
  // Sessions in which an admin acts as a user: plenty for a support desk, too few to read all accounts of a tenant.
  'acting-admin': { max: 20, windowMs: HOUR, code: 'RATE_LIMITED' },
  // Tests of an identity provider by admins: plenty to get its settings right, too few to probe hosts with.
  'provider-test': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED' },
  // Messages cost money and annoy people (OWASP ASVS 2.4.1). E-mails count per purpose and mailbox; SMS for all purposes
  // together, except codes that complete a login. message-budget.ts says who shares which.
  'send-gap': { max: 1, windowMs: MINUTE, code: 'RATE_LIMITED' },
  'send-ip': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED' },
  'email-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED' },
  'email-day': { max: 10, windowMs: DAY, code: 'RATE_LIMITED' },
  'email-tenant-day': { max: 'ceiling', windowMs: DAY, code: 'RATE_LIMITED', isSplit: true },
  'sms-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED' },
  'sms-day': { max: 6, windowMs: DAY, code: 'RATE_LIMITED' },
  // A number without its last four digits: SMS pumping fraud goes through a range of numbers.
  'sms-prefix': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED' },
  'sms-tenant-day': { max: 'ceiling', windowMs: DAY, code: 'RATE_LIMITED', isSplit: true },
  // The share of one network in the SMS of a tenant.
  'sms-share': { max: 'ceiling', windowMs: DAY, code: 'RATE_LIMITED' },
  // What a device or network that the account was used from may request after strangers used up the limits above.
  'send-reserve': { max: 5, windowMs: DAY, code: 'RATE_LIMITED' },
  // What all devices and networks of an account may request from their reserves: each login makes another device.
  'send-reserve-account': { max: 10, windowMs: DAY, code: 'RATE_LIMITED' },
  // The owner is told about wrong guesses once a day (OWASP ASVS 6.3.5).
  'guessing-notice': { max: 1, windowMs: DAY, code: 'RATE_LIMITED' },
} as const satisfies Record<string, Limit>;

export type Scope = keyof typeof LIMITS;
/** The scopes whose maximum the deployment chooses. */
type ChosenScope = { [S in Scope]: (typeof LIMITS)[S]['max'] extends 'ceiling' ? S : never }[Scope];

export const limitOf = (scope: Scope): Limit => LIMITS[scope];

/** Returns the name of the ceiling that is the scope's maximum; `undefined` if its maximum is fixed. */
export const ceilingOf = (scope: Scope): CeilingName | undefined =>
  limitOf(scope).max === 'ceiling' ? (scope as ChosenScope satisfies CeilingName) : undefined;
