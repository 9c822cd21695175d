// Reads the hashes of Django (its `algorithm$…` strings), of Werkzeug, and of passlib's bcrypt_sha256.
import { argon2, bcrypt, scryptCost } from './phc.ts';
import {
  digestOf,
  digestStep,
  fromBase64,
  fromHex,
  NOTHING,
  type Refusal,
  type Spelled,
  slow,
  toCount,
  weak,
} from './spelling.ts';

/** Reads `pbkdf2_sha256$600000$salt$hash`, where the salt is text. */
export function pbkdf2(text: string): Spelled | Refusal {
  const [name = '', iterations, salt = '', hash, ...rest] = text.split('$');
  const count = toCount(iterations);
  if (rest.length > 0 || count === undefined || salt === '') return 'malformed';
  return slow(name.replace('_', '-'), `i=${count}`, Buffer.from(salt), fromBase64(hash));
}

/** Reads `argon2$argon2id$v=19$…`: a PHC string after the name of the hasher. */
export const prefixedArgon2 = (text: string): Spelled | Refusal => argon2(text.slice('argon2'.length));

/** Reads `bcrypt$$2b$12$…`. */
export const prefixedBcrypt = (text: string): Spelled | Refusal => bcrypt(text.slice('bcrypt$'.length));

/** Reads `bcrypt_sha256$$2b$12$…`: bcrypt of the hexadecimal SHA-256, so that no byte beyond the 72nd is ignored. */
export const bcryptSha256 = (text: string): Spelled | Refusal =>
  bcrypt(text.slice('bcrypt_sha256$'.length), [
    { kind: 'digest', algorithm: 'sha256', as: 'hex', before: NOTHING, after: NOTHING },
  ]);

/** Reads `scrypt$16384$salt$8$5$hash`. */
export function scrypt(text: string): Spelled | Refusal {
  const [, n, salt = '', r, p, hash, ...rest] = text.split('$');
  const cost = scryptCost(`ln=${n},r=${r},p=${p}`);
  if (rest.length > 0 || cost === undefined || salt === '') return 'malformed';
  return slow('scrypt', cost, Buffer.from(salt), fromBase64(hash));
}

/** Reads `md5$salt$digest` and `sha1$salt$digest`, where an empty salt is none. */
export function salted(text: string): Spelled | Refusal {
  const [name, salt = '', digest, ...rest] = text.split('$');
  const algorithm = name === 'md5' ? 'md5' : 'sha1';
  if (rest.length > 0) return 'malformed';
  return weak([digestStep(algorithm, Buffer.from(salt), NOTHING)], algorithm, digestOf(digest, algorithm));
}

/** Reads `scrypt:32768:8:1$salt$hex` and `pbkdf2:sha256:600000$salt$hex`. */
export function werkzeug(text: string): Spelled | Refusal {
  const [method = '', salt = '', hash, ...rest] = text.split('$');
  const [name, ...parameters] = method.split(':');
  if (rest.length > 0 || salt === '') return 'malformed';
  if (name === 'pbkdf2') {
    const [digest = '', iterations] = parameters;
    const count = toCount(iterations);
    if (count === undefined || parameters.length !== 2) return 'malformed';
    return slow(`pbkdf2-${digest}`, `i=${count}`, Buffer.from(salt), fromHex(hash));
  }
  const [n, r, p, ...more] = parameters;
  const cost = more.length === 0 ? scryptCost(`ln=${n},r=${r},p=${p}`) : undefined;
  return cost === undefined ? 'malformed' : slow('scrypt', cost, Buffer.from(salt), fromHex(hash));
}

/**
 * Reads passlib's `$bcrypt-sha256$v=2,t=2b,r=12$salt$hash`: bcrypt of the HMAC under the salt's text, in base64. Version 1,
 * `$bcrypt-sha256$2b,12$…`, has the plain SHA-256.
 */
export function passlibBcryptSha256(text: string): Spelled | Refusal {
  const [, , settings = '', salt = '', hash = '', ...rest] = text.split('$');
  const [, version, rounds] = /^(?:(v=2),t=)?2[aby],(?:r=)?([0-9]{1,2})$/.exec(settings) ?? [];
  if (rounds === undefined || rest.length > 0) return 'malformed';
  const whole = `$2b$${rounds.padStart(2, '0')}$${salt}${hash}`;
  return version === undefined
    ? bcrypt(whole, [{ kind: 'digest', algorithm: 'sha256', as: 'base64', before: NOTHING, after: NOTHING }])
    : bcrypt(whole, [{ kind: 'hmac', algorithm: 'sha256', as: 'base64', key: Buffer.from(salt) }]);
}
