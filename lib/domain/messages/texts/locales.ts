// Lists the languages of messages: a file and a line each. The name is the BCP 47 tag.
export { ar } from './locales/ar.ts';
export { de } from './locales/de.ts';
export { en } from './locales/en.ts';
export { es } from './locales/es.ts';
export { fr } from './locales/fr.ts';
export { it } from './locales/it.ts';
export { ja } from './locales/ja.ts';
export { ko } from './locales/ko.ts';
export { nl } from './locales/nl.ts';
export { pl } from './locales/pl.ts';
export { ptBR as 'pt-BR' } from './locales/pt-BR.ts';
export { zhHans as 'zh-Hans' } from './locales/zh-Hans.ts';
