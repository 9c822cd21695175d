// Explains an error to the person at the page by its code, and finds the field of a form that it is about. Gives the kit
// the words of the pages.
import type { ClientErrorCode, GatehouseError } from '../../../packages/client/index.ts';
import { voice } from '../../kit/voice.ts';
import { inSeconds, say, type Word } from './index.ts';

const BY_CODE: Readonly<Partial<Record<ClientErrorCode, Word>>> = {
  NETWORK: 'problemNetwork',
  INVALID_CREDENTIALS: 'problemCredentials',
  ACCOUNT_LOCKED: 'problemLocked',
  RATE_LIMITED: 'problemWait',
  ACCOUNT_INACTIVE: 'problemInactive',
  CURRENT_PASSWORD_INCORRECT: 'problemCurrent',
  EMAIL_ALREADY_EXISTS: 'problemTaken',
  PHONE_ALREADY_EXISTS: 'problemTaken',
  EMAIL_DOMAIN_NOT_ALLOWED: 'problemDomain',
  SSO_REQUIRED: 'problemSso',
  INVALID_INPUT: 'problemInput',
  MFA_CODE_INVALID: 'problemCode',
  MFA_RECOVERY_CODE_INVALID: 'problemCode',
  VERIFICATION_CODE_INVALID: 'problemCode',
  NEW_PASSWORD_SAME_AS_CURRENT: 'problemPasswordSame',
  PASSWORD_CONTAINS_IDENTIFIER: 'problemPasswordContains',
  PASSWORD_RESET_TOKEN_INVALID: 'problemLink',
  PASSWORD_TOO_COMMON: 'problemPasswordCommon',
  PASSWORD_TOO_SHORT: 'problemPasswordShort',
  REGISTRATION_DISABLED: 'signUpClosed',
  SESSION_NOT_FOUND: 'problemExpired',
  INVALID_TOKEN: 'problemExpired',
  NO_AUTH_PROVIDED: 'problemExpired',
  SSO_TOKEN_INVALID: 'problemProvider',
  MIGRATION_STEP_REQUIRED: 'problemProvider',
  SSO_STATE_INVALID: 'problemExpired',
  ACCOUNT_LINK_REQUIRED: 'problemLinkAccount',
  REAUTH_REQUIRED: 'problemStepUp',
};

/** Seconds, for a code that came without its wait. */
const A_MINUTE = 60;

/** The code may come from an address. */
const wordOf = (code: ClientErrorCode): Word | undefined => (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined);

/** Returns the explanation. An error without one has the id of its request, for the support. */
export function explain({
  code,
  retryAfter,
  requestId,
}: Pick<GatehouseError, 'code' | 'retryAfter' | 'requestId'>): string {
  const word = wordOf(code);
  if (word) return say(word, { when: inSeconds(retryAfter ?? A_MINUTE) });
  return [say('problemOther'), requestId && say('problemReference', { id: requestId })].filter(Boolean).join(' ');
}

const ADDRESS = ['identifier', 'address', 'email', 'phone'];
const PASSWORD = ['newPassword', 'password'];

/** Explanation -> the names of fields that it may be about. A form has one of them at most. */
const FIELDS: Readonly<Partial<Record<Word, readonly string[]>>> = {
  problemCredentials: ['password', 'code'],
  problemCurrent: ['currentPassword'],
  problemPasswordSame: PASSWORD,
  problemPasswordContains: PASSWORD,
  problemPasswordCommon: PASSWORD,
  problemPasswordShort: PASSWORD,
  problemTaken: ADDRESS,
  problemDomain: ADDRESS,
  problemSso: ADDRESS,
  problemCode: ['code'],
};

/** The fields that an error may be about. INVALID_INPUT names one: `credentials.email: is not valid`. */
function fieldsOf({ code, message }: GatehouseError): readonly string[] {
  const word = wordOf(code);
  if (word !== 'problemInput') return (word && FIELDS[word]) ?? [];
  const named = /^(?:\w+\.)*(\w+): /.exec(message)?.[1];
  if (named === undefined) return [];
  return ADDRESS.includes(named) ? [named, ...ADDRESS] : [named];
}

Object.assign(voice, { say, explain, fieldsOf: (error: GatehouseError) => ({ fields: fieldsOf(error) }) });
