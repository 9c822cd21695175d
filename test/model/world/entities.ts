// Defines what the abstract world consists of. Everything is named after the step that made it (`session@12`), so that
// a name means the same when steps are left out.

export type PersonName = string;
export type TenantName = string;
export type AddressKind = 'email' | 'phone';

/** A person with the addresses, the network and the provider account that they control. */
export type Person = {
  name: PersonName;
  email: string;
  phone: string;
  /** The account at the identity provider. */
  subject: string;
  ip: string;
  agent: string;
  /** The secret of the app or page of this person, to which codes, nonces and redirects are bound (RFC 7636). */
  verifier: string;
  /** Attackers try what they know anywhere. Others use only what is theirs. */
  isAttacker: boolean;
};

export type Tenant = {
  name: TenantName;
  id: string;
  mode: 'instant' | 'verifyFirst';
  mfa: 'off' | 'optional' | 'required';
};

/** `reason`: why it ended. */
export type Ended = { reason: string; at: number };

export type Account = {
  name: string;
  id: string;
  tenant: TenantName;
  email: string | null;
  phone: string | null;
  /** `invitation` and `admin`: made for its owner by another person, who knows no credential of it. */
  creator: PersonName | 'invitation' | 'admin';
  /** The address that an invitation went to. While no address is proved, only this one may be. */
  invited: string | null;
  proved: Partial<Record<AddressKind, number>>;
  /** The kind that was proved first. Its controllers own the account. */
  first: AddressKind | null;
  /** A person signed up with it, and no address was proved: the creator may not be the owner of the addresses. */
  isUnclaimed: boolean;
  /** The password was chosen by an admin and must be changed. */
  mustChange?: boolean;
  /** A login needs a second factor. */
  mfa: boolean;
  /** Raised by all that ends every session. Sessions, links and devices remember the era in which they began. */
  era: number;
  /** What ended each era. */
  eraEnds: string[];
  removed?: Ended;
  /** A rule about it broke already: what follows from that is not reported again. */
  tainted?: string;
};

export type Password = { name: string; account: string; value: string; by: PersonName | 'admin'; ended?: Ended };

/** Where a session came from. `sources` are the sessions and links that it descends from. */
export type Session = {
  name: string;
  account: string;
  by: PersonName;
  /** The id changes when a second factor completes or renews the session. */
  sid: string;
  gen: number;
  era: number;
  tenantEra: number;
  pending: boolean;
  /** The channel of the first factor's code. */
  channel: AddressKind | null;
  createdAt: number;
  /** When a factor was proved that counts for step-up; `null` for a trusted device or a change of tenant. */
  provedAt: number | null;
  isSwitched: boolean;
  sources: string[];
  /** A pending change of tenant: the session that is replaced when this one is completed. */
  replaces?: string;
  /** The session of a change of tenant that took its place: for a moment, the same client gets tokens of that one. */
  replacedBy?: string;
  /** Who used the last refresh token, and when. */
  rotated: { by: PersonName; at: number };
  ended?: Ended;
};

/** Tokens of a session as one person holds them. */
export type Copy = {
  session: string;
  holder: PersonName;
  sid: string;
  gen: number;
  access: string;
  refresh: string;
  issuedAt: number;
};

/** One half of a link: from an account to an account of another tenant. */
export type Link = {
  name: string;
  from: string;
  to: string;
  eras: { from: number; to: number; fromTenant: number; toTenant: number };
  createdAt: number;
  /** The session at the far end that was shown. */
  source: string;
};

/** What arrived at an address. */
export type Message = {
  name: string;
  event: string;
  to: string;
  tenantId: string;
  userId: string;
  code?: string;
  token?: string;
  at: number;
  /** The request that sent it was made by this person. */
  askedBy: PersonName;
  /** The person whose client alone can use the code. */
  binding?: PersonName;
  /** What that client chose at sign-up: it counts when the client brings the code back. */
  choice?: { password: string } | { subject: string };
  /** The pending session that the code completes. */
  session?: string;
  used?: Ended;
};

export type LinkToken = {
  name: string;
  account: string;
  to: string;
  value: string;
  purpose: 'reset' | 'invitation';
  at: number;
  era: number;
  used?: Ended;
};

export type Device = {
  name: string;
  account: string;
  by: PersonName;
  id: string;
  secret: string;
  lastStep: number;
  verified: boolean;
  at: number;
  ended?: Ended;
};
export type RecoverySet = {
  name: string;
  account: string;
  by: PersonName;
  codes: string[];
  used: string[];
  ended?: Ended;
};
export type Trust = {
  name: string;
  account: string;
  holder: PersonName;
  token: string;
  era: number;
  tenantEra: number;
  at: number;
  used?: Ended;
};

export type IdToken = {
  name: string;
  person: PersonName;
  /** The tenant that issued the nonce. */
  tenant: TenantName;
  value: string;
  subject: string;
  email: string;
  isVerified: boolean;
  at: number;
  used?: Ended;
};
export type Identity = {
  name: string;
  account: string;
  subject: string;
  by: PersonName;
  isUnproved: boolean;
  ended?: Ended;
};
export type ExchangeCode = {
  name: string;
  tenant: TenantName;
  person: PersonName;
  value: string;
  email: string;
  isVerified: boolean;
  subject: string;
  at: number;
  used?: Ended;
};

export type AdminSession = {
  name: string;
  admin: PersonName;
  cookie: string;
  createdAt: number;
  /** When its admin proved again who they are. */
  provedAt?: number;
  usedAt: number;
  era: number;
  ended?: Ended;
};
export type Admin = {
  name: PersonName;
  id: string;
  email: string;
  password: string;
  era: number;
  /** The secret of the authenticator. */
  totp?: string;
  setup?: string;
  hasLoggedIn: boolean;
};

/** Wrong guesses in a row, since the last right one. */
export type Row = { wrong: number };
