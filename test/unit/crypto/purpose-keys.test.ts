// One key per purpose and version; nothing but a configured version ever resolves to a key.
import { hkdfSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  currentVersion,
  knowsVersion,
  oldestVersion,
  type Purpose,
  purposeKey,
  type Roots,
} from '../../../lib/crypto/purpose-keys.ts';

const roots: Roots = { 2: 'b'.repeat(32), 9: 'c'.repeat(40), 10: 'd'.repeat(32) };
const purposes: Purpose[] = ['pepper', 'refresh-token', 'csrf', 'limiter', 'cursor', 'one-time-code', 'seal', 'log'];

describe('purpose keys', () => {
  test('the numerically highest version is current', () => {
    expect(currentVersion(roots)).toBe('10');
    expect(currentVersion({ 10: 'x', 9: 'x' })).toBe('10');
    expect(purposeKey(roots, 'csrf')).toEqual(purposeKey(roots, 'csrf', '10'));
  });

  test('the numerically lowest version is the oldest, whichever is current', () => {
    expect(oldestVersion(roots)).toBe('2');
    expect(oldestVersion({ 10: 'x', 9: 'x', current: '10' })).toBe('9');
    expect(() => oldestVersion({})).toThrow('no root secret');
  });

  test('every purpose and version has its own stable 32-byte key', () => {
    const keys = purposes.flatMap((purpose) => ['2', '9', '10'].map((version) => purposeKey(roots, purpose, version)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(purposes.length * 3);
    expect(keys.every((key) => key.length === 32)).toBe(true);
    const expected = Buffer.from(hkdfSync('sha256', 'b'.repeat(32), '', 'gatehouse/seal', 32));
    expect(purposeKey(roots, 'seal', '2')).toEqual(expected);
  });

  test.each(['3', '', '0', '02', '1e1', ' 2', '2\n', '__proto__', 'constructor', 'toString'])(
    'version %j is unknown',
    (version) => {
      expect(knowsVersion(roots, version)).toBe(false);
      expect(() => purposeKey(roots, 'seal', version)).toThrow('unknown root secret version');
    },
  );

  test('a root inherited from the prototype is no root', () => {
    const inherited: Roots = Object.create({ 1: 'a'.repeat(32) });
    expect(() => purposeKey(inherited, 'seal', '1')).toThrow('unknown root secret version');
    expect(() => currentVersion(inherited)).toThrow('no current root secret');
  });

  test('no root, a short root and a malformed version fail closed', () => {
    expect(() => purposeKey({}, 'seal')).toThrow('no current root secret');
    expect(() => purposeKey({ 1: 'a'.repeat(31) }, 'seal')).toThrow('at least 32 characters');
    expect(() => purposeKey({ 1: '' }, 'seal')).toThrow('at least 32 characters');
    expect(purposeKey({ 1: 'a'.repeat(32) }, 'seal')).toHaveLength(32);
    expect(() => currentVersion({ 1: 'a'.repeat(32), '01': 'b'.repeat(32) })).toThrow('malformed');
    expect(() => currentVersion({ latest: 'a'.repeat(32) })).toThrow('malformed');
    expect(knowsVersion({ latest: 'a'.repeat(32) }, 'latest')).toBe(false);
  });
});

test('a version that was added is used when `current` says so, and read before', () => {
  const [one, two] = ['a'.repeat(48), 'b'.repeat(48)];
  expect(currentVersion({ 1: one, 2: two })).toBe('2');
  expect(currentVersion({ 1: one, 2: two, current: '1' })).toBe('1');
  expect(purposeKey({ 1: one, 2: two, current: '1' }, 'seal')).toEqual(purposeKey({ 1: one }, 'seal'));
  expect(purposeKey({ 1: one, 2: two, current: '1' }, 'seal', '2')).toEqual(purposeKey({ 2: two }, 'seal'));
  expect(() => currentVersion({ 1: one, current: '2' })).toThrow('no current root secret');
});
