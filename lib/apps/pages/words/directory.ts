// Says the texts of the directories of an organization.
import { en } from './directory/en.ts';
import { addWords } from './index.ts';

/** Returns a text of directories, or of all pages. */
export const say = addWords(en, {
  de: () => import('./directory/de.ts'),
  fr: () => import('./directory/fr.ts'),
  es: () => import('./directory/es.ts'),
  it: () => import('./directory/it.ts'),
  'pt-BR': () => import('./directory/pt-BR.ts'),
  nl: () => import('./directory/nl.ts'),
  pl: () => import('./directory/pl.ts'),
  ja: () => import('./directory/ja.ts'),
  ko: () => import('./directory/ko.ts'),
  'zh-Hans': () => import('./directory/zh-Hans.ts'),
  ar: () => import('./directory/ar.ts'),
});
