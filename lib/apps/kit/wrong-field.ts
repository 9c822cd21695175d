// Finds the field of a form that an error is about, so that the error is shown beside it (WCAG 2.2, 3.3.1).
import type { ClientErrorCode } from '../../packages/client/index.ts';
import { wordOf } from './words/errors.ts';
import type { Word } from './words/index.ts';

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
  problemCode: ['code'],
};

/** The fields that an error may be about, the likeliest first. INVALID_INPUT names one: `credentials.email: is not valid`. */
export function fieldsOf({ code, message }: { code: ClientErrorCode; message: string }): readonly string[] {
  const word = wordOf(code);
  if (word !== 'problemInput') return (word && FIELDS[word]) ?? [];
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
