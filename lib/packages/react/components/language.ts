// Says the texts of the components in the language of the page. English is built in; others are loaded when they are needed.
import { useEffect, useState, useSyncExternalStore } from 'react';

type Texts = Readonly<Record<string, string>>;
/** Tag (BCP 47) -> loads the texts of a language. */
export type Others<T extends Texts> = Readonly<
  Record<string, () => Promise<{ texts: Readonly<Record<keyof T, string>> }>>
>;
export type Say<T extends Texts> = (word: keyof T & string, values?: Texts) => string;

/** The language that is written from right to left. */
const RIGHT_TO_LEFT = 'ar';

/** A page may change its language without a reload. */
function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

/** Returns the language of the page, as its `lang` says. A server renders English. */
export const useLanguage = (): string =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.lang,
    () => '',
  );

/** Returns the tag of the page's language that there is; by the whole tag, or by the language without its region. */
const findTag = (language: string, known: readonly string[]): string | undefined =>
  known.find((each) => each.toLowerCase() === language.toLowerCase()) ??
  known.find((each) => each.split('-')[0] === language.toLowerCase().split('-')[0]);

/**
 * Returns the hook that says these texts, with `{name}` replaced by `values.name`. Mark its call as pure: bundlers then
 * leave the texts out of applications that use no component.
 */
export function wordsOf<T extends Texts>(english: T, others: Others<T>): () => Say<T> {
  const loaded = new Map<string | undefined, Texts>();
  return function useWords() {
    const tag = findTag(useLanguage(), Object.keys(others));
    const [, setLoaded] = useState<string>();
    useEffect(() => {
      let isCurrent = true;
      // Without the file, the texts stay English.
      others[tag ?? '']?.().then(
        ({ texts }) => {
          loaded.set(tag, texts);
          if (isCurrent) setLoaded(tag);
        },
        () => {},
      );
      return () => {
        isCurrent = false;
      };
    }, [tag]);
    return (word, values = {}) =>
      ((loaded.get(tag) ?? english)[word] ?? '').replace(/\{(\w+)\}/g, (hole, name: string) => {
        const value = values[name];
        if (value === undefined) return hole;
        // Without this, the plus of a phone number moves to its end (Unicode TR 9, 2.4).
        return tag === RIGHT_TO_LEFT ? `\u2068${value}\u2069` : value;
      });
  };
}
