// Says the texts of the sign-in pages.
import { addWords } from '../index.ts';
import { en, type SignInWords } from './en.ts';

/** Tag -> the texts, which are loaded when they are needed. */
export const OF_SIGN_IN: Readonly<Record<string, () => Promise<SignInWords>>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  it: async () => (await import('./it.ts')).it,
  'pt-BR': async () => (await import('./pt-BR.ts')).ptBR,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  'zh-Hans': async () => (await import('./zh-Hans.ts')).zhHans,
  ar: async () => (await import('./ar.ts')).ar,
};

export type SignInWord = keyof SignInWords;
/** Returns a text of the sign-in pages, or of all pages. */
export const say = addWords(en, OF_SIGN_IN);
