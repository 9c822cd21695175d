// Says the texts that all pages share, in the language of the person.
import { inDuration } from '../../../contract/duration.ts';
import { language, type Others, partOf, type Texts, type Values } from '../../kit/words.ts';
import { en } from './shared/en.ts';

/** Each has a file in `shared`, `account` and `sign-in`, which is loaded when it is needed. */
export { LANGUAGES } from '../../kit/words.ts';

export type Word = keyof typeof en;

/** Returns a text that all pages share. */
export const say = partOf(en, {
  de: () => import('./shared/de.ts'),
  fr: () => import('./shared/fr.ts'),
  es: () => import('./shared/es.ts'),
  it: () => import('./shared/it.ts'),
  'pt-BR': () => import('./shared/pt-BR.ts'),
  nl: () => import('./shared/nl.ts'),
  pl: () => import('./shared/pl.ts'),
  ja: () => import('./shared/ja.ts'),
  ko: () => import('./shared/ko.ts'),
  'zh-Hans': () => import('./shared/zh-Hans.ts'),
  ar: () => import('./shared/ar.ts'),
});

/** Adds the texts of some pages, and returns what says them and the shared ones. Called before a language is chosen. */
export function addWords<T extends Texts>(english: T, others: Others<T>) {
  const own = partOf(english, others);
  return (word: Word | (keyof T & string), values?: Values): string =>
    word in english ? own(word, values) : say(word as Word, values);
}

/** Returns the day and the time in the language of the person. */
export const moment = (iso: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** Returns "in 14 minutes" in the language of the page. */
export const inSeconds = (seconds: number): string => inDuration(seconds, language.value);
