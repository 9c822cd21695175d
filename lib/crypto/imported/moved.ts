// Password hashes that move from one deployment to another: as an export spells them, and as the other deployment stores them.
// Each hash is under the pepper of its deployment, so that key goes with it.
import { timingSafeEqual } from 'node:crypto';
import { type RootsOf, storedKey } from '../purpose-keys.ts';
import { currentVersion, isVersion, rootOf } from '../roots.ts';
import { sealPepper, unsealPepper } from '../seal.ts';
import { hmac, sameSecret } from '../secrets.ts';
import { IMPORTED, type Imported, ownPepper, type PepperOf, readImported } from './form.ts';
import { bcrypt } from './spellings/phc.ts';
import { type Refusal, type Spelled, slow } from './spellings/spelling.ts';

/** Begins a hash of an export: `$gatehouse$<pepper>$<as it was stored>`. It is a secret: an export seals it. */
const PORTABLE = '$gatehouse$';
/** Begins a stored hash of another deployment: `gx1$<its pepper, sealed>$<as it was stored there>`. */
export const MOVED = 'gx1$';
const OWN = 'gh1$';
const PEPPER_BYTES = 32;

type Roots = RootsOf<'pepper'>;
type Moved = Readonly<{ pepper: Buffer; stored: string }>;

/** Returns the hash with the pepper that it needs; `undefined` if that no longer exists, so that no password is right. */
export function portable(stored: string, roots: Roots): string | undefined {
  const moved = stored.startsWith(MOVED) ? opened(stored, roots) : withPepper(stored, roots);
  return moved && `${PORTABLE}${moved.pepper.toString('base64url')}$${moved.stored}`;
}

function withPepper(stored: string, roots: Roots): Moved | undefined {
  const pepper = ownPepper(roots)(versionOf(stored));
  return pepper && { pepper, stored };
}

/** Begins a hash of an export that this deployment alone imports: `$gatehouse-bound$<mark>$<as it was stored>`. */
const BOUND = '$gatehouse-bound$';

/**
 * Returns the hash for an import into this deployment. Without the pepper it is worth nothing. The mark proves that an export made
 * it: its key is of this deployment alone. `undefined` as for `portable`.
 */
export function boundHash(stored: string, roots: Roots): string | undefined {
  const isUsable = stored.startsWith(MOVED) ? opened(stored, roots) : withPepper(stored, roots);
  const version = currentVersion(roots);
  return isUsable && `${BOUND}${version}.${markOf(stored, version, roots)}$${stored}`;
}

const markOf = (stored: string, version: string, roots: Roots): string =>
  hmac(storedKey(roots, 'pepper', version), 'exported hash', stored);

/** A hash as it is stored here, with its parts. */
type Taken = { stored: string; read: Imported };

/** Returns the hash of an export of ours; `undefined` for other text, `unknown` for one that another deployment alone imports. */
export function fromExport(text: string, roots: Roots): Taken | Refusal | undefined {
  if (text.startsWith(PORTABLE)) return fromPortable(text, roots);
  return text.startsWith(BOUND) ? fromBound(text, roots) : undefined;
}

function fromBound(text: string, roots: Roots): Taken | Refusal {
  const [marked = '', ...rest] = text.slice(BOUND.length).split('$');
  const [version = '', mark = ''] = marked.split('.');
  const stored = rest.join('$');
  if (rootOf(roots, version) === undefined || !sameSecret(mark, markOf(stored, version, roots))) return 'unknown';
  const read = stored.startsWith(MOVED) ? readMoved(stored, roots) : readAny(stored, ownPepper(roots));
  return read === undefined || typeof read === 'string' ? 'malformed' : { stored, read };
}

/**
 * Returns how a hash of an export is stored here, with its parts: as before if it was made under a pepper of this deployment,
 * else with its own pepper, sealed under ours.
 */
function fromPortable(text: string, roots: Roots): Taken | Refusal {
  const [key = '', ...rest] = text.slice(PORTABLE.length).split('$');
  const stored = rest.join('$');
  const pepper = Buffer.from(key, 'base64url');
  if (pepper.length !== PEPPER_BYTES || pepper.toString('base64url') !== key) return 'malformed';
  const read = readAny(stored, () => pepper);
  if (typeof read === 'string') return read;
  const version = versionOf(stored);
  // Every stored hash is under a pepper. `-` was once written for one without.
  if (!isVersion(version)) return 'malformed';
  const isOurs = rootOf(roots, version) !== undefined && timingSafeEqual(storedKey(roots, 'pepper', version), pepper);
  return { stored: isOurs ? stored : `${MOVED}${sealPepper(roots, pepper)}$${stored}`, read };
}

/** Returns a stored hash of another deployment in its parts, as `readImported` does. */
export function readMoved(stored: string, roots: Roots): Imported | 'no pepper' | undefined {
  const moved = opened(stored, roots);
  if (!moved) return 'no pepper';
  const read = readAny(moved.stored, () => moved.pepper);
  return typeof read === 'string' ? undefined : read;
}

function opened(stored: string, roots: Roots): Moved | undefined {
  const [sealed = '', ...rest] = stored.slice(MOVED.length).split('$');
  try {
    return { pepper: unsealPepper(roots, sealed), stored: rest.join('$') };
  } catch {
    return undefined;
  }
}

const versionOf = (stored: string): string => stored.split('$')[1] ?? '';

function readAny(stored: string, pepperOf: PepperOf): Imported | Refusal {
  if (stored.startsWith(IMPORTED)) {
    const read = readImported(stored, pepperOf);
    return read === undefined || read === 'no pepper' ? 'malformed' : read;
  }
  if (!stored.startsWith(OWN)) return 'unknown';
  const spelled = spelledOwn(stored, pepperOf);
  if (typeof spelled === 'string') return spelled;
  if (spelled.kind !== 'slow') return 'malformed';
  const { recipe, derived } = spelled;
  const matches = (other: Buffer): boolean => other.length === derived.length && timingSafeEqual(other, derived);
  return { recipe, length: derived.length, matches };
}

/** Reads a hash that lib/crypto/password-hash.ts made, whose first step is the pepper. */
function spelledOwn(stored: string, pepperOf: PepperOf): Spelled | Refusal {
  const [, version = '', scheme = '', ...fields] = stored.split('$');
  const key = pepperOf(version);
  if (!key) return 'malformed';
  const steps = [{ kind: 'hmac', algorithm: 'sha384', as: 'base64', key }] as const;
  if (scheme === 'bcrypt') return bcrypt(fields.join('$'), steps);
  const [cost = '', salt = '', hash = '', ...rest] = fields;
  if (rest.length > 0) return 'malformed';
  return slow(scheme, cost, Buffer.from(salt, 'base64url'), Buffer.from(hash, 'base64url'), { steps });
}
