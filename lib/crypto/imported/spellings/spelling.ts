// Types what the readers of lib/crypto/imported/spellings return, and has what they share.
import type { Recipe } from '../form.ts';
import { ALGORITHMS, type Algorithm, type Step } from '../steps.ts';

/** `slow` is kept as it is. `weak` is a quick digest, which is wrapped: its last step gives the bytes of `digest`. */
export type Spelled =
  | { kind: 'slow'; recipe: Recipe; derived: Buffer }
  | { kind: 'weak'; steps: readonly Step[]; digest: Buffer };
export type Refusal = 'unknown' | 'malformed' | 'too_costly';

/** Returns the hash, or why it is refused. The text begins as its row in the table says. */
export type Reader = (text: string) => Spelled | Refusal;

const BASE64 = /^[A-Za-z0-9+/]*$/;
const HEX = /^(?:[0-9a-f]{2})*$/;
/** More is no hash of any system. */
const MOST_BYTES = 256;

/** Returns the bytes of base64, standard or URL-safe, padded or not, or with passlib's `.` for `+`. */
export function fromBase64(text: string | undefined): Buffer | undefined {
  const plain = text?.replace(/=+$/, '').replaceAll('.', '+').replaceAll('-', '+').replaceAll('_', '/');
  if (plain === undefined || !BASE64.test(plain)) return;
  const bytes = Buffer.from(plain, 'base64');
  const isWhole = bytes.toString('base64').replaceAll('=', '') === plain;
  return isWhole && bytes.length <= MOST_BYTES ? bytes : undefined;
}

/** Returns the bytes of hexadecimal digits of any case. */
export function fromHex(text: string | undefined): Buffer | undefined {
  const plain = text?.toLowerCase();
  if (plain === undefined || !HEX.test(plain) || plain.length > 2 * MOST_BYTES) return;
  return Buffer.from(plain, 'hex');
}

/** Returns a number of up to fifteen digits. Leading zeros are refused: each hash has one spelling. */
export const toCount = (text: string | undefined): number | undefined =>
  text !== undefined && /^(?:0|[1-9][0-9]{0,14})$/.test(text) ? Number(text) : undefined;

// A hash below 16 bytes can be guessed (an empty one equals everything).
const DERIVED_BYTES = { least: 16, most: 128 };
/** RFC 9106 3.1 wants nonces of 8 bytes, and OpenSSL refuses shorter ones. */
const ARGON2_SALT = 8;

/** Returns a hash that is kept, `malformed` where a part is missing or has an odd length. */
export function slow(
  scheme: string,
  cost: string,
  salt: Buffer | undefined,
  derived: Buffer | undefined,
  options: { steps?: readonly Step[]; text?: Recipe['text'] } = {},
): Spelled | Refusal {
  if (!salt || !derived || derived.length < DERIVED_BYTES.least || derived.length > DERIVED_BYTES.most)
    return 'malformed';
  if (scheme.startsWith('argon2') && salt.length < ARGON2_SALT) return 'malformed';
  const recipe: Recipe = { text: options.text ?? 'raw', steps: options.steps ?? [], scheme, cost, salt };
  return { kind: 'slow', recipe, derived };
}

export const DIGEST_BYTES: Readonly<Record<Algorithm, number>> = {
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** Returns a hash that is wrapped, `malformed` where the digest has not its algorithm's length. */
export function weak(steps: readonly Step[], algorithm: Algorithm, digest: Buffer | undefined): Spelled | Refusal {
  return digest?.length === DIGEST_BYTES[algorithm] ? { kind: 'weak', steps, digest } : 'malformed';
}

/** The digest of salt and password. */
export const digestStep = (algorithm: Algorithm, before: Buffer, after: Buffer): Step => ({
  kind: 'digest',
  algorithm,
  as: 'bytes',
  before,
  after,
});

export const NOTHING = Buffer.alloc(0);

export const toAlgorithm = (name: string): Algorithm | undefined => ALGORITHMS.find((each) => each === name);

/** Returns the bytes of a digest in hexadecimal, if it has that length, else in base64. */
export const digestOf = (text: string | undefined, algorithm: Algorithm): Buffer | undefined =>
  text?.length === 2 * DIGEST_BYTES[algorithm] ? fromHex(text) : fromBase64(text);
