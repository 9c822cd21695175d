// Computes codes as an authenticator app does, written from RFC 6238 and not with the library the service uses.
import { createHmac } from 'node:crypto';
import { advance, now } from '../../lib/platform/clock.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The bytes of a base32 text (RFC 4648). */
export function base32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  );
  return Buffer.from(bytes);
}

/** The step of a moment in ms, by default the service's now. */
export const stepAt = (ms: number = now()): number => Math.floor(ms / STEP_MS);

/** What an app shows in this step: the current one, or `ahead` steps from it. */
export function totp(secret: string, ahead = 0, step: number = stepAt() + ahead): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest();
  const offset = (mac[19] as number) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * Moves the clock to the beginning of the next step: the app shows a code it never showed, and half a minute is left.
 */
export const nextStep = (): void => advance(STEP_MS - (now() % STEP_MS));

/** What the app shows in the next step, whose code was never used. Moves the clock there. */
export function nextCode(secret: string): string {
  nextStep();
  return totp(secret);
}
