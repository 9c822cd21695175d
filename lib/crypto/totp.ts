// Makes and verifies time-based one-time passwords: RFC 6238 as authenticator apps implement it (SHA-1, six digits,
// 30-second steps). Returns the step of a code, so that the caller can accept each step once.
import { generateSecret, generateURI, verify } from 'otplib';

/** The only period that every app supports (Google Authenticator ignores the parameter). */
const STEP_SECONDS = 30;
const DIGITS = /^[0-9]{6}$/;
/**
 * Told to a caller who sends the same code twice, often within seconds of the set-up. Who has the code may know it: no
 * further login gets in with it.
 */
export const CODE_USED = 'This code was already used. Wait for the next one.';
/** 160 bits, as long as the hash (RFC 4226 4, R6). */
const SECRET_BYTES = 20;

/** Returns a new secret in base32, the form that apps accept. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/**
 * Returns the text of the QR code for authenticator apps. A colon separates issuer and account; neither may contain
 * one.
 */
export const otpAuthUrl = (issuer: string, account: string, secret: string): string =>
  generateURI({ issuer, label: account, secret });

/**
 * Returns the step of the code: the current one or the one before, because people are slow and clocks differ (RFC 6238
 * 5.2 and 6; OWASP ASVS 6.5.5). `undefined` for any other text. `now` in ms. Never throws because of the code.
 */
export async function stepOf(secret: string, code: string, now: number): Promise<number | undefined> {
  if (!DIGITS.test(code)) return undefined;
  const epoch = Math.floor(now / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: [STEP_SECONDS, 0] });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
