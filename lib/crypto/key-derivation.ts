// Runs the slow derivations that a stored hash asks for, within bounds. Bounds are checked before any work, so that a
// corrupt or hostile cost in a stored string cannot use up the time or memory of the function.
import nodeCrypto, { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';

/** Derives `length` bytes from the input. The costs were checked when the function was made. */
export type Derive = (input: string, salt: Buffer, length: number) => Promise<Buffer>;

const NUMBER = /^[0-9]{1,9}$/;
const BCRYPT = /^\$2[aby]\$([0-9]{2})\$[./A-Za-z0-9]{53}$/;
const BCRYPT_MAX_COST = 13;
const ARGON2_MAX = { m: 65_536, t: 10, p: 4 }; // KiB, passes, lanes
const SCRYPT_MAX = { ln: 17, r: 16, p: 4 };
const SCRYPT_MAX_BYTES = 2 ** 27; // 128 MiB: N=2^17, r=8, the largest setting the OWASP cheat sheet lists
const PBKDF2_MAX_ITERATIONS = 2_000_000;
// A hash below 16 bytes can be guessed (an empty one equals everything); RFC 9106 3.1 wants salts of 8 and more.
const HASH_BYTES = { least: 16, most: 128 };
const SALT_BYTES = { least: 8, most: 128 };

/** The scheme is known, but this runtime cannot compute it. Whether the password is right cannot be said. */
export class UnsupportedScheme extends Error {
  override readonly name = 'UnsupportedScheme';
  readonly scheme: string;

  constructor(scheme: string) {
    super(`this runtime cannot compute ${scheme}`);
    this.scheme = scheme;
  }
}

/** Whether this runtime has argon2 (Node 24.7 and later). Read through the default import, because a named import of a
 * missing built-in function fails to link on older runtimes. */
export function hasArgon2(): boolean {
  return typeof nodeCrypto.argon2 === 'function';
}

/**
 * Returns the derivation for a scheme (argon2id, scrypt, pbkdf2-sha256, pbkdf2-sha512) and its cost text
 * (`m=19456,t=2,p=1`). `undefined` for an unknown scheme, a malformed cost, or a cost out of bounds. Throws
 * `UnsupportedScheme` for argon2id on a runtime without it.
 */
export function deriver(scheme: string, cost: string): Derive | undefined {
  if (scheme === 'argon2id') return argon2idDeriver(cost);
  if (scheme === 'scrypt') return scryptDeriver(cost);
  if (scheme === 'pbkdf2-sha256') return pbkdf2Deriver('sha256', cost);
  if (scheme === 'pbkdf2-sha512') return pbkdf2Deriver('sha512', cost);
  return undefined;
}

/** Whether the input derives to `hash`; `false` for missing parts or odd lengths. Compares in constant time. */
export async function derivesTo(
  derive: Derive | undefined,
  input: string,
  salt: Buffer | undefined,
  hash: Buffer | undefined,
): Promise<boolean> {
  if (!derive || !salt || !hash || !within(salt.length, SALT_BYTES) || !within(hash.length, HASH_BYTES)) return false;
  return timingSafeEqual(await derive(input, salt, hash.length), hash);
}

/**
 * Whether the input matches a bcrypt string ($2a$, $2b$, $2y$) with a cost from `leastCost` to 13. A higher cost is
 * refused before any work: at 31 one comparison runs for hours.
 */
export async function matchesBcrypt(stored: string, input: string, leastCost: number): Promise<boolean> {
  const cost = Number(BCRYPT.exec(stored)?.[1] ?? Number.NaN);
  if (!within(cost, { least: leastCost, most: BCRYPT_MAX_COST })) return false;
  const { compare } = await import('bcryptjs'); // loaded on demand: most deployments never need it
  return compare(input, stored);
}

function argon2idDeriver(cost: string): Derive | undefined {
  const [m = 0, t = 0, p = 0] = readCost(cost, ['m', 't', 'p']);
  if (!positive(m, ARGON2_MAX.m) || !positive(t, ARGON2_MAX.t) || !positive(p, ARGON2_MAX.p)) return;
  if (m < 8 * p) return; // RFC 9106 3.1
  if (!hasArgon2()) throw new UnsupportedScheme('argon2id');
  return (message, nonce, tagLength) =>
    settle((done) =>
      nodeCrypto.argon2('argon2id', { message, nonce, tagLength, memory: m, passes: t, parallelism: p }, done),
    );
}

function scryptDeriver(cost: string): Derive | undefined {
  const [ln = 0, r = 0, p = 0] = readCost(cost, ['ln', 'r', 'p']);
  if (!positive(ln, SCRYPT_MAX.ln) || !positive(r, SCRYPT_MAX.r) || !positive(p, SCRYPT_MAX.p)) return;
  const bytes = 128 * 2 ** ln * r;
  if (bytes > SCRYPT_MAX_BYTES || ln >= 16 * r) return; // the latter is RFC 7914 2: N < 2^(128 * r / 8)
  const options = { N: 2 ** ln, r, p, maxmem: bytes + 2 ** 20 }; // 1 MiB more for the small blocks OpenSSL counts as well
  return (input, salt, length) => settle((done) => scrypt(input, salt, length, options, done));
}

function pbkdf2Deriver(hash: 'sha256' | 'sha512', cost: string): Derive | undefined {
  const [iterations = 0] = readCost(cost, ['i']);
  if (!positive(iterations, PBKDF2_MAX_ITERATIONS)) return;
  return (input, salt, length) => settle((done) => pbkdf2(input, salt, iterations, length, hash, done));
}

// Exactly these names in this order, as the PHC string format prescribes. Returns `undefined` for anything else.
function readCost(text: string, names: readonly string[]): number[] {
  const parts = text.split(',').map((part) => part.split('='));
  const fits = parts.every(
    ([name, value, ...rest], index) => name === names[index] && NUMBER.test(value ?? '') && rest.length === 0,
  );
  return fits && parts.length === names.length ? parts.map(([, value]) => Number(value)) : [];
}

function positive(value: number, most: number): boolean {
  return within(value, { least: 1, most });
}

function within(value: number, bounds: { least: number; most: number }): boolean {
  return value >= bounds.least && value <= bounds.most;
}

function settle(start: (done: (error: Error | null, key: Buffer) => void) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => start((error, key) => (error ? reject(error) : resolve(key))));
}
