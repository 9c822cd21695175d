// Checks and hashes passwords: one policy and one comparison for users and admins.
import { fail } from '../../contract/errors.ts';
import { dummyHash, hashPassword, needsRehash, verifyPassword } from '../../crypto/password-hash.ts';
import { config } from '../../platform/config.ts';
import { rootSecret } from '../../platform/secrets.ts';
import { commonPasswords } from './common-passwords.ts';

/** Code points after NFC (NIST SP 800-63B 3.1.1.2, OWASP ASVS 6.2.1 and 6.2.9). */
const MIN = 8;
const MAX = 128;
/** Shorter identifiers occur in too many good passwords. */
const MIN_IDENTIFIER = 4;

/**
 * Throws PASSWORD_TOO_SHORT, _TOO_LONG, _TOO_COMMON or _CONTAINS_IDENTIFIER. All characters are allowed, without
 * composition rules. `identifiers` must not occur in the password: e-mail address, tenant slug.
 */
export function requireAcceptable(
  password: string,
  identifiers: (string | null | undefined)[],
  min: number = MIN,
): void {
  const text = password.normalize('NFC');
  const length = [...text].length;
  if (length < min) fail('PASSWORD_TOO_SHORT', { message: `The password must have at least ${min} characters.` });
  if (length > MAX) fail('PASSWORD_TOO_LONG', { message: `The password must have at most ${MAX} characters.` });
  const lower = text.toLowerCase();
  if (isCommon(lower)) fail('PASSWORD_TOO_COMMON');
  const forbidden = [...identifiers, config().appName].flatMap((each) =>
    each ? [each, each.split('@')[0] as string] : [],
  );
  if (forbidden.some((each) => [...each].length >= MIN_IDENTIFIER && lower.includes(each.toLowerCase()))) {
    fail('PASSWORD_CONTAINS_IDENTIFIER');
  }
}

let common: Set<string> | undefined;

/** Whether the list contains the password, as it is or without punctuation at its ends (`Password123!`). */
function isCommon(lower: string): boolean {
  common ??= new Set(commonPasswords().split('\n'));
  return common.has(lower) || common.has(lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
}

export const hash = async (password: string): Promise<string> =>
  hashPassword(await rootSecret('pepper'), config().passwordHash, password);

/** Whether the password matches. Returns `false` without a stored hash, at the same cost. */
export async function matches(password: string, stored: string | null | undefined): Promise<boolean> {
  const roots = await rootSecret('pepper');
  const right = await verifyPassword(roots, stored ?? dummyHash(roots, config().passwordHash), password);
  return right && stored != null;
}

/** Returns a new hash if `stored` is imported or has an older scheme, parameters or pepper; else `undefined`. */
export async function rehashed(password: string, stored: string): Promise<string | undefined> {
  return needsRehash(await rootSecret('pepper'), config().passwordHash, stored) ? hash(password) : undefined;
}
