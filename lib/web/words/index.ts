// Says the texts of the pages in the language of the person. English is the catalogue: a language that lacks a text
// does not compile.
import { signal } from '@preact/signals';
import { en } from './en.ts';

export type Words = Readonly<Record<keyof typeof en, string>>;
export type Word = keyof Words;

/** Tag (BCP 47) -> how the language calls itself, and its texts, which are loaded when they are needed. */
export const LANGUAGES: Readonly<Record<string, { name: string; load: () => Promise<Words> }>> = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de.ts')).de },
};

const RIGHT_TO_LEFT = ['ar'];

const words = signal<Words>(en);
/** The tag of the language that is shown. */
export const language = signal('en');

/** Returns a text, with `{name}` replaced by `values.name`. */
export const say = (word: Word, values: Readonly<Record<string, string | number>> = {}): string =>
  words.value[word].replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));

/** Returns the first language of the list that there is; by its tag, or by its language without region. */
export function bestOf(wanted: readonly string[]): string {
  const known = Object.keys(LANGUAGES);
  const find = (tag: string): string | undefined =>
    known.find((each) => each.toLowerCase() === tag.toLowerCase()) ??
    known.find((each) => each.split('-')[0] === tag.toLowerCase().split('-')[0]);
  return wanted.map(find).find((tag) => tag !== undefined) ?? 'en';
}

/** Shows the pages in a language. Resolves when its texts are there. */
export async function speak(tag: string): Promise<void> {
  const chosen = LANGUAGES[tag] ?? LANGUAGES.en;
  if (!chosen) return;
  words.value = await chosen.load();
  language.value = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr';
}
