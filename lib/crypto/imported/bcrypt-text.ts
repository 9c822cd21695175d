// The base64 of bcrypt: another alphabet, and unused bits at the end that some libraries do not clear.
const OURS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const THEIRS = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const translated = (text: string, from: string, to: string): string =>
  [...text].map((character) => to.charAt(from.indexOf(character))).join('');

/** Returns the bytes of a text that consists of bcrypt's alphabet. Bits that are left over are dropped. */
export const fromBcryptText = (text: string): Buffer => Buffer.from(translated(text, THEIRS, OURS), 'base64');

export const toBcryptText = (value: Buffer): string =>
  translated(value.toString('base64').replaceAll('=', ''), OURS, THEIRS);
