// Checks that pages are told the languages that messages have.
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../lib/contract/fields/languages.ts';
import * as locales from '../../../lib/domain/messages/texts/locales.ts';

test('the languages that pages are told are those of messages', () => {
  expect([...LANGUAGES]).toEqual(Object.keys(locales).sort());
});
