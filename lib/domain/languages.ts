// Names the languages of messages for pages. The messages themselves are in the mailer alone, and large.

/** BCP 47 tags. A test compares them with `messages/locales.ts`. */
export const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'zh-Hans'] as const;
