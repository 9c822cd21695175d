// Counts the words that docs/style.md replaces, in comments, test titles and documents. A count may only fall.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');

/** The words, and how often each part of the repository may use them. Lower a number when you remove a word. */
const WORDS = {
  'whoever, whatever, however many': {
    pattern: /\b(whoever|whatever|whosever|whichever|however (many|much|often))\b/gi,
    atMost: { product: 1, tests: 0, documents: 0 },
  },
  'he, his, him': {
    pattern: /\b(he|his|him|himself)\b/gi,
    atMost: { product: 0, tests: 0, documents: 0 },
  },
  'nobody, somebody': {
    pattern: /\b(nobody|somebody|anybody|everybody)\b/gi,
    atMost: { product: 0, tests: 0, documents: 0 },
  },
  'answers for returns': {
    pattern: /\banswers?\b/gi,
    atMost: { product: 0, tests: 1, documents: 0 },
  },
  'lies and stands for is': {
    pattern: /\b(lies|lying|stands|stand(?!-in)|standing)\b/gi,
    atMost: { product: 1, tests: 0, documents: 1 },
  },
  'demand and judge': {
    pattern: /\b(demands?(?<!on demand)|demanded|judges?|judged)\b/gi,
    atMost: { product: 0, tests: 1, documents: 0 },
  },
  'sentences that begin with Of': {
    pattern: /(?:^|[.!?] )Of (?=[a-z])/gm,
    atMost: { product: 0, tests: 0, documents: 2 },
  },
  // Documents break their lines anywhere.
  'comments that begin with What, Whoever or That': {
    pattern: /^ ?(What|Whoever|That) (?=[a-z])/gm,
    atMost: { product: 286, tests: 102, documents: Number.POSITIVE_INFINITY },
  },
};

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
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
      /(?:\b(?:test|describe)(?:\.only)?|\]\))\(\s*(['"`])((?:(?!\1).)*)\1|^\s+\[\s*'((?:[^'\\]|\\.)*)',/gm,
    ),
  ]
    .map(([, , title, row]) => title ?? row ?? '')
    .join('\n');

const text = (file: string): string => readFileSync(join(root, file), 'utf8');

const PARTS = {
  product: () =>
    ['functions', 'lib', 'infra']
      .flatMap((folder) => filesIn(folder, /\.(tsx?|js|cjs)$/))
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

  test.each(Object.entries(WORDS))('%s', (_, { pattern, atMost }) => {
    const limit = atMost[part as keyof typeof PARTS];
    const found = [...words.matchAll(pattern)].map(({ index }) =>
      words.slice(Math.max(0, index - 40), index + 40).replaceAll('\n', ' '),
    );
    // A failure shows each place.
    expect(found.length > limit ? [`at most ${limit}`, ...found] : []).toEqual([]);
  });
});
