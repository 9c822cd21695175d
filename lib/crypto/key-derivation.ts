// Runs the slow derivations that a stored hash asks for, within bounds. Bounds are checked before any work, so that a
// corrupt or hostile cost in a stored string cannot use up the time or memory of the function.
import nodeCrypto, { createCipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';

/** Derives `length` bytes from the input. The costs were checked when the function was made. */
export type Derive = (input: string | Buffer, salt: Buffer, length: number) => Promise<Buffer>;

/** The highest parameters that are computed. */
export type Bounds = Readonly<{
  argon2: { m: number; t: number; p: number }; // KiB, passes, lanes
  scrypt: { ln: number; r: number; p: number; bytes: number };
  iterations: number; // of PBKDF2
}>;

const NUMBER = /^[0-9]{1,15}$/;
const BCRYPT = /^\$2[aby]\$([0-9]{2})\$[./A-Za-z0-9]{53}$/;
const BCRYPT_COST = { least: 10, most: 13 };
/** Hashes of ours have no others. 128 MiB: N=2^17, r=8, the largest setting of scrypt that the OWASP cheat sheet lists. */
const OWN: Bounds = {
  argon2: { m: 65_536, t: 10, p: 4 },
  scrypt: { ln: 17, r: 16, p: 4, bytes: 2 ** 27 },
  iterations: 2_000_000,
};
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

/** The stored hash cannot be computed here. Whether the password is right cannot be said. */
export class UnverifiableHash extends Error {
  override readonly name = 'UnverifiableHash';
}

/** Whether this runtime has argon2 (Node 24.7 and later). Read through the default import, because a named import of a
 * missing built-in function fails to link on older runtimes. */
export function hasArgon2(): boolean {
  return typeof nodeCrypto.argon2 === 'function';
}

/**
 * Returns the derivation for a scheme (argon2 i, d and id, scrypt, PBKDF2 with a digest of SHA-1 or SHA-2) and its cost text
 * (`m=19456,t=2,p=1`). `undefined` for an unknown scheme, a malformed cost, or a cost out of bounds. Throws
 * `UnsupportedScheme` for argon2 on a runtime without it.
 */
export function deriver(scheme: string, cost: string, bounds: Bounds = OWN): Derive | undefined {
  if (isArgon2(scheme)) return argon2Deriver(scheme, cost, bounds);
  if (scheme === 'scrypt') return scryptDeriver(cost, bounds);
  if (scheme === 'scrypt-aes256ctr') return keystreamOf(scryptDeriver(cost, bounds));
  const digest = /^pbkdf2-(sha(?:1|224|256|384|512))$/.exec(scheme)?.[1];
  return digest === undefined ? undefined : pbkdf2Deriver(digest, cost, bounds);
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
 * Whether the input matches a bcrypt string ($2a$, $2b$, $2y$) with a cost from 10 (OWASP Password Storage Cheat Sheet) to 13.
 * A higher cost is refused before any work: at 31 one comparison runs for hours.
 */
export async function matchesBcrypt(stored: string, input: string): Promise<boolean> {
  const cost = Number(BCRYPT.exec(stored)?.[1] ?? Number.NaN);
  if (!within(cost, BCRYPT_COST)) return false;
  const { compare } = await import('bcryptjs'); // loaded on demand: most deployments never need it
  return compare(input, stored);
}

const isArgon2 = (scheme: string): scheme is 'argon2id' | 'argon2i' | 'argon2d' => /^argon2(id|i|d)$/.test(scheme);

function argon2Deriver(scheme: 'argon2id' | 'argon2i' | 'argon2d', cost: string, bounds: Bounds): Derive | undefined {
  const [m = 0, t = 0, p = 0] = readCost(cost, ['m', 't', 'p']);
  const most = bounds.argon2;
  if (!positive(m, most.m) || !positive(t, most.t) || !positive(p, most.p)) return;
  if (m < 8 * p) return; // RFC 9106 3.1
  if (!hasArgon2()) throw new UnsupportedScheme(scheme);
  return (message, nonce, tagLength) =>
    settle((done) =>
      nodeCrypto.argon2(scheme, { message, nonce, tagLength, memory: m, passes: t, parallelism: p }, done),
    );
}

function scryptDeriver(cost: string, bounds: Bounds): Derive | undefined {
  const [ln = 0, r = 0, p = 0] = readCost(cost, ['ln', 'r', 'p']);
  const most = bounds.scrypt;
  if (!positive(ln, most.ln) || !positive(r, most.r) || !positive(p, most.p)) return;
  const bytes = 128 * 2 ** ln * r;
  if (bytes > most.bytes || ln >= 16 * r) return; // the latter is RFC 7914 2: N < 2^(128 * r / 8)
  // 1 MiB and the blocks of the lanes more, which OpenSSL counts as well.
  const options = { N: 2 ** ln, r, p, maxmem: bytes + 128 * r * p + 2 ** 20 };
  return (input, salt, length) => settle((done) => scrypt(input, salt, length, options, done));
}

/** Returns the key stream of AES-256-CTR from zero under the derived key: Firebase encrypts a fixed text with it. */
function keystreamOf(derive: Derive | undefined): Derive | undefined {
  if (!derive) return;
  return async (input, salt, length) => {
    const key = await derive(input, salt, 32);
    return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
  };
}

function pbkdf2Deriver(digest: string, cost: string, bounds: Bounds): Derive | undefined {
  const [iterations = 0] = readCost(cost, ['i']);
  if (!positive(iterations, bounds.iterations)) return;
  return (input, salt, length) => settle((done) => pbkdf2(input, salt, iterations, length, digest, done));
}

/** Reads exactly these names in this order, as the PHC string format prescribes. Returns an empty list for anything else. */
export function readCost(text: string, names: readonly string[]): number[] {
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
