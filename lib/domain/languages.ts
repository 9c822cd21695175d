// Names the languages of messages for pages. The messages themselves are in the mailer alone, and large.

/** BCP 47 tags. A test compares them with `messages/locales.ts`. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja'] as const;
