// Checks that the texts of the pages are complete in every language, and that each language is loaded on its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildPages } from '../../../infra/web/build.ts';
import { LANGUAGES as OF_MESSAGES } from '../../../lib/domain/languages.ts';
import { matched } from '../../../lib/domain/messages/render.ts';
import { en, type Words } from '../../../lib/web/words/en.ts';
import { bestOf, LANGUAGES } from '../../../lib/web/words/index.ts';

const others = Object.keys(LANGUAGES).filter((tag) => tag !== 'en');
const loaded: Record<string, Words> = {};
beforeAll(async () => {
  for (const [tag, { load }] of Object.entries(LANGUAGES)) loaded[tag] = await load();
});
const words = Object.keys(en) as (keyof Words)[];

/** Words that are the same in both languages. */
const SAME: Readonly<Record<string, readonly (keyof Words)[]>> = {
  de: ['code', 'yourName'],
  fr: ['accountSessions', 'code'],
  it: ['password', 'privacy'],
  nl: ['code', 'privacy'],
};

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('pages and messages speak the same languages', () => {
  expect(Object.keys(LANGUAGES).sort()).toEqual([...OF_MESSAGES].sort());
});

test.each(others)('every text in %s has the placeholders of the English one', (tag) => {
  const wrong = words.filter((word) => `${placeholders(loaded[tag]?.[word] ?? '')}` !== `${placeholders(en[word])}`);
  expect(wrong).toEqual([]);
});

test.each(others)('only the listed texts in %s are the English ones', (tag) => {
  expect(words.filter((word) => loaded[tag]?.[word] === en[word]).sort()).toEqual(SAME[tag] ?? []);
});

test.each(others)('no text in %s is empty, has space at its ends or a typewriter quotation mark', (tag) => {
  const wrong = words.filter((word) => {
    const text = loaded[tag]?.[word] ?? '';
    return !text || text !== text.trim() || /["']/.test(text);
  });
  expect(wrong).toEqual([]);
});

test('Arabic texts begin with an Arabic letter', () => {
  const isValue = (text: string): boolean => text.startsWith('{');
  expect(words.filter((word) => !/^\p{Script=Arabic}/u.test(loaded.ar?.[word] ?? '') && !isValue(en[word]))).toEqual(
    [],
  );
});

describe('the best language', () => {
  test.each([
    'de',
    'DE-at',
    'pt',
    'pt-PT',
    'pt-br',
    'zh-CN',
    'zh-TW',
    'ar-EG',
    'ja-Jpan-JP',
    'sv',
    'deu',
    '',
    'constructor',
  ])('for %j is the same on pages and in messages', (tag) => {
    expect(bestOf([tag])).toBe(matched(tag));
  });

  test('is the first of the list that there is, and English without one', () => {
    expect([bestOf(['sv', 'pl', 'de']), bestOf(['sv']), bestOf([])]).toEqual(['pl', 'en', 'en']);
  });
});

test('each language but English is a file of at most 4 KB compressed, and no other file has its texts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-languages-'));
  const { outputs } = await buildPages(directory);
  const files = Object.entries(outputs).map(([path, { inputs, entryPoint }]) => ({
    entryPoint,
    inputs: Object.keys(inputs),
    size: gzipSync(readFileSync(join(directory, 'assets', basename(path)))).length,
  }));
  rmSync(directory, { recursive: true });
  for (const tag of others) {
    const path = `lib/web/words/${tag}.ts`;
    const holding = files.filter(({ inputs }) => inputs.includes(path));
    expect(holding).toEqual([{ entryPoint: path, inputs: [path], size: expect.any(Number) }]);
    expect(holding[0]?.size).toBeLessThan(4096);
  }
  expect(files.filter(({ inputs }) => inputs.includes('lib/web/words/en.ts'))).toHaveLength(1);
});
