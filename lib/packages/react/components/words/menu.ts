// Says the texts of buttons and menus.
import { wordsOf } from '../language.ts';
import { en } from './menu/en.ts';

/** Returns the function that says them in the language of the page. */
export const useMenuWords = /* @__PURE__ */ wordsOf(en, {
  de: () => import('./menu/de.ts'),
  fr: () => import('./menu/fr.ts'),
  es: () => import('./menu/es.ts'),
  it: () => import('./menu/it.ts'),
  'pt-BR': () => import('./menu/pt-BR.ts'),
  nl: () => import('./menu/nl.ts'),
  pl: () => import('./menu/pl.ts'),
  ja: () => import('./menu/ja.ts'),
  ko: () => import('./menu/ko.ts'),
  'zh-Hans': () => import('./menu/zh-Hans.ts'),
  ar: () => import('./menu/ar.ts'),
});
