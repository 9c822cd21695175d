// Makes, digests and compares random secrets. Digests keep a leaked table from revealing a live secret; comparison in
// constant time keeps response times from revealing a prefix of one.
import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Returns a new secret of `bytes` random bytes as base64url; 32 bytes = 256 bits (OWASP ASVS 5.0 11.5.1 asks for 128).
 */
export function randomSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * SHA-256 of the UTF-8 text as base64url (43 characters). Only for secrets of at least 128 bits: anything a person can
 * remember or type needs `hmac` or a password hash. Also the S256 transformation of PKCE (RFC 7636 4.2).
 */
export function digest(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('base64url');
}

/** Whether the strings are equal. Takes the same time wherever they differ. Never throws. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(exactDigest(a), exactDigest(b));
}

/**
 * Returns HMAC-SHA-256 (RFC 2104) of the parts as base64url. Each part is prefixed with its length, so ('a', 'bc') and
 * ('ab', 'c') differ.
 */
export function hmac(key: Buffer, ...parts: string[]): string {
  // Node takes three times as long for a key in bytes.
  const mac = createHmac('sha256', createSecretKey(key));
  for (const part of parts) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    mac.update(length).update(part, 'utf16le');
  }
  return mac.digest('base64url');
}

// UTF-16 here and in `hmac`: UTF-8 turns every lone surrogate into U+FFFD, so different strings would be equal.
function exactDigest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf16le').digest();
}
