// How is a time-based one-time password made and recognised? RFC 6238 as authenticator apps do it: SHA-1, six digits,
// steps of thirty seconds. Protects: which step a code belongs to is told, so that the caller can let each step count once.
import { generateSecret, generateURI, verify } from 'otplib';

/** The only period that every app honours (Google Authenticator ignores the parameter). */
const STEP_SECONDS = 30;
const DIGITS = /^[0-9]{6}$/;
/** 160 bits, as long as the hash (RFC 4226 §4, R6). */
const SECRET_BYTES = 20;

/** A fresh secret in base32, as apps take it. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** What a QR code for authenticator apps says. A colon separates issuer and account, so neither may hold one. */
export const otpAuthUrl = (issuer: string, account: string, secret: string): string =>
  generateURI({ issuer, label: account, secret });

/**
 * The step that `code` is of: the current one or the one before, because people are slow and clocks differ (RFC 6238 §5.2
 * and §6; OWASP ASVS 6.5.5). `undefined` for any other text. `now` in ms. Never throws for what a client sent.
 */
export async function stepOf(secret: string, code: string, now: number): Promise<number | undefined> {
  if (!DIGITS.test(code)) return undefined;
  const epoch = Math.floor(now / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: [STEP_SECONDS, 0] });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
