// Says the texts of an app in the language of the person. An app has several parts, each with texts of its own. English
// is the catalogue: a language that lacks a text does not compile.
import { signal } from '@preact/signals';
import { inBrowser } from './storage.ts';

export type Texts = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** The language that is written from right to left. */
const RIGHT_TO_LEFT = 'ar';
const KEPT = 'gatehouse language';

/** The tag (BCP 47) of the language that is shown. */
export const language = signal('en');

/** Tag of another language -> loads its texts. */
export type Others<T extends Texts> = Readonly<
  Record<string, () => Promise<{ texts: Readonly<Record<keyof T, string>> }>>
>;
/** Each shows its texts of a language that is loaded. */
const parts: ((tag: string) => Promise<() => void>)[] = [];

/** Adds a part of the app, and returns the function that says its texts with `{name}` replaced by `values.name`. */
export function partOf<T extends Texts>(english: T, others: Others<T>) {
  const shown = signal<Texts>(english);
  parts.push(async (tag) => {
    const { texts } = (await others[tag]?.()) ?? { texts: english };
    return () => {
      shown.value = texts;
    };
  });
  return (word: keyof T & string, values: Values = {}): string => filled(shown.value[word] ?? '', values);
}

/**
 * Returns a text of the language that is shown with its values. In a language from right to left, values are isolated:
 * without this, the plus of a phone number moves to its end (Unicode TR 9, 2.4).
 */
export const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    if (value === undefined) return hole;
    return language.value === RIGHT_TO_LEFT ? `\u2068${value}\u2069` : `${value}`;
  });

/** Tag (BCP 47) -> how the language calls itself. The tags are those of messages (lib/contract/fields/languages.ts). */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  'pt-BR': 'Português (Brasil)',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  ar: 'العربية',
};

/** Returns the first language of the list that the app has; by its tag, or by its language without region. */
export function bestOf(wanted: readonly (string | null | undefined)[], known: readonly string[]): string {
  const find = (tag: string): string | undefined =>
    known.find((each) => each.toLowerCase() === tag.toLowerCase()) ??
    known.find((each) => each.split('-')[0] === tag.toLowerCase().split('-')[0]);
  return wanted.map((tag) => find(tag ?? '')).find((tag) => tag !== undefined) ?? 'en';
}

/** The language that was chosen in this browser, for all pages. */
export const chosen = (): string | null => inBrowser.getItem(KEPT);

/** Shows a language and keeps it for this browser. */
export function choose(tag: string): Promise<void> {
  inBrowser.setItem(KEPT, tag);
  return speak(tag);
}

let latest: string;

/**
 * Shows the parts that there are by now in a language. Resolves when their texts are there. If they can't be loaded, the
 * language stays, and so it does when another one was asked for meanwhile.
 */
export async function speak(tag: string): Promise<void> {
  latest = tag;
  const loaded = await Promise.all(parts.map((load) => load(tag))).catch(() => []);
  if (!loaded[0] || latest !== tag) return;
  for (const show of loaded) show();
  language.value = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = tag === RIGHT_TO_LEFT ? 'rtl' : 'ltr';
}
