// Turns the password hash of another system into the form that login verifies (lib/crypto/imported/form.ts).
import { randomBytes } from 'node:crypto';
import { type Recipe, writeImported } from './imported/form.ts';
import type { HashLimits } from './imported/limits.ts';
import { fromExport } from './imported/moved.ts';
import { readSpelling } from './imported/spellings/index.ts';
import type { Refusal, Spelled } from './imported/spellings/spelling.ts';
import { isWithin, weightOf } from './imported/weight.ts';
import { deriver } from './key-derivation.ts';
import type { RootsOf } from './purpose-keys.ts';

export { type HashLimits, VERIFYING_LIMITS } from './imported/limits.ts';

/** `needsMiB` is the memory that the hash takes, if that is why it is too costly. */
export type Normalised = { hash: string } | { refused: Refusal; needsMiB?: number };

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane.
const WRAP = { scheme: 'argon2id', cost: 'm=19456,t=2,p=1', saltBytes: 16, bytes: 32 };

/**
 * Returns the stored form of a hash in one of the documented spellings, or why it is refused: `unknown` spelling, `malformed`, or
 * `too_costly` for the limits. Strong hashes are kept without work. Weak ones (phpass, SHA, MD5) are wrapped in argon2id, which
 * takes 30 ms. One of an export of ours is kept as it was stored (lib/crypto/imported/moved.ts). The check is under the
 * pepper of `roots`. Throws `UnsupportedScheme` on a runtime without argon2, and for no text.
 */
export async function normaliseHash(text: string, limits: HashLimits, roots: RootsOf<'pepper'>): Promise<Normalised> {
  const exported = fromExport(text, roots);
  if (typeof exported === 'string') return { refused: exported };
  if (exported) return refusalOf(exported.read.recipe, exported.read.length, limits) ?? { hash: exported.stored };
  const spelled = readSpelling(text);
  if (typeof spelled === 'string') return { refused: spelled };
  const recipe = spelled.kind === 'slow' ? spelled.recipe : wrapping(spelled);
  const refusal = refusalOf(recipe, spelled.kind === 'slow' ? spelled.derived.length : WRAP.bytes, limits);
  return refusal ?? { hash: writeImported(recipe, await derivedOf(spelled, recipe), roots) };
}

function refusalOf(recipe: Recipe, length: number, limits: HashLimits): Normalised | undefined {
  const weight = weightOf(recipe, length);
  if (!weight) return { refused: 'malformed' };
  if (isWithin(weight, limits)) return undefined;
  return weight.memoryMiB > limits.memoryMiB
    ? { refused: 'too_costly', needsMiB: weight.memoryMiB }
    : { refused: 'too_costly' };
}

const wrapping = ({ steps }: Spelled & { kind: 'weak' }): Recipe => ({
  text: 'raw',
  steps,
  scheme: WRAP.scheme,
  cost: WRAP.cost,
  salt: randomBytes(WRAP.saltBytes),
});

async function derivedOf(spelled: Spelled, recipe: Recipe): Promise<Buffer> {
  if (spelled.kind === 'slow') return spelled.derived;
  const wrap = deriver(WRAP.scheme, WRAP.cost);
  if (!wrap) throw new Error('the cost of the wrap is out of bounds');
  return wrap(spelled.digest, recipe.salt, WRAP.bytes);
}
