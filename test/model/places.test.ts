// Checks that the model knows every operation: each has a place in a command. A new operation without one fails here.
import { expect, test } from '@jest/globals';
import { operationsOfContract } from '../support/ledger.ts';
import { COMMANDS } from './commands/index.ts';
import { RULES } from './rules.ts';

test('every operation of the contract has a place in a command of the model', () => {
  const placed = new Set<string>(COMMANDS.flatMap(({ routes }) => routes));
  expect(operationsOfContract.map(({ route }) => route).filter((route) => !placed.has(route))).toEqual([]);
});

test('commands of the model have distinct names and rules have texts', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(Object.values(RULES).filter(({ text }) => !text.endsWith('.'))).toEqual([]);
});
