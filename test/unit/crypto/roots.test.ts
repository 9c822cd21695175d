// Checks which versions of a root secret sign, which ones are still accepted, and what a valid secret looks like.
import { describe, expect, test } from '@jest/globals';
import { keepsAll, nextRoots, replacedRoots } from '../../../lib/crypto/root-changes.ts';
import {
  acceptedVersions,
  currentVersion,
  oldestVersion,
  problemIn,
  type Roots,
  versionsOf,
} from '../../../lib/crypto/roots.ts';

const root = (letter: string) => letter.repeat(48);
const DAY = 86_400_000;
const now = Date.parse('2026-11-22T12:00:00.000Z');
const at = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString();
const three = { 1: root('a'), 2: root('b'), 3: root('c') };
const roots = (more: object): Roots<never> => ({ ...three, ...more }) as Roots<never>;

describe('the current version', () => {
  test('is the one that `current` names, else the numerically highest', () => {
    expect(currentVersion({ 9: root('a'), 10: root('b') })).toBe('10');
    expect(currentVersion(roots({ current: '2' }))).toBe('2');
    expect(oldestVersion({ 10: root('a'), 9: root('b'), current: '10' })).toBe('9');
  });

  test('is refused when it is missing, malformed or revoked', () => {
    expect(() => currentVersion(roots({ current: '4' }))).toThrow('no current root secret');
    expect(() => currentVersion({})).toThrow('no current root secret');
    expect(() => oldestVersion({})).toThrow('no root secret');
    expect(() => currentVersion({ 1: root('a'), '01': root('b') })).toThrow('malformed');
    expect(() => currentVersion(roots({ revoked: ['3'] }))).toThrow('revoked');
    expect(() => currentVersion(roots({ current: '2', revoked: ['1', '2'] }))).toThrow('revoked');
  });
});

describe('acceptedVersions', () => {
  const accepted = (more: object, time = now) => acceptedVersions(roots(more), time);

  test('has the versions that were current within the last 30 days, the current one first', () => {
    const since = { 1: at(400), 2: at(100), 3: at(29) };
    expect(accepted({ current: '3', since })).toEqual(['3', '2']);
    expect(accepted({ current: '3', since }, now + DAY - 1)).toEqual(['3', '2']);
    expect(accepted({ current: '3', since }, now + DAY)).toEqual(['3']);
    expect(accepted({ current: '3', since: { 1: at(40), 2: at(20), 3: at(1) } })).toEqual(['3', '1', '2']);
  });

  test('omits revoked versions at once', () => {
    const since = { 1: at(3), 2: at(2), 3: at(1) };
    expect(accepted({ current: '3', since, revoked: ['1', '2'] })).toEqual(['3']);
  });

  test('omits a version that was published and never was current', () => {
    expect(accepted({ current: '1', since: { 1: at(400) } })).toEqual(['1']);
    expect(accepted({ current: '2', since: { 1: at(400), 2: at(1) } })).toEqual(['2', '1']);
  });

  test('has the current version alone in a secret that does not say since when', () => {
    expect(accepted({})).toEqual(['3']);
    expect(accepted({ current: '2' })).toEqual(['2']);
  });

  test('has the version before alone until the time comes at which the next one signs, give or take a minute', () => {
    const next = { current: '3', since: { 2: at(5), 3: at(-1) } };
    expect(accepted(next)).toEqual(['2']);
    expect(accepted(next, now + DAY - 61_000)).toEqual(['2']);
    expect(accepted(next, now + DAY - 1)).toEqual(['2', '3']);
    expect(accepted(next, now + DAY)).toEqual(['3', '2']);
    expect(accepted({ ...next, revoked: ['2'] })).toEqual(['3']);
  });

  test('omits a version when nothing says that it ended', () => {
    // Set back by hand to version 1: when 3 ended is not known.
    expect(accepted({ current: '1', since: { 1: at(9), 3: at(3) } })).toEqual(['1']);
    expect(accepted({ current: '3', since: { 2: at(5), 3: at(5) } })).toEqual(['3']);
  });

  test('throws without a time, instead of accepting all', () => {
    expect(() => accepted({}, Number.NaN)).toThrow('now is required');
  });
});

describe('problemIn', () => {
  test('accepts a secret with one version, and complete ones', () => {
    expect(problemIn({ 1: root('a') })).toBeUndefined();
    expect(problemIn({ ...three, current: '2' })).toBeUndefined();
    expect(problemIn({ ...three, current: '2', since: {}, revoked: [] })).toBeUndefined();
    expect(problemIn({ ...three, current: '3', since: { 1: at(9), 3: at(1) }, revoked: ['1'] })).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['no object', undefined],
    ['a list', [root('a')]],
    ['null', null],
    ['no version', { current: '1' }],
    ['a misspelt field', { ...three, revokd: ['1'] }],
    ['a field of the prototype', JSON.parse(`{"1":"${root('a')}","__proto__":"${root('b')}"}`)],
    ['a version with a leading zero', { ...three, '04': root('d') }],
    ['a short version', { ...three, 4: 'short' }],
    ['a version that is no text', { ...three, 4: 4 }],
    ['a current version that does not exist', { ...three, current: '4' }],
    ['a current version that is a field', { ...three, current: 'since', since: {} }],
    ['a current version that is no text', { ...three, current: 3 }],
    ['a history that is no object', { ...three, since: at(1) }],
    ['a history that is a list', { ...three, since: [at(1)] }],
    ['a history of a version that does not exist', { ...three, since: { 4: at(1) } }],
    ['a history with another time', { ...three, since: { 1: '22.11.2026' } }],
    ['a history with a day that does not exist', { ...three, since: { 1: '2026-13-45T00:00:00Z' } }],
    ['a history with a number', { ...three, since: { 1: now } }],
    ['a null history', { ...three, since: null }],
    ['revoked as text', { ...three, current: '3', revoked: '1' }],
    ['revoked numbers', { ...three, revoked: [1] }],
    ['a revoked version that does not exist', { ...three, revoked: ['7'] }],
    ['null for revoked', { ...three, revoked: null }],
    ['a revoked current version', { ...three, current: '2', revoked: ['2'] }],
    ['a revoked highest version without `current`', { ...three, revoked: ['3'] }],
  ])('finds %s, and quotes nothing', (_, value) => {
    const problem = problemIn(value);
    expect(problem).toEqual(expect.any(String));
    for (const each of Object.values(three)) expect(problem).not.toContain(each);
  });
});

describe('changes of a root secret', () => {
  test('nextRoots makes the pending version current, publishes another, and notes the time', () => {
    const first = nextRoots({ 1: root('a') }, root('b'), now, now - 9 * DAY);
    expect(first).toEqual({ 1: root('a'), 2: root('b'), current: '1', since: { 1: at(9) } });
    const second = nextRoots(first, root('c'), now + DAY, now);
    expect(acceptedVersions(second, now)).toEqual(['1']);
    expect(second).toEqual({ ...three, current: '2', since: { 1: at(9), 2: at(-1) } });
    expect(acceptedVersions(second, now + DAY)).toEqual(['2', '1']);
    expect(acceptedVersions(second, now + 31 * DAY)).toEqual(['2']);
    expect(problemIn(second)).toBeUndefined();
  });

  test('nextRoots keeps revoked versions revoked, and makes none of them current', () => {
    const before = roots({ current: '2', since: { 2: at(1) }, revoked: ['1', '3'] });
    const next = nextRoots(before, root('d'), now, now);
    expect(next).toMatchObject({ 4: root('d'), current: '2', revoked: ['1', '3'] });
    expect(nextRoots(next, root('e'), now, now)).toMatchObject({ current: '4', since: { 2: at(1), 4: at(0) } });
  });

  test('replacedRoots revokes all versions, the pending one included, and uses a new one at once', () => {
    const stolen = roots({ current: '2', since: { 1: at(2), 2: at(1) } });
    const replaced = replacedRoots(stolen, root('d'), root('e'), now);
    expect(acceptedVersions(replaced, now)).toEqual(['4']);
    expect(versionsOf(replaced)).toEqual(['1', '2', '3', '4', '5']);
    expect(replaced).toMatchObject({ current: '4', revoked: ['1', '2', '3'], since: { 4: at(0) } });
    expect(problemIn(replaced)).toBeUndefined();
    const rotated = nextRoots(replaced, root('f'), now + DAY, now);
    expect(acceptedVersions(rotated, now + DAY)).toEqual(['5', '4']);
  });

  test('keepsAll is false for a successor that forgets a version, a time or a revocation', () => {
    const before = roots({ current: '3', since: { 3: at(1) }, revoked: ['1'] });
    expect(keepsAll(before, nextRoots(before, root('d'), now, now))).toBe(true);
    expect(keepsAll(before, { ...before, 2: root('x') })).toBe(false);
    expect(keepsAll(before, { ...before, since: {} })).toBe(false);
    expect(keepsAll(before, { ...before, since: { 3: at(2) } })).toBe(false);
    expect(keepsAll(before, { ...before, revoked: ['2'] })).toBe(false);
    const without: Roots<never> = { 1: three[1], 3: three[3], current: '3', since: { 3: at(1) }, revoked: ['1'] };
    expect(keepsAll(before, without)).toBe(false);
  });
});
