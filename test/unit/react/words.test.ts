// Checks the texts of the components in all languages.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../lib/contract/fields/languages.ts';

const FOLDER = join(import.meta.dirname, '../../../lib/packages/react/components/words');
const holesOf = (text: string): string[] => text.match(/\{\w+\}/g)?.sort() ?? [];

describe.each(['menu', 'organization'])('the texts of the part %s', (part) => {
  test('are there in each language of messages', () => {
    const tags = readdirSync(join(FOLDER, part)).map((file) => file.replace('.ts', ''));
    expect(tags.sort()).toEqual([...LANGUAGES].sort());
  });

  test.each(LANGUAGES.filter((tag) => tag !== 'en'))('say all values of the English ones, in %s', async (tag) => {
    const { en } = await import(join(FOLDER, part, 'en.ts'));
    const { texts } = await import(join(FOLDER, part, `${tag}.ts`));
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [word, text] of Object.entries<string>(en)) {
      expect([word, holesOf(texts[word])]).toEqual([word, holesOf(text)]);
      expect(texts[word].trim()).toBe(texts[word]);
    }
  });
});
