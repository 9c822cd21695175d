// Says the texts of the console. Each screen has a part of its own, which is loaded with it:
//
//   words/en/users.ts   export const en = { title: 'Users', foundOne: '{count} user', foundOther: '{count} users' };
//   words/de/users.ts   import type { en } from '../en/users.ts';
//                       export const de: Record<keyof typeof en, string> = { … };
//   screens/users.tsx   const say = partOf(en, async () => (await import('./de/users.ts')).de);
//                       say('title'), say('greeting', { name }), say.count('found', 3)
//
// A text that is missing in German does not compile. Texts that several screens need are in words/en/common.ts:
// `common('cancel')`.
import { signal } from '@preact/signals';
import { inBrowser } from '../../kit/storage.ts';
import { en } from './en/common.ts';

/** Tag (BCP 47) -> how the language calls itself. */
export const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };

/** The tag of the language that is shown. */
export const language = signal('en');

type Texts = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;
type Counted<K> = K extends `${infer Name}One` ? Name : never;

export type Say<T extends Texts> = {
  /** Returns a text, with `{name}` replaced by `values.name`. */
  (word: keyof T & string, values?: Values): string;
  /** Returns the text of a number: `foundOne` or `foundOther`, with `{count}`. */
  count: (name: Counted<keyof T & string>, count: number, values?: Values) => string;
};

type Part = { load: () => Promise<Texts>; german: ReturnType<typeof signal<Texts | undefined>> };
const parts: Part[] = [];

/** Returns the function that says the texts of a part. */
export function partOf<T extends Texts>(english: T, load: () => Promise<Record<keyof T, string>>): Say<T> {
  const german = signal<Texts | undefined>(undefined);
  parts.push({ load, german });
  const say = (word: keyof T & string, values: Values = {}): string => {
    const text = (language.value === 'de' && german.value?.[word]) || (english[word] as string);
    return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = values[name];
      if (value === undefined) return hole;
      return typeof value === 'number' ? number(value) : value;
    });
  };
  const count = (name: string, amount: number, values: Values = {}): string => {
    const form = new Intl.PluralRules(language.value).select(amount) === 'one' ? 'One' : 'Other';
    return say(`${name}${form}` as keyof T & string, { count: amount, ...values });
  };
  return Object.assign(say, { count });
}

/** Loads the texts of all parts that there are by now. Texts that can't be loaded are shown in English. */
export const loadTexts = async (tag = language.value): Promise<void> => {
  if (tag !== 'de') return;
  const missing = parts.filter(({ german }) => !german.value);
  await Promise.all(
    missing.map(async ({ load, german }) => {
      german.value = await load().catch(() => undefined);
    }),
  );
};

const KEPT = 'gatehouse language';

/** Shows a language, and keeps it for this browser. The sign-in pages share the choice. */
export async function speak(tag: string, { isKept = true } = {}): Promise<void> {
  if (isKept) inBrowser.setItem(KEPT, tag);
  await loadTexts(tag);
  language.value = tag;
  document.documentElement.lang = tag;
}

/** Shows the language that was chosen in this browser, or the browser's first that there is. */
export function speakBest(): Promise<void> {
  const wanted = [inBrowser.getItem(KEPT) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0] ?? '');
  return speak(wanted.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en', { isKept: false });
}

/** Returns a number in the language of the page. */
export const number = (value: number): string => new Intl.NumberFormat(language.value).format(value);

/** The texts that screens share. */
export const common = partOf(en, async () => (await import('./de/common.ts')).de);
