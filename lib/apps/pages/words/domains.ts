// Says the texts of the domains of an organization.
import { en } from './domains/en.ts';
import { addWords } from './index.ts';

/** Returns a text of domains, or of all pages. */
export const say = addWords(en, {
  de: () => import('./domains/de.ts'),
  fr: () => import('./domains/fr.ts'),
  es: () => import('./domains/es.ts'),
  it: () => import('./domains/it.ts'),
  'pt-BR': () => import('./domains/pt-BR.ts'),
  nl: () => import('./domains/nl.ts'),
  pl: () => import('./domains/pl.ts'),
  ja: () => import('./domains/ja.ts'),
  ko: () => import('./domains/ko.ts'),
  'zh-Hans': () => import('./domains/zh-Hans.ts'),
  ar: () => import('./domains/ar.ts'),
});
