// Says the texts of the account page. They are apart from the others, because most visits are sign-ins.
import { addWords } from '../index.ts';
import { type AccountWords, en } from './en.ts';

/** Tag of another language -> the texts, which are loaded when they are needed. */
export const OF_ACCOUNT: Readonly<Record<string, () => Promise<{ texts: AccountWords }>>> = {
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

export type AccountWord = keyof AccountWords;
/** Returns a text of the account page, or of all pages. */
export const say = addWords(en, OF_ACCOUNT);
