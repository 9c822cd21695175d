// Names the languages of messages and pages. The messages themselves are in the mailer, and large.

/** BCP 47 tags. A test compares them with the texts of messages. */
export const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'zh-Hans'] as const;
export type Language = (typeof LANGUAGES)[number];

const STANDARD = 'en';

/**
 * Returns the best available language: the tag itself, or the first with the same language. A person who reads
 * European Portuguese or traditional Chinese gets the variant that there is.
 */
export function matched(tag: string = STANDARD): Language {
  const wanted = tag.toLowerCase();
  const primary = (each: string): string => each.toLowerCase().split('-')[0] as string;
  return (
    LANGUAGES.find((each) => each.toLowerCase() === wanted) ??
    LANGUAGES.find((each) => primary(each) === primary(wanted)) ??
    STANDARD
  );
}
