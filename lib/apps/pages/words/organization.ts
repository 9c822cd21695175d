// Says the texts of the page of an organization.

import { addWords } from './index.ts';
import { en } from './organization/en.ts';

export type OrganizationWord = keyof typeof en;

/** Returns a text of the page of an organization, or of all pages. */
export const say = addWords(en, {
  de: () => import('./organization/de.ts'),
  fr: () => import('./organization/fr.ts'),
  es: () => import('./organization/es.ts'),
  it: () => import('./organization/it.ts'),
  'pt-BR': () => import('./organization/pt-BR.ts'),
  nl: () => import('./organization/nl.ts'),
  pl: () => import('./organization/pl.ts'),
  ja: () => import('./organization/ja.ts'),
  ko: () => import('./organization/ko.ts'),
  'zh-Hans': () => import('./organization/zh-Hans.ts'),
  ar: () => import('./organization/ar.ts'),
});
