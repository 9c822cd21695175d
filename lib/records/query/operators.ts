// Defines every operator in one table: the columns it fits, the form of its operand, and its test.
import { fold } from './fold.ts';
import { likeMatcher } from './like.ts';
import type { Column } from './names.ts';
import { compareValues } from './order.ts';
import type { Operand, Operator, Scalar, Value } from './tree.ts';

type Kind = Column['kind'];
/**
 * `value`, `values` and `range` have the type of the column. `text` and `texts` are texts, for any column. `true`: the
 * operator takes `true` and nothing else.
 */
export type Shape = 'value' | 'values' | 'range' | 'text' | 'texts' | 'true';
/** Whether a value that is not `null` fulfils a test. */
export type Test = (value: NonNullable<Value>) => boolean;

type Row = Readonly<{
  fits: readonly Kind[];
  shape: Shape;
  /** Operands for a choice must be among its values, as the types of a filter say. */
  isOfChoices?: true;
  /** The result for `null`; false unless given. */
  onNull?: true;
  test: (operand: Operand) => Test;
}>;

const TEXTUAL: readonly Kind[] = ['text', 'choice', 'reference', 'id', 'dateTime'];
const ORDERED: readonly Kind[] = [...TEXTUAL, 'integer', 'number'];
const SCALAR: readonly Kind[] = [...ORDERED, 'boolean'];
const LIST: readonly Kind[] = ['texts'];
const ANY: readonly Kind[] = [...SCALAR, ...LIST];

/** A test of a value against an operand of the same type. A value of another type fails every test, as `null` does. */
const ofOne =
  (test: (operand: Scalar) => (value: Scalar) => boolean) =>
  (operand: Operand): Test => {
    const passes = test(operand as Scalar);
    return (value) => typeof value === typeof operand && passes(value as Scalar);
  };
const ofMany =
  (test: (operands: readonly Scalar[]) => (value: Scalar) => boolean) =>
  (operand: Operand): Test => {
    const operands = operand as readonly Scalar[];
    const passes = test(operands);
    return (value) => typeof value === typeof operands[0] && passes(value as Scalar);
  };
const ofText = (test: (operand: string) => (value: string) => boolean) =>
  ofOne((operand) => test(operand as string) as (value: Scalar) => boolean);
const ofList =
  (test: (has: (text: string) => boolean, texts: readonly string[]) => boolean) =>
  (operand: Operand): Test =>
  (value) =>
    Array.isArray(value) && test((text) => value.includes(text), operand as readonly string[]);
const always = (): Test => () => true;
const never = (): Test => () => false;

const equal = ofOne((operand) => (value) => value === operand);
const unequal = ofOne((operand) => (value) => value !== operand);
const compared = (holds: (difference: number) => boolean) =>
  ofOne((operand) => (value) => holds(compareValues(value, operand)));

const among = (isIn: boolean) =>
  ofMany((operands) => {
    const set = new Set(operands);
    return (value) => set.has(value) === isIn;
  });
const amongFolded = (isIn: boolean) =>
  ofMany((operands) => {
    const set = new Set(operands.map((each) => fold(String(each))));
    return (value) => set.has(fold(String(value))) === isIn;
  });
const between = (isInside: boolean) =>
  ofMany(([low, high]) => (value) => {
    const isWithin = compareValues(value, low as Scalar) >= 0 && compareValues(value, high as Scalar) <= 0;
    return isWithin === isInside;
  });

const like = (isMatch: boolean) =>
  ofText((pattern) => {
    const matches = likeMatcher(pattern);
    return (value) => matches(value) === isMatch;
  });
const likeFolded = (isMatch: boolean) =>
  ofText((pattern) => {
    const matches = likeMatcher(fold(pattern));
    return (value) => matches(fold(value)) === isMatch;
  });
/** A test of texts with the case of both sides folded. */
const folded = (test: (value: string, operand: string) => boolean) =>
  ofText((operand) => {
    const small = fold(operand);
    return (value) => test(fold(value), small);
  });

const TABLE: Readonly<Record<Operator, Row>> = {
  $eq: { fits: SCALAR, shape: 'value', isOfChoices: true, test: equal },
  $ne: { fits: SCALAR, shape: 'value', isOfChoices: true, test: unequal },
  $ieq: { fits: TEXTUAL, shape: 'value', test: folded((value, operand) => value === operand) },
  $gt: { fits: ORDERED, shape: 'value', test: compared((difference) => difference > 0) },
  $gte: { fits: ORDERED, shape: 'value', test: compared((difference) => difference >= 0) },
  $lt: { fits: ORDERED, shape: 'value', test: compared((difference) => difference < 0) },
  $lte: { fits: ORDERED, shape: 'value', test: compared((difference) => difference <= 0) },
  $in: { fits: SCALAR, shape: 'values', isOfChoices: true, test: among(true) },
  $notIn: { fits: SCALAR, shape: 'values', isOfChoices: true, test: among(false) },
  $inL: { fits: TEXTUAL, shape: 'values', test: amongFolded(true) },
  $notinL: { fits: TEXTUAL, shape: 'values', test: amongFolded(false) },
  $like: { fits: TEXTUAL, shape: 'text', test: like(true) },
  $notLike: { fits: TEXTUAL, shape: 'text', test: like(false) },
  $iLike: { fits: TEXTUAL, shape: 'text', test: likeFolded(true) },
  $notIlike: { fits: TEXTUAL, shape: 'text', test: likeFolded(false) },
  $startsWith: { fits: TEXTUAL, shape: 'text', test: ofText((start) => (value) => value.startsWith(start)) },
  $endsWith: { fits: TEXTUAL, shape: 'text', test: ofText((end) => (value) => value.endsWith(end)) },
  $iStartsWith: { fits: TEXTUAL, shape: 'text', test: folded((value, start) => value.startsWith(start)) },
  $iEndsWith: { fits: TEXTUAL, shape: 'text', test: folded((value, end) => value.endsWith(end)) },
  $between: { fits: ORDERED, shape: 'range', test: between(true) },
  $notBetween: { fits: ORDERED, shape: 'range', test: between(false) },
  $isNull: { fits: ANY, shape: 'true', onNull: true, test: never },
  $isNotNull: { fits: ANY, shape: 'true', test: always },
  $isTrue: { fits: ['boolean'], shape: 'true', test: () => (value) => value === true },
  $isFalse: { fits: ['boolean'], shape: 'true', test: () => (value) => value === false },
  $contArr: { fits: LIST, shape: 'texts', test: ofList((has, texts) => texts.every(has)) },
  $intersectsArr: { fits: LIST, shape: 'texts', test: ofList((has, texts) => texts.some(has)) },
};

/** Returns the operator of this name, or `undefined`. Names are exact. */
export const findOperator = (name: string): (Row & { name: Operator }) | undefined =>
  Object.hasOwn(TABLE, name) ? { name: name as Operator, ...TABLE[name as Operator] } : undefined;

export const operatorRow = (operator: Operator): Row => TABLE[operator];
