// Derives a key for each purpose from a root secret: HKDF-SHA-256 with one label per purpose, so no key serves two
// purposes (NIST SP 800-57 part 1, 5.2). Says which secret a purpose belongs to and how long its keys are good.
import { hkdfSync } from 'node:crypto';
import {
  acceptedVersions,
  currentVersion,
  oldestVersion,
  ROOT_CHARACTERS,
  type Roots,
  rootOf,
  type SecretKind,
  signingVersion,
} from './roots.ts';

/**
 * The secret of each purpose. `pepper` and `seal` protect what is stored and are read under every version; everything
 * else belongs to sessions and is short-lived.
 */
const SECRET_OF = {
  pepper: 'pepper',
  'foreign-pepper': 'pepper',
  seal: 'seal',
  'refresh-token': 'session',
  'pending-login': 'session',
  'machine-admin': 'session',
  'scim-access': 'session',
  csrf: 'session',
  cursor: 'session',
  'one-time-code': 'session',
  'user-code': 'session',
  'authorization-request': 'session',
  'authorization-code': 'session',
  'device-binding': 'session',
  'passkey-challenge': 'session',
  limiter: 'session',
  log: 'session',
} as const satisfies Record<string, SecretKind>;

export type Purpose = keyof typeof SECRET_OF;
/** Proofs of who a caller is or what was agreed: good only under versions that are accepted now. */
export type LivePurpose =
  | 'refresh-token'
  | 'pending-login'
  | 'machine-admin'
  | 'scim-access'
  | 'csrf'
  | 'cursor'
  | 'one-time-code'
  | 'user-code'
  | 'authorization-request'
  | 'authorization-code'
  | 'device-binding'
  | 'passkey-challenge';
/** Protects stored values, which must be readable for as long as they are stored. */
export type StoredPurpose = 'pepper' | 'foreign-pepper' | 'seal';
/** The roots that a purpose needs. The compiler refuses those of another secret. */
export type RootsOf<P extends Purpose> = Roots<(typeof SECRET_OF)[P]>;

const KEY_BYTES = 32;

/**
 * Returns the 32-byte key that signs new live credentials, and its version (`signingVersion`). `now` in ms. Throws
 * without a current version, if it is revoked, and on a root shorter than 32 characters.
 */
export function signingKey<P extends LivePurpose>(roots: RootsOf<P>, purpose: P, now: number) {
  const version = signingVersion(roots, now);
  return { version, key: keyOf(roots, purpose, version) };
}

/**
 * Returns the keys that verify a live credential, by version, the signing one first (`acceptedVersions`). `now` in ms.
 */
export const acceptedKeys = <P extends LivePurpose>(roots: RootsOf<P>, purpose: P, now: number): Map<string, Buffer> =>
  new Map(acceptedVersions(roots, now).map((version) => [version, keyOf(roots, purpose, version)]));

/** Returns the key of any version, for what was stored under it. Throws on an unknown version. */
export const storedKey = <P extends StoredPurpose>(roots: RootsOf<P>, purpose: P, version: string): Buffer =>
  keyOf(roots, purpose, version);

/** Returns the key for names of limiters, which must not change when a version is added. It proves nothing. */
export const limiterKey = (roots: RootsOf<'limiter'>): Buffer => keyOf(roots, 'limiter', oldestVersion(roots));

/** Returns the key for identifiers in the log. They prove nothing either. */
export const logKey = (roots: RootsOf<'log'>): Buffer => keyOf(roots, 'log', currentVersion(roots));

/** Derived keys. A request needs several, and the roots stay the same object while they are cached. */
const derived = new WeakMap<Roots, Map<string, Buffer>>();

function keyOf(roots: Roots, purpose: Purpose, version: string): Buffer {
  const name = `${version}/${purpose}`;
  const known = derived.get(roots) ?? new Map<string, Buffer>();
  derived.set(roots, known);
  const key = known.get(name) ?? derive(roots, purpose, version);
  known.set(name, key);
  return key;
}

/** HKDF, RFC 5869; the salt is optional there (3.1), because the root is itself uniformly random. */
function derive(roots: Roots, purpose: Purpose, version: string): Buffer {
  const root = rootOf(roots, version);
  if (root === undefined) throw new Error('unknown root secret version');
  if (root.length < ROOT_CHARACTERS) throw new Error(`a root secret needs at least ${ROOT_CHARACTERS} characters`);
  return Buffer.from(hkdfSync('sha256', root, '', `gatehouse/${purpose}`, KEY_BYTES));
}
