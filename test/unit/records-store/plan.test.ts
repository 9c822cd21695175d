// Checks the choice of plans, and the advice about indexes.
import { describe, expect, test } from '@jest/globals';
import type { Condition, Operand, Operator, Query } from '../../../lib/records/query/tree.ts';
import { newRowId } from '../../../lib/records/store/ids.ts';
import { planOf } from '../../../lib/records/store/plan.ts';
import { order, parts } from './support.ts';

const is = (field: string, operator: Operator, operand: Operand = undefined): Condition => ({
  kind: 'test',
  path: { field },
  operator,
  operand,
});
const and = (...legs: Condition[]): Condition => ({ kind: 'and', legs });

/** `index status.name, ordered`, for example. */
function plan(where: Condition | undefined, by = '', rows: Query['rows'] = 'live'): string {
  const { access, source, isOrdered } = planOf(parts, where, order(by), rows);
  const path = source.by === 'ranges' ? (source.index?.join('.') ?? '') : source.by;
  return `${access} ${path}${isOrdered ? ', ordered' : ''}`.replace('  ', ' ').replace(' ,', ',').trim();
}

const ID = newRowId(parts, 1);

describe('planOf', () => {
  test.each<[string, string, Condition | undefined]>([
    ['all, ordered', '', undefined],
    ['all, ordered', 'createdAt', undefined],
    ['all, ordered', '-id', undefined],
    ['all', 'updatedAt', undefined],
    ['index weight, ordered', 'weight', undefined],
    ['index weight, ordered', '-weight,-createdAt', undefined],
    ['index weight, ordered', '-weight,id', undefined],
    ['all', 'weight,-id', undefined],
    ['all', 'weight,name', undefined],
    ['index status.name, ordered', 'status,name', undefined],
    ['all', 'status', undefined],
    ['all', 'status,-name', undefined],
    ['index status.name, ordered', 'name', is('status', '$eq', 'a')],
    ['index status.name, ordered', 'status,name', is('status', '$eq', 'a')],
    ['index status.name', '', is('status', '$eq', 'a')],
    ['index status.name, ordered', '', and(is('status', '$eq', 'a'), is('name', '$eq', 'n'))],
    ['index status.name, ordered', 'name', and(is('status', '$in', ['a']), is('name', '$startsWith', 'n'))],
    ['index status.name, ordered', '-status,-name', is('status', '$in', ['a', 'b'])],
    ['index status.name', 'name', is('status', '$in', ['a', 'b'])],
    ['index isNew.dueAt, ordered', '-dueAt', is('isNew', '$isTrue')],
    ['index isNew.dueAt, ordered', '-dueAt', is('isNew', '$isNull')],
    ['index weight', '', and(is('weight', '$gt', 1), is('weight', '$lte', 3))],
    ['index status.name', 'weight', is('status', '$eq', 'a')],
    ['all, ordered', '', is('createdAt', '$gt', '2026-01-01T00:00:00.000Z')],
    ['all, ordered', '', is('name', '$eq', 'n')],
    ['keys ids, ordered', '', and(is('status', '$eq', 'a'), is('id', '$eq', ID))],
    ['keys ids', 'weight', is('id', '$in', [ID, 'x'])],
    ['keys claims, ordered', '', is('code', '$eq', 'c')],
    ['all, ordered', '', { kind: 'or', legs: [is('id', '$eq', ID), is('code', '$eq', 'c')] }],
  ])('chooses "%s" for the order "%s" and %j', (expected, by, where) => {
    expect(plan(where, by)).toBe(expected);
  });

  test('reads no index of the trash', () => {
    const where = is('status', '$eq', 'a');
    expect([plan(where, 'name', 'trash'), plan(where, '', 'all')]).toEqual(['all', 'all, ordered']);
    expect(plan(is('id', '$eq', ID), '', 'trash')).toBe('keys ids, ordered');
    expect(planOf(parts, where, order('weight'), 'trash').advice).toBeUndefined();
  });

  test('drops ids that have another form, so that none enters a key', () => {
    const { source } = planOf(parts, is('id', '$in', [ID, 'x', `${ID}#`, ID.replace('prt', 'box')]), [], 'live');
    expect(source).toEqual({ by: 'ids', ids: [ID] });
  });

  test('reads nothing where no value can pass the tests', () => {
    const where = and(is('weight', '$gt', 3), is('weight', '$lt', 1));
    expect(planOf(parts, where, order('weight'), 'live')).toMatchObject({ source: { ranges: [] } });
  });

  test('leaves operands to the evaluator that are longer than a key', () => {
    const where = and(is('status', '$eq', '\u{10ffff}'.repeat(256)), is('name', '$eq', 'x'));
    expect(plan(where)).toBe('all, ordered');
    const range = and(is('status', '$eq', 'a'), is('name', '$gt', '\u{10ffff}'.repeat(256)));
    expect(plan(range)).toBe('index status.name');
  });

  test.each<[string | undefined, string, Condition | undefined]>([
    [undefined, '', undefined],
    [undefined, 'weight', undefined],
    ['name', 'name', undefined],
    ['name', '', is('name', '$eq', 'n')],
    ['weight, dueAt', 'dueAt', is('weight', '$eq', 1)],
    ['status, dueAt', '', and(is('status', '$eq', 'a'), is('dueAt', '$gt', '2026-01-01T00:00:00.000Z'))],
    [undefined, 'name', is('status', '$eq', 'a')],
    [undefined, 'updatedAt', undefined],
    ['name', '', and(is('secret', '$eq', 'x'), is('name', '$eq', 'n'))],
    [undefined, '', is('secret', '$eq', 'x')],
    [undefined, '', is('tags', '$contArr', ['x'])],
    [undefined, '', is('id', '$eq', ID)],
  ])('advises the index "%s" for the order "%s" and %j, and names no hidden field', (expected, by, where) => {
    expect(planOf(parts, where, order(by), 'live').advice).toBe(expected);
  });
});
