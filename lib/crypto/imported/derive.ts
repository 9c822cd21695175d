// Computes imported hashes: the digests of a recipe, then its slow derivation.
import { type Bounds, type Derive, deriver, readCost } from '../key-derivation.ts';
import { fromBcryptText, toBcryptText } from './bcrypt-text.ts';
import type { Recipe } from './form.ts';
import { applyStep } from './steps.ts';

/** Beyond them no limit of memory or time is met (lib/crypto/imported/weight.ts), which is checked before. */
const FOREIGN: Bounds = {
  argon2: { m: 2 ** 22, t: 2 ** 20, p: 2 ** 16 },
  scrypt: { ln: 24, r: 2 ** 10, p: 2 ** 16, bytes: 2 ** 32 },
  iterations: 999_999_999,
};
const BCRYPT_BYTES = 23;

/** Returns what the recipe makes of the password. Throws if this runtime cannot compute it. */
export async function derive(recipe: Recipe, password: string, length: number): Promise<Buffer> {
  const typed: string | Buffer = recipe.text === 'nfkc' ? password.normalize('NFKC') : password;
  const input = recipe.steps.reduce<string | Buffer>((value, step) => applyStep(step, value), typed);
  return deriverOf(recipe)(input, recipe.salt, length);
}

function deriverOf({ scheme, cost }: Recipe): Derive {
  const found = scheme === 'bcrypt' ? bcrypt(cost) : deriver(scheme, cost, FOREIGN);
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
