// Names the fields of a user that are one line of text, as the forms of the console call them: the title in each language, and
// the most characters. The console shows each one of them.
export const userTexts = {
  name: { en: 'Name', de: 'Name', most: 120 },
  locale: {
    en: 'Language of messages',
    de: 'Sprache der Nachrichten',
    most: 35,
    hint: {
      en: 'A tag such as en, de or pt-BR. Empty: the language of the tenant.',
      de: 'Ein Kürzel wie en, de oder pt-BR. Leer: die Sprache des Mandanten.',
    },
  },
};
