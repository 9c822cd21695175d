// Explains an error by its code, and finds the field that it is about. Codes without a text of ours have the message of
// the service, which is a plain sentence in English.
import { inDuration } from '../../../contract/duration.ts';
import type { ClientErrorCode, GatehouseError } from '../../../packages/client/index.ts';
import { en } from '../words/en/errors.ts';
import { language, partOf } from '../words/index.ts';

const say = partOf(en, (tag) => import(`../words/others/${tag}/errors.ts`));

/** A text of a code that the service lacks does not compile. */
const isExplained = (code: ClientErrorCode): code is Exclude<keyof typeof en, `${string}_WAIT`> =>
  Object.hasOwn(en, code);

/** Returns the explanation. */
export function explain({ code, message, retryAfter }: GatehouseError): string {
  if (retryAfter && (code === 'RATE_LIMITED' || code === 'ACCOUNT_LOCKED'))
    return say(`${code}_WAIT`, { when: inDuration(retryAfter, language.value) });
  return isExplained(code) ? say(code) : message;
}

/** Code -> the field that it is about in every form. The contract does not know: forms name their fields. */
const FIELDS: Readonly<Partial<Record<ClientErrorCode, string>>> = {
  ADMIN_USER_EXISTS: 'email',
  CURRENT_PASSWORD_INCORRECT: 'currentPassword',
  EMAIL_ALREADY_EXISTS: 'email',
  EMAIL_CODE_REQUIRED: 'emailCode',
  EMAIL_DOMAIN_NOT_ALLOWED: 'email',
  INVALID_SECRET_KEY: 'secretKey',
  INVALID_SLUG_FORMAT: 'slug',
  MFA_CODE_INVALID: 'otp',
  PASSWORD_CONTAINS_IDENTIFIER: 'password',
  PASSWORD_TOO_COMMON: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PERMISSION_ALREADY_EXISTS: 'name',
  PHONE_ALREADY_EXISTS: 'phone',
  ROLE_ALREADY_EXISTS: 'name',
  ROLE_NAME_REQUIRED: 'name',
  TENANT_ALREADY_EXISTS: 'slug',
  USER_ALREADY_EXISTS: 'email',
};

/** Returns the names that `settings.password.minLength` may have in a form: the path, its beginnings, its end. */
function namesOf(path: string): string[] {
  const parts = path.split('.');
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('.')), ...parts.slice(-1)];
}

/** Returns the fields that the error may be about: `settings.password.minLength: must be at least 8`. */
export function fieldsOf({ code, message }: GatehouseError): { fields: readonly string[]; text?: string | undefined } {
  const [, field = FIELDS[code], text] = (code === 'INVALID_INPUT' && /^([\w.[\]-]+): (.*)$/.exec(message)) || [];
  return { fields: field === undefined ? [] : namesOf(field), text };
}
