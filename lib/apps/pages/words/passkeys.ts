// Says the texts of the passkeys. They are loaded with the parts of the pages that show passkeys.

import { addWords } from './index.ts';
import { en } from './passkeys/en.ts';

/** Returns a text of passkeys, or of all pages. */
export const say = addWords(en, {
  de: () => import('./passkeys/de.ts'),
  fr: () => import('./passkeys/fr.ts'),
  es: () => import('./passkeys/es.ts'),
  it: () => import('./passkeys/it.ts'),
  'pt-BR': () => import('./passkeys/pt-BR.ts'),
  nl: () => import('./passkeys/nl.ts'),
  pl: () => import('./passkeys/pl.ts'),
  ja: () => import('./passkeys/ja.ts'),
  ko: () => import('./passkeys/ko.ts'),
  'zh-Hans': () => import('./passkeys/zh-Hans.ts'),
  ar: () => import('./passkeys/ar.ts'),
});
