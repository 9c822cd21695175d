// Reads bcrypt strings and PHC strings of argon2, scrypt and PBKDF2, in the spellings of passlib and of Ory Kratos as well.
import { fromBcryptText } from '../bcrypt-text.ts';
import type { Step } from '../steps.ts';
import { fromBase64, type Refusal, type Spelled, slow, toCount } from './spelling.ts';

const BCRYPT = /^\$2[aby]\$([0-9]{2})\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/;
/** Above it, `ln` is N itself: Kratos writes `ln=16384`. */
const MOST_LOG2 = 63;

/** Reads `$2b$10$…`. The steps precede bcrypt. */
export function bcrypt(text: string, steps: readonly Step[] = []): Spelled | Refusal {
  const [, cost, salt = '', hash = ''] = BCRYPT.exec(text) ?? [];
  if (cost === undefined) return 'malformed';
  return slow('bcrypt', `c=${Number(cost)}`, fromBcryptText(salt), fromBcryptText(hash), { steps });
}

/** Reads `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, of i and d as well. */
export function argon2(text: string): Spelled | Refusal {
  const [, scheme = '', version, cost = '', salt, hash, ...rest] = text.split('$');
  // 0x13 is the only version that RFC 9106 defines. Without one it is 0x10, which no runtime here has.
  if (version !== 'v=19') return 'unknown';
  if (rest.length > 0) return 'malformed';
  return slow(scheme, cost, fromBase64(salt), fromBase64(hash));
}

/** Reads `$scrypt$ln=14,r=8,p=1$salt$hash`. */
export function scrypt(text: string): Spelled | Refusal {
  const [, , costText = '', salt, hash, ...rest] = text.split('$');
  const cost = scryptCost(costText);
  return rest.length > 0 || cost === undefined ? 'malformed' : slow('scrypt', cost, fromBase64(salt), fromBase64(hash));
}

/** Returns the cost with the logarithm of N; `undefined` for an N that is no power of two. */
export function scryptCost(text: string): string | undefined {
  const [, n, more] = /^ln=([0-9]+)(,r=[0-9]+,p=[0-9]+)$/.exec(text) ?? [];
  const count = toCount(n);
  if (count === undefined) return;
  const log2 = count > MOST_LOG2 ? Math.log2(count) : count;
  return Number.isInteger(log2) ? `ln=${log2}${more}` : undefined;
}

/** Reads `$pbkdf2-sha256$i=1000,l=32$salt$hash`, and passlib's `$pbkdf2-sha256$1000$…`, where `$pbkdf2$` is SHA-1. */
export function pbkdf2(text: string): Spelled | Refusal {
  const [, name = '', costText = '', salt, hash, ...rest] = text.split('$');
  const derived = fromBase64(hash);
  const [, iterations, length] = /^(?:i=)?([0-9]+)(?:,l=([0-9]+))?$/.exec(costText) ?? [];
  const count = toCount(iterations);
  if (rest.length > 0 || count === undefined || (length !== undefined && Number(length) !== derived?.length))
    return 'malformed';
  return slow(name === 'pbkdf2' ? 'pbkdf2-sha1' : name, `i=${count}`, fromBase64(salt), derived);
}
