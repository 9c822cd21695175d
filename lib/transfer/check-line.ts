// Checks that a value has our form of a user. The service checks it again: this is for a refusal by line, early.
import { type ImportLine, RefusedLine } from './line.ts';

type Check = (value: unknown) => boolean;

const MOST_ITEMS = 100;
/** Keys that change an object's prototype where code copies it carelessly. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const MOST_DEPTH = 20;

const isText: Check = (value) => typeof value === 'string' && value.length > 0;
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isLike =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value);
const isTime: Check = (value) =>
  isLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/)(value) &&
  !Number.isNaN(Date.parse(String(value)));
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MOST_ITEMS && value.every((each) => check(each));
const BASE64URL = isLike(/^[\w-]+$/);

const isShape =
  (fields: Readonly<Record<string, Check>>, required: readonly string[]): Check =>
  (value) =>
    isRecord(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, each]) => Object.hasOwn(fields, name) && fields[name]?.(each) === true);

const FIELDS: Readonly<Record<keyof ImportLine, Check>> = {
  sourceId: isText,
  email: isText,
  isEmailVerified: isFlag,
  phone: isLike(/^\+[1-9][0-9]{6,14}$/), // ITU-T E.164
  isPhoneVerified: isFlag,
  name: isText,
  locale: isText,
  metadata: isRecord,
  isActive: isFlag,
  createdAt: isTime,
  passwordHash: isText,
  mustChangePassword: isFlag,
  isMfaEnabled: isFlag,
  roles: isListOf(isText),
  totp: isListOf(isShape({ secret: isLike(/^[A-Z2-7]+=*$/), name: isText }, ['secret'])),
  identities: isListOf(isShape({ provider: isText, providerId: isText }, ['provider', 'providerId'])),
  passkeys: isListOf(
    isShape(
      {
        credentialId: BASE64URL,
        publicKey: BASE64URL,
        handle: BASE64URL,
        rpId: isText,
        counter: isCount,
        transports: isListOf(isText),
        isBackupEligible: isFlag,
        name: isText,
        createdAt: isTime,
      },
      ['credentialId', 'publicKey', 'handle', 'rpId'],
    ),
  ),
};

/** Returns the value as a line. Throws `RefusedLine` for what is not of our form. */
export function checkLine(value: unknown): ImportLine {
  if (!isRecord(value)) throw new RefusedLine('not_json');
  requirePlainKeys(value);
  for (const [name, each] of Object.entries(value)) {
    if (!Object.hasOwn(FIELDS, name)) throw new RefusedLine('unknown_field', name.slice(0, 64));
    if (!FIELDS[name as keyof ImportLine](each)) {
      if (name === 'sourceId') break;
      throw new RefusedLine('wrong_field', name);
    }
  }
  if (!isText(value.sourceId)) throw new RefusedLine('no_id');
  return value as ImportLine;
}

/** Throws `RefusedLine` if a key at any depth could change a prototype, or if the value is too deep to be stored. */
export function requirePlainKeys(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) throw new RefusedLine('too_deep');
    for (const each of level.filter(isRecord)) {
      const found = Object.keys(each).find((key) => FORBIDDEN.has(key));
      if (found !== undefined) throw new RefusedLine('forbidden_key', found);
    }
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
}
