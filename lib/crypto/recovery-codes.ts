// What does a recovery code look like? 120 random bits in base32, in groups for whoever copies them from paper.
// Protects: so many bits can't be guessed, so a plain digest of them may be stored (OWASP ASVS 6.5.2: 112 bits).
import { generateSecret } from 'otplib';
import { digest } from './secrets.ts';

const BYTES = 15;
const GROUP = /.{4}(?=.)/g;
const SPELLING = /^[A-Z2-7]{24}$/;

export const newRecoveryCode = (): string => generateSecret({ length: BYTES }).replace(GROUP, '$&-');

/** What is stored of a code, however it is spelled; `undefined` for what can't be one. */
export function recoveryCodeHash(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return SPELLING.test(plain) ? digest(`recovery-code|${plain}`) : undefined;
}
