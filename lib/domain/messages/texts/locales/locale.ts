// Defines the texts of a locale. Texts are functions of `Details`: there is no template language, so a name is never
// evaluated, and a missing text does not compile.

import type { TenantMessage } from '../../../../contract/fields/message-texts.ts';
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

/** The messages that have texts: those of a tenant, and those of the deployment. */
export type WrittenKind =
  | TenantMessage
  | 'verifyPhone'
  /** An invitation to become an admin of the deployment. */
  | 'adminInvitation'
  /** The code that an admin needs after many wrong passwords. */
  | 'adminCode'
  /** The sign-in pages of the tenants of an address. */
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
