// Refuses queries. Messages name the parameter and the rule, and declared names only: no text of the client.
import { fail } from '../../../contract/errors.ts';

/**
 * The one reply for a name that is unknown, hidden, not listed, or not allowed in this position. Replies that differ
 * would tell which hidden names exist.
 */
export const noSuchField = (parameter: string): never =>
  fail('CRUD_INVALID_FIELD', { message: `${parameter}: there is no such field here.` });

export const wrongOperator = (where: string, rule: string): never =>
  fail('CRUD_INVALID_OPERATOR', { message: `${where}: ${rule}.` });

export const wrongOperand = (where: string, rule: string): never =>
  fail('CRUD_INVALID_OPERAND', { message: `${where}: ${rule}.` });

/** A parameter of the wrong form. */
export const wrongInput = (where: string, rule: string): never =>
  fail('INVALID_INPUT', { message: `${where}: ${rule}.` });

export const tooComplex = (where: string, rule: string): never =>
  fail('CRUD_QUERY_TOO_COMPLEX', { message: `${where}: ${rule}.` });
