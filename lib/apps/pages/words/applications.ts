// Says the texts of the applications of an organization.
import { en } from './applications/en.ts';
import { addWords } from './index.ts';

/** Returns a text of applications, or of all pages. */
export const say = addWords(en, {
  de: () => import('./applications/de.ts'),
  fr: () => import('./applications/fr.ts'),
  es: () => import('./applications/es.ts'),
  it: () => import('./applications/it.ts'),
  'pt-BR': () => import('./applications/pt-BR.ts'),
  nl: () => import('./applications/nl.ts'),
  pl: () => import('./applications/pl.ts'),
  ja: () => import('./applications/ja.ts'),
  ko: () => import('./applications/ko.ts'),
  'zh-Hans': () => import('./applications/zh-Hans.ts'),
  ar: () => import('./applications/ar.ts'),
});
