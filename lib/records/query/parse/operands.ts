// Reads operands by the declared type of their column. How a value looks decides nothing: '0123' is text on a text.
import { isExact, isExactToken } from '../../../platform/json-scan.ts';
import type { Caps } from '../limits.ts';
import type { Column } from '../names.ts';
import type { findOperator } from '../operators.ts';
import { compareValues } from '../order.ts';
import type { Operand, Scalar } from '../tree.ts';
import { tooComplex, wrongOperand } from './refuse.ts';

type Operator = NonNullable<ReturnType<typeof findOperator>>;

/** Returns the operand. Throws CRUD_INVALID_OPERAND or CRUD_QUERY_TOO_COMPLEX; `where` names the field. */
export function operandOf(where: string, operator: Operator, column: Column, raw: unknown, caps: Caps): Operand {
  const place = `${where}: ${operator.name}`;
  const one = (value: unknown): Scalar => scalarOf(place, operator, column, value, caps);
  switch (operator.shape) {
    case 'value':
      return one(raw);
    case 'text':
      return textOf(place, raw, caps);
    case 'true':
      return raw === true || raw === 'true' ? undefined : wrongOperand(place, 'takes true and nothing else');
    case 'range':
      return rangeOf(place, raw, one);
    case 'values':
      return [...new Set(listOf(place, column, raw, caps).map(one))];
    case 'texts':
      return [...new Set(listOf(place, column, raw, caps).map((each) => textOf(place, each, caps)))];
  }
}

function listOf(place: string, { kind }: Column, raw: unknown, caps: Caps): unknown[] {
  if (!Array.isArray(raw) || !raw.length) return wrongOperand(place, 'takes a list that is not empty');
  const most = kind === 'id' ? caps.ids : caps.list;
  if (raw.length > most) tooComplex(place, `takes at most ${most} values`);
  return raw;
}

function rangeOf(place: string, raw: unknown, one: (value: unknown) => Scalar): readonly Scalar[] {
  if (!Array.isArray(raw) || raw.length !== 2) return wrongOperand(place, 'takes a list of two values');
  const [low, high] = [one(raw[0]), one(raw[1])];
  if (compareValues(low, high) > 0) wrongOperand(place, 'takes the lower value first');
  return [low, high];
}

function scalarOf(place: string, { isOfChoices }: Operator, column: Column, raw: unknown, caps: Caps): Scalar {
  switch (column.kind) {
    case 'integer':
    case 'number':
      return numberOf(place, raw, column.kind);
    case 'boolean':
      if (raw === true || raw === 'true') return true;
      return raw === false || raw === 'false' ? false : wrongOperand(place, 'takes true or false here');
    case 'dateTime':
      return instantOf(place, raw);
    default: {
      const text = textOf(place, raw, caps);
      if (isOfChoices && column.choices?.includes(text) === false)
        wrongOperand(place, `takes one of ${column.choices.join(', ')}`);
      return text;
    }
  }
}

function textOf(place: string, raw: unknown, { text: most }: Caps): string {
  if (typeof raw !== 'string') return wrongOperand(place, 'takes text here');
  return raw.length > most ? wrongOperand(place, `takes text of at most ${most} characters`) : raw;
}

/** As JSON writes numbers. */
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

function numberOf(place: string, raw: unknown, kind: 'integer' | 'number'): number {
  const isFine =
    typeof raw === 'number' ? isExact(raw) : typeof raw === 'string' && NUMBER.test(raw) && isExactToken(raw);
  const value = Number(raw);
  if (!isFine) return wrongOperand(place, 'takes a number of at most 2^53 - 1 here');
  return kind === 'integer' && !Number.isInteger(value) ? wrongOperand(place, 'takes a whole number here') : value;
}

/** A date, or a time of day with its offset. Without an offset a time would depend on the clock of the service. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Returns the time as rows have it: UTC with milliseconds. A date is its first millisecond. */
function instantOf(place: string, raw: unknown): string {
  const [, day] = (typeof raw === 'string' && raw.length <= 40 && INSTANT.exec(raw)) || [];
  const time = new Date(raw as string);
  // JavaScript reads February 30 as a day of March.
  const isDay = day !== undefined && isRealDay(day) && !Number.isNaN(time.getTime());
  if (!isDay) return wrongOperand(place, 'takes a time as ISO 8601, such as 2026-01-31T12:00:00Z');
  const text = time.toISOString();
  // An offset can lead out of the years that have four digits, whose texts have another order.
  return text.length === 24 ? text : wrongOperand(place, 'takes a time of the years 0 to 9999');
}

function isRealDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}
