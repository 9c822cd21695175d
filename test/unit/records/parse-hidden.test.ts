// Checks that the reply to a hidden name is the reply to an unknown one, byte by byte, in every position.
import { describe, expect, test } from '@jest/globals';
import { parseAll, parseCounts, parseList, parseOne } from '../../../lib/records/query/parse/parse.ts';
import { all, corners, notes, refusal } from './corners.ts';

/** Names of corners: hidden and unknown. A hidden name of notes is `secret` as well. */
const NAMES = ['secret', 'salary', 'keeperId', 'keeper', 'traces', 'nope', 'Secret', 'toString'];
const count = { fn: 'count', field: 'notes.id', as: 'n' };

type Raw = Record<string, unknown>;
const POSITIONS: [string, (name: string) => Raw][] = [
  ['where', (name) => ({ where: { [name]: 'x' } })],
  ['where, with an operator that fits', (name) => ({ where: { [name]: { $isNull: true } } })],
  ['where, with an operator that does not exist', (name) => ({ where: { [name]: { $nope: 1 } } })],
  ['where, with a wrong operand', (name) => ({ where: { [name]: { $in: [] } } })],
  ['where, with null', (name) => ({ where: { [name]: null } })],
  ['where as JSON', (name) => ({ where: JSON.stringify({ [name]: 5 }) })],
  ['$or', (name) => ({ where: { $or: [{ name: 'x' }, { [name]: 'x' }] } })],
  ['$exists', (name) => ({ where: { [name]: { $exists: true } } })],
  ['$notExists', (name) => ({ where: { [name]: { $notExists: true } } })],
  ['a path in where', (name) => ({ where: { [`${name}.id`]: 'x' } })],
  ['a column in where', (name) => ({ where: { [`notes.${name}`]: 'x' }, relations: ['notes'] })],
  [
    'a column of a cycle in where',
    (name) => ({ where: { [`notes.corner.${name}`]: 'x' }, relations: ['notes.corner'] }),
  ],
  ['order', (name) => ({ order: { [name]: 'ASC' } })],
  ['order, with a wrong direction', (name) => ({ order: { [name]: 'up' } })],
  ['order by a column of a relation', (name) => ({ order: { [`owner.${name}`]: 'ASC' }, relations: ['owner'] })],
  ['order by a path', (name) => ({ order: { [`${name}.id`]: 'ASC' } })],
  ['order by a qualified name', (name) => ({ order: { [`corners.${name}`]: 'ASC' } })],
  ['order of an aggregate list', (name) => ({ order: { [name]: 'ASC' }, aggregates: [count] })],
  ['select', (name) => ({ select: [name] })],
  ['select by a qualified name', (name) => ({ select: [`corners.${name}`] })],
  ['relations', (name) => ({ relations: [name] })],
  ['relations as an object', (name) => ({ relations: { [name]: { where: { nope: 1 } } } })],
  ['the second level of relations', (name) => ({ relations: [`notes.corner.${name}`] })],
  ['the columns of a relation', (name) => ({ relations: { notes: { select: [name] } } })],
  ['the filter of a relation', (name) => ({ relations: { notes: { where: { [name]: 'x' } } } })],
  [
    '$exists in the filter of a relation',
    (name) => ({ relations: { owner: { where: { [name]: { $exists: true } } } } }),
  ],
  ['the filter of a cycle', (name) => ({ relations: { 'notes.corner': { where: { [name]: 'x' } } } })],
  ['the relation of an aggregate', (name) => ({ aggregates: [{ ...count, field: `${name}.id` }] })],
  ['the column of an aggregate', (name) => ({ aggregates: [{ ...count, field: `notes.${name}` }] })],
  ['the column of a sum', (name) => ({ aggregates: [{ ...count, fn: 'sum', field: `notes.${name}` }] })],
  ['the filter of an aggregate', (name) => ({ aggregates: [{ ...count, where: { [name]: 'x' } }] })],
  ['having', (name) => ({ having: { [name]: 1 }, aggregates: [count] })],
];

describe('T-08 a hidden name gets the reply of an unknown name', () => {
  test.each(POSITIONS)('in %s', (_, rawOf) => {
    for (const parse of [parseList, parseAll]) {
      const replies = new Set(NAMES.map((name) => JSON.stringify(refusal(() => parse(corners, all, rawOf(name))))));
      expect([...replies]).toHaveLength(1);
      expect([...replies][0]).toMatch(/"statusCode":400/);
    }
  });

  test.each<[string, (name: string) => Raw]>([
    ['groupByKey', (name) => ({ groupByKey: name })],
    ['the second groupByKey', (name) => ({ groupByKey: ['kind', name] })],
    ['the filter', (name) => ({ filter: { where: { [name]: 'x' } } })],
    ['the relations of the filter', (name) => ({ filter: { relations: [name] } })],
  ])('T-02 T-03 in %s of counts', (_, rawOf) => {
    const replies = new Set(NAMES.map((name) => JSON.stringify(refusal(() => parseCounts(corners, all, rawOf(name))))));
    expect([...replies]).toHaveLength(1);
    expect([...replies][0]).toMatch(/CRUD_INVALID_FIELD/);
    expect([...replies][0]).not.toMatch(/secret|salary|nope/);
  });

  test.each<[string, (name: string) => Raw]>([
    ['select', (name) => ({ select: [name] })],
    ['relations', (name) => ({ relations: [name] })],
  ])('in %s of findOne', (_, rawOf) => {
    const replies = new Set(NAMES.map((name) => JSON.stringify(refusal(() => parseOne(corners, all, rawOf(name))))));
    expect([...replies]).toHaveLength(1);
  });

  test('T-14 by the declaration of the resource that is asked, not by name', () => {
    expect(refusal(() => parseList(notes, all, { where: { secret: 'x' } }))).toMatchObject({
      message: 'where: there is no such field here.',
    });
    expect(parseList(corners, all, { where: { name: 'x' } }).where).toBeDefined();
    expect(refusal(() => parseList(notes, all, { where: { name: 'x' } }))).toBeDefined();
  });
});
