// Says the texts of the consent page.

import { en } from './consent/en.ts';
import { addWords } from './index.ts';

/** Returns a text of the consent page, or of all pages. */
export const say = addWords(en, {
  de: () => import('./consent/de.ts'),
  fr: () => import('./consent/fr.ts'),
  es: () => import('./consent/es.ts'),
  it: () => import('./consent/it.ts'),
  'pt-BR': () => import('./consent/pt-BR.ts'),
  nl: () => import('./consent/nl.ts'),
  pl: () => import('./consent/pl.ts'),
  ja: () => import('./consent/ja.ts'),
  ko: () => import('./consent/ko.ts'),
  'zh-Hans': () => import('./consent/zh-Hans.ts'),
  ar: () => import('./consent/ar.ts'),
});
