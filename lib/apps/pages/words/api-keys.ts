// Says the texts of the API keys of an account. They are loaded with that part of the page.
import { en } from './api-keys/en.ts';
import { addWords } from './index.ts';

/** Returns a text of the API keys, or of all pages. */
export const say = addWords(en, {
  de: () => import('./api-keys/de.ts'),
  fr: () => import('./api-keys/fr.ts'),
  es: () => import('./api-keys/es.ts'),
  it: () => import('./api-keys/it.ts'),
  'pt-BR': () => import('./api-keys/pt-BR.ts'),
  nl: () => import('./api-keys/nl.ts'),
  pl: () => import('./api-keys/pl.ts'),
  ja: () => import('./api-keys/ja.ts'),
  ko: () => import('./api-keys/ko.ts'),
  'zh-Hans': () => import('./api-keys/zh-Hans.ts'),
  ar: () => import('./api-keys/ar.ts'),
});
