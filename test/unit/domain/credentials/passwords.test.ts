// Checks the password policy: length in code points after NFC, no common password, no identifier of the user or tenant.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Owner, requireAcceptable } from '../../../../lib/domain/credentials/passwords.ts';
import { rootSettings } from '../../../support/roots.ts';

beforeAll(() => {
  Object.assign(process.env, {
    GATEHOUSE_BASE_URL: 'http://localhost:1',
    GATEHOUSE_TABLE: 'unused',
    ...rootSettings('unused'),
    GATEHOUSE_APP_NAME: 'Gatehouse',
  });
});

const NO_ONE: Owner = { email: null, phone: null, tenant: null };
const inTenant = (slug: string, minLength?: number) => ({
  tenant: { slug, settings: minLength === undefined ? {} : { password: { minLength } } },
});

/** Returns 'accepted', or the code of the error that `requireAcceptable` throws. */
const outcomeOf = (password: string, owner: Partial<Owner> = {}): string => {
  try {
    requireAcceptable(password, { ...NO_ONE, ...owner });
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
    expect([11, 12].map((length) => outcomeOf(text(length), inTenant('t', 12)))).toEqual([
      'PASSWORD_TOO_SHORT',
      'accepted',
    ]);
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
  test.each<[string, string, Partial<Owner>]>([
    ['the tenant slug', 'acme-corp 4711', { email: 'ann@example.com', ...inTenant('acme-corp') }],
    ['the slug in capitals', 'x ACME-CORP y', { email: 'ann@example.com', ...inTenant('acme-corp') }],
    ['the local part', 'annabel 12345', { email: 'annabel@example.com' }],
    ['the local part in capitals', 'x-ANNABEL-y', { email: 'annabel@example.com' }],
    ['the whole address', 'annabel@example.com', { email: 'annabel@example.com' }],
    ['a local part of four', 'my anna 4711', { email: 'anna@example.com' }],
    ['the name of the app', 'myGateHouse4711', {}],
    ['the slug, decomposed in the password', 'caf\u00e9bar 4711'.normalize('NFD'), inTenant('caf\u00e9bar')],
    ['the phone number', '+4915112345678', { phone: '+4915112345678' }],
    ['the phone number without a plus', '4915112345678', { phone: '+4915112345678' }],
    ['the national number', '015112345678', { phone: '+4915112345678' }],
    ['the number with punctuation', '(0151) 1234-5678', { phone: '+4915112345678' }],
    ['the number with 00 and a word', '0049 151 12345678 anna', { phone: '+4915112345678' }],
    ['the number between words', 'x0x1y5z112345678pq', { phone: '+4915112345678' }],
    [
      'full-width digits',
      '\uff10\uff11\uff15\uff11\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
      { phone: '+4915112345678' },
    ],
    ['a number of one country digit', '(212) 555-0123', { phone: '+12125550123' }],
    ['a short number', 'call 1234567', { phone: '+2901234567' }],
  ])('for %s', (_, password, owner) => {
    expect(outcomeOf(password, owner)).toBe('PASSWORD_CONTAINS_IDENTIFIER');
  });

  test.each<[string, string, Partial<Owner>]>([
    ['a local part of three', 'my ann 471100', { email: 'ann@example.com' }],
    ['a slug of three', 'the abc 471100', inTenant('abc')],
    ['only the domain', 'example.com 47', { email: 'annabel@example.com' }],
    ['no identifiers', 'acme-corp 4711', {}],
    ['the end of the number', 'x 345678 zqx', { phone: '+4915112345678' }],
    ['another number', '015187654321', { phone: '+4915112345678' }],
  ])('not for %s', (_, password, owner) => {
    expect(outcomeOf(password, owner)).toBe('accepted');
  });
});
