// Sets what each operation may cost: round trips to the table and capacity units. budget.ts measures the costs, and
// costs.ts prices them.
import type { BudgetAction } from '../actions/budget.ts';

export type Limit = { trips: number; read: number; write: number; design: string; calls?: number };
/** `calls` is limited for what people wait for most. */
const limit = (trips: number, read: number, write: number, design: string, calls?: number): Limit => ({
  trips,
  read,
  write,
  design,
  ...(calls !== undefined && { calls }),
});

/** `read` counts strongly consistent units of 4 KB, `write` units of 1 KB. `design` is the original estimate. */
export const BUDGET: Record<BudgetAction, Limit> = {
  'verify-session': limit(1, 3, 0, '1/3/0', 1),
  me: limit(1, 3, 0, '1/3/0', 1),
  user: limit(1, 3, 0, '1/3/0'),
  session: limit(1, 3, 0, '-'),
  'session, stranger': limit(0, 0, 0, '-'),
  'client-config, tenant': limit(1, 1, 1, '-'), // the write is the limit by IP address
  login: limit(3, 3, 4, '3/4/3', 6), // one write more than designed, for the limit by IP address
  // Three writes more: the entry of the audit log, its limit, and the figures of the day.
  'login, wrong password': limit(4, 3, 5, '2/3/1', 7),
  'login, unknown account': limit(4, 3, 5, '2/3/1', 7),
  'login, unknown tenant': limit(4, 3, 5, '2/3/1', 7),
  // The reads of the account do not wait for the limits. A right code has four trips, and one transaction in place of what
  // is written about a wrong one.
  'login, wrong code': limit(5, 3, 7, '-'),
  'sso callback, refused by the provider': limit(4, 1, 4, '-'), // three of the writes are for the audit log
  'refresh-token': limit(1, 2, 1, '1/2/1', 2),
  signup: limit(2, 3, 11, '3/4/12', 3), // one read for the shard of blocked domains that the e-mail address belongs to
  logout: limit(1, 0, 1, '1/0/1', 1),
  'logout-all': limit(2, 3, 1, '1/3/1'), // the guard reads before the write
  'tenants/lookup': limit(1, 1, 1, '1/1/0'), // the write is the limit by IP address
  'admin me': limit(1, 2, 0, '-'),
  'verify-session, 10 sessions': limit(1, 3, 0, 'as with 1'),
  'refresh-token, 10 sessions': limit(1, 2, 1, 'as with 1'),
  // Ten sessions and the user are just over 4 KB.
  'login, 10 sessions': limit(3, 4, 4, '3/4/3', 6),
  'verify-session, largest tenant': limit(1, 3, 0, 'as with a small one'),
  'me, largest tenant': limit(1, 3, 0, 'as with a small one'),
  'refresh-token, largest tenant': limit(1, 2, 1, 'as with a small one'),
  'login, largest tenant': limit(3, 3, 4, 'as with a small one', 6),
  'passwordless/send, largest tenant': limit(5, 5, 11, 'as with a small one'),
  'login, cookie mode': limit(3, 3, 4, 'as in header mode', 6),
  'refresh-token, cookie mode': limit(1, 2, 1, 'as in header mode'),
  'refresh-token, by slot': limit(1, 2, 1, 'as in header mode'),
  'me, cookie mode': limit(1, 3, 0, 'as in header mode'),
  csrf: limit(0, 0, 0, '0/0/0'),
  'accounts, 5 of them': limit(1, 15, 0, '-'),
  'tenants/lookup, listed origin': limit(1, 2, 1, '-'), // the list of origins is read at the same time
  'preflight, listed origin': limit(1, 1, 0, '-'),
  'switch-tenant, by token': limit(5, 7, 14, '-'), // one transaction writes both halves of the link with its events
  'switch-tenant, by link': limit(4, 6, 2, '-'),
  'switch-tenant, no proof': limit(3, 6, 1, '-'),
  'admin list users': limit(4, 41, 1, '-'), // that it was read (0071), 16 index queries, 10 shards of the counter, 20 users, a tenant, the guard
  'admin get user': limit(3, 4, 1, '-'), // that it was read (0071)
  'admin create user': limit(6, 6, 32, '-'), // three of the trips update lists, counters and the figures of the day
  'admin import 10 users': limit(4, 24, 100, '-'), // one read of all claims, ten transactions at a time
  'admin update user': limit(6, 6, 34, '-'),
  'admin revoke sessions': limit(3, 4, 4, '-'),
  'admin delete user': limit(8, 9, 35, '-'), // the user's pending logins and audit entries are stored separately
  // Five limits: the minute between two messages, by caller, per ten minutes, per day, of the tenant. One transaction
  // writes the code and its event.
  'forgot-password': limit(5, 5, 11, '-'),
  'forgot-password, unknown account': limit(5, 5, 11, '-'),
  'passwordless/send': limit(5, 5, 11, '-'),
  'passwordless/send, unknown account': limit(5, 5, 11, '-'),
  // Four of these limits, and the event. Nothing is read.
  'tenants/find': limit(5, 0, 5, '-'),
  'tenants/find, unknown address': limit(5, 0, 5, '-'),
  'verify-forgot-password-otp, wrong code': limit(4, 3, 4, '-'),
  'send-email-verification': limit(6, 5, 11, '-'), // the guard, six limits that are partly sequential, the code
  invite: limit(5, 7, 18, '3/5/12'), // its record with two entries of lists; its events take more than one kilobyte
  'oauth authorize': limit(1, 4, 0, '2/4/0'), // application, session, user, tenant
  'oauth authorize, resource': limit(1, 5, 0, '-'), // and the protected resource
  'oauth authorize, refresh cookie': limit(1, 4, 0, '2/4/0'),
  // The grant is read for those alone who need one, in a second trip.
  'oauth authorize, with a grant': limit(2, 5, 0, '-/5/0'),
  'oauth consent': limit(4, 5, 4, '-/5/4'), // a transaction counts grant and event twice
  'oauth token, code': limit(3, 4, 6, '3/-/-'), // a transaction counts each of its three writes twice
  'oauth token, refresh token': limit(3, 3, 1, '-'), // the account is read before the token is used up
  'oauth token, code for a resource': limit(3, 5, 6, '-'),
  'oauth token, refresh token for a resource': limit(3, 4, 1, '-'),
  'oauth device authorization': limit(3, 1, 2, '-'), // the limit of the network, and the request
  'oauth device, code typed': limit(6, 6, 3, '-'), // two limits, one of them refunded, request, application, face
  'oauth device, allowed': limit(6, 6, 8, '-'), // grant and decision, each with its event in a transaction
  'oauth token, device waits': limit(3, 2, 1, '-'), // when it asked last
  'oauth token, device': limit(4, 5, 8, '-'), // as with a code, the request, and the grant of the user
  // Both applications, session, user, tenant, both resources; the limit. The entry of the log is written once a minute.
  'oauth token, exchange': limit(5, 7, 2, '-'),
  // Application, tenant, identity, resource, account; the limit and the assertion.
  'oauth token, identity assertion': limit(7, 5, 3, '6/2'),
  'oauth userinfo': limit(1, 4, 0, 'as verify-session'), // and the application
  'oauth logout, one application': limit(4, 7, 7, '-'), // two of them: the event that tells the application
  'login, second factor due': limit(3, 3, 4, 'login', 6),
  'login, trusted device': limit(3, 3, 7, '-', 6), // one transaction replaces the trust token and creates the session
  'mfa/status': limit(2, 5, 0, '-'),
  'mfa/devices': limit(2, 4, 0, '-'),
  'mfa/setup-totp': limit(3, 5, 2, '-'), // the name of the tenant, read with the authenticators; a change of the account
  'mfa/verify-totp-setup': limit(5, 5, 11, '-'), // the account, the device, the session that stays valid, events
  'mfa/challenge': limit(5, 3, 8, '-'),
  // The attempt is counted while the authenticator is read. One transaction then writes authenticator, pending login
  // and session.
  'mfa/verify': limit(3, 4, 8, 'guard and 2', 5),
  'mfa/verify, device trusted': limit(3, 4, 10, 'guard and 2', 5),
  'mfa/verify, wrong code': limit(4, 4, 3, '-'),
  'mfa/verify-recovery-code': limit(3, 5, 12, 'guard and 2'),
  'mfa/generate-recovery-code': limit(2, 3, 7, '-'), // one write counts it as a change of the account
  'mfa/toggle': limit(3, 4, 7, '-'), // one write counts it as a change of the account
  'mfa/reset-totp': limit(3, 4, 10, '-'),
  'sso start': limit(2, 1, 2, '-'),
  // One trip each: flow and tenant; identity, address and blocked domains; the code, if the account is still open.
  'sso callback': limit(3, 4, 5, '3 round trips'),
  'sso callback, cookies': limit(4, 5, 2, '3 round trips'), // a session also needs the account and its slots
  'sso callback, new account': limit(3, 4, 15, '3 round trips'),
  'sso callback, new account, cookies': limit(3, 4, 15, '3 round trips'),
  'sso callback, account linked': limit(4, 5, 15, '-'), // happens once per identity
  'sso callback, another browser': limit(1, 1, 0, '-'),
  'login, code of a provider': limit(4, 2, 4, '-'),
  'passkeys/login-options': limit(0, 0, 0, '0/0'),
  'passkeys/login': limit(3, 4, 6, '4/6 in 3 trips'),
  'passkeys/verify-options': limit(2, 4, 0, '-'),
  'passkeys/verify': limit(3, 5, 7, '-'),
  'passkeys/add': limit(4, 6, 13, '3/8'), // a transaction of six items, the event among them
  'sso nonce': limit(2, 1, 2, '-'),
  'login, id token': limit(4, 5, 5, '-'), // the nonce is consumed while the identity is looked up
  // A key and its user are one read, the head of the tenant another: one trip and no write, but for the first use of a day.
  // Permissions are two reads more, as for a session. The caller who verifies is read beside the key.
  'API key, refused for a typing error': limit(0, 0, 0, '-'),
  'API key, row that is not there': limit(2, 4, 0, '1/2/0 and permissions'),
  'API key, create': limit(4, 6, 8, '-'),
  'API key, verify': limit(2, 5, 0, '1/2/0, permissions and caller'),
  'API key, verify that of a machine': limit(2, 6, 0, '-'),
  'API key, exchange': limit(3, 4, 1, '-'), // its limit is the write
  // Rows of resources: five reads are the session and the permissions, as in `invite`. An index leads to rows, and each is
  // read by its key. One row more than the page tells whether there is another page.
  'row, by id': limit(3, 6, 0, '5+1/0'),
  'rows, page of 10 with total': limit(3, 14, 0, '5+1+8/0'), // the number of rows has eight shards
  'rows, page of 10 by cursor': limit(3, 6, 0, '5+1/0'),
  'rows, page of 10 by index': limit(4, 17, 0, '5+1+11/0'),
  'rows, 10 of 10 by id': limit(3, 15, 0, '5+10/0'),
  'rows, count': limit(3, 13, 0, '5+8/0'),
  'row, 20 children': limit(5, 27, 0, '5+1+1+20/0'),
  'row, sum of 20 children': limit(5, 27, 0, '5+1+1+20/0'),
  // Two writes each in a transaction: the row, two entries of indexes, the unique value or the check of the parent, the
  // number of rows, the event.
  'row, create': limit(3, 5, 12, '5/12'),
  'row, create child': limit(3, 5, 12, '5/12'),
  'row, update': limit(4, 6, 8, '6/8'), // the row, an entry that is removed and one that is created, the event
  'row, update without index': limit(4, 6, 4, '6/4'),
  'row, trash': limit(4, 6, 12, '6/12'), // the row in both places, two entries, the number, the event
  'row, restore': limit(4, 6, 12, '6/12'),
  'row, delete for good': limit(4, 6, 8, '6/8'), // the row, the unique value, the number, the event
  // The events of ten rows are one item of 3 KB. Ten ids are in as many as eight shards of the number of rows.
  'rows, create 10': limit(3, 5, 102, '5/80+16+6'),
  'rows, update 10': limit(4, 15, 66, '15/60+6'),
  'rows, reorder 10': limit(4, 15, 26, '15/20+6'), // no entry changes
  'rows, trash 10': limit(4, 15, 102, '15/80+16+6'),
  'rows, restore 10': limit(4, 15, 102, '15/80+16+6'),
  'rows, delete 10 for good': limit(4, 15, 62, '15/40+16+6'),
};

/** Sessions that are bound to a device, which need https: device-bound.test.ts measures them. */
export const DEVICE_BUDGET = {
  'login, not bound': limit(3, 3, 5, '3/4/3'), // from another network than the sign-up, which is one write more
  'login, offered': limit(3, 3, 5, 'as without a binding'),
  'device-sessions': limit(1, 0, 4, '1 write'), // a transaction counts the session and its event twice
  'device-sessions/proof, asked': limit(1, 1, 0, '-'), // the key of the session
  'device-sessions/proof': limit(0, 0, 0, '0/0/0'),
  'refresh-token, not bound': limit(1, 2, 1, '1/2/1'),
  'refresh-token, bound': limit(1, 2, 1, 'as without a binding'),
  'admin device-sessions': limit(2, 2, 4, '1 write'), // the guard reads before the write
  'admin device-sessions/proof, asked': limit(1, 2, 0, 'the guard'),
  'admin device-sessions/proof': limit(1, 2, 0, 'the guard'),
  'admin me, not bound': limit(1, 2, 0, '-'),
  'admin me, bound': limit(1, 2, 0, 'as without a binding'),
} as const;
