// Finds the field of a form that an error is about, so that the error is shown beside it (WCAG 2.2, 3.3.1).
import type { ClientErrorCode } from '../../client/index.ts';

const ADDRESS = ['identifier', 'address', 'email', 'phone'];
const PASSWORD = ['newPassword', 'password'];

/** Code -> the names of fields that it may be about. A form has one of them at most. */
const FIELDS: Readonly<Partial<Record<ClientErrorCode, readonly string[]>>> = {
  // A form with an address alone has not been refused for its password.
  INVALID_CREDENTIALS: ['password', 'code'],
  CURRENT_PASSWORD_INCORRECT: ['currentPassword'],
  NEW_PASSWORD_SAME_AS_CURRENT: PASSWORD,
  PASSWORD_CONTAINS_IDENTIFIER: PASSWORD,
  PASSWORD_TOO_COMMON: PASSWORD,
  PASSWORD_TOO_LONG: PASSWORD,
  PASSWORD_TOO_SHORT: PASSWORD,
  EMAIL_ALREADY_EXISTS: ADDRESS,
  PHONE_ALREADY_EXISTS: ADDRESS,
  EMAIL_DOMAIN_NOT_ALLOWED: ADDRESS,
  MFA_CODE_INVALID: ['code'],
  MFA_RECOVERY_CODE_INVALID: ['code'],
  VERIFICATION_CODE_INVALID: ['code'],
};

/** The fields that an error may be about, the likeliest first. INVALID_INPUT names one: `credentials.email: is not valid`. */
export function fieldsOf({ code, message }: { code: ClientErrorCode; message: string }): readonly string[] {
  if (code !== 'INVALID_INPUT') return FIELDS[code] ?? [];
  const named = /^(?:\w+\.)*(\w+): /.exec(message)?.[1];
  if (named === undefined) return [];
  return ADDRESS.includes(named) ? [named, ...ADDRESS] : [named];
}

/** Thrown by `onSubmit` of a form for what the page itself finds wrong with a field. `message` is shown beside it. */
export class WrongField extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
