// Lists the languages of messages: a file and a line each. The name is the BCP 47 tag.
export { de } from './locales/de.ts';
export { en } from './locales/en.ts';
export { es } from './locales/es.ts';
export { fr } from './locales/fr.ts';
export { ja } from './locales/ja.ts';
