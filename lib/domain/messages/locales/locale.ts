// Defines the texts of a locale. Texts are functions of `Details`: there is no template language, so a name is never
// evaluated, and a missing text does not compile.

import type { SafeName } from '../names.ts';

/**
 * `valid`: how long a code or link is valid, in words: "10 minutes". `until`: the day of it, for what lives for long, or on which an unused account ends. Both are
 * empty if nothing expires. `key`: the name of an API key. `more`: how many tenants a list leaves out; empty if none.
 */
export type Details = Readonly<Record<'tenant' | 'app' | 'valid' | 'until' | 'key' | 'more', SafeName>>;

export type Text = (details: Details) => string;

export type Template = {
  subject: Text;
  /** Comes before the code or link, if there is one. */
  lead: Text;
  notes: readonly Text[];
  /** The SMS without the code or link, which follows. */
  sms: Text;
};

/** A notice to an admin about their own account -> that to a user, whose words it shares. */
export const ADMIN_NOTICES = {
  adminPasskeyAdded: 'passkeyAdded',
  adminPasskeyRemoved: 'passkeyRemoved',
  adminAuthenticatorAdded: 'deviceAdded',
  adminAuthenticatorRemoved: 'deviceRemoved',
} as const satisfies Record<string, WrittenKind>;
export type AdminNotice = keyof typeof ADMIN_NOTICES;
export type MessageKind = WrittenKind | AdminNotice;

/** The messages that have texts of their own. */
export type WrittenKind =
  | 'verifyEmail'
  | 'verifyPhone'
  | 'login'
  /** The code that completes a login. */
  | 'secondFactor'
  | 'reset'
  | 'invitation'
  /** An invitation to become an admin of the deployment. */
  | 'adminInvitation'
  /** A link with which a person without an account sets up a tenant. */
  | 'setupLink'
  /** A link with which a person asks to join a tenant. */
  | 'joinRequest'
  /** Those who may invite have refused the person. */
  | 'joinRefused'
  /** The code that an admin needs after many wrong passwords. */
  | 'adminCode'
  /** An invitation for a person who already has an account. */
  | 'added'
  | 'signupAttempted'
  | 'passwordChanged'
  | 'passwordReset'
  | 'twoFactorEnabled'
  | 'twoFactorDisabled'
  | 'deviceAdded'
  | 'deviceRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryLinkCreated'
  | 'recoveryCodesGenerated'
  | 'recoveryCodeUsed'
  /** An account at an identity provider was linked to this one. */
  | 'identityLinked'
  /** There were many wrong guesses at the password or codes. */
  | 'guessingDetected'
  /** The account is not used, and will be disabled. */
  | 'unusedDisabled'
  /** The account is not used, and will be deleted. */
  | 'unusedDeleted'
  /** An account in another tenant was linked to this one. */
  | 'accountLinked'
  /** An account at an identity provider was unlinked from this one. */
  | 'identityUnlinked'
  | 'accountChanged'
  /** An admin acts as the user. */
  | 'actingStarted'
  /** An API key of the user was made, or has a new secret. */
  | 'apiKeyCreated'
  /** The sign-in pages of the tenants of an address, which the deployment sends. */
  | 'tenants';

export type Action = 'verify' | 'accept' | 'reset' | 'join';

export type Locale = {
  dir: 'ltr' | 'rtl';
  /** The labels of links. */
  actions: Readonly<Record<Action, string>>;
  footer: Text;
  /** Of a message that is sent for no tenant. */
  ownFooter: Text;
  /** Says to an admin what to do about a notice. */
  adminNotice: Text;
  messages: Readonly<Record<WrittenKind, Template>>;
};
