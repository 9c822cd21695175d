import { expect, test } from '@jest/globals';
import { initialsOf } from '../../../lib/apps/console/ui/initials.ts';

test.each([
  ['Ruth Lindqvist', 'RL'],
  ['Ana María de la Cruz', 'AC'],
  ['ada', 'A'],
  ['omar.tanaka@acme.example', 'OT'],
  ['王小明', '王'],
  ['😀 smile', '😀S'],
  ['+4915112345678', '4'],
  ['', ''],
  ['@', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
