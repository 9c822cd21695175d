// Says the texts of the sign-in pages.

import { addWords } from './index.ts';
import { en } from './sign-in/en.ts';

export type SignInWord = keyof typeof en;

/** Returns a text of the sign-in pages, or of all pages. */
export const say = addWords(en, {
  de: () => import('./sign-in/de.ts'),
  fr: () => import('./sign-in/fr.ts'),
  es: () => import('./sign-in/es.ts'),
  it: () => import('./sign-in/it.ts'),
  'pt-BR': () => import('./sign-in/pt-BR.ts'),
  nl: () => import('./sign-in/nl.ts'),
  pl: () => import('./sign-in/pl.ts'),
  ja: () => import('./sign-in/ja.ts'),
  ko: () => import('./sign-in/ko.ts'),
  'zh-Hans': () => import('./sign-in/zh-Hans.ts'),
  ar: () => import('./sign-in/ar.ts'),
});
