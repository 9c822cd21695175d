// Writes and reads the text of an API key: `gak_<id>_<secret><checksum>`. Only letters, digits and underscores, so a double
// click selects all of it. The fixed beginning and the checksum let scanners find a key that leaked, without asking us.
import { crc32 } from 'node:zlib';

export const API_KEY_PREFIX = 'gak_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^6 > 2^32. */
export const CHECKSUM = 6;
const SHAPE = /^gak_([0-9A-Za-z]{54})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Returns the text of a key. `id` begins with `key_`. */
export function apiKeyText(id: string, secret: string): string {
  const text = `${API_KEY_PREFIX}${id.slice('key_'.length)}_${secret}`;
  return text + checksumOf(text);
}

/** Returns id and secret in the text of a key; `undefined` if it is mistyped, or none. */
export function readApiKey(text: string): { id: string; secret: string } | undefined {
  const [, id, secret, checksum] = SHAPE.exec(text) ?? [];
  if (!id || !secret || checksumOf(text.slice(0, -CHECKSUM)) !== checksum) return undefined;
  return { id: `key_${id}`, secret };
}

/** Returns the CRC-32 of the text in base 62, as GitHub's tokens have it: it proves nothing, and finds mistakes. */
export function checksumOf(text: string): string {
  let [digits, rest] = ['', crc32(text)];
  for (let at = 0; at < CHECKSUM; at++, rest = Math.floor(rest / 62)) digits = `${ALPHABET[rest % 62]}${digits}`;
  return digits;
}
