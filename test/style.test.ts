// Counts the words that docs/style.md replaces, in comments, test titles and documents. A count may only fall.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');

const PATTERNS = {
  'whoever, whatever, however many': /\b(whoever|whatever|whosever|whichever|however (many|much|often))\b/gi,
  'he, his, him': /\b(he|his|him|himself)\b/gi,
  'nobody, somebody': /\b(nobody|somebody|anybody|everybody)\b/gi,
  'answers for returns': /\banswers?\b/gi,
  'lies and stands for is': /\b(lies|lying|stands|stand|standing)\b/gi,
  'demand and judge': /\b(demands?|demanded|judges?|judged)\b/gi,
  'sentences that begin with Of': /(?:^|[.!?] )Of (?=[a-z])/g,
} as const;
type Pattern = keyof typeof PATTERNS;

/** What each part of the repository holds at most. Lower a number when you remove a word; never raise one. */
const LIMITS: Record<'product' | 'tests' | 'documents', Record<Pattern, number>> = {
  product: {
    'whoever, whatever, however many': 9999,
    'he, his, him': 9999,
    'nobody, somebody': 9999,
    'answers for returns': 9999,
    'lies and stands for is': 9999,
    'demand and judge': 9999,
    'sentences that begin with Of': 9999,
  },
  tests: {
    'whoever, whatever, however many': 9999,
    'he, his, him': 9999,
    'nobody, somebody': 9999,
    'answers for returns': 9999,
    'lies and stands for is': 9999,
    'demand and judge': 9999,
    'sentences that begin with Of': 9999,
  },
  documents: {
    'whoever, whatever, however many': 9999,
    'he, his, him': 9999,
    'nobody, somebody': 9999,
    'answers for returns': 9999,
    'lies and stands for is': 9999,
    'demand and judge': 9999,
    'sentences that begin with Of': 9999,
  },
};

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file));

/** The comments of a source file, without code and strings. */
const commentsIn = (source: string): string =>
  [...source.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/ (.*)$/gm)]
    .map(([, block, line]) => (block ?? line ?? '').replace(/^\s*\* ?/gm, ''))
    .join('\n');

/** The titles of a test file: first arguments of `test` and `describe`, and the first strings of rows of `each`. */
const titlesIn = (source: string): string =>
  [
    ...source.matchAll(
      /(?:\b(?:test|describe)(?:\.only)?|\]\))\(\s*(['`])((?:(?!\1).)*)\1|^\s+\[\s*'((?:[^'\\]|\\.)*)',/gm,
    ),
  ]
    .map(([, , title, row]) => title ?? row ?? '')
    .join('\n');

const text = (file: string): string => readFileSync(join(root, file), 'utf8');

const PARTS = {
  product: () =>
    ['functions', 'lib', 'infra']
      .flatMap((folder) => filesIn(folder, /\.(ts|js|cjs)$/))
      .map((file) => commentsIn(text(file)))
      .join('\n'),
  tests: () =>
    filesIn('test', /\.(ts|js|cjs)$/)
      .filter((file) => file !== 'test/style.test.ts')
      .map((file) => `${commentsIn(text(file))}\n${titlesIn(text(file))}`)
      .join('\n'),
  documents: () =>
    [...filesIn('docs', /\.md$/), ...readdirSync(root).filter((file) => file.endsWith('.md'))]
      .filter((file) => file !== 'docs/style.md')
      .map(text)
      .join('\n'),
} as const;

describe.each(Object.entries(PARTS))('words to avoid: %s', (part, read) => {
  const words = read();

  test('there is text to count', () => {
    expect(words.length).toBeGreaterThan(10_000);
  });

  test.each(Object.entries(PATTERNS))('%s', (pattern, expression) => {
    const found = [...words.matchAll(expression)].map(({ index }) =>
      words.slice(Math.max(0, index - 40), index + 40).replaceAll('\n', ' '),
    );
    const limit = LIMITS[part as keyof typeof LIMITS][pattern as Pattern];
    // A failure shows each place.
    expect(found.length > limit ? [`at most ${limit}`, ...found] : []).toEqual([]);
  });
});
