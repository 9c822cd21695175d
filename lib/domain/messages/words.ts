// What a locale has to say. Texts are functions of these facts and nothing else: there is no template language, so
// nothing that stands in a name can be evaluated, and a missing text doesn't compile.

export type Details = {
  /** Names as `names.ts` leaves them; plain text. */
  tenant: string;
  app: string;
  /** How long a code or link is valid, in words: "10 minutes". Empty where nothing expires. */
  valid: string;
};

export type Text = (facts: Details) => string;

export type Template = {
  subject: Text;
  /** Stands before the code or link, if there is one. */
  lead: Text;
  notes: readonly Text[];
  /** All of an SMS but the code or link, which follows. */
  sms: Text;
};

export type MessageKind =
  | 'verifyEmail'
  | 'verifyPhone'
  | 'login'
  /** The code that completes a login. */
  | 'secondFactor'
  | 'reset'
  | 'invitation'
  /** An invitation of somebody who has an account. */
  | 'added'
  | 'signupAttempted'
  | 'passwordChanged'
  | 'passwordReset'
  | 'twoFactorEnabled'
  | 'twoFactorDisabled'
  | 'deviceAdded'
  | 'deviceRemoved'
  | 'recoveryCodesGenerated'
  | 'recoveryCodeUsed'
  /** An account elsewhere opens this one from now on. */
  | 'identityLinked'
  | 'accountChanged';

export type Action = 'verify' | 'accept';

export type Locale = {
  dir: 'ltr' | 'rtl';
  /** What a link says. */
  actions: Readonly<Record<Action, string>>;
  footer: Text;
  messages: Readonly<Record<MessageKind, Template>>;
};
