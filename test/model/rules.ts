// Lists the rules that the model holds the service to. A violation names one of these ids, so that a run says which
// promise broke, and two runs can be compared. `findings` names the known flaws that break the rule.
//
// Kinds: `gets`, a person gets something of an account that is not theirs; `shut-out`, an owner with all credentials is
// refused; `revoked`, something that ended still works.

export type Rule = { kind: 'gets' | 'shut-out' | 'revoked'; findings: readonly string[]; text: string };

export const RULES = {
  'address.unproved': {
    kind: 'gets',
    findings: ['F1'],
    text: 'A code or token to an address opens an account only if that address was proved, or no address was and the account was not invited at another one.',
  },
  'invitation.unproved': {
    kind: 'gets',
    findings: ['F12'],
    text: 'An invitation to an address that the account never proved opens nothing once another address is proved.',
  },
  'invitation.squatter': {
    kind: 'gets',
    findings: ['F20'],
    text: 'An invitation never names an account in which another person than the invited one has a live credential.',
  },
  'squatter.password': {
    kind: 'gets',
    findings: ['F21', 'F35'],
    text: 'A password that another person chose before the first proof of an address opens nothing after it.',
  },
  'squatter.session': {
    kind: 'gets',
    findings: ['F35'],
    text: 'A session that another person began before the first proof of an address ends with that proof.',
  },
  'squatter.identity': {
    kind: 'gets',
    findings: [],
    text: 'An identity that came with an unproved address opens nothing after another person proved the address.',
  },
  'squatter.factor': {
    kind: 'gets',
    findings: [],
    text: 'A second factor that another person set up before the first proof of an address proves nothing after it.',
  },
  'password.unknown': {
    kind: 'gets',
    findings: [],
    text: 'A password opens the one account whose current password it is.',
  },
  'password.guessed': {
    kind: 'gets',
    findings: ['F10'],
    text: 'After 100 wrong passwords in a row, a further guess from an unknown place is not compared (NIST SP 800-63B).',
  },
  'code.guessed': {
    kind: 'gets',
    findings: ['F10'],
    text: 'After 100 wrong codes in a row, a further guess at a code of less than 64 bits from an unknown place is not compared (NIST SP 800-63B).',
  },
  'factor.skipped': {
    kind: 'gets',
    findings: [],
    text: 'A login of an account with a second factor is pending until the factor or a trusted device is shown.',
  },
  'pending.opens': {
    kind: 'gets',
    findings: [],
    text: 'A pending login opens what completes it, and nothing else.',
  },
  'idtoken.twice': {
    kind: 'gets',
    findings: ['F2'],
    text: 'An id token logs in once in the whole deployment.',
  },
  'code.bearer': {
    kind: 'gets',
    findings: ['F35'],
    text: 'A code that a client bound to itself logs in no other holder, and a login by a provider ends with its own client.',
  },
  'identity.unlinked': {
    kind: 'revoked',
    findings: [],
    text: 'An identity that was unlinked opens nothing until the account allows it again.',
  },
  'password.must-change': {
    kind: 'gets',
    findings: [],
    text: 'A session that must change its password opens its own account and that change, and nothing else.',
  },
  'idtoken.bearer': {
    kind: 'gets',
    findings: ['F2'],
    text: 'An id token logs in the client that it was issued to, and no other holder.',
  },
  'identity.joined': {
    kind: 'gets',
    findings: [],
    text: 'An identity opens an existing account only if it was linked, or both sides proved the address.',
  },
  'switch.unproved': {
    kind: 'gets',
    findings: [],
    text: 'A change of tenant needs a live session there, or a link that such a session left.',
  },
  'root.forged': {
    kind: 'gets',
    findings: ['F36'],
    text: 'A token made with stolen root secrets opens nothing: not at once without the table, and not after the emergency procedure.',
  },
  'grace.other-client': {
    kind: 'gets',
    findings: ['F5'],
    text: 'Within the grace period a used refresh token works only for the client that used it.',
  },
  'rotation.visible': {
    kind: 'gets',
    findings: ['F5'],
    text: 'No response shows the holder of a copied access token when the owner rotates.',
  },
  'session.other': {
    kind: 'gets',
    findings: [],
    text: 'A session shows the data of its own account.',
  },
  'admin.stranger': {
    kind: 'gets',
    findings: [],
    text: 'An admin operation needs the session of an admin.',
  },
  'admin.step-up': {
    kind: 'gets',
    findings: ['F3'],
    text: 'An admin session older than 15 minutes changes no credential, address, mark or factor of a user or an admin.',
  },
  'tenant.step-up': {
    kind: 'gets',
    findings: ['F13'],
    text: 'An admin session older than 15 minutes changes no security setting of a tenant.',
  },
  'admin.current-password': {
    kind: 'gets',
    findings: ['F26'],
    text: 'An admin who sets their own password shows the current one.',
  },
  'user.step-up': {
    kind: 'gets',
    findings: [],
    text: 'A session without a proof of the last 15 minutes changes no second factor.',
  },
  'switch.step-up': {
    kind: 'gets',
    findings: ['F22'],
    text: 'The session of a change of tenant is no fresh proof.',
  },
  'lockout.password': {
    kind: 'shut-out',
    findings: ['F7'],
    text: "Strangers' attempts do not refuse the right password from a device or network that logged in before.",
  },
  'lockout.code': {
    kind: 'shut-out',
    findings: ['F7'],
    text: 'After the last act of strangers, the owner gets the code that they ask for: an hour later in a place that logged in before, a day later anywhere.',
  },
  'lockout.factor': {
    kind: 'shut-out',
    findings: ['F6'],
    text: "Strangers' requests do not use up the messages that complete a login.",
  },
  'lockout.admin': {
    kind: 'shut-out',
    findings: ['F8'],
    text: "Strangers' attempts do not refuse an admin's right password from a place that logged in before.",
  },
  'lockout.secret-key': {
    kind: 'shut-out',
    findings: ['F8'],
    text: 'Wrong secret keys of strangers do not refuse the right one.',
  },
  'session.ended': {
    kind: 'revoked',
    findings: [],
    text: 'A session that was logged out, revoked or replaced opens nothing.',
  },
  'session.descendant': {
    kind: 'revoked',
    findings: ['F4'],
    text: 'A session that descends from an ended one, by a change of tenant or a link, ends with it.',
  },
  'session.since': {
    kind: 'revoked',
    findings: [],
    text: 'A session from before GATEHOUSE_SESSIONS_SINCE opens nothing.',
  },
  'link.ended': {
    kind: 'revoked',
    findings: ['F4'],
    text: 'A link ends with the session that left it, and with the sessions of either account.',
  },
  'link.since': {
    kind: 'revoked',
    findings: ['F34'],
    text: 'A link from before GATEHOUSE_SESSIONS_SINCE opens nothing.',
  },
  'code.since': {
    kind: 'revoked',
    findings: ['F34'],
    text: 'A code or link token from before GATEHOUSE_SESSIONS_SINCE opens nothing.',
  },
  'refresh.reused': {
    kind: 'revoked',
    findings: [],
    text: 'A used refresh token opens nothing after the grace period.',
  },
  'accounts.reused': {
    kind: 'revoked',
    findings: ['F15'],
    text: 'A used refresh token shows nothing about its account.',
  },
  'password.old': {
    kind: 'revoked',
    findings: [],
    text: 'A replaced password opens nothing.',
  },
  'code.spent': {
    kind: 'revoked',
    findings: [],
    text: 'A code or link token that was used, replaced or has expired opens nothing.',
  },
  'factor.removed': {
    kind: 'revoked',
    findings: [],
    text: 'An authenticator that was removed proves nothing.',
  },
  'recovery.outlived': {
    kind: 'revoked',
    findings: ['F19'],
    text: 'Recovery codes end when the authenticator is removed or reset, and when second factors are switched off.',
  },
  'trust.ended': {
    kind: 'revoked',
    findings: [],
    text: 'The trust in a device ends with the sessions of its account, and its token works once.',
  },
  'admin.ended': {
    kind: 'revoked',
    findings: [],
    text: 'An admin session that was logged out, expired or ended by a new password opens nothing.',
  },
  'service.failed': {
    kind: 'shut-out',
    findings: [],
    text: 'No request gets a response of the kind 5xx.',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;
