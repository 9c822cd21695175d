// Types a reader of one vendor's export, and has what readers share.
import { isRecord } from '../check-line.ts';
import { type ImportLine, RefusedLine } from '../line.ts';
import type { FileRecord } from '../records.ts';

/** The hash parameters of a Firebase project, as its console shows them. Keys are base64. */
export type FirebaseParameters = Readonly<{
  signerKey: string;
  saltSeparator: string;
  rounds: number;
  memCost: number;
}>;
export type ReaderOptions = Readonly<{ firebase?: FirebaseParameters }>;

/** Reads one vendor's export. */
export type Reader = Readonly<{
  /** For people. */
  title: string;
  /** The records of the file. */
  records: (bytes: Uint8Array) => Iterable<FileRecord>;
  /**
   * Returns our form of a record, `undefined` for a record that is no user. Fields that are `undefined` or `null` are left out.
   * Throws `RefusedLine`.
   */
  read: (record: Source, options: ReaderOptions) => Draft | undefined;
}>;

export type Source = Readonly<Record<string, unknown>>;
/** A line whose absent fields are `undefined`. */
export type Draft = { [Field in keyof ImportLine]?: ImportLine[Field] | undefined };

/** Returns a text that is not empty; a number as text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a flag. CSV and SQL write it as text or a digit. */
export function flag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === '1' || /^(?:true|t)$/i.test(String(value))) return true;
  return value === 0 || value === '0' || /^(?:false|f)$/i.test(String(value)) ? false : undefined;
}

export const record = (value: unknown): Source => (isRecord(value) ? value : {});
export const list = (value: unknown): Source[] => (Array.isArray(value) ? value.filter(isRecord) : []);
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => text(each) ?? []) : [];

/** Returns the object without what is `undefined`; `undefined` if nothing is left. */
export function present(value: Source | undefined): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries(value ?? {}).filter(([, each]) => each !== undefined && each !== null);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the name, or what is there of its two parts. */
export const fullName = (name: unknown, first: unknown, last: unknown): string | undefined =>
  text(name) ?? text([text(first), text(last)].filter((part) => part !== undefined).join(' '));

/**
 * Returns an ISO timestamp. Takes milliseconds (as text, too), ISO 8601, and what SQL prints, `2026-01-02 03:04:05+00`, which is UTC
 * without an offset.
 */
export function time(value: unknown): string | undefined {
  const written = text(value);
  if (written === undefined) return;
  const iso = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(written);
  const offset = (iso?.[3] ?? 'Z').replace(
    /^([+-]\d\d):?(\d\d)?$/,
    (_, hours, minutes) => `${hours}:${minutes ?? '00'}`,
  );
  const date = new Date(/^\d{1,15}$/.test(written) ? Number(written) : `${iso?.[1]}T${iso?.[2]}${offset}`);
  if (Number.isNaN(date.getTime())) throw new RefusedLine('wrong_field', 'createdAt');
  return date.toISOString();
}

/** Returns a phone number with its `+`, without spaces and signs. */
export function phone(value: unknown): string | undefined {
  const written = text(value)?.replace(/[\s().-]/g, '');
  return written?.replace(/^\+?/, '+');
}

const PROVIDERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'google-oauth2': 'google',
    'google.com': 'google',
    'github.com': 'github',
    'facebook.com': 'facebook',
    'apple.com': 'apple',
    'microsoft.com': 'microsoft',
    windowslive: 'microsoft',
    azure: 'microsoft',
    'twitter.com': 'twitter',
  }),
);

/** Returns an identity at a provider, under the name that we give the provider. */
export function identity(provider: unknown, id: unknown): { provider: string; providerId: string }[] {
  const [name, providerId] = [text(provider), text(id)];
  return name === undefined || providerId === undefined ? [] : [{ provider: PROVIDERS.get(name) ?? name, providerId }];
}

/** Returns the list, `undefined` if it is empty. */
export const some = <T>(values: readonly T[]): readonly T[] | undefined => (values.length === 0 ? undefined : values);

/** Returns the spelling of a Firebase hash (lib/crypto/imported/spellings). Throws `RefusedLine` without the project's parameters. */
export function firebaseHash(hash: string, salt: unknown, parameters: FirebaseParameters | undefined): string {
  if (!parameters) throw new RefusedLine('no_hash_parameters', 'passwordHash');
  const { memCost, rounds, saltSeparator, signerKey } = parameters;
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${text(salt) ?? ''}$${hash}$${saltSeparator}$${signerKey}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the base32 of a text's bytes (RFC 4648), without padding. */
export function toBase32(value: string): string {
  const bits = [...new TextEncoder().encode(value)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Returns the base64 of bytes or of a text's bytes. */
export const toBase64 = (value: string | Uint8Array): string =>
  btoa(
    Array.from(typeof value === 'string' ? new TextEncoder().encode(value) : value, (byte) =>
      String.fromCharCode(byte),
    ).join(''),
  );

/** Returns the bytes of hexadecimal digits. Throws `RefusedLine` for other text. */
export function fromHex(value: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})+$/i.test(value)) throw new RefusedLine('wrong_field', 'passwordHash');
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
