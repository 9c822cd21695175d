// Says the texts of the sign-in pages.
import { addWords } from '../index.ts';
import { en, type SignInWords } from './en.ts';

/** Tag of another language -> the texts, which are loaded when they are needed. */
export const OF_SIGN_IN: Readonly<Record<string, () => Promise<{ texts: SignInWords }>>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  'zh-Hans': () => import('./zh-Hans.ts'),
  ar: () => import('./ar.ts'),
};

export type SignInWord = keyof SignInWords;
/** Returns a text of the sign-in pages, or of all pages. */
export const say = addWords(en, OF_SIGN_IN);
