// Lists every limit on guessing and flooding: how many attempts, in which window, and the code of the refusal.
import type { ErrorCode } from '../../contract/errors.ts';
import type { CeilingName } from '../../platform/settings/ceilings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * `max`: attempts in a window; `ceiling` if the deployment chooses it (lib/platform/settings/ceilings.ts). `inARow`: attempts since
 * the last success, at any speed. `isSplit`: the bucket is shared by many callers, and split over several items.
 */
export type Limit = {
  max: number | 'ceiling';
  windowMs: number;
  code: ErrorCode;
  inARow?: number;
  isSplit?: true;
  wayOut: WayOut;
};

/**
 * How a person gets in whose limit strangers have used up. None of the ways needs the strangers' patience or the secret key.
 * test/attacks/guessing/each-limit.test.ts fills each row and then goes this way; ways-out.test.ts checks the table itself.
 */
export const WAYS_OUT = {
  'known-client':
    'A device or network that the account was used from has a reserve of its own. A person without an account takes ' +
    'another address, or a provider of the tenant, whose word for the address needs no message.',
  'new-password': 'Only a known device, a known network or the mailbox uses it up. A new password begins at zero.',
  'second-proof':
    'A code by e-mail, beside the right password. A new password and an unlock by an owner begin at zero.',
  'other-network': 'It counts one network. Another one has its own.',
  unlock: 'Only a caller with the password or the first factor uses it up. An admin or an owner unlocks the account.',
  'long-code': 'The next code has 20 digits, and guesses at it are not counted.',
  'sent-message': 'The message of the last minute was sent, no matter who asked for it.',
  'signed-in':
    'Only people who have signed in use it up, for a minute. What is registered, or was read before, needs none.',
  own: 'Only the caller who proved who they are uses it up.',
  'refuses-nothing': 'It limits records, alarms and notices. No request is refused.',
} as const;
export type WayOut = keyof typeof WAYS_OUT;

export const LIMITS = {
  // Guesses of passwords: 10 in 15 minutes, and at most 100 in a row, however slow (NIST SP 800-63B 3.2.2, OWASP ASVS
  // 6.3.1). Strangers together have 80 of them. The other 20 are a reserve of each device and network that the account
  // was used from: a stranger who uses up the 80 does not keep the owner out (OWASP, "Device Cookies"). A reset of the
  // password ends the row.
  'login-account': { max: 10, windowMs: 15 * MINUTE, inARow: 80, code: 'ACCOUNT_LOCKED', wayOut: 'known-client' },
  'login-reserve': { max: 10, windowMs: 15 * MINUTE, inARow: 20, code: 'ACCOUNT_LOCKED', wayOut: 'new-password' },
  // Guesses at an admin's password, per network, so that strangers use up their own. All networks share the row. It counts
  // one password of one admin: 80 wrong guesses, and 20 more from a known network or with the code by e-mail (NIST SP
  // 800-63B 3.2.2). The row asks for that code when it is full (lib/domain/admins/confirmation.ts).
  'admin-account': { max: 10, windowMs: 15 * MINUTE, code: 'ACCOUNT_LOCKED', wayOut: 'other-network' },
  'admin-row': { max: 80, windowMs: 365 * DAY, inARow: 80, code: 'ACCOUNT_LOCKED', wayOut: 'second-proof' },
  'admin-reserve': { max: 10, windowMs: 15 * MINUTE, inARow: 20, code: 'ACCOUNT_LOCKED', wayOut: 'new-password' },
  // Messages with one code for an admin. The code is the same all day, so a stranger who uses these up has delivered it.
  'admin-email-code': { max: 3, windowMs: 2 * DAY, code: 'RATE_LIMITED', wayOut: 'sent-message' },
  // Authenticator codes of an admin, guessed by a caller with the password: a chance of 1 in 50 000 an hour (OWASP ASVS
  // 6.6.3), and of 1 in 10 000 in all.
  'admin-otp': { max: 10, windowMs: HOUR, inARow: 50, code: 'ACCOUNT_LOCKED', wayOut: 'unlock' },
  // Only the holder of the admin's session can use these up, so a stranger cannot keep the admin from a new password.
  'admin-current-password': { max: 10, windowMs: HOUR, code: 'ACCOUNT_LOCKED', wayOut: 'own' },
  // Events of failed logins of one admin, by reason, and of all unknown addresses together: enough to see an attack, too few to
  // fill the bus and the logs behind it.
  'admin-failure-event': { max: 20, windowMs: HOUR, code: 'RATE_LIMITED', wayOut: 'refuses-nothing' },
  // Failed sign-ins of a tenant that the audit log keeps, of each kind of proof: those of a person who forgot a password are
  // among them, and an attack on many accounts fills a page of it, not the log.
  'failure-record': { max: 600, windowMs: HOUR, code: 'RATE_LIMITED', isSplit: true, wayOut: 'refuses-nothing' },
  // The share of one address in them, where wrong codes are counted for each client that they are bound to, and that of one
  // network, where an identity provider refused logins and no account is known.
  'failure-record-each': { max: 5, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'refuses-nothing' },
  // One IP address that tries many accounts. Generous, because an office shares an address: right logins are refunded once
  // a sixth of the limit is used, so 125 of 150 may be in flight at once. A guesser has 150 (Auth0 allows 100 at once).
  'login-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  'admin-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // Each start creates an item. A user who returns from the provider gets the attempt refunded, as after a correct
  // password.
  'sso-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // A class or an office signs up in one go: 300 an hour allow that, and 7 200 accounts a day instead of the 9 600 of 100
  // in 15 minutes. A free account opens nothing, messages to it count in `send-ip`, and taken addresses in the next limit.
  'signup-ip': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // Sign-up reveals whether an address is taken. After five such responses the IP address waits an hour.
  'signup-collision': { max: 'ceiling', windowMs: 60 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // Refused applications and API keys, counted after the fact: a secret has 256 random bits, and the right one always works.
  'client-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // Tokens of one machine, which has proved itself: a loop of its own must not cost without a bound.
  'machine-token': { max: 'ceiling', windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Requests of devices, by network, or by an application that has proved itself. Each creates an item for ten minutes.
  'device-start': { max: 60, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // Codes of devices that are typed. A user has ten guesses while one lives, which is a chance of 1 in 2^31 for each device
  // that waits (RFC 8628 5.1 reckons with 1 in 2^32). An office shares a network: right codes are refunded once it is busy.
  'device-ip': { max: 60, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  'device-account': { max: 10, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Tokens that a machine gets for one user by an exchange, or an application by the word of an identity provider: 100 processes,
  // each with a token of five minutes, need 20 a minute.
  'token-exchange': { max: 60, windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Those that succeeded, with the same scope at the same resource: the log has the first of each minute. It never refuses,
  // because the limit above is lower.
  'token-exchange-noted': { max: 1000, windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Uses of one API key or SCIM connection, in hundreds: use-limit.ts. Its holder alone can use them up.
  'api-key-use': { max: 'ceiling', windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Lookups in the DNS that people of a tenant ask for. Each may keep a function busy for seconds.
  'domain-check': { max: 10, windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  'lookup-ip': { max: 'ceiling', windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // The admin secret key has no limit that all callers share: strangers would close the emergency exit with it, and no
  // search finds 32 random characters. Above 50 wrong keys an hour, an alarm goes off.
  'secret-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  'secret-reset-ip': { max: 10, windowMs: 60 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  'secret-alarm': { max: 50, windowMs: HOUR, code: 'RATE_LIMITED', wayOut: 'refuses-nothing' },
  // Guesses of one-time codes: 15 an hour, for any number of codes sent (OWASP ASVS 6.6.3), and 25 in a row for each
  // purpose and address: 100 for an account with two addresses, for login and reset (NIST SP 800-63B 3.2.2). Further
  // guesses get the response of a wrong code. After 25 in a row the codes have 20 digits (codes.ts).
  'code-address': { max: 15, windowMs: HOUR, inARow: 25, code: 'RATE_LIMITED', wayOut: 'long-code' },
  // Wrong guesses at codes that are bound to a client, of all clients of an address. Each client's guesses are counted in
  // `code-address` apart, so that strangers use up nothing of the owner's code.
  'code-bound-row': { max: 25, windowMs: 365 * DAY, code: 'RATE_LIMITED', wayOut: 'long-code' },
  // Wrong codes of a tenant. Above that, an alarm goes off: few guesses at each of many accounts stay below other limits.
  'code-alarm': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED', isSplit: true, wayOut: 'refuses-nothing' },
  'code-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  'token-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // Second factors: guesses an hour per account, over all sessions and methods (OWASP ASVS 6.6.3), and wrong guesses in
  // a row at any speed (NIST SP 800-63B 3.2.2 allows 100). After that, only a recovery code or an admin helps: the
  // guesser has the password.
  'mfa-account': { max: 10, windowMs: HOUR, inARow: 50, code: 'ACCOUNT_LOCKED', wayOut: 'unlock' },
  'recovery-account': { max: 5, windowMs: HOUR, code: 'ACCOUNT_LOCKED', wayOut: 'unlock' },
  // Tenant switches, which create sessions: plenty for a person, too few to enumerate tenants or tokens.
  'switch-account': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // What one account changes about itself: a loop writes the table, the audit log and the bus, and fills the page of the
  // log that an admin looks at. Plenty for a person; what ends sessions or removes something is not counted.
  'account-change': { max: 60, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Refusals of refresh, counted after the fact: the live token always works. An office shares an address. Uses of the
  // grace period: twenty tabs that refresh together, ten times.
  'refresh-session': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  'refresh-ip': { max: 'ceiling', windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'other-network' },
  'refresh-grace': { max: 200, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Unlocks of an account by admins: plenty for a person who needs help, too few to guess on with. Ten guesses each.
  'unlock-account': { max: 10, windowMs: DAY, code: 'RATE_LIMITED', wayOut: 'own' },
  // Sessions in which an admin acts as a user: plenty for a support desk, too few to read all accounts of a tenant.
  'acting-admin': { max: 20, windowMs: HOUR, code: 'RATE_LIMITED', wayOut: 'own' },
  // Tests of an identity provider by admins: plenty to get its settings right, too few to probe hosts with.
  'provider-test': { max: 30, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  // Setup links of a tenant: plenty for people who set it up, and a loop makes no list of thousands.
  'setup-link': { max: 30, windowMs: HOUR, code: 'RATE_LIMITED', wayOut: 'own' },
  // Documents of clients that are not registered, fetched for people who have signed in: those of one host, of one account,
  // and all. A host counts with all its ports, which are one machine. better-auth (packages/cimd) allows a host 30 a minute, and all together 120.
  'client-document-account': { max: 20, windowMs: 15 * MINUTE, code: 'RATE_LIMITED', wayOut: 'own' },
  'client-document-host': { max: 30, windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'signed-in' },
  'client-document': { max: 120, windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'signed-in' },
  // Messages cost money and annoy people (OWASP ASVS 2.4.1). E-mails count per purpose and mailbox; SMS for all purposes
  // together, except codes that complete a login. message-budget.ts says who shares which.
  'send-gap': { max: 1, windowMs: MINUTE, code: 'RATE_LIMITED', wayOut: 'sent-message' },
  'send-ip': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED', wayOut: 'other-network' },
  'email-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED', wayOut: 'known-client' },
  'email-day': { max: 10, windowMs: DAY, code: 'RATE_LIMITED', wayOut: 'known-client' },
  'email-tenant-day': { max: 'ceiling', windowMs: DAY, code: 'RATE_LIMITED', isSplit: true, wayOut: 'known-client' },
  'sms-burst': { max: 3, windowMs: 10 * MINUTE, code: 'RATE_LIMITED', wayOut: 'known-client' },
  'sms-day': { max: 6, windowMs: DAY, code: 'RATE_LIMITED', wayOut: 'known-client' },
  // A number without its last four digits: SMS pumping fraud goes through a range of numbers.
  'sms-prefix': { max: 'ceiling', windowMs: HOUR, code: 'RATE_LIMITED', wayOut: 'known-client' },
  'sms-tenant-day': { max: 'ceiling', windowMs: DAY, code: 'RATE_LIMITED', isSplit: true, wayOut: 'known-client' },
  // The share of one network in the SMS of a tenant.
  'sms-share': { max: 'ceiling', windowMs: DAY, code: 'RATE_LIMITED', wayOut: 'other-network' },
  // What a device or network that the account was used from may request after strangers used up the limits above.
  'send-reserve': { max: 5, windowMs: DAY, code: 'RATE_LIMITED', wayOut: 'own' },
  // What all devices and networks of an account may request from their reserves: each login makes another device.
  'send-reserve-account': { max: 10, windowMs: DAY, code: 'RATE_LIMITED', wayOut: 'own' },
  // The owner is told about wrong guesses once a day (OWASP ASVS 6.3.5).
  'guessing-notice': { max: 1, windowMs: DAY, code: 'RATE_LIMITED', wayOut: 'refuses-nothing' },
} as const satisfies Record<string, Limit>;

export type Scope = keyof typeof LIMITS;
/** The scopes whose maximum the deployment chooses. */
type ChosenScope = { [S in Scope]: (typeof LIMITS)[S]['max'] extends 'ceiling' ? S : never }[Scope];

export const limitOf = (scope: Scope): Limit => LIMITS[scope];

/** Returns the name of the ceiling that is the scope's maximum; `undefined` if its maximum is fixed. */
export const ceilingOf = (scope: Scope): CeilingName | undefined =>
  limitOf(scope).max === 'ceiling' ? (scope as ChosenScope satisfies CeilingName) : undefined;
