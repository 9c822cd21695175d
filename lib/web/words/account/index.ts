// Says the texts of the account page. They are apart from the others, because most visits are sign-ins.
import { addWords } from '../index.ts';
import { type AccountWords, en } from './en.ts';

/** Tag -> the texts, which are loaded when they are needed. */
export const OF_ACCOUNT: Readonly<Record<string, () => Promise<AccountWords>>> = {
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

export type AccountWord = keyof AccountWords;
/** Returns a text of the account page, or of all pages. */
export const say = addWords(en, OF_ACCOUNT);
