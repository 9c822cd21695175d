// Says the texts of the organization.
import { wordsOf } from '../language.ts';
import { en } from './organization/en.ts';

export type OrganizationWord = keyof typeof en;

/** Returns the function that says them in the language of the page. */
export const useOrganizationWords = /* @__PURE__ */ wordsOf(en, {
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
