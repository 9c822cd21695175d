// Types what Gatehouse hands to the function of its setting `messageSender`, and makes a Lambda handler of what sends a
// message. A test compares the types with those of the service.

/** What a message is about. A new one may come with any version: send what you do not know as `default`. */
export type MessageTemplate =
  | 'verifyEmail'
  | 'verifyPhone'
  | 'login'
  | 'secondFactor'
  | 'reset'
  | 'invitation'
  | 'adminInvitation'
  | 'setupLink'
  | 'joinRequest'
  | 'joinRefused'
  | 'adminCode'
  | 'adminPasskeyAdded'
  | 'adminPasskeyRemoved'
  | 'adminAuthenticatorAdded'
  | 'adminAuthenticatorRemoved'
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
  | 'identityLinked'
  | 'identityUnlinked'
  | 'accountLinked'
  | 'accountChanged'
  | 'guessingDetected'
  | 'unusedDisabled'
  | 'unusedDeleted'
  | 'actingStarted'
  | 'apiKeyCreated'
  | 'tenants';

/** A message to one recipient. It may hold a code: log none of it. */
export type MessageRequest = {
  /** Changes when a field changes its meaning. Fields may be added without. */
  version: 1;
  /** Equal for each attempt at this message. Send what you have sent under it no second time. */
  messageId: string;
  template: MessageTemplate;
  channel: 'email' | 'sms';
  /** An e-mail address, or a phone number such as +4915112345678. */
  to: string;
  /** The tenant’s language (BCP 47); `en` if it chose none. */
  locale: string;
  /** The ids are empty for `tenants`, and for messages to admins (`admin…`): they are of the deployment. */
  tenant: { id: string; slug: string; name: string };
  /** Empty for `tenants`, and for messages to admins. */
  userId: string;
  /** The code that the recipient types in. */
  code: string | null;
  /** The link that the recipient follows; its host is of the tenant’s or the deployment’s settings. */
  link: string | null;
  /** The sign-in pages of `tenants`. Admins of tenants choose the names: show them as text. */
  links: { name: string; url: string }[] | null;
  /** What the user calls the API key of `apiKeyCreated`. */
  keyName: string | null;
  /** When the code, the link or the API key expires, or an unused account ends at the earliest (ISO 8601). */
  expiresAt: string | null;
  /** `null` for an SMS. */
  subject: string | null;
  /** The text that Gatehouse would send, code and link included. */
  text: string;
  /** The HTML that Gatehouse would send; `null` for an SMS. */
  html: string | null;
};

/** `sent`: Gatehouse has nothing left to do. `default`: Gatehouse sends its own message. */
export type Delivery = 'sent' | 'default';
/** What the function returns. Anything else, and an error, makes Gatehouse try again later. */
export type MessageReply = { delivery: Delivery };

/** Returns a Lambda handler for the setting `messageSender`. It throws for a version that these types do not describe. */
export const messageSender =
  (send: (message: MessageRequest) => Delivery | Promise<Delivery>) =>
  async (event: MessageRequest): Promise<MessageReply> => {
    if (event.version !== 1)
      throw new Error(`@gatehouse-auth/server knows version 1 of messages, not ${event.version}`);
    return { delivery: await send(event) };
  };
