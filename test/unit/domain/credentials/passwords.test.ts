// Checks the password policy: length in code points after NFC, no common password, no identifier of the user or tenant.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { requireAcceptable } from '../../../../lib/domain/credentials/passwords.ts';
import { rootSettings } from '../../../support/roots.ts';

beforeAll(() => {
  Object.assign(process.env, {
    GATEHOUSE_BASE_URL: 'http://localhost:1',
    GATEHOUSE_TABLE: 'unused',
    ...rootSettings('unused'),
    GATEHOUSE_APP_NAME: 'Gatehouse',
  });
});

/** Returns 'accepted', or the code of the error that `requireAcceptable` throws. */
const outcomeOf = (password: string, identifiers: (string | null | undefined)[] = [], min?: number): string => {
  try {
    requireAcceptable(password, identifiers, min);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
/** Returns text of `length` code points that is on no list. */
const text = (length: number) => 'zqx7 vjw9 kbp3 '.repeat(9).slice(0, length);

describe('requireAcceptable', () => {
  test.each([
    [7, 'PASSWORD_TOO_SHORT'],
    [8, 'accepted'],
    [64, 'accepted'],
    [72, 'accepted'],
    [128, 'accepted'],
    [129, 'PASSWORD_TOO_LONG'],
  ])('with a password of %i characters: %s', (length, expected) => {
    expect(outcomeOf(text(length))).toBe(expected);
  });

  test.each([
    ['7 emoji (14 UTF-16 units)', '\u{1f98a}'.repeat(7), 'PASSWORD_TOO_SHORT'],
    ['8 emoji', '\u{1f98a}'.repeat(8), 'accepted'],
    ['128 emoji (512 bytes)', '\u{1f98a}'.repeat(128), 'accepted'],
    ['129 emoji', '\u{1f98a}'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['7 letters after composition', 'e\u0301'.repeat(7), 'PASSWORD_TOO_SHORT'],
    ['8 letters after composition', 'e\u0301'.repeat(8), 'accepted'],
    ['128 letters after composition', 'e\u0301'.repeat(128), 'accepted'],
    ['8 characters with spaces', ' zq x 7 ', 'accepted'],
    ['an empty password', '', 'PASSWORD_TOO_SHORT'],
  ])('counts code points after NFC: %s', (_, password, expected) => {
    expect(outcomeOf(password)).toBe(expected);
  });

  test('refuses a password below the minimum length of the tenant', () => {
    expect([outcomeOf(text(11), [], 12), outcomeOf(text(12), [], 12)]).toEqual(['PASSWORD_TOO_SHORT', 'accepted']);
  });
});

describe('requireAcceptable has no composition rules and accepts', () => {
  test.each([
    ['one class of characters', 'correcthorsebatterystaple'],
    ['digits', '8302751946'],
    ['other scripts', '\u043f\u0440\u043e\u0441\u0442\u043e\u0439\u043f'],
    ['control characters', 'zqx7\tvjw9\u0007'],
  ])('%s', (_, password) => {
    expect(outcomeOf(password)).toBe('accepted');
  });
});

describe('requireAcceptable throws PASSWORD_TOO_COMMON', () => {
  test.each([
    'password',
    'PASSWORD',
    'Password123',
    'Password123!',
    '!!password123!!',
    '12345678',
    'qwertyuiop',
    'iloveyou',
    'P@ssw0rd',
  ])('for %s', (password) => {
    expect(outcomeOf(password)).toBe('PASSWORD_TOO_COMMON');
  });
});

describe('requireAcceptable throws PASSWORD_CONTAINS_IDENTIFIER', () => {
  test.each([
    ['the tenant slug', 'acme-corp 4711', ['ann@example.com', 'acme-corp']],
    ['the slug in capitals', 'x ACME-CORP y', ['ann@example.com', 'acme-corp']],
    ['the local part', 'annabel 12345', ['annabel@example.com']],
    ['the local part in capitals', 'x-ANNABEL-y', ['annabel@example.com']],
    ['the whole address', 'annabel@example.com', ['annabel@example.com']],
    ['a local part of four', 'my anna 4711', ['anna@example.com']],
    ['the name of the app', 'myGateHouse4711', []],
    ['the slug, decomposed in the password', 'caf\u00e9bar 4711'.normalize('NFD'), ['caf\u00e9bar']],
  ])('for %s', (_, password, identifiers) => {
    expect(outcomeOf(password, identifiers)).toBe('PASSWORD_CONTAINS_IDENTIFIER');
  });

  test.each([
    ['a local part of three', 'my ann 471100', ['ann@example.com']],
    ['a slug of three', 'the abc 471100', ['abc']],
    ['only the domain', 'example.com 47', ['annabel@example.com']],
    ['no identifiers', 'acme-corp 4711', [null, undefined]],
  ])('not for %s', (_, password, identifiers) => {
    expect(outcomeOf(password, identifiers)).toBe('accepted');
  });
});
