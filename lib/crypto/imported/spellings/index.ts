// Lists the spellings of password hashes that an import takes.
import * as django from './django.ts';
import * as phc from './phc.ts';
import type { Reader, Refusal, Spelled } from './spelling.ts';
import * as vendors from './vendors.ts';
import * as weak from './weak.ts';

/** No hash of any system is longer. */
const MOST_CHARACTERS = 1024;
const PRINTABLE = /^[\x20-\x7e]+$/;

export type Spelling = Readonly<{
  /** A text with this start has this spelling; the first row that fits. */
  start: RegExp;
  read: Reader;
  /** For the reference: how it is written, and who writes it so. */
  example: string;
  source: string;
}>;

const row = (start: RegExp, read: Reader, example: string, source: string): Spelling => ({
  start,
  read,
  example,
  source,
});

export const SPELLINGS: readonly Spelling[] = [
  row(
    /^\$2[aby]\$/,
    (text) => phc.bcrypt(text),
    '$2b$10$…',
    'bcrypt: Auth0, Supabase, SuperTokens, Clerk, Laravel, Rails',
  ),
  row(
    /^\$argon2(?:i|d|id)\$/,
    phc.argon2,
    '$argon2id$v=19$m=65536,t=3,p=4$salt$hash',
    'argon2 i, d and id: Kratos, Logto, nest-auth, PHP',
  ),
  row(
    /^\$scrypt\$/,
    phc.scrypt,
    '$scrypt$ln=14,r=8,p=1$salt$hash',
    'scrypt: passlib, and Kratos, where `ln` is N itself',
  ),
  row(
    /^\$pbkdf2(?:-sha(?:1|224|256|384|512))?\$/,
    phc.pbkdf2,
    '$pbkdf2-sha256$i=600000,l=32$salt$hash',
    'PBKDF2: Kratos, Keycloak (by its reader), and passlib with bare iterations',
  ),
  row(/^\$bcrypt-sha256\$/, django.passlibBcryptSha256, '$bcrypt-sha256$v=2,t=2b,r=12$salt$hash', 'passlib'),
  row(/^pbkdf2_sha(?:1|256|512)\$/, django.pbkdf2, 'pbkdf2_sha256$600000$salt$hash', 'Django, with the salt as text'),
  row(/^argon2\$argon2/, django.prefixedArgon2, 'argon2$argon2id$v=19$…', 'Django'),
  row(/^bcrypt_sha256\$/, django.bcryptSha256, 'bcrypt_sha256$$2b$12$…', 'Django, Clerk'),
  row(/^bcrypt\$/, django.prefixedBcrypt, 'bcrypt$$2b$12$…', 'Django'),
  row(/^scrypt\$/, django.scrypt, 'scrypt$16384$salt$8$5$hash', 'Django'),
  row(/^(?:md5|sha1)\$/, django.salted, 'sha1$salt$digest', 'Django; **wrapped**'),
  row(
    /^(?:scrypt:|pbkdf2:)/,
    django.werkzeug,
    'scrypt:32768:8:1$salt$hex',
    'Werkzeug (Flask), Clerk; also `pbkdf2:sha256:600000$…`',
  ),
  row(/^[0-9a-f]{32}:[0-9a-f]{128}$/, vendors.betterAuth, 'salt:hash in hexadecimal', 'better-auth'),
  row(
    /^\$(?:firebase-scrypt|firescrypt)\$/,
    vendors.firebase,
    '$firebase-scrypt$ln=14,r=8$salt$hash$separator$signer',
    'Firebase (by its reader), Kratos',
  ),
  row(/^\$wp\$2[aby]\$/, vendors.wordpress, '$wp$2y$10$…', 'WordPress 6.8 and later'),
  row(/^\$[PH]\$/, weak.phpass, '$P$B…', 'phpass: WordPress before 6.8, phpBB; **wrapped**'),
  row(
    /^\{S?(?:MD5|SHA|SHA256|SHA384|SHA512)\}/i,
    weak.ldap,
    '{SSHA}…',
    'LDAP: `{SHA}`, `{MD5}`, `{SSHA}`, `{SMD5}`, `{SSHA256}`, `{SSHA512}`; **wrapped**',
  ),
  row(/^\$hmac-/, weak.hmac, '$hmac-sha256$digest$key', 'Kratos, Auth0 (by its reader); **wrapped**'),
  row(
    /^\$(?:md5|sha1|sha224|sha256|sha384|sha512)\$/,
    weak.digest,
    '$sha256$salt=prefix$salt$digest',
    'any digest, with a salt before (`prefix`) or after (`suffix`) the password, or none (`$sha256$digest`); Kratos with `pf=`; **wrapped**',
  ),
  row(
    /^[0-9a-f]+$/i,
    weak.bare,
    'hexadecimal digest',
    'MD5, SHA-1, SHA-256 or SHA-512 without a salt, by length; **wrapped**',
  ),
];

/** Returns the hash that the text spells, or why there is none. */
export function readSpelling(text: string): Spelled | Refusal {
  if (text.length > MOST_CHARACTERS || !PRINTABLE.test(text)) return 'malformed';
  return SPELLINGS.find(({ start }) => start.test(text))?.read(text) ?? 'unknown';
}
