// Checks every operator on every kind of field with every odd operand: it is parsed, or refused for a reason.
import { describe, expect, test } from '@jest/globals';
import { matches, subjectOf } from '../../../lib/records/query/evaluate.ts';
import { parseList } from '../../../lib/records/query/parse/parse.ts';
import { OPERATORS, type Value } from '../../../lib/records/query/tree.ts';
import { all, corners, refusal } from './corners.ts';

const FIELDS = ['id', 'ownerId', 'name', 'whole', 'decimal', 'flag', 'at', 'kind', 'tags', 'createdAt', 'version'];
const OPERANDS: readonly unknown[] = [null, '', 0, 1, false, true, 'x', '5', [], [null], [''], ['x', 'x'], [0, 1], {}];
const VALUES: readonly Value[] = [null, '', 'x', 'X', 0, 5, false, true, [], ['x']];

describe('T-80 on every kind of field,', () => {
  test.each(OPERATORS)('%s is parsed or refused with 400, for every operand', (operator) => {
    for (const field of FIELDS) {
      for (const operand of OPERANDS) {
        const error = refusal(() => parseList(corners, all, { where: { [field]: { [operator]: operand } } }));
        expect(['CRUD_INVALID_OPERATOR', 'CRUD_INVALID_OPERAND', undefined]).toContain(error?.code);
        if (error) expect(error.message.startsWith(`where.${field}: `)).toBe(true);
        if (operand === null || JSON.stringify(operand) === '{}') expect(error).toBeDefined();
      }
    }
  });

  test.each(OPERATORS)(
    '%s means the same as JSON and native, and is false for null unless it asks for null',
    (operator) => {
      for (const where of FIELDS.flatMap((field) =>
        OPERANDS.map((operand) => ({ [field]: { [operator]: operand } })),
      )) {
        if (refusal(() => parseList(corners, all, { where }))) continue;
        const native = parseList(corners, all, { where }).where;
        const json = parseList(corners, all, { where: JSON.stringify(where) }).where;
        expect(json).toEqual(native);
        for (const value of VALUES) {
          const subject = subjectOf(Object.fromEntries(Object.keys(where).map((field) => [field, value])));
          expect(matches(json, subject)).toBe(matches(native, subject));
          if (value === null) expect(matches(native, subject)).toBe(operator === '$isNull');
        }
      }
    },
  );
});
