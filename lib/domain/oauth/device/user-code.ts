// Makes the codes that people type at the page for devices, and hashes them. A short code needs a hash with a key.
import { randomInt } from 'node:crypto';
import { acceptedKeys, signingKey } from '../../../crypto/purpose-keys.ts';
import { hmac } from '../../../crypto/secrets.ts';
import { rootSecret } from '../../../platform/aws/secrets.ts';
import { now } from '../../../platform/clock.ts';

/** Without vowels, so that no code is a word, and without letters that look like digits (RFC 8628 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** 20^8 are 34.5 bits (RFC 8628 6.1). Guesses are limited (RFC 8628 5.1). */
const LENGTH = 8;
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

export const newUserCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns the code as people read it. */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Returns the code in what a person typed: case, spaces and hyphens do not count (RFC 8628 6.1). */
export function userCodeIn(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** Returns the hash under which a new code is stored. */
export const hashOf = async (code: string): Promise<string> =>
  hmac(signingKey(await rootSecret('session'), 'user-code', now()).key, code);

/** Returns the hashes under which a live code can be stored: one for each accepted version of the secret. */
export const hashesOf = async (code: string): Promise<string[]> =>
  [...acceptedKeys(await rootSecret('session'), 'user-code', now()).values()].map((key) => hmac(key, code));
