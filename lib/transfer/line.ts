// Says what one line of an import is: our own form of a user, into which the readers turn the exports of other systems.

/** One user. All but `sourceId` is optional, and unknown fields are refused. */
export type ImportLine = Readonly<{
  /** The user's id in the other system. A second run finds the user by it. */
  sourceId: string;
  email?: string;
  isEmailVerified?: boolean;
  /** E.164. */
  phone?: string;
  isPhoneVerified?: boolean;
  name?: string;
  locale?: string;
  metadata?: Readonly<Record<string, unknown>>;
  isActive?: boolean;
  /** ISO 8601. */
  createdAt?: string;
  /** In one of the spellings of lib/crypto/imported/spellings. */
  passwordHash?: string;
  mustChangePassword?: boolean;
  /** Without it: whether there is an authenticator. */
  isMfaEnabled?: boolean;
  /** Names of roles, which an import maps to roles of the tenant. */
  roles?: readonly string[];
  /** Authenticators of six digits, 30 seconds and SHA-1. `secret` is base32. */
  totp?: readonly Readonly<{ secret: string; name?: string }>[];
  identities?: readonly Readonly<{ provider: string; providerId: string }>[];
  /** `credentialId`, `publicKey` (COSE) and `handle` are base64url. */
  passkeys?: readonly ImportPasskey[];
}>;

export type ImportPasskey = Readonly<{
  credentialId: string;
  publicKey: string;
  handle: string;
  rpId: string;
  counter?: number;
  transports?: readonly string[];
  isBackupEligible?: boolean;
  name?: string;
  createdAt?: string;
}>;

/** Why a line is refused before the service sees it. */
export type LineRefusal =
  | 'not_utf8'
  | 'not_json'
  | 'not_csv'
  | 'too_large'
  | 'too_deep'
  | 'forbidden_key'
  | 'no_id'
  | 'duplicate_id'
  | 'unknown_field'
  | 'wrong_field'
  | 'unknown_hash'
  | 'no_hash_parameters';

/** `line` counts from 1: lines of NDJSON, and records of any other file. `field` is where the fault is. */
export type ReadLine = Readonly<
  { line: number; user: ImportLine } | { line: number; refused: LineRefusal; field?: string }
>;

/** A fault of one record. Readers throw it, and the line is refused. */
export class RefusedLine extends Error {
  override readonly name = 'RefusedLine';
  readonly refused: LineRefusal;
  readonly field: string | undefined;

  constructor(refused: LineRefusal, field?: string) {
    super(field === undefined ? refused : `${refused}: ${field}`);
    this.refused = refused;
    this.field = field;
  }
}
