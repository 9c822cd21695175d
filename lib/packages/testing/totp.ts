// Computes codes as an authenticator app does, written from RFC 6238 and not with the library the service uses.
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const STEP_MS = 30_000;

/** The bytes of a base32 text (RFC 4648). */
export function base32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  );
  return Buffer.from(bytes);
}

/** What an app shows in this step of 30 seconds since the epoch. */
export function totpOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest();
  const offset = (mac[19] as number) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
