// Throws random filters, paths and operations at the parsers of SCIM: each is understood, or refused in SCIM's form, and quickly.
import { expect, test } from '@jest/globals';
import { ScimError } from '../../../lib/scim/errors.ts';
import { fits, parseFilter } from '../../../lib/scim/filter.ts';
import { readQuery } from '../../../lib/scim/list.ts';
import { applyChanges, compilePatch } from '../../../lib/scim/patch.ts';
import { bodyOf, readResource, written } from '../../../lib/scim/resource.ts';
import { ENTERPRISE_URN, GROUP_TYPE, USER_TYPE } from '../../../lib/scim/schema.ts';

/** A round is a filter, an order, a PATCH and a body. SCIM_FUZZ=25000 makes 100 000 tries. */
const ROUNDS = Number(process.env.SCIM_FUZZ ?? 8000);
const PIECES = [
  'userName',
  'emails',
  'name',
  'members',
  'type',
  'value',
  'primary',
  'active',
  'id',
  'meta',
  '$ref',
  ENTERPRISE_URN,
  'manager',
  '__proto__',
  'constructor',
  'prototype',
  'eq',
  'ne',
  'co',
  'sw',
  'pr',
  'gt',
  'and',
  'or',
  'not',
  '"x"',
  '"',
  '\\',
  'true',
  'null',
  '1e9',
  '(',
  ')',
  '[',
  ']',
  '.',
  ':',
  ' ',
  '',
  '\u0000',
  '😀',
  'ﬀ',
  '\n',
  'x'.repeat(50),
];
const VALUES: unknown[] = [
  null,
  true,
  'True',
  'x',
  '',
  7,
  {},
  [],
  [null],
  { value: 'x' },
  [{ value: 'x', primary: true }],
  { active: 'False' },
];

/** A generator of 32 bits (mulberry32): a failure names its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

test('random input never throws anything else, reaches no prototype, and makes only what can be stored', () => {
  const seed = Number(process.env.SCIM_SEED ?? 1);
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const text = () => Array.from({ length: random(12) }, () => pick(PIECES)).join(pick(['', ' ', '.']));
  const value = (): unknown => (random(4) ? pick(VALUES) : { [text() || 'x']: pick(VALUES) });
  const operation = () => ({
    op: pick(['add', 'Replace', 'remove', 'x']),
    ...(random(4) && { path: text() }),
    ...(random(4) && { value: value() }),
  });
  const user = readResource(USER_TYPE, {
    userName: 'x',
    emails: [{ value: 'x', type: 'x' }],
    [ENTERPRISE_URN]: { manager: 'x' },
  });
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  let understood = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const type = pick([USER_TYPE, GROUP_TYPE]);
    for (const run of [
      () => fits(parseFilter(type, text()), user),
      () => readQuery(type, (name) => (random(2) ? undefined : pick([text(), value(), name]))),
      () => bodyOf(type, applyChanges(user, compilePatch(type, { Operations: [operation(), operation()] }))),
      () => written(readResource(type, { [text() || 'x']: value() })),
    ]) {
      try {
        run();
        understood += 1;
      } catch (error) {
        if (!(error instanceof ScimError)) throw new Error(`seed ${seed}, round ${round}: ${error}`);
      }
    }
  }
  expect(understood).toBeGreaterThan(0);
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
});
