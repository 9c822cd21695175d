// Checks that each purpose and version has its own key, and that only a configured version resolves to one.
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

const roots: Roots<never> = { 2: 'b'.repeat(32), 9: 'c'.repeat(40), 10: 'd'.repeat(32) };
const purposes: Purpose[] = ['pepper', 'refresh-token', 'csrf', 'limiter', 'cursor', 'one-time-code', 'seal', 'log'];

describe('purpose keys', () => {
  test('currentVersion returns the numerically highest version', () => {
    expect(currentVersion(roots)).toBe('10');
    expect(currentVersion({ 10: 'x', 9: 'x' })).toBe('10');
    expect(purposeKey(roots, 'csrf')).toEqual(purposeKey(roots, 'csrf', '10'));
  });

  test('oldestVersion returns the numerically lowest version, also when `current` names another', () => {
    expect(oldestVersion(roots)).toBe('2');
    expect(oldestVersion({ 10: 'x', 9: 'x', current: '10' })).toBe('9');
    expect(() => oldestVersion({})).toThrow('no root secret');
  });

  test('purposeKey returns a stable 32-byte key of its own for every purpose and version', () => {
    const keys = purposes.flatMap((purpose) => ['2', '9', '10'].map((version) => purposeKey(roots, purpose, version)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(purposes.length * 3);
    expect(keys.every((key) => key.length === 32)).toBe(true);
    const expected = Buffer.from(hkdfSync('sha256', 'b'.repeat(32), '', 'gatehouse/seal', 32));
    expect(purposeKey(roots, 'seal', '2')).toEqual(expected);
  });

  test.each(['3', '', '0', '02', '1e1', ' 2', '2\n', '__proto__', 'constructor', 'toString'])(
    'knowsVersion returns false and purposeKey throws for version %j',
    (version) => {
      expect(knowsVersion(roots, version)).toBe(false);
      expect(() => purposeKey(roots, 'seal', version)).toThrow('unknown root secret version');
    },
  );

  test('purposeKey and currentVersion throw for a root inherited from the prototype', () => {
    const inherited: Roots<never> = Object.create({ 1: 'a'.repeat(32) });
    expect(() => purposeKey(inherited, 'seal', '1')).toThrow('unknown root secret version');
    expect(() => currentVersion(inherited)).toThrow('no current root secret');
  });

  test('purposeKey and currentVersion throw for no root, a short root and a malformed version', () => {
    expect(() => purposeKey({}, 'seal')).toThrow('no current root secret');
    expect(() => purposeKey({ 1: 'a'.repeat(31) }, 'seal')).toThrow('at least 32 characters');
    expect(() => purposeKey({ 1: '' }, 'seal')).toThrow('at least 32 characters');
    expect(purposeKey({ 1: 'a'.repeat(32) }, 'seal')).toHaveLength(32);
    expect(() => currentVersion({ 1: 'a'.repeat(32), '01': 'b'.repeat(32) })).toThrow('malformed');
    expect(() => currentVersion({ latest: 'a'.repeat(32) })).toThrow('malformed');
    expect(knowsVersion({ latest: 'a'.repeat(32) }, 'latest')).toBe(false);
  });
});

test('purposeKey uses an added version only when `current` names it, and can resolve it before', () => {
  const [one, two] = ['a'.repeat(48), 'b'.repeat(48)];
  expect(currentVersion({ 1: one, 2: two })).toBe('2');
  expect(currentVersion({ 1: one, 2: two, current: '1' })).toBe('1');
  expect(purposeKey({ 1: one, 2: two, current: '1' }, 'seal')).toEqual(purposeKey({ 1: one }, 'seal'));
  expect(purposeKey({ 1: one, 2: two, current: '1' }, 'seal', '2')).toEqual(purposeKey({ 2: two }, 'seal'));
  expect(() => currentVersion({ 1: one, current: '2' })).toThrow('no current root secret');
});
