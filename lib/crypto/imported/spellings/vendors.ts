// Reads the hashes of better-auth, Firebase and WordPress.
import { bcrypt, scryptCost } from './phc.ts';
import { fromBase64, fromHex, type Refusal, type Spelled, slow } from './spelling.ts';

/** Reads `salt:hash`, both hexadecimal. The salt's text is what is hashed (better-auth, `crypto/password`). */
export function betterAuth(text: string): Spelled | Refusal {
  const [salt = '', hash] = text.split(':');
  return slow('scrypt', 'ln=14,r=16,p=1', Buffer.from(salt), fromHex(hash), { text: 'nfkc' });
}

/**
 * Reads `$firebase-scrypt$ln=14,r=8,p=1$salt$hash$separator$signer`, which Kratos calls `$firescrypt$`. The hash is the signer key,
 * encrypted; their difference is what a password gives. So the key of the project is not stored.
 */
export function firebase(text: string): Spelled | Refusal {
  const [, , costText = '', saltText, hashText, separatorText, signerText, ...rest] = text.split('$');
  const cost = scryptCost(/,p=/.test(costText) ? costText : `${costText},p=1`);
  const [salt, hash, separator, signer] = [saltText, hashText, separatorText, signerText].map(fromBase64);
  if (rest.length > 0 || cost === undefined || !salt || !separator || !signer || signer.length !== hash?.length)
    return 'malformed';
  const stream = hash.map((byte, index) => byte ^ (signer[index] ?? 0));
  return slow('scrypt-aes256ctr', cost, Buffer.concat([salt, separator]), Buffer.from(stream));
}

/** Reads `$wp$2y$10$…` of WordPress 6.8 and later (`wp_hash_password`). */
export const wordpress = (text: string): Spelled | Refusal =>
  bcrypt(text.slice('$wp'.length), [
    { kind: 'trim' },
    { kind: 'hmac', algorithm: 'sha384', as: 'base64', key: Buffer.from('wp-sha384') },
  ]);
