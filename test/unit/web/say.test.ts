// Checks how texts of the pages hold values: numbers in the form that the language needs, foreign scripts kept apart.
import { beforeAll, expect, test } from '@jest/globals';
import { speak } from '../../../lib/apps/kit/words.ts';
import { say } from '../../../lib/apps/pages/words/account.ts';
import { explain } from '../../../lib/apps/pages/words/errors.ts';

const root = { lang: '', dir: '' };
beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: root } });
});

test.each([
  ['en', 1, 'Too many attempts. Try again in 1 second.'],
  ['en', 119, 'Too many attempts. Try again in 119 seconds.'],
  ['en', 121, 'Too many attempts. Try again in 3 minutes.'],
  ['pl', 2, 'Zbyt wiele prób. Spróbuj ponownie za 2 sekundy.'],
  ['pl', 5, 'Zbyt wiele prób. Spróbuj ponownie za 5 sekund.'],
  ['ar', 300, 'محاولات كثيرة جدًا. حاول مرة أخرى \u2068خلال 5 دقائق\u2069.'],
])('in %s, a wait of %i seconds is told with the form of the number', async (tag, retryAfter, text) => {
  await speak(tag);
  expect(explain({ code: 'RATE_LIMITED', retryAfter, requestId: undefined })).toBe(text);
});

test('a value in a text from right to left is isolated, so that its parts keep their order', async () => {
  await speak('ar');
  expect(say('signedInAs', { name: '+49 151 234' })).toContain('\u2068+49 151 234\u2069');
  await speak('de');
  expect(say('signedInAs', { name: '+49 151 234' })).toBe('Angemeldet als +49 151 234');
});

test.each([
  ['ar', 'rtl'],
  ['de', 'ltr'],
  ['en', 'ltr'],
])('the document of a page in %s is marked as %s', async (tag, dir) => {
  await speak(tag);
  expect(root).toEqual({ lang: tag, dir });
});

test('the last of several choices wins', async () => {
  const first = speak('ja');
  await Promise.all([first, speak('nl')]);
  expect([root.lang, say('password')]).toEqual(['nl', 'Wachtwoord']);
});
