// Checks that each purpose and version has its own key, and that live credentials verify under accepted versions only.
import { hkdfSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { acceptedKeys, limiterKey, logKey, signingKey, storedKey } from '../../../lib/crypto/purpose-keys.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';

const [two, nine, ten] = ['b'.repeat(32), 'c'.repeat(40), 'd'.repeat(32)] as const;
const roots: Roots<never> = { 2: two, 9: nine, 10: ten };
const LIVE = [
  'refresh-token',
  'csrf',
  'cursor',
  'one-time-code',
  'authorization-request',
  'authorization-code',
  'device-binding',
  'scim-access',
] as const;
const STORED = ['pepper', 'seal'] as const;
const now = Date.parse('2026-11-22T12:00:00Z');

test('each purpose and version has a stable 32-byte key of its own', () => {
  const keys = ['2', '9', '10'].flatMap((current) => {
    const some = { ...roots, current } as Roots<never>;
    return [
      ...LIVE.map((purpose) => signingKey(some, purpose, now).key),
      ...STORED.map((purpose) => storedKey(some, purpose, current)),
      logKey(some),
    ];
  });
  expect(new Set([...keys, limiterKey(roots)].map((key) => key.toString('hex'))).size).toBe(3 * 11 + 1);
  expect(keys.every((key) => key.length === 32)).toBe(true);
  expect(storedKey(roots, 'seal', '2')).toEqual(Buffer.from(hkdfSync('sha256', two, '', 'gatehouse/seal', 32)));
});

test('signingKey uses an added version only when `current` names it, and storedKey can read it before', () => {
  const added: Roots<never> = { 2: two, 9: nine, current: '2' };
  expect(signingKey(added, 'csrf', now)).toEqual(signingKey({ 2: two }, 'csrf', now));
  expect(storedKey(added, 'seal', '9')).toEqual(storedKey({ 9: nine }, 'seal', '9'));
});

test('limiterKey stays the same when versions are added, replaced and revoked', () => {
  const replaced: Roots<never> = { ...roots, current: '10', revoked: ['2', '9'] };
  expect(limiterKey(replaced)).toEqual(limiterKey({ 2: two }));
});

test.each(LIVE)('acceptedKeys has the keys of %s for accepted versions only, and storedKey those of all', (purpose) => {
  const since = { 2: '2026-01-01T00:00:00Z', 9: '2026-11-01T00:00:00Z' };
  const some: Roots<never> = { ...roots, current: '9', since };
  expect([...acceptedKeys(some, purpose, now)]).toEqual([
    ['9', signingKey(some, purpose, now).key],
    ['2', signingKey({ 2: two }, purpose, now).key],
  ]);
  const revoked: Roots<never> = { ...some, revoked: ['2'] };
  expect([...acceptedKeys(revoked, purpose, now).keys()]).toEqual(['9']);
  for (const stored of STORED) expect(storedKey(revoked, stored, '2')).toEqual(storedKey(roots, stored, '2'));
});

test.each(['3', '', '0', '02', '1e1', ' 2', '2\n', '__proto__', 'constructor', 'toString', 'current'])(
  'storedKey throws for version %j',
  (version) => {
    expect(() => storedKey({ ...roots, current: '2' } as Roots<never>, 'seal', version)).toThrow(
      'unknown root secret version',
    );
  },
);

test('keys are not derived from a root that is missing, short, inherited or revoked', () => {
  const none: Roots<never> = {};
  const inherited: Roots<never> = Object.create({ 1: two });
  expect(() => signingKey(none, 'csrf', now)).toThrow('no current root secret');
  expect(() => signingKey(inherited, 'csrf', now)).toThrow('no current root secret');
  expect(() => storedKey(inherited, 'seal', '1')).toThrow('unknown root secret version');
  const short: Roots<never> = { 1: 'a'.repeat(31) };
  expect(() => storedKey(short, 'seal', '1')).toThrow('at least 32 characters');
  const revoked: Roots<never> = { 1: two, revoked: ['1'] };
  expect(() => signingKey(revoked, 'csrf', now)).toThrow('revoked');
  expect(() => acceptedKeys(revoked, 'csrf', now)).toThrow('revoked');
});
