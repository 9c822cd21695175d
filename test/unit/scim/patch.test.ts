// Tests how a PATCH is compiled into changes of the closed schema: the forms that clients send, and what is refused.
import { describe, expect, test } from '@jest/globals';
import { ScimError } from '../../../lib/scim/errors.ts';
import { applyChanges, compilePatch } from '../../../lib/scim/patch.ts';
import { bodyOf, readResource } from '../../../lib/scim/resource.ts';
import { ENTERPRISE_URN, USER_TYPE } from '../../../lib/scim/schema.ts';

const BEFORE = {
  userName: 'ada@example.com',
  active: true,
  name: { familyName: 'Lovelace', givenName: 'Ada' },
  emails: [
    { value: 'ada@example.com', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  [ENTERPRISE_URN]: { department: 'Engines', employeeNumber: '7' },
};

const patched = (...Operations: unknown[]) => {
  const { schemas: _, ...body } = bodyOf(
    USER_TYPE,
    applyChanges(readResource(USER_TYPE, BEFORE), compilePatch(USER_TYPE, { Operations })),
  );
  return body;
};
const refusalOf = (...Operations: unknown[]): unknown => {
  try {
    return patched(...Operations);
  } catch (error) {
    return error instanceof ScimError ? [error.status, error.scimType] : error;
  }
};

describe('what clients send', () => {
  test('Okta deactivates without a path', () => {
    expect(patched({ op: 'replace', value: { active: false } })).toEqual({ ...BEFORE, active: false });
  });

  test('Entra writes op with a capital and false as a text', () => {
    expect(patched({ op: 'Replace', path: 'active', value: 'False' })).toEqual({ ...BEFORE, active: false });
    expect(patched({ op: 'Replace', value: { active: 'FALSE' } })).toMatchObject({ active: false });
  });

  test('Entra names attributes of the extension by the URN, in a path and in a value', () => {
    expect(patched({ op: 'Add', path: `${ENTERPRISE_URN}:department`, value: 'Poetry' })).toMatchObject({
      [ENTERPRISE_URN]: { department: 'Poetry', employeeNumber: '7' },
    });
    expect(patched({ op: 'Replace', value: { [`${ENTERPRISE_URN}:department`]: 'Poetry' } })).toMatchObject({
      [ENTERPRISE_URN]: { department: 'Poetry', employeeNumber: '7' },
    });
    expect(patched({ op: 'Replace', value: { [ENTERPRISE_URN]: { department: 'Poetry' } } })).toMatchObject({
      [ENTERPRISE_URN]: { department: 'Poetry', employeeNumber: '7' },
    });
  });

  test('Entra sends the manager as a text, and removes it', () => {
    const path = `${ENTERPRISE_URN}:manager`;
    expect(patched({ op: 'Add', path, value: '42' })).toMatchObject({ [ENTERPRISE_URN]: { manager: { value: '42' } } });
    expect(patched({ op: 'Add', path, value: '42' }, { op: 'Remove', path })).toEqual(BEFORE);
    expect(patched({ op: 'Add', path, value: '42' }, { op: 'Replace', path, value: '' })).toEqual(BEFORE);
  });

  test('a filtered path changes the value that fits, and creates one that it describes', () => {
    expect(patched({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'a@b.example' })).toMatchObject({
      emails: [{ value: 'a@b.example', type: 'work', primary: true }, BEFORE.emails[1]],
    });
    expect(patched({ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' })).toMatchObject({
      phoneNumbers: [{ type: 'mobile', value: '1' }],
    });
    expect(patched({ op: 'Replace', path: 'addresses[type eq "work"].country', value: 'DE' })).toMatchObject({
      addresses: [{ type: 'work', country: 'DE' }],
    });
    expect(patched({ op: 'Add', path: 'roles[primary eq "True"].value', value: 'r' })).toMatchObject({
      roles: [{ primary: true, value: 'r' }],
    });
  });

  test('a value without a path may name parts by dots, ids that change nothing, and attributes that no schema has', () => {
    expect(
      patched({
        op: 'replace',
        value: { id: 'x', schemas: [], 'name.givenName': 'Augusta', unknown: 1, password: 'x' },
      }),
    ).toEqual({ ...BEFORE, name: { familyName: 'Lovelace', givenName: 'Augusta' } });
  });
});

describe('operations', () => {
  test('are applied in their order', () => {
    expect(
      patched(
        { op: 'add', path: 'title', value: 'a' },
        { op: 'replace', path: 'title', value: 'b' },
        { op: 'remove', path: 'title' },
        { op: 'add', path: 'nickName', value: 'c' },
      ),
    ).toEqual({ ...BEFORE, nickName: 'c' });
  });

  test('add to a list what is not there yet, and one primary value takes it from the other', () => {
    const added = { value: 'new@example.com', type: 'other', primary: true };
    const { emails } = patched({ op: 'add', path: 'emails', value: [BEFORE.emails[1], added] }) as typeof BEFORE;
    expect(emails).toEqual([{ ...BEFORE.emails[0], primary: false }, BEFORE.emails[1], added]);
  });

  test('replace a list as a whole, and merge what has parts', () => {
    expect(patched({ op: 'replace', path: 'emails', value: [{ value: 'x@y.example' }] })).toMatchObject({
      emails: [{ value: 'x@y.example' }],
    });
    expect(patched({ op: 'replace', path: 'name', value: { givenName: 'A' } })).toMatchObject({
      name: { familyName: 'Lovelace', givenName: 'A' },
    });
  });

  test('remove values by a filter, by their value, and parts', () => {
    const [work, home] = BEFORE.emails;
    expect(patched({ op: 'remove', path: 'emails[type eq "home"]' })).toMatchObject({ emails: [work] });
    expect(patched({ op: 'remove', path: 'emails', value: [{ value: home?.value }] })).toMatchObject({
      emails: [work],
    });
    expect(patched({ op: 'remove', path: 'name.givenName' })).toMatchObject({ name: { familyName: 'Lovelace' } });
    expect(patched({ op: 'remove', path: 'emails' })).not.toHaveProperty('emails');
    expect(patched({ op: 'replace', path: 'title', value: null })).toEqual(BEFORE);
  });
});

describe('refusals', () => {
  test.each([
    [[{ op: 'remove' }], 'noTarget'],
    [[{ op: 'add', value: 'x' }], 'invalidValue'],
    [[{ op: 'move', path: 'title', value: 'x' }], 'invalidSyntax'],
    [[{ path: 'title', value: 'x' }], 'invalidSyntax'],
    [[null], 'invalidSyntax'],
    [[{ op: 'add', path: 7, value: 'x' }], 'invalidPath'],
    [[{ op: 'add', path: 'unknown', value: 'x' }], 'invalidPath'],
    [[{ op: 'add', path: 'name.unknown', value: 'x' }], 'invalidPath'],
    [[{ op: 'add', path: 'emails[type eq', value: 'x' }], 'invalidPath'],
    [[{ op: 'add', path: 'emails[unknown eq "x"].value', value: 'x' }], 'invalidPath'],
    [[{ op: 'add', path: 'emails[type eq "x"].unknown', value: 'x' }], 'invalidPath'],
    [[{ op: 'add', path: 'emails.value', value: 'x' }], 'invalidPath'],
    [[{ op: 'add', path: 'name[type eq "x"]', value: {} }], 'invalidPath'],
    [[{ op: 'replace', path: 'emails[type sw "x"].value', value: 'x' }], 'noTarget'],
    [[{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    [[{ op: 'replace', path: 'meta.version', value: 'x' }], 'mutability'],
    [[{ op: 'add', path: 'groups', value: [] }], 'invalidPath'],
    [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    [[{ op: 'replace', path: 'title', value: {} }], 'invalidValue'],
    [[{ op: 'replace', path: 'name', value: 'Ada' }], 'invalidValue'],
    [
      [
        {
          op: 'replace',
          path: 'emails',
          value: [
            { value: 'a', primary: true },
            { value: 'b', primary: true },
          ],
        },
      ],
      'invalidValue',
    ],
    [
      [{ op: 'add', path: 'emails', value: Array.from({ length: 101 }, (_, at) => ({ value: `${at}` })) }],
      'invalidValue',
    ],
  ])('%j is %s', (operations, scimType) => {
    expect(refusalOf(...operations)).toEqual([400, scimType]);
  });

  test('a body without operations, and one with too many, is invalidSyntax', () => {
    for (const body of [{}, { Operations: [] }, { Operations: {} }, null, 'x', { Operations: Array(1001).fill({}) }])
      expect(() => compilePatch(USER_TYPE, body)).toThrow(ScimError);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__.polluted'])(
    'no position of %s reaches a prototype',
    (name) => {
      const tries: unknown[] = [
        { op: 'add', path: name, value: 'x' },
        { op: 'add', path: `name.${name}`, value: 'x' },
        { op: 'add', path: `${ENTERPRISE_URN}:${name}`, value: 'x' },
        { op: 'add', path: `emails[${name} eq "x"].value`, value: 'x' },
        { op: 'add', path: `emails[type eq "x"].${name}`, value: 'x' },
        { op: 'add', value: JSON.parse(`{"${name}":{"polluted":true}}`) },
        { op: 'add', path: 'name', value: JSON.parse(`{"${name}":"x"}`) },
        { op: 'add', path: 'emails', value: [JSON.parse(`{"${name}":"x","value":"y"}`)] },
        { op: 'add', value: { [ENTERPRISE_URN]: JSON.parse(`{"${name}":"x"}`) } },
      ];
      const before = Object.getOwnPropertyNames(Object.prototype).length;
      for (const each of tries) {
        refusalOf(each);
        expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      }
    },
  );
});
