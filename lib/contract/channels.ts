// Lists the channels of messages and the kinds of addresses, with all that depends on them and is no code. A new channel
// is a name here; the compiler then asks for its row and its columns of code: how it is limited (lib/domain/credentials/message-limits.ts),
// rendered (lib/domain/messages/texts/render.ts) and sent (lib/workers/message-delivery.ts).
import type { ErrorCode } from './errors.ts';

export const channelNames = ['email', 'sms'] as const;
export type Channel = (typeof channelNames)[number];
export const addressKinds = ['email', 'phone'] as const;
export type AddressKind = (typeof addressKinds)[number];

type ChannelRow = {
  /** The kind of the addresses that it reaches. */
  address: AddressKind;
  /** The purposes of its codes, as they are stored. */
  login: string;
  secondFactor: string;
  /** The methods that a right code shows (RFC 8176): a one-time password, and by telephone if it was sent there. */
  amr: readonly string[];
  /** Whether its messages may have links. People are told not to follow links in SMS. */
  hasLinks: boolean;
  /** Whether each message costs the tenant money, so that it is worth something to a stranger who causes it. */
  isCostly: boolean;
  /** The limit of a tenant's day, the ceiling of what a tenant may choose, and the setting that it chooses with. */
  budget: { day: string; most: string; setting: string };
  /** Counts what was sent. */
  metric: string;
};

export const CHANNELS = {
  email: {
    address: 'email',
    login: 'login-email',
    secondFactor: 'mfa-email',
    amr: ['otp'],
    hasLinks: true,
    isCostly: false,
    budget: { day: 'email-tenant-day', most: 'email-tenant-most', setting: 'emailsPerDay' },
    metric: 'EmailSent',
  },
  sms: {
    address: 'phone',
    login: 'login-sms',
    secondFactor: 'mfa-sms',
    amr: ['otp', 'sms'],
    hasLinks: false,
    isCostly: true,
    budget: { day: 'sms-tenant-day', most: 'sms-tenant-most', setting: 'smsPerDay' },
    metric: 'SmsSent',
  },
} as const satisfies Record<Channel, ChannelRow>;

type AddressRow = {
  /** The channel of a message to such an address. */
  channel: Channel;
  /** The other kind of address that an account may have. */
  other: AddressKind;
  /** The purposes of the codes that prove one, as they are stored. */
  verify: string;
  change: string;
  /** The events of a code that was asked for, and of its proof. */
  requested: `svc.${string}`;
  verified: `svc.${string}`;
  /** Whether the user logs in with it. */
  loginEnabled: string;
  /** The field of an event with the address that a change replaced. */
  previous: string;
  none: ErrorCode;
  already: ErrorCode;
  taken: ErrorCode;
  /** Texts for people: the reply after a proof, and what a field needs. */
  done: string;
  named: string;
};

export const ADDRESSES = {
  email: {
    channel: 'email',
    other: 'phone',
    verify: 'verify-email',
    change: 'change-email',
    requested: 'svc.email_verification_requested',
    verified: 'svc.email_verified',
    loginEnabled: 'emailLoginEnabled',
    previous: 'previousEmail',
    none: 'NO_EMAIL_ADDRESS',
    already: 'EMAIL_ALREADY_VERIFIED',
    taken: 'EMAIL_ALREADY_EXISTS',
    done: 'Email address verified.',
    named: 'an email address',
  },
  phone: {
    channel: 'sms',
    other: 'email',
    verify: 'verify-phone',
    change: 'change-phone',
    requested: 'svc.phone_verification_requested',
    verified: 'svc.phone_verified',
    loginEnabled: 'phoneLoginEnabled',
    previous: 'previousPhone',
    none: 'NO_PHONE_NUMBER',
    already: 'PHONE_ALREADY_VERIFIED',
    taken: 'PHONE_ALREADY_EXISTS',
    done: 'Phone number verified.',
    named: 'a phone number',
  },
} as const satisfies Record<AddressKind, AddressRow>;

/** Returns the kind of an address as a person writes it. */
export const kindOf = (text: string): AddressKind => (text.includes('@') ? 'email' : 'phone');
