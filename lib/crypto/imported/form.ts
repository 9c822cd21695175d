// The string in which the hash of another system is stored: quick digests, one slow derivation, and what it must give.
// Login reads this form alone. lib/crypto/import-hash.ts makes it of the spellings of all systems.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type RootsOf, storedKey } from '../purpose-keys.ts';
import { currentVersion, rootOf } from '../roots.ts';
import { ALGORITHMS, type Step } from './steps.ts';

/** A way from a password to bytes that tell right from wrong. */
export type Recipe = Readonly<{
  /** The spelling of the password that was hashed: as it is typed, or in NFKC. */
  text: 'raw' | 'nfkc';
  /** Quick digests before the derivation, in their order. */
  steps: readonly Step[];
  /** A name of lib/crypto/key-derivation.ts. */
  scheme: string;
  /** Its parameters, as that file writes them. */
  cost: string;
  salt: Buffer;
}>;

/** Begins each stored hash that was imported. Ours begin with `gh1$`. */
export const IMPORTED = 'im1$';
const LENGTH = /^[1-9][0-9]{0,2}$/;

/**
 * Returns the stored form: `im1$<version of the pepper>$<text.steps>$<scheme>$<cost>$<salt>$<length>$<check>`. The check is
 * the derived bytes under the pepper: without the root secret a stolen table cannot be attacked.
 */
export function writeImported(recipe: Recipe, derived: Buffer, roots: RootsOf<'pepper'>): string {
  const version = currentVersion(roots);
  const path = [recipe.text, ...recipe.steps.map(writeStep)].join('.');
  const check = text(peppered(storedKey(roots, 'pepper', version), derived));
  return `${IMPORTED}${[version, path, recipe.scheme, recipe.cost, text(recipe.salt), derived.length, check].join('$')}`;
}

export type Imported = Readonly<{
  recipe: Recipe;
  /** Bytes to derive. */
  length: number;
  /** Whether these are the right bytes, in constant time. */
  matches: (derived: Buffer) => boolean;
}>;

/** Returns the pepper of a version; `undefined` if it no longer exists. */
export type PepperOf = (version: string) => Buffer | undefined;
export const ownPepper =
  (roots: RootsOf<'pepper'>): PepperOf =>
  (version) =>
    rootOf(roots, version) === undefined ? undefined : storedKey(roots, 'pepper', version);

/**
 * Returns a stored form in its parts. `no pepper` if its version no longer exists, as for hashes of our own; `undefined` if it is
 * malformed.
 */
export function readImported(stored: string, pepperOf: PepperOf): Imported | 'no pepper' | undefined {
  const [form, version = '', path = '', scheme = '', cost = '', salt = '', length = '', check = '', ...rest] =
    stored.split('$');
  const [spelling = '', ...names] = path.split('.');
  const steps = names.map(readStep);
  const [saltBytes, checkBytes] = [bytes(salt), bytes(check)];
  if (`${form}$` !== IMPORTED || rest.length > 0 || !isSpelling(spelling) || !LENGTH.test(length)) return;
  if (!saltBytes || !checkBytes?.length || !steps.every((step) => step !== undefined)) return;
  const pepper = pepperOf(version);
  if (!pepper) return 'no pepper';
  const matches = (derived: Buffer): boolean => {
    const own = peppered(pepper, derived);
    return own.length === checkBytes.length && timingSafeEqual(own, checkBytes);
  };
  return { recipe: { text: spelling, steps, scheme, cost, salt: saltBytes }, length: Number(length), matches };
}

/** The label keeps it apart from the pre-hash of passwords, which has the same key. */
const peppered = (pepper: Buffer, derived: Buffer): Buffer =>
  createHmac('sha256', pepper).update('imported hash\0').update(derived).digest();

const isSpelling = (name: string): name is Recipe['text'] => name === 'raw' || name === 'nfkc';

function writeStep(step: Step): string {
  if (step.kind === 'trim') return step.kind;
  if (step.kind === 'phpass') return ['phpass', step.algorithm, step.log2, text(step.salt)].join(':');
  if (step.kind === 'hmac') return ['hmac', step.algorithm, step.as, text(step.key)].join(':');
  return ['digest', step.algorithm, step.as, text(step.before), text(step.after)].join(':');
}

function readStep(written: string): Step | undefined {
  const [kind, name, setting = '', first = '', second = '', ...rest] = written.split(':');
  if (written === 'trim') return { kind: 'trim' };
  const algorithm = ALGORITHMS.find((each) => each === name);
  const [one, two] = [bytes(first), bytes(second)];
  if (!algorithm || !one || !two || rest.length > 0) return;
  if (kind === 'phpass' && /^[0-9]{1,2}$/.test(setting)) return { kind, algorithm, log2: Number(setting), salt: one };
  const as = (['bytes', 'hex', 'base64'] as const).find((each) => each === setting);
  if (!as) return;
  if (kind === 'hmac') return { kind, algorithm, as, key: one };
  return kind === 'digest' ? { kind, algorithm, as, before: one, after: two } : undefined;
}

const text = (value: Buffer): string => value.toString('base64url');

function bytes(value: string): Buffer | undefined {
  const found = Buffer.from(value, 'base64url');
  return text(found) === value ? found : undefined;
}
