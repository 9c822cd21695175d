// Says the texts of the figures of an organization.
import { addWords } from './index.ts';
import { en } from './usage/en.ts';

export type UsageWord = keyof typeof en;

/** Returns a text of figures, or of all pages. */
export const say = addWords(en, {
  de: () => import('./usage/de.ts'),
  fr: () => import('./usage/fr.ts'),
  es: () => import('./usage/es.ts'),
  it: () => import('./usage/it.ts'),
  'pt-BR': () => import('./usage/pt-BR.ts'),
  nl: () => import('./usage/nl.ts'),
  pl: () => import('./usage/pl.ts'),
  ja: () => import('./usage/ja.ts'),
  ko: () => import('./usage/ko.ts'),
  'zh-Hans': () => import('./usage/zh-Hans.ts'),
  ar: () => import('./usage/ar.ts'),
});
