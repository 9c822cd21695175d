// Decides whether the hash of another service can be stored here, before it is: a login must be able to compute it.
import { deriver } from './key-derivation.ts';
import type { RootsOf } from './purpose-keys.ts';

/** What the function that verifies passwords can afford. */
export type HashLimits = Readonly<{ memoryMiB: number; milliseconds: number }>;
export const VERIFYING_LIMITS: HashLimits = { memoryMiB: 884, milliseconds: 3000 };

type Refusal = { refused: 'unknown' | 'malformed' | 'too_costly'; needsMiB?: number };

const BCRYPT = /^\$2[aby]\$([0-9]{2})\$[./A-Za-z0-9]{53}$/;
const BCRYPT_COSTS = { least: 4, most: 13 };
const PHC =
  /^\$(argon2id|scrypt|pbkdf2-sha256|pbkdf2-sha512)\$(?:v=19\$)?([a-z0-9=,]+)\$[A-Za-z0-9+/.]+\$[A-Za-z0-9+/.]+$/;

/** Returns the hash as it is stored. Never throws because of the text, and computes nothing that the text asks for. */
export async function normaliseHash(
  text: string,
  _limits: HashLimits,
  _roots?: RootsOf<'pepper'>,
): Promise<{ hash: string } | Refusal> {
  if (/^\$2[aby]?\$/.test(text)) return bcrypt(text);
  if (!/^\$(argon2id|scrypt|pbkdf2-sha256|pbkdf2-sha512)\$/.test(text)) return { refused: 'unknown' };
  const [, scheme = '', cost = ''] = PHC.exec(text) ?? [];
  if (!scheme) return { refused: 'malformed' };
  const plain = /^[0-9]+$/.test(cost) ? `i=${cost}` : cost.replace(/,l=[0-9]+$/, '');
  if (deriver(scheme, plain)) return { hash: text };
  return { refused: /^[a-z]+=[0-9]+(,[a-z]+=[0-9]+)*$/.test(plain) ? 'too_costly' : 'malformed' };
}

function bcrypt(text: string): { hash: string } | Refusal {
  const cost = Number(BCRYPT.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(cost) || cost < BCRYPT_COSTS.least) return { refused: 'malformed' };
  return cost > BCRYPT_COSTS.most ? { refused: 'too_costly' } : { hash: text };
}
