// Computes imported hashes: the digests of a recipe, then its slow derivation.
import { type Derive, deriver, readCost } from '../key-derivation.ts';
import { fromBcryptText, toBcryptText } from './bcrypt-text.ts';
import type { Recipe } from './form.ts';
import { COMPUTED } from './limits.ts';
import { applyStep } from './steps.ts';

const BCRYPT_BYTES = 23;

/** Returns what the recipe makes of the password. Throws if this runtime cannot compute it. */
export async function derive(recipe: Recipe, password: string, length: number): Promise<Buffer> {
  const typed: string | Buffer = recipe.text === 'nfkc' ? password.normalize('NFKC') : password;
  const input = recipe.steps.reduce<string | Buffer>((value, step) => applyStep(step, value), typed);
  return deriverOf(recipe)(input, recipe.salt, length);
}

function deriverOf({ scheme, cost }: Recipe): Derive {
  const found = scheme === 'bcrypt' ? bcrypt(cost) : deriver(scheme, cost, COMPUTED);
  if (!found) throw new Error(`cannot compute ${scheme} with ${cost}`);
  return found;
}

function bcrypt(cost: string): Derive | undefined {
  const [rounds] = readCost(cost, ['c']);
  if (rounds === undefined) return;
  return async (input, salt, length) => {
    const { hash } = await import('bcryptjs'); // loaded on demand: most deployments never need it
    const whole = await hash(String(input), `$2b$${String(rounds).padStart(2, '0')}$${toBcryptText(salt)}`);
    return fromBcryptText(whole.slice(-31)).subarray(0, Math.min(length, BCRYPT_BYTES));
  };
}
