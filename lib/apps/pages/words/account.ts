// Says the texts of the account page.
import { en } from './account/en.ts';
import { addWords } from './index.ts';

export type AccountWord = keyof typeof en;

/** Returns a text of the account page, or of all pages. */
export const say = addWords(en, {
  de: () => import('./account/de.ts'),
  fr: () => import('./account/fr.ts'),
  es: () => import('./account/es.ts'),
  it: () => import('./account/it.ts'),
  'pt-BR': () => import('./account/pt-BR.ts'),
  nl: () => import('./account/nl.ts'),
  pl: () => import('./account/pl.ts'),
  ja: () => import('./account/ja.ts'),
  ko: () => import('./account/ko.ts'),
  'zh-Hans': () => import('./account/zh-Hans.ts'),
  ar: () => import('./account/ar.ts'),
});
