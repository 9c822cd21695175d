// Checks and hashes passwords: one policy and one comparison for users and admins.
import { fail } from '../../contract/errors.ts';
import {
  dummyHash,
  type HashSetting,
  hashPassword,
  needsRehash,
  type Scheme,
  schemeOf,
  UnsupportedScheme,
  UnverifiableHash,
  verifyPassword,
} from '../../crypto/password-hash.ts';
import type { RootsOf } from '../../crypto/purpose-keys.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { Unavailable } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { config } from '../../platform/settings/config.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { commonPasswords } from './common-passwords.ts';
import * as limits from './limits.ts';

/** Code points after NFC (NIST SP 800-63B 3.1.1.2, OWASP ASVS 6.2.1 and 6.2.9). */
const MIN = 8;
const MAX = 128;
/** Shorter identifiers occur in too many good passwords. */
const MIN_IDENTIFIER = 4;
/** Digits of a country code, at most (ITU-T E.164). People leave it out of their number. */
const COUNTRY_CODE = 3;
/** The digits that a phone number keeps without its country code, at least: fewer occur in too many good passwords. */
const MIN_DIGITS = 6;

/**
 * The owner of a password. Each caller names both addresses, so that none is forgotten. `tenant` is `null` for admins
 * and for a tenant that does not exist.
 */
export type Owner = Readonly<{
  email: string | null;
  phone: string | null;
  tenant: Pick<Tenant, 'slug' | 'settings'> | null;
}>;

/** The lengths of a password in the tenant, in code points. */
export const lengthsIn = (tenant: Pick<Tenant, 'settings'> | null) => ({
  minLength: tenant?.settings.password?.minLength ?? MIN,
  maxLength: MAX,
});

/**
 * Throws PASSWORD_TOO_SHORT, _TOO_LONG, _TOO_COMMON or _CONTAINS_IDENTIFIER. All characters are allowed, without
 * composition rules. The password must not contain the owner's e-mail address or the part before the `@`, the phone
 * number, the tenant's slug or the name of the service (OWASP ASVS 6.2.11).
 */
export function requireAcceptable(password: string, { email, phone, tenant }: Owner): void {
  const { minLength: min } = lengthsIn(tenant);
  const text = password.normalize('NFC');
  const length = [...text].length;
  if (length < min) fail('PASSWORD_TOO_SHORT', { message: `The password must have at least ${min} characters.` });
  if (length > MAX) fail('PASSWORD_TOO_LONG', { message: `The password must have at most ${MAX} characters.` });
  const lower = text.toLowerCase();
  if (isCommon(lower)) fail('PASSWORD_TOO_COMMON');
  const words = [email, email?.split('@')[0], tenant?.slug, config().appName];
  const isContained = words.some(
    (each) => each && [...each].length >= MIN_IDENTIFIER && lower.includes(each.toLowerCase()),
  );
  if (isContained || (phone !== null && containsPhone(text, phone))) fail('PASSWORD_CONTAINS_IDENTIFIER');
}

/**
 * Whether the digits of the password contain those of the phone number, in E.164 form, with or without the country
 * code. Other characters do not count: `0151-1234 5678` is the number, too.
 */
function containsPhone(password: string, phone: string): boolean {
  const [digits, number] = [asciiDigits(password), asciiDigits(phone)];
  return digits.includes(number.slice(Math.min(COUNTRY_CODE, Math.max(0, number.length - MIN_DIGITS))));
}

/** Full-width digits count as digits (NFKC). */
const asciiDigits = (text: string): string => text.normalize('NFKC').replace(/[^0-9]/g, '');

let common: Set<string> | undefined;

/** Whether the list contains the password, as it is or without punctuation at its ends (`Password123!`). */
function isCommon(lower: string): boolean {
  common ??= new Set(commonPasswords().split('\n'));
  return common.has(lower) || common.has(lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
}

/** Whether the scheme was logged: once in each instance. */
let isTold = false;

/** Returns the scheme of new passwords. Logs it with the first call: a warning if the runtime lacks the better one. */
export function scheme(): Scheme {
  const { passwordHash: setting } = config();
  const inUse = schemeOf(setting);
  if (!isTold) log[setting === 'auto' && inUse === 'bcrypt' ? 'warn' : 'info']('password_scheme', { scheme: inUse });
  isTold = true;
  return inUse;
}

/** Hashes the password. Throws `Unavailable` if this runtime lacks the scheme that is set. */
export const hash = (password: string): Promise<string> =>
  inRuntime((roots, setting) => hashPassword(roots, setting, password));

/**
 * Whether the password matches. Returns `false` without a stored hash, at the same cost. Throws `Unavailable` if that
 * cannot be said, such as for a scheme that this runtime lacks; nothing was guessed then, so the attempts that the caller
 * `counted` are refunded.
 */
export async function matches(
  password: string,
  stored: string | null | undefined,
  counted: readonly limits.Consumption[],
): Promise<boolean> {
  try {
    const right = await inRuntime((roots, setting) =>
      verifyPassword(roots, stored ?? dummyHash(roots, setting), password),
    );
    return right && stored != null;
  } catch (error) {
    await Promise.allSettled(counted.map(limits.refund));
    throw error;
  }
}

/** Returns a new hash if `stored` is imported or has an older scheme, parameters or pepper; else `undefined`. */
export async function rehashed(password: string, stored: string): Promise<string | undefined> {
  return needsRehash(await rootSecret('pepper'), config().passwordHash, stored) ? hash(password) : undefined;
}

/** Runs `work`. Reports a hash or a scheme that this runtime cannot compute: no retry helps. */
async function inRuntime<T>(work: (roots: RootsOf<'pepper'>, setting: HashSetting) => Promise<T>): Promise<T> {
  scheme();
  const roots = await rootSecret('pepper');
  try {
    return await work(roots, config().passwordHash);
  } catch (error) {
    if (error instanceof UnsupportedScheme) log.error('password_scheme_missing', { scheme: error.scheme });
    else if (error instanceof UnverifiableHash) log.error('password_hash_unverifiable', { reason: error.message });
    else throw error;
    count('RepairNeeded');
    throw new Unavailable('a password cannot be verified in this runtime', { cause: error });
  }
}
