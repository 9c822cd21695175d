// Reads the CSV that Clerk's dashboard exports.
import { RefusedLine } from '../line.ts';
import { csv } from '../records.ts';
import type { Draft, Reader } from './reader.ts';
import * as from from './reader.ts';

export const clerk: Reader = {
  title: 'Clerk',
  records: csv,
  read: (user): Draft => {
    const [email, phone] = [from.text(user.primary_email_address), from.text(user.primary_phone_number)];
    const secret = from.text(user.totp_secret);
    return {
      sourceId: from.text(user.id),
      email,
      isEmailVerified: email === undefined ? undefined : isIn(user.verified_email_addresses, email),
      phone: from.phone(phone),
      isPhoneVerified: phone === undefined ? undefined : isIn(user.verified_phone_numbers, phone),
      name: from.fullName(undefined, user.first_name, user.last_name),
      metadata: from.present({ username: user.username }),
      createdAt: from.time(user.created_at),
      passwordHash: hashOf(from.text(user.password_digest), from.text(user.password_hasher)),
      totp: secret === undefined ? undefined : [{ secret }],
    };
  },
};

const isIn = (listed: unknown, one: string): boolean => (from.text(listed) ?? '').split(/[,|\s]+/).includes(one);

/** Hashers whose digest is one of our spellings as it is. */
const SELF_DESCRIBING = [
  'argon2i',
  'argon2id',
  'bcrypt',
  'bcrypt_sha256_django',
  'ldap_ssha',
  'md5',
  'md5_phpass',
  'pbkdf2_sha256_django',
  'phpass',
  'scrypt_werkzeug',
  'sha256',
];

/** Returns the spelling of a digest ("Create a user", `password_hasher`). Throws `RefusedLine` for those that say too little. */
function hashOf(digest: string | undefined, hasher: string | undefined): string | undefined {
  if (digest === undefined || hasher === 'awscognito') return; // Clerk asks Cognito then, and has no hash
  if (hasher === undefined || SELF_DESCRIBING.includes(hasher)) return digest;
  const fields = digest.split('$');
  const [, iterations, salt = '', hash = ''] = fields;
  switch (hasher) {
    case 'pbkdf2_sha256': // salt and hash are base64, other than Django's
      return `$pbkdf2-sha256$i=${iterations}$${salt}$${hash}`;
    case 'pbkdf2_sha1':
    case 'pbkdf2_sha512':
      return `$${hasher.replace('_', '-')}$i=${iterations}$${from.toBase64(salt)}$${hexToBase64(hash)}`;
    case 'pbkdf2_sha512_hex':
      return `$pbkdf2-sha512$i=${iterations}$${hexToBase64(salt)}$${hexToBase64(hash)}`;
    case 'scrypt_firebase': {
      const [value = '', saltText, signerKey = '', saltSeparator = '', rounds, memCost] = fields;
      const parameters = { signerKey, saltSeparator, rounds: Number(rounds), memCost: Number(memCost) };
      return from.firebaseHash(value, saltText, parameters);
    }
    default: // bcrypt_peppered, md5_salted, sha256_salted, sha512_symfony: a key or a position is missing
      throw new RefusedLine('unknown_hash', 'passwordHash');
  }
}

const hexToBase64 = (hex: string): string => from.toBase64(from.fromHex(hex));
