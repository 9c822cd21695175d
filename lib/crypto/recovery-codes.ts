// Makes and hashes recovery codes: 120 random bits in base32, in groups that are easy to copy from paper.
// That many bits cannot be guessed, so a plain digest may be stored (OWASP ASVS 6.5.2 asks for 112 bits).
import { generateSecret } from 'otplib';
import { digest } from './secrets.ts';

const BYTES = 15;
const GROUP = /.{4}(?=.)/g;
const SPELLING = /^[A-Z2-7]{24}$/;

export const newRecoveryCode = (): string => generateSecret({ length: BYTES }).replace(GROUP, '$&-');

/** Returns the stored hash of a code in any spelling; `undefined` for text that cannot be one. */
export function recoveryCodeHash(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return SPELLING.test(plain) ? digest(`recovery-code|${plain}`) : undefined;
}
