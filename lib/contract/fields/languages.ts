// Names the languages of messages and pages. The messages themselves are in the mailer, and large.

/** BCP 47 tags. A test compares them with the texts of messages. */
export const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'zh-Hans'] as const;
