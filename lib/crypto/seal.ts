// Seals secrets that must be read again (TOTP seeds, private keys, codes in events): AES-256-GCM, bound to a context.
// A sealed value that is copied to another row, user or tenant does not open there.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type RootsOf, storedKey } from './purpose-keys.ts';
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
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, storedKey(roots, 'seal', version), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return `v${version}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
}

/** Returns the root version of a sealed value; '' if it is malformed. */
export const sealedUnder = (sealed: string): string => SEALED.exec(sealed)?.[1] ?? '';

/**
 * Opens what `seal` made with the same context, under any root version still held. Throws Error('cannot unseal'),
 * without saying why, for every altered value, another context and an unknown version.
 */
export function unseal(roots: Roots, context: string, sealed: string): string {
  try {
    const [, version = '', body = ''] = SEALED.exec(sealed) ?? [];
    const bytes = Buffer.from(body, 'base64url');
    // Unused trailing bits of base64url would give one sealed value several spellings.
    if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== body) throw new Error('malformed');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, storedKey(roots, 'seal', version), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Error('cannot unseal');
  }
}
