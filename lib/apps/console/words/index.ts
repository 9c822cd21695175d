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
import { bestOf, chosen, partOf as kitPart, language, speak, type Texts, type Values } from '../../kit/words.ts';
import { en } from './en/common.ts';

export { choose, language, speak } from '../../kit/words.ts';

/** Tag (BCP 47) -> how the language calls itself. */
export const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };

type Counted<K> = K extends `${infer Name}One` ? Name : never;

export type Say<T extends Texts> = {
  /** Returns a text, with `{name}` replaced by `values.name`. */
  (word: keyof T & string, values?: Values): string;
  /** Returns the text of a number: `foundOne` or `foundOther`, with `{count}`. */
  count: (name: Counted<keyof T & string>, count: number, values?: Values) => string;
};

/** Returns the function that says the texts of a part. */
export function partOf<T extends Texts>(english: T, load: () => Promise<Record<keyof T, string>>): Say<T> {
  const own = kitPart(english, { de: async () => ({ texts: await load() }) });
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
export const common = partOf(en, async () => (await import('./de/common.ts')).de);
