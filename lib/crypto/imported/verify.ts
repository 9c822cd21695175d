// Verifies a password against an imported hash. Loaded with the first one (infra/bundling).
import { UnsupportedScheme } from '../key-derivation.ts';
import type { RootsOf } from '../purpose-keys.ts';
import { derive } from './derive.ts';
import { type Imported, ownPepper, readImported } from './form.ts';
import { VERIFYING_LIMITS } from './limits.ts';
import { MOVED, readMoved } from './moved.ts';
import { isWithin, weightOf } from './weight.ts';

/** Whether the password matches, or why that cannot be said: a scheme that the runtime lacks, or another reason. */
export type Verdict = boolean | { lacks: string } | { reason: string };

/**
 * Compares the password with the imported hash. `false` if its pepper was removed. Tries the password as it is typed, then in NFC if
 * that differs, because other systems hash the bytes they get. Throws only on unusable `roots`: the caller's error classes are others
 * in its bundle.
 */
export async function matchesImported(stored: string, password: string, roots: RootsOf<'pepper'>): Promise<Verdict> {
  const read = stored.startsWith(MOVED) ? readMoved(stored, roots) : readImported(stored, ownPepper(roots));
  if (read === 'no pepper') return false;
  if (!read) return { reason: 'the stored hash has no form that login knows' };
  const weight = weightOf(read.recipe, read.length);
  if (!weight) return { reason: 'the stored hash has an impossible cost' };
  if (!isWithin(weight, VERIFYING_LIMITS)) {
    const [takes, has] = [weight, VERIFYING_LIMITS].map(
      ({ memoryMiB, milliseconds }) => `${memoryMiB} MiB and ${milliseconds} ms`,
    );
    return { reason: `the stored hash takes ${takes}, more than the ${has} of this function` };
  }
  const spellings = new Set([password, password.normalize('NFC')]);
  for (const typed of spellings) {
    const verdict = await matchesOnce(read, typed);
    if (verdict !== false) return verdict;
  }
  return false;
}

async function matchesOnce({ recipe, length, matches }: Imported, password: string): Promise<Verdict> {
  let derived: Buffer;
  try {
    derived = await derive(recipe, password, length);
  } catch (error) {
    if (error instanceof UnsupportedScheme) return { lacks: error.scheme };
    return { reason: `the stored hash cannot be computed: ${error instanceof Error ? error.message : error}` };
  }
  return matches(derived);
}
