// Says the texts of single sign-on and of setup links.
import { addWords } from './index.ts';
import { en } from './sign-on/en.ts';

export type SignOnWord = keyof typeof en;

/** Returns a text of single sign-on, or of all pages. */
export const say = addWords(en, {
  de: () => import('./sign-on/de.ts'),
  fr: () => import('./sign-on/fr.ts'),
  es: () => import('./sign-on/es.ts'),
  it: () => import('./sign-on/it.ts'),
  'pt-BR': () => import('./sign-on/pt-BR.ts'),
  nl: () => import('./sign-on/nl.ts'),
  pl: () => import('./sign-on/pl.ts'),
  ja: () => import('./sign-on/ja.ts'),
  ko: () => import('./sign-on/ko.ts'),
  'zh-Hans': () => import('./sign-on/zh-Hans.ts'),
  ar: () => import('./sign-on/ar.ts'),
});
