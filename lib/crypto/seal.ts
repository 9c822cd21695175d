// Seals texts: AES-256-GCM, bound to a context. `seal` is for secrets that are stored and must be read again (TOTP seeds,
// private keys, codes in events): a value that is copied to another row, user or tenant does not open there. `sealLive` is
// for texts that travel through a browser or another service and are good for minutes.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { acceptedKeys, type LivePurpose, type RootsOf, signingKey, storedKey } from './purpose-keys.ts';
import { currentVersion } from './roots.ts';

type Roots = RootsOf<'seal'>;

// NIST SP 800-38D: 96-bit nonce (§5.2.1.1), full 128-bit tag (§5.2.1.2); random nonces are good for 2^32 seals a key
// (§8.3).
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v([1-9][0-9]{0,8})\.([A-Za-z0-9_-]+)$/;

/**
 * Encrypts and authenticates `plaintext` under the current root version; `context` (what and whose it is) is
 * authenticated too and needed to open it. Returns `v<version>.<base64url(nonce|tag|ciphertext)>`.
 */
export function seal(roots: Roots, context: string, plaintext: string): string {
  const version = currentVersion(roots);
  return sealedBy(version, storedKey(roots, 'seal', version), context, plaintext);
}

/** Returns the root version of a sealed value; '' if it is malformed. */
export const sealedUnder = (sealed: string): string => SEALED.exec(sealed)?.[1] ?? '';

/**
 * Opens what `seal` made with the same context, under any root version still held. Throws Error('cannot unseal'),
 * without saying why, for every altered value, another context and an unknown version.
 */
export const unseal = (roots: Roots, context: string, sealed: string): string =>
  openedBy((version) => storedKey(roots, 'seal', version), context, sealed);

const FOREIGN = 'foreign-pepper';

/** Like `seal`, for the pepper of another deployment: under our own, which is all that the check of a password has. */
export function sealPepper(roots: RootsOf<'foreign-pepper'>, key: Buffer): string {
  const version = currentVersion(roots);
  return sealedBy(version, storedKey(roots, FOREIGN, version), FOREIGN, key.toString('base64url'));
}

/** Opens what `sealPepper` made. Throws like `unseal`. */
export const unsealPepper = (roots: RootsOf<'foreign-pepper'>, sealed: string): Buffer =>
  Buffer.from(
    openedBy((version) => storedKey(roots, FOREIGN, version), FOREIGN, sealed),
    'base64url',
  );

/** The purposes whose texts only this service reads. */
type SealedPurpose = Extract<
  LivePurpose,
  'authorization-request' | 'authorization-code' | 'device-binding' | 'passkey-challenge' | 'scim-access'
>;

/** Like `seal`, under the key that signs live credentials now. `now` in ms. */
export function sealLive<P extends SealedPurpose>(
  roots: RootsOf<P>,
  purpose: P,
  plaintext: string,
  now: number,
): string {
  const { version, key } = signingKey(roots, purpose, now);
  return sealedBy(version, key, purpose, plaintext);
}

/**
 * Opens what `sealLive` made for the purpose, under a root version that is accepted now. Throws like `unseal`. The
 * caller checks the age.
 */
export function unsealLive<P extends SealedPurpose>(
  roots: RootsOf<P>,
  purpose: P,
  sealed: string,
  now: number,
): string {
  const keys = acceptedKeys(roots, purpose, now);
  return openedBy((version) => keys.get(version), purpose, sealed);
}

function sealedBy(version: string, key: Buffer, context: string, plaintext: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return `v${version}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
}

function openedBy(keyOf: (version: string) => Buffer | undefined, context: string, sealed: string): string {
  try {
    const [, version = '', body = ''] = SEALED.exec(sealed) ?? [];
    const bytes = Buffer.from(body, 'base64url');
    // Unused trailing bits of base64url would give one sealed value several spellings.
    if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== body) throw new Error('malformed');
    const key = keyOf(version);
    if (!key) throw new Error('unknown version');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Error('cannot unseal');
  }
}
