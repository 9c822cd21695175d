// Verifies passwords against hashes that another system made: bcrypt and PHC strings of argon2id, scrypt and PBKDF2.
// The strings come from an import, so they are parsed by splitting only, and no cost in them is trusted.
import { deriver, derivesTo, matchesBcrypt } from './key-derivation.ts';

const LEAST_BCRYPT_COST = 4; // the lowest the format allows; the first login replaces the string
const DIGITS = /^[0-9]+$/;
const BASE64 = /^[A-Za-z0-9+/]+$/;

/**
 * Whether the raw password (no pepper) matches the imported string. Returns `false` for a string it does not
 * understand.
 */
export async function matchesForeignHash(stored: string, password: string): Promise<boolean> {
  const [before, scheme = '', ...fields] = stored.split('$');
  if (before !== '') return false;
  if (scheme.startsWith('2')) return matchesBcrypt(stored, password, LEAST_BCRYPT_COST);
  if (scheme === 'argon2id' && fields.shift() !== 'v=19') return false; // 0x13, the only version RFC 9106 defines
  const [cost = '', saltText = '', hashText = '', ...rest] = fields;
  if (rest.length > 0) return false;
  const hash = fromBase64(hashText);
  const plainCost = scheme.startsWith('pbkdf2-') ? pbkdf2Cost(cost, hash?.length) : cost;
  return derivesTo(deriver(scheme, plainCost), password, fromBase64(saltText), hash);
}

// Three spellings: passlib's bare `29000`, the PHC `i=29000`, and `i=29000,l=32` where l must be the actual length.
function pbkdf2Cost(cost: string, hashLength: number | undefined): string {
  if (DIGITS.test(cost)) return `i=${cost}`;
  const suffix = `,l=${hashLength}`;
  return cost.endsWith(suffix) ? cost.slice(0, -suffix.length) : cost;
}

// PHC strings hold unpadded standard base64; passlib writes '.' for '+'. Re-encoding must give the same text, so each
// value has one spelling.
function fromBase64(text: string): Buffer | undefined {
  const standard = text.replaceAll('.', '+');
  if (!BASE64.test(standard)) return undefined;
  const bytes = Buffer.from(standard, 'base64');
  return bytes.toString('base64').replaceAll('=', '') === standard ? bytes : undefined;
}
