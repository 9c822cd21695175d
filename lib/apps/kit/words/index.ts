// Says the texts of the pages in the language of the person. English is the catalogue: a language that lacks a text
// does not compile.
import { signal } from '@preact/signals';
import { inDuration } from '../../../contract/duration.ts';
import { en, type Words } from './en.ts';

export type Word = keyof Words;

/**
 * Tag (BCP 47) -> how the language calls itself, and its texts, which are loaded when they are needed. The tags are
 * those of messages (lib/domain/languages.ts).
 */
export const LANGUAGES: Readonly<Record<string, { name: string; load: () => Promise<{ texts: Words }> }>> = {
  en: { name: 'English', load: async () => ({ texts: en }) },
  de: { name: 'Deutsch', load: () => import('./de.ts') },
  fr: { name: 'Français', load: () => import('./fr.ts') },
  es: { name: 'Español', load: () => import('./es.ts') },
  it: { name: 'Italiano', load: () => import('./it.ts') },
  'pt-BR': { name: 'Português (Brasil)', load: () => import('./pt-BR.ts') },
  nl: { name: 'Nederlands', load: () => import('./nl.ts') },
  pl: { name: 'Polski', load: () => import('./pl.ts') },
  ja: { name: '日本語', load: () => import('./ja.ts') },
  ko: { name: '한국어', load: () => import('./ko.ts') },
  'zh-Hans': { name: '简体中文', load: () => import('./zh-Hans.ts') },
  ar: { name: 'العربية', load: () => import('./ar.ts') },
};

const RIGHT_TO_LEFT: readonly string[] = ['ar'];

type Texts = Readonly<Record<string, string>>;
type Load = () => Promise<{ texts: Texts }>;
/** English texts of all parts, and the loaders of their other languages. */
let english: Texts = en;
const parts: ((tag: string) => ReturnType<Load> | undefined)[] = [(tag) => LANGUAGES[tag]?.load()];
const words = signal(english);
/** The tag of the language that is shown. */
export const language = signal('en');

type Values = Readonly<Record<string, string | number>>;

/**
 * Returns a text, with `{name}` replaced by `values.name`. In a language from right to left, values are isolated:
 * without this, the plus of a phone number moves to its end (Unicode TR 9, 2.4).
 */
export const say = (word: Word, values: Values = {}): string => saidOf(word, values);

const saidOf = (word: string, values: Values): string => filled(words.value[word] ?? '', values);

/** Returns a text of the language that is shown with its values. */
export const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    if (value === undefined) return hole;
    return RIGHT_TO_LEFT.includes(language.value) ? `\u2068${value}\u2069` : String(value);
  });

/**
 * Adds the texts of pages that most people do not visit, and returns `say` for them. Called by a module of such a page,
 * so before a language is chosen.
 */
export function addWords<T extends Texts>(inEnglish: T, load: Readonly<Record<string, Load>>) {
  english = { ...english, ...inEnglish };
  words.value = english;
  parts.push((tag) => load[tag]?.());
  return (word: Word | (keyof T & string), values: Values = {}): string => saidOf(word, values);
}

/** Returns "in 14 minutes" in the language of the page. */
export const inSeconds = (seconds: number): string => inDuration(seconds, language.value);

/** Returns the first language of the list that there is; by its tag, or by its language without region. */
export function bestOf(wanted: readonly string[]): string {
  const known = Object.keys(LANGUAGES);
  const find = (tag: string): string | undefined =>
    known.find((each) => each.toLowerCase() === tag.toLowerCase()) ??
    known.find((each) => each.split('-')[0] === tag.toLowerCase().split('-')[0]);
  return wanted.map(find).find((tag) => tag !== undefined) ?? 'en';
}

let latest: string;

/**
 * Shows the pages in a language. Resolves when its texts are there. If they can't be loaded, the language stays, and so
 * it does when another one was asked for meanwhile.
 */
export async function speak(tag: string): Promise<void> {
  latest = tag;
  const loaded = await Promise.all(parts.map((load) => load(tag))).catch(() => []);
  if (!loaded[0] || latest !== tag) return;
  words.value = Object.assign({}, english, ...loaded.map((part) => part?.texts));
  language.value = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr';
}
