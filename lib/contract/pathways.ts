// The pathways by which a caller shows that an account is theirs (OWASP ASVS 6.1.3: all of them, with their strength).
// `docs/explanation/proofs.md` is generated from this table, and a test walks each pathway.

import type { RouteName } from './index.ts';

type Pathway = {
  /** The operations that take it. */
  operations: readonly RouteName[];
  /** What the caller shows. */
  shows: string;
  /** What that is worth: the lifetime, the size and the guesses of what is shown. */
  strength: string;
  /** What the caller gets. */
  gives: string;
  /**
   * Whether the credentials that the creator of an unclaimed account left in it survive. `undefined`: the pathway proves
   * no address.
   */
  keepsCredentials?: boolean;
};

export const pathways = {
  password: {
    operations: ['POST /auth/login'],
    shows: 'An address of the account, and its password.',
    strength: 'At least 8 characters, none of the 12 000 most common. Guesses are limited by account and by network.',
    gives: 'A session, pending if a second factor is needed. It proves no address.',
  },
  earlierPassword: {
    operations: ['POST /auth/login'],
    shows: 'An address without an account, and its password at the earlier service of the tenant.',
    strength: 'That of the earlier service. Guesses are limited as those of any password, before it is asked.',
    gives:
      'A new account with this password, and a session, pending if a second factor is needed. The address is proved if that service verified it.',
  },
  loginCode: {
    operations: ['POST /auth/passwordless/send', 'POST /auth/login'],
    shows: 'A code that was sent to an address of the account.',
    strength: 'Six digits, 10 minutes, five tries, one success.',
    gives:
      'The address is proved. A session, pending if a second factor is needed; the same mailbox is no second factor.',
    keepsCredentials: false,
  },
  signupCode: {
    operations: ['POST /auth/signup', 'POST /auth/login'],
    shows: 'The code that the sign-up sent, in the browser or client that signed up.',
    strength: 'As a login code, and the secret of the client that chose the password.',
    gives:
      'The address is proved, and a session. The password or identity that this client chose becomes the account’s.',
    keepsCredentials: false,
  },
  verificationCode: {
    operations: ['POST /auth/verify-email', 'POST /auth/verify-phone'],
    shows: 'A full session, and a code that was sent to the address.',
    strength: 'As a login code. It opens nothing by itself.',
    gives: 'The address is proved. All other sessions end.',
    keepsCredentials: true,
  },
  addressChange: {
    operations: ['POST /auth/address', 'POST /auth/address/confirm'],
    shows: 'A full session with a login in the last 15 minutes, and a code that was sent to the new address.',
    strength: 'As a login code. It opens nothing by itself.',
    gives: 'The new address replaces the old one and is proved. All other sessions end, and both addresses are told.',
    keepsCredentials: true,
  },
  reset: {
    operations: ['POST /auth/forgot-password', 'POST /auth/verify-forgot-password-otp', 'POST /auth/reset-password'],
    shows: 'A code that was sent to an address of the account, then the token that it was exchanged for.',
    strength: 'As a login code; the token has 256 bits, 30 minutes, one use.',
    gives: 'The address is proved, and a new password is set. No session: a second factor still counts.',
    keepsCredentials: false,
  },
  invitation: {
    operations: ['POST /auth/invite', 'POST /auth/reset-password'],
    shows: 'The token of an invitation, which was sent to the invited address.',
    strength: '256 bits, three days, one use, only the newest, only while the account has no password.',
    gives: 'The invited address is proved, and a first password is set. No session.',
    keepsCredentials: false,
  },
  invitationPasskey: {
    operations: ['POST /auth/invite', 'POST /auth/passkeys/link'],
    shows: 'The token of an invitation, which was sent to the invited address.',
    strength: 'As an invitation, only while the account has no second factor.',
    gives: 'The invited address is proved, and a first passkey is added. No session.',
    keepsCredentials: false,
  },
  recoveryLink: {
    operations: [
      'POST /auth/admin/api/users/{id}/recovery-links',
      'POST /auth/passkeys/link',
      'POST /auth/reset-password',
    ],
    shows: 'The token of a link that an admin made, in the last 15 minutes after a login, and handed over.',
    strength: '256 bits, 30 minutes, one use, only the newest. No message has it.',
    gives:
      'A passkey is added or a password is set, and the passkeys of before go if the admin chose it. No session. It proves no address.',
  },
  identity: {
    operations: ['GET /auth/callback/{provider}', 'POST /auth/login'],
    shows: 'An account at an identity provider that is linked to this account.',
    strength: 'A signed id token for this service, or a code of the provider, for a flow that this client began.',
    gives: 'A session, pending if a second factor is needed.',
  },
  providerAddress: {
    operations: ['GET /auth/callback/{provider}', 'POST /auth/login'],
    shows: 'An account at a trusted identity provider, which has verified the e-mail address of this account.',
    strength: 'As an identity. The address must be proved here too, or an admin or an invitation gave it.',
    gives: 'The identity is linked, the address is proved, and a session.',
    keepsCredentials: false,
  },
  admin: {
    operations: ['PATCH /auth/admin/api/users/{id}'],
    shows: 'An admin marks an address as verified, or sets a password.',
    strength: 'A login of the admin in the last 15 minutes.',
    gives: 'What the admin set. It is a proof by another person: it says nothing about who made the account.',
    keepsCredentials: false,
  },
  otherTenant: {
    operations: ['POST /auth/switch-tenant'],
    shows:
      'A session of this tenant, and a live session of the account in the other tenant, or a link that these two left.',
    strength: 'As the session that is shown.',
    gives: 'A session in the other tenant that ends with the one that was shown, and that is never a fresh proof.',
  },
  secondFactor: {
    operations: ['POST /auth/mfa/verify', 'POST /auth/mfa/verify-recovery-code'],
    shows:
      'A pending login, and a code of an authenticator, a verified address of another channel, or a recovery code.',
    strength: 'Ten guesses in an hour and fifty wrong ones in a row, over all sessions. A recovery code has 120 bits.',
    gives: 'The pending login becomes a session.',
  },
  firstSecondFactor: {
    operations: ['POST /auth/mfa/enrol'],
    shows:
      'A login of an account that has no second factor yet, and the first code of the authenticator that it set up.',
    strength: 'That of the first factor. The code shows that the set-up works; ten guesses at each set-up.',
    gives: 'The login becomes a session with a second factor, and the authenticator stays.',
  },
  passkey: {
    operations: ['POST /auth/passkeys/login'],
    shows: 'A passkey of the account that has verified its user.',
    strength: 'A signature over a challenge that works once, for five minutes. A page of another site gets none.',
    gives: 'A session with both factors. It proves no address.',
  },
  secondPasskey: {
    operations: ['POST /auth/passkeys/verify'],
    shows: 'A pending login, or a session, and a passkey of the account.',
    strength: 'As a passkey; one that shows only that its user is present adds to a first factor.',
    gives: 'The pending login becomes a session, or the session gets a fresh proof if the passkey verified its user.',
  },
  firstPasskey: {
    operations: ['POST /auth/passkeys/enrol'],
    shows: 'A login of an account that has no second factor yet, and a new passkey.',
    strength: 'That of the first factor.',
    gives: 'The login becomes a session with a second factor, and the passkey stays.',
  },
  trustedDevice: {
    operations: ['POST /auth/login'],
    shows: 'A first factor, and the token of a device that a second factor has made trusted.',
    strength: '256 bits, 30 days; each token works once.',
    gives: 'A session without a second factor. It is not a fresh proof of one.',
  },
  acting: {
    operations: ['POST /auth/admin/api/users/{id}/act'],
    shows: 'An admin gives a reason, where deployment and tenant allow it.',
    strength: 'A login of the admin in the last 15 minutes, as owner or operator of the tenant.',
    gives:
      'A session of at most 30 minutes that ends with the one of the admin. It is never a fresh proof, and changes nothing about who can open the account.',
  },
  refreshToken: {
    operations: ['POST /auth/refresh-token'],
    shows: 'The newest refresh token of a session.',
    strength: 'Signed; each token works once, and one that comes back ends the session.',
    gives: 'The next tokens of the same session.',
  },
} as const satisfies Record<string, Pathway>;

export type PathwayName = keyof typeof pathways;

/** The pathways that prove an address. */
export type ProvingPathway = {
  [Name in PathwayName]: (typeof pathways)[Name] extends { keepsCredentials: boolean } ? Name : never;
}[PathwayName];
