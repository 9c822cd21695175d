// Derives a key for each purpose from the root secret: HKDF-SHA-256 with one label per purpose, so no key serves two
// purposes (NIST SP 800-57 part 1, 5.2). Values under older root versions stay readable after a new one is introduced.
import { hkdfSync } from 'node:crypto';

/**
 * Root secrets of at least 32 characters by version number (decimal text). New values use the version that `current`
 * names, else the highest. A new version is added first and becomes current after every function has read it, so that
 * no function meets a value it has no key for.
 */
export type Roots = Readonly<Record<string, string>>;

export type Purpose =
  | 'pepper'
  | 'refresh-token'
  | 'pending-login'
  | 'csrf'
  | 'limiter'
  | 'cursor'
  | 'one-time-code'
  | 'seal'
  | 'log';

const VERSION = /^[1-9][0-9]{0,8}$/;
const KEY_BYTES = 32;
const ROOT_CHARACTERS = 32;

/** Returns the versions. Throws on a name that is not a plain positive decimal: '01' and '1' would name one key. */
export function versionsOf(roots: Roots): string[] {
  const versions = Object.keys(roots).filter((name) => name !== 'current');
  for (const version of versions) if (!VERSION.test(version)) throw new Error('malformed root secret version');
  return versions;
}

/** Returns the version for new values. Throws if there is none, or if `current` names a missing one. */
export function currentVersion(roots: Roots): string {
  const versions = versionsOf(roots);
  const named = Object.hasOwn(roots, 'current') ? roots.current : undefined;
  if (named !== undefined && versions.includes(named)) return named;
  if (named !== undefined || versions.length === 0) throw new Error('no current root secret');
  return versions.reduce((highest, version) => (Number(version) > Number(highest) ? version : highest));
}

/** Returns the oldest version, for keys that must not change when a version is added. Throws if there is none. */
export function oldestVersion(roots: Roots): string {
  const versions = versionsOf(roots);
  if (versions.length === 0) throw new Error('no root secret');
  return versions.reduce((lowest, version) => (Number(version) < Number(lowest) ? version : lowest));
}

/**
 * Returns the roots after a rotation: `root` is added as the pending version, and the previous pending version (the
 * highest) becomes current. No version is removed. Throws as `currentVersion` does.
 */
export function nextRoots(roots: Roots, root: string): Roots {
  currentVersion(roots);
  const versions = versionsOf(roots).map(Number);
  const highest = Math.max(...versions);
  return { ...roots, [String(highest + 1)]: root, current: String(highest) };
}

/** Whether the roots have this version. Own properties only: `__proto__` and `constructor` are not versions. */
export function knowsVersion(roots: Roots, version: string): boolean {
  return VERSION.test(version) && Object.hasOwn(roots, version);
}

/** Derived keys. A request needs several, and the roots stay the same object while they are cached. */
const derived = new WeakMap<Roots, Map<string, Buffer>>();

/**
 * Returns the 32-byte key of one purpose under one root version (HKDF, RFC 5869; the salt is optional there, 3.1,
 * because the root is itself uniformly random). Throws on an unknown version and on a root shorter than 32 characters.
 */
export function purposeKey(roots: Roots, purpose: Purpose, version: string = currentVersion(roots)): Buffer {
  const name = `${version}/${purpose}`;
  const known = derived.get(roots) ?? new Map<string, Buffer>();
  derived.set(roots, known);
  const key = known.get(name) ?? derive(roots, purpose, version);
  known.set(name, key);
  return key;
}

function derive(roots: Roots, purpose: Purpose, version: string): Buffer {
  const root = knowsVersion(roots, version) ? roots[version] : undefined;
  if (root === undefined) throw new Error('unknown root secret version');
  if (root.length < ROOT_CHARACTERS) throw new Error(`a root secret needs at least ${ROOT_CHARACTERS} characters`);
  return Buffer.from(hkdfSync('sha256', root, '', `gatehouse/${purpose}`, KEY_BYTES));
}
