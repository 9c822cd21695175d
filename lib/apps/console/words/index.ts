// Says the texts of the console. Each screen has a part of its own, which is loaded with it:
//
//   words/en/users.ts   export const en = { title: 'Users', foundOne: '{count} user', foundOther: '{count} users' };
//   words/others/de/users.ts   import type { en } from '../../en/users.ts';
//                              export const texts: Record<keyof typeof en, string> = { … };
//   screens/users.tsx   const say = partOf(en, (tag) => import(`../words/others/${tag}/users.ts`));
//                       say('title'), say('greeting', { name }), say.count('found', 3)
//
// A text that is missing in a language does not compile, and a test finds a missing file. Texts that several screens
// need are in words/en/common.ts: `common('cancel')`.
import {
  bestOf,
  chosen,
  partOf as kitPart,
  language,
  LANGUAGES as NAMES,
  speak,
  type Texts,
  type Values,
} from '../../kit/words.ts';
import { en } from './en/common.ts';

export { choose, language, speak } from '../../kit/words.ts';

type Counted<K> = K extends `${infer Name}One` ? Name : never;

export type Say<T extends Texts> = {
  /** Returns a text, with `{name}` replaced by `values.name`. */
  (word: keyof T & string, values?: Values): string;
  /** Returns the text of a number: `foundOne` or `foundOther`, with `{count}`. */
  count: (name: Counted<keyof T & string>, count: number, values?: Values) => string;
};

/** Tag (BCP 47) -> how the language calls itself. A test compares them with the folders of `others`. */
export const LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  ['en', 'de', 'fr', 'es', 'it', 'pt-BR', 'nl', 'pl', 'zh-Hans', 'ar'].map((tag) => [tag, NAMES[tag] as string]),
);
const others = Object.keys(LANGUAGES).filter((tag) => tag !== 'en');

/** Returns the function that says the texts of a part. `load` loads its file in another language. */
export function partOf<T extends Texts>(
  english: T,
  load: (tag: string) => Promise<{ texts: Record<keyof T, string> }>,
): Say<T> {
  const own = kitPart(english, Object.fromEntries(others.map((tag) => [tag, () => load(tag)])));
  const say = (word: keyof T & string, values: Values = {}): string =>
    own(
      word,
      Object.fromEntries(
        Object.entries(values).map(([name, each]) => [name, typeof each === 'number' ? number(each) : each]),
      ),
    );
  const count = (name: string, amount: number, values: Values = {}): string => {
    const form = new Intl.PluralRules(language.value).select(amount) === 'one' ? 'One' : 'Other';
    return say(`${name}${form}` as keyof T & string, { count: amount, ...values });
  };
  return Object.assign(say, { count });
}

/** Returns a number in the language of the page. */
export const number = (value: number): string => new Intl.NumberFormat(language.value).format(value);

/** Loads the texts of all parts that there are by now. Texts that can't be loaded are shown in English. */
export const loadTexts = (): Promise<void> => speak(language.value);

/** Shows the language that was chosen in this browser, or the browser's first that there is. */
export const speakBest = (): Promise<void> => speak(bestOf([chosen(), ...navigator.languages], Object.keys(LANGUAGES)));

/** The texts that screens share. */
export const common = partOf(en, (tag) => import(`./others/${tag}/common.ts`));
