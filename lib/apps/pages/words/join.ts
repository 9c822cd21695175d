// Says the texts of requests to join.
import { addWords } from './index.ts';
import { en } from './join/en.ts';

export type JoinWord = keyof typeof en;

/** Returns a text of requests to join, or of all pages. */
export const say = addWords(en, {
  de: () => import('./join/de.ts'),
  fr: () => import('./join/fr.ts'),
  es: () => import('./join/es.ts'),
  it: () => import('./join/it.ts'),
  'pt-BR': () => import('./join/pt-BR.ts'),
  nl: () => import('./join/nl.ts'),
  pl: () => import('./join/pl.ts'),
  ja: () => import('./join/ja.ts'),
  ko: () => import('./join/ko.ts'),
  'zh-Hans': () => import('./join/zh-Hans.ts'),
  ar: () => import('./join/ar.ts'),
});
