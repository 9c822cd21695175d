// The password policy: length in code points after NFC, nothing common, nothing that says who or where it is for.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { requireAcceptable } from '../../../../lib/domain/credentials/passwords.ts';

beforeAll(() => {
  Object.assign(process.env, {
    GATEHOUSE_BASE_URL: 'http://localhost:1',
    GATEHOUSE_TABLE: 'unused',
    GATEHOUSE_ROOT_SECRET: 'unused',
    GATEHOUSE_APP_NAME: 'Gatehouse',
  });
});

const verdict = (password: string, identifiers: (string | null | undefined)[] = [], min?: number): string => {
  try {
    requireAcceptable(password, identifiers, min);
    return 'good';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
/** Text of `length` code points that is on no list. */
const text = (length: number) => 'zqx7 vjw9 kbp3 '.repeat(9).slice(0, length);

describe('length', () => {
  test.each([
    [7, 'PASSWORD_TOO_SHORT'],
    [8, 'good'],
    [64, 'good'],
    [72, 'good'],
    [128, 'good'],
    [129, 'PASSWORD_TOO_LONG'],
  ])('of %i characters: %s', (length, expected) => {
    expect(verdict(text(length))).toBe(expected);
  });

  test.each([
    ['7 emoji (14 UTF-16 units)', '\u{1f98a}'.repeat(7), 'PASSWORD_TOO_SHORT'],
    ['8 emoji', '\u{1f98a}'.repeat(8), 'good'],
    ['128 emoji (512 bytes)', '\u{1f98a}'.repeat(128), 'good'],
    ['129 emoji', '\u{1f98a}'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['7 letters after composition', 'e\u0301'.repeat(7), 'PASSWORD_TOO_SHORT'],
    ['8 letters after composition', 'e\u0301'.repeat(8), 'good'],
    ['128 letters after composition', 'e\u0301'.repeat(128), 'good'],
    ['spaces, which count', ' zq x 7 ', 'good'],
    ['nothing', '', 'PASSWORD_TOO_SHORT'],
  ])('%s: counted in code points after NFC', (_, password, expected) => {
    expect(verdict(password)).toBe(expected);
  });

  test('a tenant may ask for more', () => {
    expect([verdict(text(11), [], 12), verdict(text(12), [], 12)]).toEqual(['PASSWORD_TOO_SHORT', 'good']);
  });
});

describe('composition: anything goes', () => {
  test.each([
    ['one class of characters', 'correcthorsebatterystaple'],
    ['digits', '8302751946'],
    ['other scripts', '\u043f\u0440\u043e\u0441\u0442\u043e\u0439\u043f'],
    ['control characters', 'zqx7\tvjw9\u0007'],
  ])('%s', (_, password) => {
    expect(verdict(password)).toBe('good');
  });
});

describe('common passwords', () => {
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
  ])('%s', (password) => {
    expect(verdict(password)).toBe('PASSWORD_TOO_COMMON');
  });
});

describe('what stands in the account', () => {
  test.each([
    ['the tenant slug', 'acme-corp 4711', ['ann@example.com', 'acme-corp']],
    ['the slug in capitals', 'x ACME-CORP y', ['ann@example.com', 'acme-corp']],
    ['the local part', 'annabel 12345', ['annabel@example.com']],
    ['the local part in capitals', 'x-ANNABEL-y', ['annabel@example.com']],
    ['the whole address', 'annabel@example.com', ['annabel@example.com']],
    ['a local part of four', 'my anna 4711', ['anna@example.com']],
    ['the product', 'myGateHouse4711', []],
    ['the slug, decomposed in the password', 'caf\u00e9bar 4711'.normalize('NFD'), ['caf\u00e9bar']],
  ])('%s', (_, password, identifiers) => {
    expect(verdict(password, identifiers)).toBe('PASSWORD_CONTAINS_IDENTIFIER');
  });

  test.each([
    ['a local part of three', 'my ann 471100', ['ann@example.com']],
    ['a slug of three', 'the abc 471100', ['abc']],
    ['only the domain', 'example.com 47', ['annabel@example.com']],
    ['nothing known', 'acme-corp 4711', [null, undefined]],
  ])('%s is no reason', (_, password, identifiers) => {
    expect(verdict(password, identifiers)).toBe('good');
  });
});
