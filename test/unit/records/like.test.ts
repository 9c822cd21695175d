// Checks the matcher of LIKE patterns against a simple reference, and its time.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fold } from '../../../lib/records/query/fold.ts';
import { likeMatcher } from '../../../lib/records/query/like.ts';
import { cpuMs } from '../../support/cpu.ts';

/** Tries every way to match. Exponential, but obviously right. */
function reference(pattern: readonly string[], text: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return !text.length;
  if (first === '%') return reference(rest, text) || (text.length > 0 && reference(pattern, text.slice(1)));
  if (first === '_') return text.length > 0 && reference(rest, text.slice(1));
  if (first === '\\' && rest.length) return text[0] === rest[0] && reference(rest.slice(1), text.slice(1));
  return text[0] === first && reference(rest, text.slice(1));
}

const characters = (alphabet: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { maxLength });

describe('likeMatcher', () => {
  test('agrees with a simple reference for any pattern and text', () => {
    const patterns = characters(['a', 'b', '%', '_', '\\', '😀'], 9);
    const values = characters(['a', 'b', '%', '_', '\\', '😀', '\ue000'], 9);
    fc.assert(
      fc.property(patterns, values, (pattern, text) => {
        expect(likeMatcher(pattern.join(''))(text.join(''))).toBe(reference(pattern, text));
      }),
      { numRuns: 3000 },
    );
  });

  test('finds pieces with an underscore that are longer than 32 and 64 characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100 }), fc.integer({ min: 0, max: 99 }), (length, hole) => {
        const piece = Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + at));
        const pattern = piece.with(hole % length, '_').join('');
        const matches = likeMatcher(`%${pattern}%`);
        expect(matches(`xx${piece.join('')}yy`)).toBe(true);
        expect(matches(`xx${piece.with((hole + 1) % length, 'x').join('')}yy`)).toBe(false);
        expect(matches(`xx${piece.slice(1).join('')}${piece.join('')}`)).toBe(true);
      }),
    );
  });

  test.each([
    ['a backslash at the end, which is itself', 'a\\', 'a\\', true],
    ['an escaped percent sign', '100\\%', '100%', true],
    ['an escaped percent sign, which is no run', '100\\%', '1000', false],
    ['an escaped underscore', 'a\\_b', 'axb', false],
    ['an escaped backslash', 'a\\\\b', 'a\\b', true],
    ['metacharacters of regular expressions', '.*[a-z]+$', '.*[a-z]+$', true],
    ['metacharacters, which have no meaning', '.*', 'abc', false],
    ['an empty pattern and an empty text', '', '', true],
    ['an empty pattern and a text', '', 'a', false],
    ['a run and an empty text', '%', '', true],
    ['one character for a pair of surrogates', '_', '😀', true],
    ['two characters for a pair of surrogates', '%__%', '😀', false],
    ['a prefix and a suffix that would overlap', 'aba%aba', 'ababa', false],
  ])('T-51: decides on %s', (_, pattern, text, expected) => {
    expect(likeMatcher(pattern)(text)).toBe(expected);
  });

  // 256 characters are the longest operand, 4096 the longest text of a row.
  test.each([
    ['dozens of runs against a long near match', '%a'.repeat(127), `${'a'.repeat(126)}${'b'.repeat(3970)}`],
    ['a long piece that almost matches everywhere', `%${'a'.repeat(253)}b%`, 'a'.repeat(4096)],
    ['a long piece with an underscore', `%_${'a'.repeat(252)}b%`, 'a'.repeat(4096)],
    ['runs and underscores in turn', '%_a'.repeat(85), 'a'.repeat(4096)],
  ])('T-50: is fast for %s', async (_, pattern, text) => {
    const matches = likeMatcher(pattern);
    // A thousand rows of 4 KB. A matcher that backtracks needs hours for one of them.
    const spent = await cpuMs(() => {
      for (let row = 0; row < 1000; row++) matches(text);
    });
    expect(spent).toBeLessThan(5000);
  });
});

describe('fold', () => {
  test('returns a folded text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test.each([
    ['composed and decomposed accents', 'E\u0301', '\u00e9'],
    ['a sigma at the end of a word', 'ΟΔΟΣ', 'οδοσ'],
    ['the sign of kelvin', '\u212a', 'k'],
  ])('makes %s equal', (_, a, b) => {
    expect(fold(a)).toBe(fold(b));
  });

  test('keeps the Turkish dotless i and the sharp s, which are other letters', () => {
    expect(fold('ı')).not.toBe(fold('I'));
    expect(fold('ß')).not.toBe(fold('SS'));
  });

  test('makes the prefix of a text a prefix of the folded text, at the end of a word too', () => {
    expect(fold('ΟΔΟΣΑ').startsWith(fold('ΟΔΟΣ'))).toBe(true);
  });
});
