// Hashes and verifies passwords: a slow hash over a peppered pre-hash, in a string that names its own scheme.
// Without the root secret a stolen table cannot be attacked at all, and no byte of a password is ignored.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { deriver, derivesTo, hasArgon2, matchesBcrypt, UnsupportedScheme, UnverifiableHash } from './key-derivation.ts';
import { type RootsOf, storedKey } from './purpose-keys.ts';
import { currentVersion, rootOf } from './roots.ts';

/** `auto` is argon2id where the runtime has it, else bcrypt. `fast` is for tests and local benchmarks only. */
export type HashSetting = 'auto' | 'argon2id' | 'bcrypt' | 'fast';

export type Scheme = 'argon2id' | 'bcrypt' | 'scrypt';
type Roots = RootsOf<'pepper'>;

export { UnsupportedScheme, UnverifiableHash };

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane; bcrypt with a work factor of 10 or more.
const BCRYPT_COST = 10;
const COSTS = { argon2id: 'm=19456,t=2,p=1', bcrypt: `$2b$${BCRYPT_COST}`, scrypt: 'ln=4,r=8,p=1' } as const;
const SALT_BYTES = 16; // NIST SP 800-132 5.1 asks for 128 bits
const HASH_BYTES = 32;

/**
 * Returns a new hash string of the password under the current pepper. Throws on text that is not well-formed Unicode
 * (lone surrogates all encode to U+FFFD, so different passwords would be equal), and `UnsupportedScheme` when argon2id is
 * set but missing.
 */
export async function hashPassword(roots: Roots, setting: HashSetting, password: string): Promise<string> {
  if (!password.isWellFormed()) throw new Error('password is not well-formed Unicode');
  const scheme = schemeOf(setting);
  const input = preHash(roots, currentVersion(roots), password);
  if (scheme === 'bcrypt') {
    const { hash } = await import('bcryptjs');
    return `gh1$${currentVersion(roots)}$bcrypt$${await hash(input, BCRYPT_COST)}`;
  }
  const derive = deriver(scheme, COSTS[scheme]);
  if (!derive) throw new Error(`this runtime has no ${scheme}`);
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(input, salt, HASH_BYTES);
  return `${prefixOf(roots, scheme)}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether the password matches the stored string, ours or imported. Returns `false` for one of ours that is malformed or too
 * costly, and for any under a pepper version that no longer exists. Throws `UnverifiableHash` for another string that cannot be
 * computed, `UnsupportedScheme` for a scheme that this runtime lacks, and on unusable `roots`.
 */
export async function verifyPassword(roots: Roots, stored: string, password: string): Promise<boolean> {
  if (!password.isWellFormed()) return false;
  if (!stored.startsWith('gh1$')) {
    const { matchesImported } = await import('./imported/verify.ts'); // loaded on demand: most logins never need it
    const verdict = await matchesImported(stored, password, roots);
    if (typeof verdict === 'boolean') return verdict;
    throw 'lacks' in verdict ? new UnsupportedScheme(verdict.lacks) : new UnverifiableHash(verdict.reason);
  }
  const [, version = '', scheme = '', ...fields] = stored.split('$');
  if (rootOf(roots, version) === undefined) return false;
  const input = preHash(roots, version, password);
  if (scheme === 'bcrypt') return matchesBcrypt(fields.join('$'), input);
  const [cost = '', salt = '', hash = '', ...rest] = fields;
  if (rest.length > 0) return false;
  return derivesTo(deriver(scheme, cost), input, fromBase64url(salt), fromBase64url(hash));
}

/**
 * Whether a login should replace the string: imported, another scheme, other parameters, or an older pepper. Never while
 * this runtime lacks the scheme.
 */
export function needsRehash(roots: Roots, setting: HashSetting, stored: string): boolean {
  return (schemeOf(setting) !== 'argon2id' || hasArgon2()) && !stored.startsWith(prefixOf(roots, schemeOf(setting)));
}

/**
 * Returns a well-formed string that no password matches. Verifying against it costs as much as verifying a real
 * account, so response times do not reveal which accounts exist (OWASP Authentication Cheat Sheet). Where the scheme is
 * missing, verifying both fails alike.
 */
export function dummyHash(roots: Roots, setting: HashSetting): string {
  const scheme = schemeOf(setting);
  const prefix = prefixOf(roots, scheme);
  if (scheme === 'bcrypt') return `${prefix}${'.'.repeat(53)}`;
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64url');
  return `${prefix}${zeros(SALT_BYTES)}$${zeros(HASH_BYTES)}`;
}

/** Returns the scheme that new hashes have in this runtime. */
export function schemeOf(setting: HashSetting): Scheme {
  if (setting === 'fast') return 'scrypt';
  if (setting === 'auto') return hasArgon2() ? 'argon2id' : 'bcrypt';
  return setting;
}

function prefixOf(roots: Roots, scheme: Scheme): string {
  return `gh1$${currentVersion(roots)}$${scheme}$${COSTS[scheme]}$`;
}

// Returns 64 ASCII characters for any password: below bcrypt's 72-byte limit and free of NUL. The pepper prevents
// password shucking: a hash stolen elsewhere cannot be tried against ours. NFC makes both spellings of é one password.
function preHash(roots: Roots, version: string, password: string): string {
  return createHmac('sha384', createSecretKey(storedKey(roots, 'pepper', version)))
    .update(password.normalize('NFC'))
    .digest('base64');
}

function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
